"""Drop-in add-ons: folders `addons/NAME/` beside the recipes, enabled by name in `levelgen.toml`.

An add-on is enabled by a person, never by a recipe; one that is not is read for its name, never run.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from configparser import ConfigParser, DuplicateOptionError, DuplicateSectionError, MissingSectionHeaderError
from configparser import Error as ConfigError
from pathlib import Path
from typing import Any
from zlib import crc32

from levelgen.complaint import did_you_mean
from levelgen.errors import PluginError, RecipeError
from levelgen.settings import SETTINGS, limits_of, mistake, settings, text_of

MANIFEST = "plugin.cfg"


def project_of(file: Path) -> Path | None:
    """The nearest folder at or above a recipe's that holds `levelgen.toml` or `addons/`; None for none."""
    for folder in file.resolve().parents:
        if (folder / SETTINGS).is_file() or (folder / "addons").is_dir():
            return folder
    return None


def addon_entries(project: Path, groups: Mapping[str, str]) -> Iterator[tuple[str, str, str, Callable[[], Any]]]:
    """For each plug-in of each enabled add-on: kind, name, origin, and how to load it."""
    for addon in _enabled(project):
        folder = project / "addons" / addon
        if not (folder / MANIFEST).is_file():
            mend = "put the add-on there or take it out of [addons] enabled"
            raise mistake(
                project / SETTINGS, f"add-on '{addon}' is enabled, but there is no {folder / MANIFEST}; {mend}"
            )
        manifest = _manifest(folder)
        script = _script(folder, manifest)
        origin = f"add-on {addon} {_unquoted(manifest.get('plugin', 'version', fallback=''))}".rstrip()
        for group in manifest.sections():
            if group in groups:
                for name, attribute in manifest.items(group):
                    yield groups[group], name, origin, _loader(script, _unquoted(attribute))
            elif group != "plugin":
                message = f"unknown section [{group}]{did_you_mean(group, ['plugin', *groups])}"
                raise mistake(folder / MANIFEST, message)


def disabled_addon_with(project: Path | None, group: str, name: str) -> str | None:
    """The add-on that has this plug-in but is not enabled, so that an error can name it.

    A manifest that cannot be read is passed over: it may belong to another program, and nobody enabled it. So is
    one that a link leads to from outside the project.
    """
    if project is None:
        return None
    enabled = set(_enabled(project))
    for file in sorted((project / "addons").glob(f"*/{MANIFEST}")):
        if file.parent.name in enabled or not file.resolve().is_relative_to(project.resolve()):
            continue
        try:
            manifest = _manifest(file.parent)
        except RecipeError:
            continue
        if manifest.has_option(group, name):
            return file.parent.name
    return None


def _enabled(project: Path) -> list[str]:
    """The names in `[addons] enabled`, each once, in their order."""
    file, table = project / SETTINGS, settings(project).get("addons", {})
    enabled = table.get("enabled", []) if isinstance(table, dict) else None
    if not isinstance(enabled, list) or not all(isinstance(name, str) for name in enabled):
        raise mistake(file, '[addons] enabled must be a list of folder names, such as ["flood"]')
    for name in enabled:
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", name):
            raise mistake(file, f"[addons] enabled: '{name}' is no name of a folder in addons/, such as \"flood\"")
    return list(dict.fromkeys(enabled))


def _manifest(folder: Path) -> ConfigParser:
    """The manifest, in Godot's own format of plugin.cfg."""
    parser = ConfigParser(interpolation=None, default_section="")
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    file = folder / MANIFEST
    try:
        parser.read_string(text_of(file), str(file))
    except ConfigError as error:
        raise mistake(file, *_ini_mistake(error)) from None
    return parser


def _ini_mistake(error: Any) -> tuple[str, int, int]:
    """What is wrong with an INI file, and the line."""
    if isinstance(error, MissingSectionHeaderError):
        return "there is text before the first section; begin with [plugin]", error.lineno, 1
    if isinstance(error, DuplicateSectionError):
        return f"section [{error.section}] is there twice", error.lineno or 0, 1
    if isinstance(error, DuplicateOptionError):
        return f"'{error.option}' is there twice in [{error.section}]", error.lineno or 0, 1
    return "not readable as an INI file: a line is neither [section] nor key = value", error.errors[0][0], 1


def _script(folder: Path, manifest: ConfigParser) -> Path:
    """The add-on's script, which lies in its folder for real, so that what is enabled is what is there."""
    if not manifest.has_section("plugin"):
        raise mistake(folder / MANIFEST, "there is no section [plugin]; it needs one with a line 'script = plugin.py'")
    script = _unquoted(manifest.get("plugin", "script", fallback=""))
    path = (folder / script).resolve()
    if Path(script).name != script or not script.endswith(".py") or path.parent != folder.resolve():
        message = (
            f"[plugin] script must name a Python file in the add-on's own folder, such as plugin.py, not '{script}'"
        )
        raise mistake(folder / MANIFEST, message)
    if not path.is_file():
        raise mistake(folder / MANIFEST, f"[plugin] script: there is no file {script} in the add-on's folder")
    return path


def forget() -> None:
    """Have settings and each add-on's code read anew when they are next asked for: their files may have changed."""
    limits_of.cache_clear()
    for name in [name for name in sys.modules if name.startswith("levelgen_addon_")]:
        del sys.modules[name]


def _loader(script: Path, attribute: str) -> Callable[[], Any]:
    def load() -> Any:
        module = _module(script)
        if not hasattr(module, attribute):
            raise PluginError(f"{script}: no function '{attribute}', which {MANIFEST} names")
        return getattr(module, attribute)

    return load


def _module(script: Path) -> Any:
    """The script as a package of a name that no other add-on can have, run once.

    Being a package, it imports the files beside it by `from . import other`.
    """
    name = f"levelgen_addon_{re.sub(r'[^0-9A-Za-z]', '_', script.parent.name)}_{crc32(str(script).encode()):08x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, script, submodule_search_locations=[str(script.parent)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        _suggest_relative(script, error)
        raise
    return module


def _suggest_relative(script: Path, error: BaseException) -> None:
    if isinstance(error, ModuleNotFoundError) and (script.parent / f"{error.name}.py").is_file():
        mend = f"an add-on imports its own files by 'from . import {error.name}'"
        raise PluginError(f"{script}: no module named '{error.name}'; {mend}") from error


def _unquoted(text: str) -> str:
    """A value as Godot writes it, in quotes, or without."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
