"""Recipes: a YAML file read into steps that are known to fit together, or all of its mistakes at once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelgen.addons import disabled_addon_with, project_of
from levelgen.complaint import did_you_mean, listed, spelled, worded
from levelgen.errors import Place, PluginError, Problem, RecipeError
from levelgen.graph import GridGraph
from levelgen.level import Stage
from levelgen.parameters import engines_of
from levelgen.plugins import KINDS, Plugin, Registry, registry
from levelgen.rng import Seed
from levelgen.tileset import BUILT_IN, TileSet
from levelgen.yaml_nodes import LARGEST_FILE, Node, read

FORMAT = 1
KEYS = ("levelgen", "name", "seed", "graph", "spanning_tree", "passes", "tiles", "tileset", "export", "target")


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a recipe: a plug-in with its parameters, and where the recipe says so."""

    plugin: Plugin
    parameters: Mapping[str, Any]
    place: Place
    label: str

    def __call__(self, *arguments: Any) -> Any:
        """Run the step."""
        return self.plugin(*arguments, **self.parameters)

    def __str__(self) -> str:
        return f"{self.place}: {self.label}"


@dataclass(frozen=True, eq=False)
class Recipe:
    """A level recipe, read and checked.

    seed is None where the recipe leaves it out; digest is the SHA-256 of the recipe's values.
    """

    path: Path
    name: str
    seed: Seed | None
    graph: Step
    spanning_tree: Step
    passes: tuple[Step, ...]
    tiles: Step
    tileset: TileSet
    export: tuple[Step, ...]
    digest: str

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in the order they run."""
        return (self.graph, self.spanning_tree, *self.passes, self.tiles, *self.export)


def load_recipe(path: str | Path) -> Recipe:
    """The recipe of a YAML file.

    Raises RecipeError with every mistake of the file, each with its line and column; PluginError
    when a plug-in that it names cannot be loaded.
    """
    path = Path(path)
    return parse_recipe(contents(path), path)


def contents(path: Path) -> bytes:
    """What a file holds, as far as a recipe may be long; RecipeError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RecipeError([Problem(Place(str(path)), f"cannot be read: {error.strerror}")]) from None


def parse_recipe(text: str | bytes, path: Path) -> Recipe:
    """The recipe of a text, as if it stood in the file `path`."""
    return _Reading(read(text, str(path)), path).recipe()


def is_recipe(text: bytes) -> bool:
    """Is this YAML meant as a recipe, that is: has it the key `levelgen` at its top?"""
    if re.search(rb"^(\xef\xbb\xbf)?[\"']?levelgen[\"']?\s*:", text, re.MULTILINE):
        return True
    try:
        return b"levelgen" in text and "levelgen" in read(text, "").plain()
    except (RecipeError, TypeError):
        return False


def is_seed(value: object) -> bool:
    """Can this be a seed: a whole number of at least 0, or a text of one line that a person can read?"""
    return value.isprintable() if isinstance(value, str) else type(value) is int and value >= 0


