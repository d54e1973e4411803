"""`extends`: a recipe that says only what it does otherwise than another file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os.path import normpath
from pathlib import Path

from levelgen.addons import project_of
from levelgen.complaint import spelled
from levelgen.errors import Place, Problem, RecipeError
from levelgen.reading.context import mistake
from levelgen.settings import is_path
from levelgen.yaml_nodes import LARGEST_FILE, Node, read

LONGEST_CHAIN = 20
NOT_INHERITED = ("name", "extends")
STEPS = ("graph", "spanning_tree", "tiles")
"""Keys that hold one step: another plug-in takes the place of the first, its parameters with it."""


@dataclass(frozen=True)
class Document:
    """What a recipe's file says, with what it extends; sources are all files that were read, its own first."""

    root: Node
    sources: tuple[Path, ...]


def contents(path: Path) -> bytes:
    """What a file holds, as far as a recipe may be long; RecipeError when it cannot be read."""
    return _contents(path, Place(str(path)))


def extended(root: Node, path: Path) -> Document:
    """A document over those that it extends, and that those extend.

    Mappings are merged key by key. All else is replaced, lists too; `passes+:` adds to the list of the
    key `passes` instead. A step that names another plug-in replaces the step. `name` is not inherited.
    Values keep their places. Raises RecipeError: not a file in the project's folder, or a cycle.
    """
    chain, sources = [root], [path]
    while (node := _extends(chain[-1])) is not None:
        source = _base(node, sources[-1], (project_of(path) or path.resolve().parent).resolve())
        if source.resolve() in [known.resolve() for known in sources]:
            names = " → ".join(map(str, [*sources, source]))
            raise mistake(node, "extends", f"goes round in a circle: {names}; take one of them out")
        if len(chain) == LONGEST_CHAIN:
            raise mistake(node, "extends", f"a chain of more than {LONGEST_CHAIN} files")
        chain.append(_read(source, node.place))
        sources.append(source)
    merged = chain.pop()
    while chain:
        merged = over(_without(merged, NOT_INHERITED), chain.pop())
    return Document(_joined(_without(merged, ("extends",))), tuple(sources))


def over(base: Node, own: Node, key: str | int = "") -> Node:
    """`own` over `base`, as `extended` says."""
    if not (isinstance(base.value, dict) and isinstance(own.value, dict)):
        return own
    if key in STEPS and base.value.keys() != own.value.keys():
        return own
    values, keys = dict(base.value), {**base.keys, **own.keys}
    for name, node in own.value.items():
        plain = str(name).removesuffix("+")
        if plain == name:
            values.pop(f"{name}+", None)
            values[name] = over(values[name], node, name) if name in values else node
        else:
            values[name] = _appended(values[name], node, str(name)) if name in values else node
    return replace(own, value=values, keys=keys)


def _joined(root: Node) -> Node:
    """Each `passes+` added to its `passes`, or standing for it where there is none."""
    values, keys = dict(root.value), dict(root.keys)
    for name in [name for name in values if isinstance(name, str) and name.endswith("+")]:
        plain, added = name[:-1], values.pop(name)
        values[plain] = _appended(values[plain], added, name) if plain in values else added
        keys.setdefault(plain, keys[name])
    return replace(root, value=values, keys=keys)


def _appended(base: Node, added: Node, name: str) -> Node:
    if isinstance(base.value, list) and isinstance(added.value, list):
        return replace(added, value=base.value + added.value)
    wrong = base if isinstance(added.value, list) else added
    raise mistake(wrong, name, f"adds a list to a list, and {spelled(wrong.plain())} is none")


def _extends(root: Node) -> Node | None:
    return root.inside("extends")


def _base(node: Node, path: Path, project: Path) -> Path:
    text = node.value
    if not isinstance(text, str) or not text.endswith((".yaml", ".yml")) or not is_path(text):
        raise mistake(
            node, "extends", f"must be the path of a .yaml file, from this one's folder on, not {spelled(node.plain())}"
        )
    base = Path(normpath(path.parent / text))
    if not base.resolve().is_relative_to(project):
        raise mistake(node, "extends", f"{text} lies outside the project's folder")
    if base.exists() and not base.is_file():
        raise mistake(node, "extends", f"{text} is no file")
    return base


def _read(path: Path, place: Place) -> Node:
    root = read(_contents(path, place), str(path))
    if not isinstance(root.value, dict):
        raise RecipeError([Problem(root.place, "a recipe that others extend is a mapping, as any recipe")])
    return root


def _contents(path: Path, place: Place) -> bytes:
    name = "" if place.file == str(path) else f"extends: {path} "
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RecipeError([Problem(place, f"{name}cannot be read: {error.strerror}")]) from None


def _without(root: Node, names: tuple[str, ...]) -> Node:
    return replace(root, value={key: node for key, node in root.value.items() if key not in names})
