"""Mutations that keep a document a document: most random bytes end in the parser, and never reach our readers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import yaml

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 1.5, -0.0, 1e308, 1e-320, 2**31, 2**32 - 1, 2**63, -(2**63), 10**30, 10**101),
    *(
        "",
        "a",
        "..",
        "../x",
        "/etc/passwd",
        "\x00",
        "\x85",
        "é",
        "${a}",
        "10%",
        "1e999",
        "nan",
        ".inf",
        "{",
        "\n",
        "levelgen",
    ),
    *([], {}, [[]], [0], {"": 0}, {"name": "a"}),
)


def mutated_json(data: bytes, random_: random.Random) -> bytes | None:
    """A JSON document with a few values replaced, taken away, or put elsewhere; None where it is none."""
    try:
        return json.dumps(_changed(json.loads(data), random_)).encode()
    except (ValueError, RecursionError):
        return None


def mutated_yaml(data: bytes, random_: random.Random) -> bytes | None:
    """The same of a YAML document, which becomes JSON: YAML too."""
    try:
        return json.dumps(_changed(yaml.load(data, yaml.CSafeLoader), random_), default=str).encode()
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def mutated_xml(data: bytes, random_: random.Random) -> bytes | None:
    """An XML document with an attribute, a text or an element changed, taken away or doubled; None where it is none."""
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    elements = list(root.iter())
    for _ in range(random_.randint(1, 3)):
        element, other = random_.choice(elements), random_.choice(elements)
        deed = random_.randrange(5)
        if deed < 2 and element.attrib:
            element.set(random_.choice(sorted(element.attrib)), _word(random_))
        elif deed == 2 and element.attrib:
            del element.attrib[random_.choice(sorted(element.attrib))]
        elif deed == 3:
            element.text = _word(random_)
        elif other not in element.iter() and element not in other.iter():
            element.append(other) if random_.random() < 0.5 else element.extend(list(other))
    try:
        return ElementTree.tostring(root)
    except (ValueError, TypeError, RecursionError):
        return None


MUTATORS: dict[str, tuple[Callable[[bytes, random.Random], bytes | None], ...]] = {
    "recipe": (mutated_yaml,),
    "tmj": (mutated_json,),
    "merge": (mutated_json,),
    "tmx": (mutated_xml,),
    "tileset": (mutated_json, mutated_xml),
}


def _changed(document: Any, random_: random.Random) -> Any:
    for _ in range(random_.randint(1, 3)):
        spots = list(_spots(document))
        if not spots:
            return random_.choice(ODD)
        holder, key = random_.choice(spots)
        deed = random_.randrange(6)
        if deed == 0:
            del holder[key]
        elif deed == 1 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif deed == 2:
            other, name = random_.choice(spots)
            holder[key] = json.loads(json.dumps(other[name] if _has(other, name) else None, default=str))
        elif deed == 3 and isinstance(holder[key], int | float):
            holder[key] = holder[key] + random_.choice((-1, 1, 16, -16, 0.5, 2**28))
        else:
            holder[key] = json.loads(json.dumps(random_.choice(ODD)))
    return document


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _spots(value: Any) -> Any:
    """Every (container, key or index) of a document."""
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, dict | list):
            for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
                yield holder, key
                waiting.append(holder[key])


def _word(random_: random.Random) -> str:
    return "".join(c for c in str(random_.choice(ODD)) if c.isprintable())