class _Reading:
    """One reading of a recipe: collects problems instead of stopping at the first."""

    def __init__(self, root: Node, path: Path) -> None:
        self.root = root
        self.path = path
        self.project = project_of(path)
        self.problems: list[Problem] = []
        self.plugins: Registry = registry(self.project)

    def recipe(self) -> Recipe:
        if not isinstance(self.root.value, dict):
            raise RecipeError([Problem(self.root.place, "a recipe is a mapping that begins with 'levelgen: 1'")])
        self._keys()
        seed, name = self._seed(), self._name()
        graph = self._step("graphs", "graph")
        tree = self._step("spanning_trees", "spanning_tree")
        passes = self._steps("passes", "passes", default=())
        tiles = self._step("tiles", "tiles", default=_default_tiles(graph))
        tileset = self._tileset()
        export = self._steps("exporters", "export", default=("tiled",))
        self._fit(graph, [tree, *passes, tiles])
        self._targets(export)
        self._order(passes)
        if self.problems or graph is None or tree is None or tiles is None:
            raise RecipeError(self.problems)
        digest = hashlib.sha256(_canonical(self.root.plain())).hexdigest()
        found = tuple(step for step in passes if step), tuple(step for step in export if step)
        return Recipe(self.path, name, seed, graph, tree, found[0], tiles, tileset, found[1], digest)

    def _say(self, path: tuple[str | int, ...], message: str, at_key: bool = False) -> None:
        label = _label(path)
        self.problems.append(Problem(self.root.at(path, at_key), f"{label}: {message}" if label else message))

    def _keys(self) -> None:
        for key in self.root.value:
            if key not in KEYS:
                self._say((key,), f"unknown key{did_you_mean(key, KEYS)}", at_key=True)
        for key in ("levelgen", "graph", "spanning_tree"):
            if key not in self.root.value:
                self._say((), f"key '{key}' is missing")
        version = self.root.value.get("levelgen")
        if version is not None and (version.value != FORMAT or version.value is True):
            self._say(("levelgen",), f"must be {FORMAT}, the recipe format that this levelgen reads")

    def _seed(self) -> Seed | None:
        node = self.root.value.get("seed")
        if node is None:
            return None
        if not is_seed(node.value):
            kinds = "a whole number of at least 0 or a quoted text of one line"
            self._say(("seed",), f"must be {kinds}, not {spelled(node.plain())}")
            return None
        seed: Seed = node.value
        return seed

    def _name(self) -> str:
        node = self.root.value.get("name")
        name = self.path.stem if node is None else node.value
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}", name):
            letters = "letters, digits, '_', '.' and '-' (the last two not in front), 100 at the most"
            if node and not isinstance(name, str | dict | list | None):
                self._say(("name",), f'must be a text; put it in quotes: "{spelled(name)}"')
            elif node:
                self._say(("name",), f"must be of {letters}, not {spelled(node.plain())}")
            else:
                self._say((), f"the file's name cannot name its output; give the recipe a 'name:' of {letters}")
        return str(name)

    def _tileset(self) -> TileSet:
        node = self.root.value.get("tileset")
        if node is None:
            return BUILT_IN
        from levelgen.tileset_file import load_tileset

        try:
            return load_tileset(node, self.project or self.path.resolve().parent)
        except RecipeError as error:
            self.problems += error.problems
            return BUILT_IN

    def _steps(self, kind: str, key: str, default: tuple[str, ...]) -> list[Step | None]:
        node = self.root.value.get(key)
        if node is None:
            return [self._make(kind, (key,), name, {}) for name in default]
        if not isinstance(node.value, list):
            such_as = f"[{', '.join(self.plugins.names(kind)[:2])}]"
            self._say((key,), f"must be a list, such as {such_as}, not {spelled(node.plain())}")
            return []
        if kind == "exporters" and not node.value:
            self._say((key,), "must name at least one exporter")
        return [self._step(kind, key, number) for number in range(len(node.value))]

    def _step(self, kind: str, *path: str | int, default: str | None = None) -> Step | None:
        if path[0] not in self.root.value:
            return self._make(kind, path, default, {}) if default else None
        node = self.root.value[path[0]]
        value = (node if len(path) == 1 else node.value[path[1]]).plain()
        name: Any = value
        parameters: Any = {}
        if isinstance(value, dict) and len(value) == 1:
            ((name, parameters),) = value.items()
        if isinstance(name, str) and (parameters is None or isinstance(parameters, dict)):
            return self._make(kind, path, name, parameters or {})
        self._say(path, self._not_a_step(kind, value))
        return None

    def _not_a_step(self, kind: str, value: Any) -> str:
        if isinstance(value, dict) and len(value) > 1:
            names = ", ".join(map(worded, value))
            return f"names {len(value)} things ({names}); write each on its own, with a dash in a list"
        if isinstance(value, dict) and value and isinstance(next(iter(value)), str):
            name, said = next(iter(value.items()))
            such_as = f"{{{worded(name)}: {{key: value}}}}"
            return f"the parameters of {spelled(name)} must be a mapping, such as {such_as}, not {spelled(said)}"
        noun = ("an " if KINDS[kind].noun[0] in "aeiou" else "a ") + KINDS[kind].noun
        return f"must be the name of {noun}, or {{name: {{parameters}}}}, not {spelled(value)}"

    def _make(self, kind: str, path: tuple[str | int, ...], name: str, parameters: dict[Any, Any]) -> Step | None:
        named = (*path, name)
        if name not in self.plugins.names(kind):
            self._unknown(kind, path, name)
            return None
        with self._blame(named):
            plugin = self.plugins.find(kind, name)
        strange = [key for key in parameters if not isinstance(key, str)]
        for key in strange:
            self._say((*named, key), "a parameter's name is a word", at_key=True)
        if strange:
            return None
        with self._blame(named):
            values, wrong = plugin.read(parameters)
        for complaint in wrong:
            self._say((*named, *complaint.path), complaint.message, complaint.at_key)
        return None if wrong else Step(plugin, values, self.root.at(named, key=True), _label(named))

    @contextmanager
    def _blame(self, named: tuple[str | int, ...]) -> Iterator[None]:
        """Say where the recipe names a plug-in that is broken."""
        try:
            yield
        except PluginError as error:
            raise PluginError(f"{self.root.at(named, key=True)}: {_label(named)}: {error}") from error

    def _unknown(self, kind: str, path: tuple[str | int, ...], name: str) -> None:
        addon = disabled_addon_with(self.project, KINDS[kind].group, name)
        mend = did_you_mean(name, self.plugins.names(kind))
        if addon:
            mend = f"; add-on '{addon}' has it: add \"{addon}\" to [addons] enabled in levelgen.toml"
        self._say((*path, name), f"no {KINDS[kind].noun} {spelled(name)}{mend}", at_key=True)

    def _fit(self, graph: Step | None, steps: Iterable[Step | None]) -> None:
        for step in filter(None, steps if graph else ()):
            if graph and not issubclass(graph.plugin.graph_type, step.plugin.graph_type):
                kind = "grids" if step.plugin.graph_type is GridGraph else step.plugin.graph_type.__name__
                message = f"works on {kind} only, and {graph.plugin} does not make one"
                self.problems.append(Problem(step.place, f"{step.label}: {message}"))

    def _targets(self, export: list[Step | None]) -> None:
        """Every engine that `target` names can read what some exporter writes, with the options it is given."""
        node = self.root.value.get("target")
        if node is None:
            return
        wanted = node.plain() if isinstance(node.value, list) else [node.plain()]
        every = [self.plugins.find("exporters", name) for name in self.plugins.names("exporters")]
        known = sorted({engine for plugin in every for engine in engines_of(plugin.function)})
        for number, engine in enumerate(wanted):
            where = ("target", number) if isinstance(node.value, list) else ("target",)
            steps = [step for step in export if step and engine in list(engines_of(step.plugin.function))]
            if engine not in known:
                self._say(where, f"no engine {spelled(engine)}{did_you_mean(engine, known)}")
            elif not steps:
                names = listed([f"'{plugin.name}'" for plugin in every if engine in engines_of(plugin.function)])
                self._say(where, f"{engine} reads none of the exported files; add {names} to export")
            for step in steps:
                self._readable(step, str(engine))

    def _readable(self, step: Step, engine: str) -> None:
        for name, allowed in engines_of(step.plugin.function)[engine].items():
            value = step.parameters[name]
            if value not in allowed:
                choices = listed([spelled(choice).strip("'") for choice in allowed])
                message = f"{step.label}.{name}: {engine} cannot read {spelled(value)}; it reads {choices}"
                self.problems.append(Problem(step.place, message))

    def _order(self, passes: list[Step | None]) -> None:
        """Open first, then start and exit, then all other marks."""
        latest: Step | None = None
        for step in passes:
            stage = step.plugin.stage if step else None
            if step is None or stage is None:
                continue
            if latest and latest.plugin.stage is not None and stage < latest.plugin.stage:
                does = "opens walls" if stage == Stage.OPEN else "marks start and exit"
                message = f"{step.label}: {does}, so it must stand before {latest.label}; move it up"
                self.problems.append(Problem(step.place, message))
            else:
                latest = step


def _default_tiles(graph: Step | None) -> str:
    return "blocks" if graph is None or issubclass(graph.plugin.graph_type, GridGraph) else "archipelago"


def _label(path: tuple[str | int, ...]) -> str:
    """`passes[0].treasure.count`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{worded(step)}" for step in path).lstrip(".")


def _canonical(value: Any) -> bytes:
    return json.dumps(
        _with_text_keys(value), sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str
    ).encode()


def _with_text_keys(value: Any) -> Any:
    """The value with all keys as texts, which have an order; no two keys of a recipe are spelled alike."""
    if isinstance(value, dict):
        return {str(key): _with_text_keys(inside) for key, inside in value.items()}
    return [_with_text_keys(inside) for inside in value] if isinstance(value, list) else value
