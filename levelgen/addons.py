"""Drop-in add-ons: folders `addons/NAME/` beside the recipes, enabled by name in `levelgen.toml`."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from pathlib import Path
from typing import Any
from zlib import crc32

from levelgen.errors import Place, PluginError, Problem, RecipeError

SETTINGS = "levelgen.toml"
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
            raise _mistake(project / SETTINGS, f"add-on '{addon}' is enabled, but there is no {folder / MANIFEST}")
        manifest = _manifest(folder)
        script = manifest.get("plugin", "script", fallback="").strip("\"'")
        origin = f"add-on {addon} {manifest.get('plugin', 'version', fallback='').strip(chr(34))}".rstrip()
        for group in manifest.sections():
            if group in groups:
                for name, attribute in manifest.items(group):
                    yield groups[group], name, origin, _loader(folder, script, attribute.strip("\"'"))
            elif group != "plugin":
                raise _mistake(
                    folder / MANIFEST,
                    f"unknown section [{group}]; there is [plugin], [{'], ['.join(groups)}]",
                )


def disabled_addon_with(project: Path | None, group: str, name: str) -> str | None:
    """The add-on that has this plug-in but is not enabled, so that an error can name it."""
    if project is None:
        return None
    enabled = set(_enabled(project))
    for manifest in sorted((project / "addons").glob(f"*/{MANIFEST}")):
        if manifest.parent.name not in enabled and _manifest(manifest.parent).has_option(group, name):
            return manifest.parent.name
    return None


def _enabled(project: Path) -> list[str]:
    file = project / SETTINGS
    if not file.is_file():
        return []
    try:
        settings = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        where = re.search(r"at line (\d+), column (\d+)", str(error))
        place = Place(str(file), *map(int, where.groups())) if where else Place(str(file))
        raise RecipeError([Problem(place, f"not readable as TOML: {error}")]) from None
    table = settings.get("addons", {})
    enabled = table.get("enabled", []) if isinstance(table, dict) else None
    if not isinstance(enabled, list) or not all(isinstance(name, str) and _is_name(name) for name in enabled):
        raise _mistake(file, '[addons] enabled must be a list of folder names, such as ["flood"]')
    return enabled


def _is_name(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", name) is not None


def _manifest(folder: Path) -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read(folder / MANIFEST, "utf-8")
    except (ConfigError, UnicodeDecodeError) as error:
        raise _mistake(folder / MANIFEST, f"not readable as an INI file: {str(error).splitlines()[0]}") from None
    return parser


def _loader(folder: Path, script: str, attribute: str) -> Callable[[], Any]:
    def load() -> Any:
        if not script or Path(script).name != script:
            raise _mistake(folder / MANIFEST, "[plugin] script must name a Python file in the add-on's folder")
        module = _module(folder, script)
        if not hasattr(module, attribute):
            raise PluginError(f"{folder / script}: no function '{attribute}', which {MANIFEST} names")
        return getattr(module, attribute)

    return load


def _module(folder: Path, script: str) -> Any:
    """The script as a module of a name that no other add-on or package can have; run once."""
    path = (folder / script).resolve()
    name = f"levelgen_addon_{folder.name}_{crc32(str(path).encode()):08x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None or not path.is_file():
        raise PluginError(f"{path}: no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _mistake(file: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(file)), message)])
