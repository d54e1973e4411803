"""Recipes as bytes, for workers in other processes and on other machines.

A parcel holds all that a level is made of, images of tilesets too, so that a worker needs no file of the
project's. Only plug-ins go by name, and are found there as they were here: those of add-ons in the project's
folder, which workers must see in the same place.
"""

from __future__ import annotations

import io
import pickle
from functools import lru_cache
from pathlib import Path, PurePath
from threading import Lock
from typing import Any

from levelgen.addons import project_of
from levelgen.complaint import reason
from levelgen.errors import GenerationError, PluginError
from levelgen.plugins import KINDS, Plugin, Registry, registry
from levelgen.recipe import Recipe
from levelgen.tileset import BUILT_IN

_one_at_a_time = Lock()


@lru_cache(maxsize=8)
def packed(recipe: Recipe) -> bytes:
    """The recipe as bytes; GenerationError where an add-on's parameter is of a kind that cannot be sent."""
    project = project_of(recipe.path)
    parcel = io.BytesIO()
    try:
        _Packer(parcel).dump(None if project is None else project.as_posix())
        _Packer(parcel).dump(recipe)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        message = f"{recipe.path}: cannot be sent to other processes: {reason(error)}; build with --jobs 1"
        raise GenerationError(message) from error
    return parcel.getvalue()


def unpacked(parcel: bytes) -> Recipe:
    """The recipe of `packed`, the same object for the same bytes; PluginError where a plug-in is not here, or another.

    Safe to call from several threads.
    """
    with _one_at_a_time:
        return _recipe(parcel)


@lru_cache(maxsize=8)
def _recipe(parcel: bytes) -> Recipe:
    stream = io.BytesIO(parcel)
    project = _Unpacker(stream, Registry(())).load()
    recipe: Recipe = _Unpacker(stream, registry(None if project is None else Path(project))).load()
    return recipe


class _Packer(pickle.Pickler):
    def persistent_id(self, value: Any) -> tuple[str, ...] | None:
        if isinstance(value, Plugin):
            return "plugin", value.kind.key, value.algorithm, value.origin
        if isinstance(value, PurePath):  # its class is one of another name where the system is another
            return "path", value.as_posix()
        return ("tileset",) if value is BUILT_IN else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, plugins: Registry) -> None:
        super().__init__(stream)
        self.plugins = plugins

    def persistent_load(self, what: Any) -> Any:
        if what[0] == "plugin":
            return self._plugin(*what[1:])
        return Path(what[1]) if what[0] == "path" else BUILT_IN

    def _plugin(self, kind: str, name: str, origin: str) -> Plugin:
        noun = f"{KINDS[kind].noun} '{name.removesuffix('@1')}'"
        try:
            plugin = self.plugins.find(kind, name)
        except KeyError:
            raise PluginError(f"{noun} of {origin} is not on this worker; install or share it there") from None
        if plugin.origin != origin:
            raise PluginError(f"{noun} is of {origin} here, but of {plugin.origin} on a worker; install the same there")
        return plugin
