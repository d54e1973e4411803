"""YAML 1.2 (core schema) with a place for every value, and bounds that hostile files run into early.

Not PyYAML's own loaders: those read YAML 1.1, where `no` is false and `1:30` a number, forget where
a value stood, and follow aliases without end. Only its parser is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from levelgen.complaint import spelled, worded
from levelgen.errors import Place, Problem, RecipeError

LARGEST_FILE = 1 << 20
DEEPEST = 50
MOST_VALUES = 200_000
MOST_DIGITS = 100

_TAGS = (None, "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
_STRANGE = re.compile("[^\\t\\n\\r -~\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What YAML allows in no text."""

_Parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CORE = (
    (re.compile(r"|~|null|Null|NULL"), lambda text: None),
    (re.compile(r"true|True|TRUE"), lambda text: True),
    (re.compile(r"false|False|FALSE"), lambda text: False),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+"), lambda text: int(text[2:], 8)),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(text[2:], 16)),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?(\.inf|\.Inf|\.INF)"), lambda text: float(text.replace(".", ""))),
    (re.compile(r"\.nan|\.NaN|\.NAN"), lambda text: float("nan")),
)


@dataclass(frozen=True)
class Node:
    """A value of a YAML file: a scalar, a list of Nodes, or a dict of key → Node, with its place.

    height counts the levels of lists and mappings in it, aliases followed.
    """

    place: Place
    value: Any
    keys: dict[Any, Place] = field(default_factory=dict)
    height: int = 0

    def plain(self) -> Any:
        """The value in Python's own lists and dicts."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return [node.plain() for node in self.value] if isinstance(self.value, list) else self.value

    def at(self, path: tuple[str | int, ...], key: bool = False) -> Place:
        """The place of the value at a path below this node, or of its key; the nearest that exists."""
        node, above = self, self
        for step in path:
            inside = node.inside(step)
            if inside is None:
                return node.place
            node, above = inside, node
        return above.keys.get(path[-1], node.place) if key and path else node.place

    def inside(self, step: str | int) -> Node | None:
        """The value under a key of this mapping, or at an index of this list; None where there is none."""
        found: Node | None = None
        if isinstance(self.value, dict):
            found = self.value.get(step)
        elif isinstance(self.value, list) and step in range(len(self.value)):
            found = self.value[int(step)]
        return found


def read(text: str | bytes, file: str) -> Node:
    """The one document of a YAML file; RecipeError with the place where it is not readable."""
    return _Composer(file).document(text)


class _Composer:
    """One reading: the anchors seen so far, and how many values have been made."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.values = 0
        self.depth = 0
        self.lines: list[str] = []

    def document(self, text: str | bytes) -> Node:
        try:
            decoded = self._decode(text)
            self.lines = decoded.splitlines()
            events = self._events(decoded)
            first = next(events)
            node = self._node(first, events)
            for event in events:
                if isinstance(event, yaml.DocumentStartEvent):
                    raise self._error(event.start_mark, "a second document; keep one recipe a file")
        except yaml.YAMLError as error:
            raise self._syntax_error(error) from None
        return node

    def _decode(self, text: str | bytes) -> str:
        if len(text) > LARGEST_FILE:
            raise self._error(None, f"larger than {LARGEST_FILE // 1024} KiB; a recipe is a short text")
        try:
            decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            good = error.object[: error.start].decode("utf-8", "replace")
            raise self._error_behind(good, "not UTF-8; save the file as UTF-8") from None
        if strange := _STRANGE.search(decoded):
            message = f"a character that YAML does not allow (U+{ord(strange[0]):04X}); take it out"
            raise self._error_behind(decoded[: strange.start()], message)
        return decoded

    def _error_behind(self, good: str, message: str) -> RecipeError:
        """A mistake right behind the text that is good."""
        lines = re.split(r"\r\n|\r|\n", good)
        return RecipeError([Problem(Place(self.file, len(lines), len(lines[-1]) + 1), message)])

    def _events(self, text: str) -> Iterator[yaml.Event]:
        """The parser's events behind the document's start; refuses what is nested too deep."""
        for event in yaml.parse(text, Loader=_Parser):
            if isinstance(event, yaml.CollectionStartEvent):
                self.depth += 1
                self._bound(self.depth, event.start_mark)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.depth -= 1
            second = isinstance(event, yaml.DocumentStartEvent) and self.values
            if second or isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
                yield event
            elif isinstance(event, yaml.StreamEndEvent) and not self.values:
                raise self._error(event.start_mark, "empty; a recipe begins with 'levelgen: 1'")

    def _node(self, event: Any, events: Iterator[Any]) -> Node:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        before = self.values
        self._count(1, event.start_mark)
        if event.tag not in _TAGS:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            tag = tag if tag.isprintable() and len(tag) < 60 else spelled(tag)
            raise self._error(event.start_mark, f"tag {tag} means nothing here; leave it out")
        if isinstance(event, yaml.SequenceStartEvent):
            node = self._sequence(event, events)
        elif isinstance(event, yaml.MappingStartEvent):
            node = self._mapping(event, events)
        else:
            node = Node(self._place(event.start_mark), self._scalar(event))
        if event.anchor:
            self.anchors[event.anchor] = (node, self.values - before)
        return node

    def _alias(self, event: Any) -> Node:
        if event.anchor not in self.anchors:
            raise self._error(event.start_mark, f"alias *{event.anchor} stands before or inside its own anchor")
        node, size = self.anchors[event.anchor]
        self._count(size, event.start_mark)
        self._bound(self.depth + node.height, event.start_mark)
        return node

    def _sequence(self, start: Any, events: Iterator[Any]) -> Node:
        items = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self._node(event, events))
        return Node(self._place(start.start_mark), items, height=_height(items))

    def _mapping(self, start: Any, events: Iterator[Any]) -> Node:
        values: dict[Any, Node] = {}
        keys: dict[Any, Place] = {}
        said: dict[str, Place] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self._node(event, events)
            if key.value is None or isinstance(key.value, bool | dict | list):
                raise self._error(event.start_mark, f"a key must be a word or a number, not {spelled(key.plain())}")
            first = said.setdefault(str(key.value), key.place)
            if first is not key.place:
                raise self._error(event.start_mark, f"duplicate key '{worded(key.value)}', first in line {first.line}")
            keys[key.value] = key.place
            values[key.value] = self._node(next(events), events)
        return Node(self._place(start.start_mark), values, keys, _height(values.values()))

    def _scalar(self, event: Any) -> Any:
        if event.implicit[0] and event.tag != "!":
            for pattern, convert in _CORE:
                if pattern.fullmatch(event.value):
                    if len(event.value) > MOST_DIGITS:
                        raise self._error(event.start_mark, f"a number of more than {MOST_DIGITS} digits")
                    return convert(event.value)
        return event.value

    def _count(self, values: int, mark: Any) -> None:
        self.values += values
        if self.values > MOST_VALUES:
            raise self._error(mark, f"more than {MOST_VALUES} values, aliases followed")

    def _bound(self, depth: int, mark: Any) -> None:
        if depth > DEEPEST:
            raise self._error(mark, f"nested deeper than {DEEPEST} levels")

    def _place(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1) if mark else Place(self.file)

    def _error(self, mark: Any, message: str) -> RecipeError:
        return RecipeError([Problem(self._place(mark), message)])

    def _syntax_error(self, error: Any) -> RecipeError:
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", error))
        mark = getattr(error, "problem_mark", None)
        if mark and mark.line < len(self.lines) and self.lines[mark.line][mark.column : mark.column + 1] == "\t":
            return self._error(mark, "a tab; indent with spaces")
        return self._error(mark, f"not readable as YAML: {problem}")


def _height(inside: Iterable[Node]) -> int:
    return 1 + max((node.height for node in inside), default=0)
