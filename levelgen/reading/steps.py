"""The steps of a recipe: plug-ins by name, with their parameters."""

from __future__ import annotations

from typing import Any

from levelgen.addons import disabled_addon_with
from levelgen.complaint import did_you_mean, listed, spelled, worded
from levelgen.plugins import KINDS
from levelgen.reading.context import Key, Reading, label
from levelgen.recipe import Step


def read_steps(reading: Reading, kind: str, *path: str | int, default: tuple[str, ...] = ()) -> list[Step | None]:
    """The steps of the list at a path; None for each that is wrong, which is noted."""
    node = reading.node(path)
    if node is None:
        return [make_step(reading, kind, path, name, {}) for name in default]
    if not isinstance(node.value, list):
        such_as = f"[{', '.join(reading.plugins.names(kind)[:2])}]"
        reading.say(path, f"must be a list, such as {such_as}, not {spelled(node.plain())}")
        return []
    if kind == "exporters" and not node.value:
        reading.say(path, "must name at least one exporter")
    return [read_step(reading, kind, *path, number) for number in range(len(node.value))]


def read_step(reading: Reading, kind: str, *path: str | int, default: str | None = None) -> Step | None:
    """The step at a path, or the default's; None where there is none, or it is wrong, which is noted."""
    node = reading.node(path)
    if node is None:
        return make_step(reading, kind, path, default, {}) if default else None
    value = node.plain()
    name: Any = value
    parameters: Any = {}
    if isinstance(value, dict) and len(value) == 1:
        ((name, parameters),) = value.items()
    if isinstance(name, str) and (parameters is None or isinstance(parameters, dict)):
        return make_step(reading, kind, path, name, parameters or {})
    reading.say(path, _not_a_step(kind, value))
    return None


def _not_a_step(kind: str, value: Any) -> str:
    if isinstance(value, dict) and len(value) > 1:
        names = ", ".join(map(worded, value))
        return f"names {len(value)} things ({names}); write each on its own, with a dash in a list"
    if isinstance(value, dict) and value and isinstance(next(iter(value)), str):
        name, said = next(iter(value.items()))
        such_as = f"{{{worded(name)}: {{key: value}}}}"
        return f"the parameters of {spelled(name)} must be a mapping, such as {such_as}, not {spelled(said)}"
    noun = ("an " if KINDS[kind].noun[0] in "aeiou" else "a ") + KINDS[kind].noun
    return f"must be the name of {noun}, or {{name: {{parameters}}}}, not {spelled(value)}"


def make_step(reading: Reading, kind: str, path: Key, name: str, parameters: dict[Any, Any]) -> Step | None:
    """The plug-in of this name with these parameters, named at this path; None where it is wrong, which is noted."""
    named = (*path, name)
    try:
        with reading.blame(named):
            plugin = reading.plugins.find(kind, name)
    except KeyError:
        _unknown(reading, kind, path, name)
        return None
    strange = [key for key in parameters if not isinstance(key, str)]
    for key in strange:
        reading.say((*named, key), "a parameter's name is a word", at_key=True)
    if strange:
        return None
    with reading.blame(named):
        values, wrong = plugin.read(parameters)
    for complaint in wrong:
        reading.say((*named, *complaint.path), complaint.message, complaint.at_key)
    return None if wrong else Step(plugin, values, reading.root.at(named, key=True), label(named))


def _unknown(reading: Reading, kind: str, path: Key, name: str) -> None:
    plain, at, version = name.partition("@")
    if at and (known := reading.plugins.versions(kind, plain)):
        message = (
            f"no version {worded(version)} of {KINDS[kind].noun} '{plain}'; there is {listed(list(map(str, known)))}"
        )
        reading.say((*path, name), message, at_key=True)
        return
    addon = disabled_addon_with(reading.project, KINDS[kind].group, name)
    mend = did_you_mean(name, reading.plugins.names(kind))
    if addon:
        mend = f"; add-on '{addon}' has it: add \"{addon}\" to [addons] enabled in levelgen.toml"
    reading.say((*path, name), f"no {KINDS[kind].noun} {spelled(name)}{mend}", at_key=True)
