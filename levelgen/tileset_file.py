"""Tilesets of the team's own: described in a recipe, in a YAML file, or by Tiled's .tsj and .tsx."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from levelgen.complaint import did_you_mean, explained, spelled
from levelgen.errors import Place, Problem, RecipeError
from levelgen.neighbours import ALL, BLOB, CORNER_SET, CORNERS, EDGE_SET, EDGES
from levelgen.parameters import Pair
from levelgen.settings import is_path, limits_of, readable
from levelgen.tiled_tileset import TiledTileSet, WangSet, read_tiled_tileset
from levelgen.tileset import Look, TileSet, Variant, plain, tiles_along
from levelgen.yaml_nodes import Node, read

FLIPS = {"x": 1 << 31, "y": 1 << 30, "diagonal": 1 << 29}
SETS: dict[str, tuple[int, tuple[int, ...]]] = {
    "edges": (EDGES, EDGE_SET),
    "corners": (CORNERS, CORNER_SET),
    "blob": (ALL, BLOB),
}
LARGEST_SIDE = 1 << 15

TileNumber = Annotated[int, Field(ge=0, lt=1 << 24)]
Pixels = Annotated[int, Field(ge=1, le=4096)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class VariantForm(_Form):
    """`{tile: 5, weight: 8, flip: [x]}`, or just `5`.

    tile: its number, row by row from 0. weight: how often it is taken against the others.
    flip: along x, along y, or over the diagonal.
    """

    tile: TileNumber
    weight: Annotated[float, Field(gt=0, le=1e9)] = 1.0
    flip: list[Literal["x", "y", "diagonal"]] = []


def _as_variant(value: object) -> object:
    return {"tile": value} if isinstance(value, int) and not isinstance(value, bool) else value


def _as_look(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return {"tiles": [value]}
    return {"tiles": value} if isinstance(value, list) else value


def _as_square(value: object) -> object:
    return [value, value] if isinstance(value, int) else value


class LookForm(_Form):
    """How a role looks: some tiles, a set of 16 or 47 tiles by its neighbours, or a wang set of Tiled's.

    tiles: numbers of tiles to choose from; for a set its first, or all of them. autotile: 16 tiles by the four
    neighbours (`edges`) or corners, or 47 by all eight (`blob`). wangset: a terrain set of the file's. color: the
    terrain in it; left out, the role's name. joins: other roles that count as the same.
    """

    tiles: list[Annotated[VariantForm, BeforeValidator(_as_variant, json_schema_input_type=int | VariantForm)]] = []
    autotile: Literal["edges", "corners", "blob"] | None = None
    wangset: str | None = None
    color: str | None = None
    joins: list[str] = []


_Look = TileNumber | list[TileNumber | VariantForm] | LookForm


class TileSetForm(_Form):
    """What a recipe, or a file that recipes share, says of a tileset.

    file: a tileset of Tiled's (.tsx, .tsj) or a YAML file with these keys. image: the picture that holds the tiles.
    image_is_called: how maps name the image, where the game has it already. name: what the tileset is called.
    tile_size: width and height of a tile in pixels, one number for squares. margin: pixels round all tiles.
    spacing: pixels between tiles. roles: how each role and kind of mark looks.
    """

    file: str | None = None
    image: str | None = None
    image_is_called: str = ""
    name: str | None = None
    tile_size: Annotated[
        tuple[Pixels, Pixels], Pair, BeforeValidator(_as_square, json_schema_input_type=Pixels | tuple[Pixels, Pixels])
    ] = (16, 16)
    margin: Annotated[int, Field(ge=0, le=4096)] = 0
    spacing: Annotated[int, Field(ge=0, le=4096)] = 0
    roles: dict[str, Annotated[LookForm, BeforeValidator(_as_look, json_schema_input_type=_Look)]] = {}


def load_tileset(node: Node, project: Path) -> TileSet:
    """The tileset that a recipe's key `tileset` tells of; RecipeError with all that is wrong, at its place.

    node: a path, or a mapping as TileSetForm. Paths are relative to the file that names them and stay
    in the project's folder, or in those that its levelgen.toml lists.
    """
    return _Reading(node, project).tileset()


class _Reading:
    """One reading: the node that describes the tileset, and the folder that its paths start from."""

    def __init__(self, node: Node, project: Path) -> None:
        if isinstance(node.value, str):
            node = Node(node.place, {"file": node}, {"file": node.place})
        self.node, self.project = node, project.resolve()
        self.folder = Path(node.place.file).resolve().parent

    def tileset(self) -> TileSet:
        form = self._form()
        if form.file is None:
            return self._described(form, None)
        path = self._path(form.file, "file")
        if path.suffix in (".tsj", ".json", ".tsx"):
            return self._described(form, read_tiled_tileset(path))
        if set(self.node.value) - {"file"}:
            raise self._error(("file",), "a YAML file describes the whole tileset; write the rest there")
        shared = read(_bytes(path, self.node.at(("file",)), self.project), str(path))
        if isinstance(shared.value, str) or (isinstance(shared.value, dict) and _names_yaml(shared.value.get("file"))):
            raise RecipeError([Problem(shared.place, "a tileset file names an image, a .tsj or a .tsx")])
        tileset = _Reading(shared, self.project).tileset()
        return replace(tileset, sources=(path, *tileset.sources))

    def _form(self) -> TileSetForm:
        value = self.node.plain()
        if not isinstance(value, dict):
            raise self._error((), "must be a file, or a mapping with 'image' or 'file'")
        try:
            form = TileSetForm(**{str(key): item for key, item in value.items()})
        except ValidationError as error:
            raise RecipeError([self._problem(*complaint) for complaint in explained(error, TileSetForm)]) from None
        if (form.image is None) == (form.file is None):
            raise self._error((), "give 'image' or 'file'")
        return form

    def _described(self, form: TileSetForm, tiled: TiledTileSet | None) -> TileSet:
        if tiled is None:
            image = self._path(form.image or "", "image")
            size, margin, spacing = form.tile_size, form.margin, form.spacing
        else:
            image = self._path(tiled.image, "file", tiled.path.parent)
            size, margin, spacing = tiled.tile_size, tiled.margin, tiled.spacing
        classes = tiled.classes if tiled else {}
        sets = tiled.wangsets if tiled else ()
        data = _bytes(image, self.node.at(("image",)), self.project)
        width, height = self._image_size(image)
        count = tiles_along(width, size[0], margin, spacing) * tiles_along(height, size[1], margin, spacing)
        if count == 0:
            sizes = f"{size[0]} × {size[1]} fits on {image.name} of {width} × {height}"
            raise self._error(("tile_size",), f"no tile of {sizes}")
        looks = _tiled_looks(classes, sets) | {
            role: self._look(role, look, sets, count) for role, look in form.roles.items()
        }
        names = {v.tile: role for role, look in looks.items() for tiles in look.tiles.values() for v in tiles}
        tiles = tuple({**names, **classes}.get(number, "") for number in range(count))
        name = form.name or (tiled.name if tiled else image.stem)
        return TileSet(name, image, (width, height), size, tiles, looks, margin, spacing, form.image_is_called,
                       hashlib.sha256(data + repr(sorted(looks.items())).encode()).hexdigest(), data,
                       (*([tiled.path] if tiled else []), image))  # fmt: skip

    def _look(self, role: str, form: LookForm, sets: tuple[WangSet, ...], count: int) -> Look:
        where = ("roles", role)
        for number, variant in enumerate(form.tiles):
            if variant.tile >= count:
                raise self._error(
                    (*where, number), f"tile {variant.tile} is past the image's end; it has {count} tiles"
                )
        variants = [Variant(v.tile, v.weight, sum(FLIPS[flip] for flip in set(v.flip))) for v in form.tiles]
        if form.wangset is not None:
            return replace(self._wang_look(where, form.wangset, form.color or role, sets), joins=tuple(form.joins))
        if form.autotile is None:
            if not variants:
                raise self._error(where, "needs at least one tile")
            return Look({0: tuple(variants)}, joins=tuple(form.joins))
        sees, order = SETS[form.autotile]
        if len(variants) == 1 and len(order) + variants[0].tile <= count:
            variants = [Variant(variants[0].tile + step) for step in range(len(order))]
        if len(variants) != len(order):
            many = f"{len(variants)} tiles; a set by {form.autotile} has {len(order)}: give the first, or all of them"
            raise self._error(where, many)
        return Look({mask: (variant,) for mask, variant in zip(order, variants, strict=True)}, sees, tuple(form.joins))

    def _wang_look(self, where: tuple[str, ...], name: str, color: str, sets: tuple[WangSet, ...]) -> Look:
        found = [wang for wang in sets if wang.name == name]
        if not found:
            there_are = did_you_mean(name, [wang.name for wang in sets])
            raise self._error((*where, "wangset"), f"no wang set '{name}'{there_are}")
        look = found[0].look(color)
        if look is None:
            there_are = did_you_mean(color, found[0].colors)
            raise self._error((*where, "wangset"), f"wang set '{name}' has no tile of color '{color}'{there_are}")
        return look

    def _path(self, text: str, key: str, folder: Path | None = None) -> Path:
        folder = folder or self.folder
        if not is_path(text):
            raise self._error((key,), f"must be the path of a file, not {spelled(text)}")
        path = (folder / text).resolve()
        if not readable(path, self.project):
            mend = "move it there, or list its folder under [tilesets] outside in levelgen.toml"
            raise self._error((key,), f"{text} lies outside the project's folder; {mend}")
        if not path.is_file():
            raise self._error((key,), f"no file {text} in {folder.name or folder}")
        return path

    def _image_size(self, image: Path) -> tuple[int, int]:
        from PIL import Image, UnidentifiedImageError

        try:
            with Image.open(image) as picture:
                width, height = picture.size
                if max(width, height) > LARGEST_SIDE:
                    raise self._error(("image",), f"{image.name} is {width} × {height}; at most {LARGEST_SIDE} a side")
                picture.verify()
        except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
            raise self._error(("image",), f"{image.name} is no image that can be read: {error}") from None
        return width, height

    def _problem(self, path: tuple[str | int, ...], message: str, at_key: bool = False) -> Problem:
        label = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in ("tileset", *path))
        return Problem(self.node.at(path, at_key), f"{label.lstrip('.')}: {message}")

    def _error(self, path: tuple[str | int, ...], message: str) -> RecipeError:
        return RecipeError([self._problem(path, message)])


def _tiled_looks(classes: Mapping[int, str], sets: tuple[WangSet, ...]) -> dict[str, Look]:
    """Roles by the tiles' classes, then by the wang colours of that name."""
    looks: dict[str, Look] = {}
    for name in dict.fromkeys(classes.values()):
        looks[name] = plain(*(tile for tile, kind in sorted(classes.items()) if kind == name))
    for wang in sets:
        looks |= {color: look for color in wang.colors if (look := wang.look(color)) is not None}
    return looks


def _names_yaml(node: Node | None) -> bool:
    return node is not None and str(node.value).endswith((".yaml", ".yml"))


def _bytes(path: Path, place: Place, project: Path) -> bytes:
    most = limits_of(project).file_size
    try:
        if path.stat().st_size > most << 20:
            mend = "raise 'file_size' under [limits] in levelgen.toml"
            raise RecipeError([Problem(place, f"{path.name} is larger than {most} MiB; {mend}")])
        return path.read_bytes()
    except OSError as error:
        raise RecipeError([Problem(place, f"{path.name} cannot be read: {error.strerror}")]) from None
