"""What `levelgen new` writes: projects, recipes and plug-ins to begin with.

The files lie in templates/, real ones that work as they are; names in them are put in their places. A name that
begins with `dot-` there begins with a dot in the project.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml

from levelgen.plugins import KINDS, Registry
from levelgen.reading.table import KEYS, RecipeKey
from levelgen.version import __version__

BEGIN_WITH = ("levelgen", "name", "seed", "graph", "spanning_tree", "passes", "tiles", "export")
"""The keys that a new recipe has; all others stand in it as comments."""

PLUGIN = "lanterns"
"""What the plug-in is called in the templates."""


def project_files(name: str) -> dict[str, bytes]:
    """Path → content of a new project: recipes, settings, a CI workflow, the editor's settings."""
    return _template("project", {"PROJECT": name, "VERSION": __version__})


def addon_files(name: str) -> dict[str, bytes]:
    """Path → content of a new add-on: a pass of this name, with its test."""
    return _template("addon", {PLUGIN: name, PLUGIN.capitalize(): name.capitalize()})


def package_files(name: str) -> dict[str, bytes]:
    """Path → content of a new package with a pass of this name and its test."""
    words = {PLUGIN: name, PLUGIN.capitalize(): name.capitalize(), "levelgen>=0": f"levelgen>={__version__}"}
    addon = _template("addon", words)
    module = {f"{name}.py": addon["plugin.py"], f"tests/test_{name}.py": addon[f"test_{name}.py"]}
    return {**_template("package", words), **module}


def with_addon(settings: str, name: str) -> str | None:
    """The text of a levelgen.toml with an add-on enabled; None where it has a form that nobody foresaw."""
    enabled = tomllib.loads(settings).get("addons", {}).get("enabled")
    if enabled is None:
        found = re.sub(r"^\[addons\][^\n]*\n", rf'\g<0>enabled = ["{name}"]\n', settings, count=1, flags=re.M)
        text = found if found != settings else f'{settings.rstrip()}\n\n[addons]\nenabled = ["{name}"]\n'.lstrip()
    else:
        comma = ", " if enabled else ""
        text = re.sub(r"^(enabled\s*=\s*\[.*?),?\s*\]", rf'\g<1>{comma}"{name}"]', settings, count=1, flags=re.M | re.S)
    try:
        told = tomllib.loads(text)["addons"]["enabled"]
    except (tomllib.TOMLDecodeError, KeyError):
        return None
    return text if told == [*(enabled or []), name] else None


def recipe_text(name: str, schema: str, plugins: Registry) -> str:
    """A commented recipe to begin with; `schema` is where its JSON Schema lies, from the recipe on."""
    head = f"# yaml-language-server: $schema={schema}\n# {name}: say here what is special about this level.\n"
    return head + "".join(_entry(key, name, plugins) for key in KEYS.values())


def _entry(key: RecipeKey, name: str, plugins: Registry) -> str:
    value = name if key.name == "name" else key.examples[0]
    written = _yaml({key.name: value})
    if key.name not in BEGIN_WITH:
        written = textwrap.indent(written, "# ")
    told = "".join(f"# {line}\n" for line in textwrap.wrap(key.help, 98) + list(_there_is(key, plugins)))
    return f"\n{told}{written}"


def _there_is(key: RecipeKey, plugins: Registry) -> Iterator[str]:
    """For a step, the plug-ins to choose from."""
    kind = str(key.form.get("items", key.form).get("$ref", "")).removeprefix("#/$defs/")
    if kind in KINDS:
        yield from textwrap.wrap(f"There is: {', '.join(plugins.names(kind))}.", 98)


def _yaml(value: Any) -> str:
    """One key with its value as a person would write it: lists line by line, all else in flow style."""
    ((name, inner),) = value.items()
    if isinstance(inner, list) and any(isinstance(item, dict) for item in inner):
        return f"{name}:\n" + "".join(f"  - {_item(item)}\n" for item in inner)
    return f"{name}: {_flow(inner)}\n"


def _item(value: Any) -> str:
    return _yaml(value).strip() if isinstance(value, dict) and len(value) == 1 else _flow(value)


def _flow(value: Any) -> str:
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=10_000, allow_unicode=True)
    return text.removesuffix("...\n").strip()


def _template(kind: str, words: Mapping[str, str]) -> dict[str, bytes]:
    found = _files(files("levelgen") / "templates" / kind)
    return {_named(path, words): _named(text, words).encode() for path, text in found}


def _named(text: str, words: Mapping[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return re.sub(r"(^|/)dot-", r"\1.", text)


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, str]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != "__pycache__":
            yield from _files(item, f"{prefix}{item.name}/")
        elif item.is_file():
            yield prefix + item.name, item.read_text("utf-8")
