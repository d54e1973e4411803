"""The reference pages: recipe keys and plug-ins, as the schema and the docstrings have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import yaml

from levelgen.docstrings import untold
from levelgen.parameters import engines_of
from levelgen.plugins import KINDS, Kind, Plugin, registry
from levelgen.reading.table import KEYS, RecipeKey
from levelgen.schema.in_words import spelled, values
from levelgen.schema.plugin import example_of, parameters_schema

_IN_RECIPE = {
    "graphs": ("graph", "{}"),
    "spanning_trees": ("spanning_tree", "{}"),
    "passes": ("passes", "[{}]"),
    "tiles": ("tiles", "{}"),
    "exporters": ("export", "[{}]"),
}
NEEDED = {"always": "Every recipe has it.", "alone": "Every recipe has it, or `extends` one that does.", "": ""}


def reference_pages() -> dict[str, str]:
    """Path → text of the recipe reference and of a page for each kind of plug-in."""
    kinds = {f"reference/{kind.key}.md": _kind_page(kind) for kind in KINDS.values()}
    return {"reference/recipe.md": "\n".join(_recipe_page()), **kinds}


def flow(value: Any) -> str:
    """A value in a line of YAML."""
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=10_000, allow_unicode=True)
    return str(text).removesuffix("...\n").strip()


def _recipe_page() -> Iterator[str]:
    yield "# Recipe reference\n\nThe keys of a recipe, in the order in which recipes have them.\n"
    for key in KEYS.values():
        yield from _key(key)


def _key(key: RecipeKey) -> Iterator[str]:
    yield f"## `{key.name}`\n\n{key.help} {NEEDED[key.needed]}\n"
    kind = str(key.form.get("items", key.form).get("$ref", "")).removeprefix("#/$defs/")
    if kind in KINDS:
        names = registry().names(kind)
        yield "There is " + ", ".join(f"[`{name}`]({kind}.md#{name})" for name in names) + ".\n"
    yield "```yaml"
    yield from (f"{key.name}: {flow(example)}" for example in key.examples[:1])
    yield "```\n"
    if len(key.examples) > 1:
        yield "Or " + ", or ".join(f"`{flow(example)}`" for example in key.examples[1:]) + ".\n"


def _kind_page(kind: Kind) -> str:
    plugins = [registry().find(kind.key, name) for name in registry().names(kind.key)]
    title = f"{kind.noun[0].upper()}{kind.noun[1:]}{'es' if kind.noun.endswith('s') else 's'}"
    return f"# {title}\n\n" + "\n".join(line for plugin in plugins for line in _plugin(plugin))


def _plugin(plugin: Plugin) -> Iterator[str]:
    yield f"## `{plugin.name}` {{ #{plugin.name} }}\n\n{_escaped(untold(plugin.help, plugin.model.model_fields))}\n"
    schema = parameters_schema(plugin)
    if schema["properties"]:
        yield from _table(schema)
    if plugin.kind.key in _IN_RECIPE and (example := example_of(plugin)) is not None:
        key, form = _IN_RECIPE[plugin.kind.key]
        yield f"```yaml\n{key}: {form.format(flow(example))}\n```\n"
    if engines := sorted(engines_of(plugin.function)):
        yield f"Engines that read it, for `target`: {', '.join(f'`{engine}`' for engine in engines)}.\n"


def _table(schema: dict[str, Any]) -> Iterable[str]:
    yield "| parameter | what it says | values | default |\n|---|---|---|---|"
    for name, form in schema["properties"].items():
        default = "*required*" if name in schema.get("required", []) else f"`{spelled(form.get('default'))}`"
        allowed = values(form, schema.get("$defs", {})).replace("|", "\\|")
        told = _escaped(form.get("description", "")).replace("|", "\\|")
        yield f"| `{name}` | {told} | {allowed} | {default} |"
    yield ""


def _escaped(text: str) -> str:
    """Docstrings are no Markdown: brackets, stars and angles in them stand for themselves, but code stays code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for sign in "*_[]<>":
            parts[at] = parts[at].replace(sign, f"\\{sign}")
    return "`".join(parts)
