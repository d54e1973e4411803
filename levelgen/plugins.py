"""Plug-ins: the kinds, what a plug-in of each kind looks like, how one is found, checked and called.

A plug-in is a function. Its keyword-only parameters are what a recipe may set, so its signature is
the schema; the annotations of its first parameter and of its result say what fits what.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from levelgen import addons
from levelgen.addons import addon_entries
from levelgen.complaint import Complaint, did_you_mean, explained, reason
from levelgen.errors import GenerationError, LevelgenError, Place, PluginError, Problem, RecipeError
from levelgen.graph import Graph
from levelgen.level import Stage
from levelgen.parameters import complaints, version_of

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True)
class Kind:
    """A kind of plug-in: its key in recipes, its name, and the names of its positional parameters.

    spare: how many of these, from the end, it may do without.
    """

    key: str
    noun: str
    takes: tuple[str, ...]
    spare: int = 0

    @property
    def group(self) -> str:
        """The entry-point group."""
        return f"levelgen.{self.key}"


KINDS = {
    kind.key: kind
    for kind in (
        Kind("graphs", "graph builder", ("rng",)),
        Kind("spanning_trees", "spanning tree", ("graph", "rng")),
        Kind("passes", "pass", ("level", "rng")),
        Kind("tiles", "tile style", ("level", "rng")),
        Kind("measures", "measure", ("level", "tilemap"), spare=1),
        Kind("exporters", "exporter", ("built",)),
        Kind("readers", "reader", ("path",)),
        Kind("mergers", "merger", ("base", "edited", "rebuilt")),
    )
}


@dataclass(frozen=True, eq=False)
class Plugin:
    """One plug-in, loaded: `function` of `kind`, called `name`, from `origin`."""

    kind: Kind
    name: str
    origin: str
    function: Callable[..., Any]

    def __str__(self) -> str:
        return f"{self.kind.noun} '{self.name}'"

    @property
    def version(self) -> int:
        """Which version of its algorithm it is, from 1 on."""
        return version_of(self.function)

    @property
    def algorithm(self) -> str:
        """Its name and version, as a recipe can ask for it: `kruskal@1`."""
        return f"{self.name}@{self.version}"

    def __call__(self, *arguments: Any, **parameters: Any) -> Any:
        """Call it."""
        return self.function(*arguments, **parameters)

    @contextmanager
    def named(self) -> Iterator[None]:
        """Name it and its origin in what it did wrong; what it did not raise on purpose becomes a PluginError."""
        try:
            yield
        except PluginError as error:
            raise PluginError(f"{self} of {self.origin} {error}") from error
        except LevelgenError:
            raise
        except MemoryError as error:
            raise GenerationError(f"{self}: not enough memory") from error
        except (Exception, SystemExit) as error:
            raise PluginError(f"{self} of {self.origin} failed: {reason(error)}") from error

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The annotations of its parameters and of its result (`return`)."""
        with self.named():
            try:
                return get_type_hints(self.function, include_extras=True)
            except NameError as error:
                message = f"has an annotation that Python cannot look up: {error}; import it outside TYPE_CHECKING"
                raise PluginError(message) from error

    @cached_property
    def arity(self) -> int:
        """How many positional parameters it takes."""
        return len(_positional(self))

    @cached_property
    def graph_type(self) -> type[Graph]:
        """The graphs that it returns (a builder) or can work on (all others)."""
        subject = "return" if self.kind.key == "graphs" else next(iter(inspect.signature(self.function).parameters))
        return _graph_type(self.hints.get(subject, Graph))

    @cached_property
    def stage(self) -> Stage | None:
        """When a pass may run, or None where its annotation does not say."""
        found = [extra for extra in _extras(self.hints.get("return")) if isinstance(extra, Stage)]
        return found[0] if found else None

    @cached_property
    def model(self) -> type[BaseModel]:
        """The pydantic model of its parameters."""
        from pydantic import ConfigDict, create_model

        fields: dict[str, Any] = {
            name: (
                self.hints.get(name, Any),
                ... if parameter.default is parameter.empty else parameter.default,
            )
            for name, parameter in inspect.signature(self.function).parameters.items()
            if parameter.kind is parameter.KEYWORD_ONLY
        }
        config = ConfigDict(
            extra="forbid", strict=True, allow_inf_nan=False, protected_namespaces=(), validate_default=True
        )
        with self.named(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Field name .* shadows an attribute")
            return create_model(self.name, __config__=config, __doc__=self.help, **fields)

    @property
    def help(self) -> str:
        """Its docstring."""
        return inspect.getdoc(self.function) or ""

    def read(self, parameters: Mapping[str, Any]) -> tuple[dict[str, Any], list[Complaint]]:
        """The parameters as the function takes them, and what is wrong with those given."""
        from pydantic import ValidationError

        try:
            model = self.model(**parameters)
        except ValidationError as error:
            wrong = explained(error, self.model)
            with self.named():
                _check_defaults(wrong, parameters)
            return {}, wrong
        values = {name: getattr(model, name) for name in self.model.model_fields}
        with self.named():
            return values, list(complaints(self.function, values))


class Registry:
    """The plug-ins that a project sees, by kind and name; each is loaded when it is first asked for."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: dict[tuple[str, str], Entry] = {}
        self._loaded: dict[tuple[str, str], Plugin] = {}
        for entry in entries:
            other = self._entries.setdefault((entry.kind, entry.name), entry)
            if other is not entry:
                noun = KINDS[entry.kind].noun
                raise PluginError(
                    f"{noun} '{entry.name}' comes from {other.origin} and from {entry.origin}; rename one"
                )

    def names(self, kind: str) -> list[str]:
        """The names of all plug-ins of a kind, sorted; old versions are not among them."""
        return sorted(name for key, name in self._entries if key == kind and "@" not in name)

    def versions(self, kind: str, name: str) -> list[int]:
        """The versions that there are of a plug-in, rising; none where there is no such plug-in."""
        names = [known for key, known in self._entries if key == kind and known.partition("@")[0] == name]
        return sorted(self.find(kind, known).version for known in names)

    def find(self, kind: str, name: str) -> Plugin:
        """The plug-in `name`, or a version of it, `name@1`.

        KeyError where there is none, PluginError where it cannot be loaded.
        """
        key = (kind, name if (kind, name) in self._entries else name.partition("@")[0])
        if key not in self._loaded:
            self._loaded[key] = _load(self._entries[key])
        plugin = self._loaded[key]
        if name not in (plugin.name, plugin.algorithm):
            raise KeyError(name)
        return plugin

    def called(self, name: str) -> list[Plugin]:
        """The plug-ins of this name, of every kind; RecipeError where there is none."""
        found = [self.find(entry.kind, name) for entry in self if entry.name == name]
        if not found:
            known = [entry.name for entry in self]
            raise RecipeError([Problem(Place(name), f"no plug-in of this name{did_you_mean(name, known)}")])
        return found

    def __iter__(self) -> Iterator[Entry]:
        """Where all plug-ins can be had, in the order of kinds and names; none of them is loaded."""
        return (self._entries[kind, name] for kind in KINDS for name in self.names(kind))


@dataclass(frozen=True)
class Entry:
    """Where a plug-in can be had: its kind's key, name, origin, and how to load it."""

    kind: str
    name: str
    origin: str
    load: Callable[[], Any]


@cache
def registry(project: Path | None = None) -> Registry:
    """All installed plug-ins, and the add-ons that the project (the folder of levelgen.toml) enables."""
    added = () if project is None else addon_entries(project, {kind.group: kind.key for kind in KINDS.values()})
    return Registry([*_installed(), *(Entry(*fields) for fields in added)])


def forget() -> None:
    """Look for all plug-ins anew, and read the add-ons' code again."""
    registry.cache_clear()
    addons.forget()


def engine_addons() -> dict[str, str]:
    """Engine → the package in whose folder `addons` the addons for that engine lie."""
    return {point.name: point.value for point in entry_points(group="levelgen.engine_addons")}


def _installed() -> Iterator[Entry]:
    origins: dict[int, str] = {}  # a package is asked but once: its name and version cost a reading of its metadata
    found = entry_points()
    for kind in KINDS.values():
        for point in found.select(group=kind.group):
            if id(point.dist) not in origins:
                origins[id(point.dist)] = f"{point.dist.name} {point.dist.version}" if point.dist else ""
            yield Entry(kind.key, point.name, origins[id(point.dist)] or point.value, point.load)


def _load(entry: Entry) -> Plugin:
    kind = KINDS[entry.kind]
    try:
        function = entry.load()
    except LevelgenError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f"{kind.noun} '{entry.name}' of {entry.origin} cannot be loaded: {reason(error)}") from error
    name, _, version = entry.name.partition("@")
    plugin = Plugin(kind, name, entry.origin, function)
    if version and version != str(plugin.version):
        mend = f"is version {plugin.version}; mark its function @versioned({version})"
        raise PluginError(f"{kind.noun} '{entry.name}' of {entry.origin} {mend}")
    variadic = [p for p in _parameters(plugin) if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if not len(kind.takes) - kind.spare <= plugin.arity <= len(kind.takes) or variadic:
        wanted = f"def {entry.name}({', '.join(kind.takes)}, *, …)"
        raise PluginError(f"{plugin} of {entry.origin} must look like '{wanted}'")
    return plugin


def _check_defaults(wrong: Iterable[Complaint], given: Mapping[str, Any]) -> None:
    """What is wrong with a parameter that the recipe leaves out is the plug-in's own mistake."""
    for complaint in wrong:
        if complaint.path and complaint.path[0] not in given:
            raise PluginError(f"has a default that it does not allow itself: {complaint.path[0]} {complaint.message}")


def _positional(plugin: Plugin) -> list[inspect.Parameter]:
    return [p for p in _parameters(plugin) if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _parameters(plugin: Plugin) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(plugin.function).parameters.values())
    except (TypeError, ValueError) as error:
        raise PluginError(f"{plugin} of {plugin.origin} is not a function") from error


def _extras(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _graph_type(hint: Any) -> type[Graph]:
    """Graph or a subclass of it, from `GridGraph`, `Level[GridGraph]` or an Annotated of either."""
    if isinstance(hint, type) and issubclass(hint, Graph):
        return hint
    inner = get_args(hint)
    return _graph_type(inner[0]) if inner else Graph
