"""What the page may ask for, as JSON over its socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from levelgen.yaml_nodes import LARGEST_FILE

LARGEST_MESSAGE = 4 * LARGEST_FILE
"""Bytes; a text may double in JSON."""

Name = Annotated[str, Field(max_length=1000)]
Text = Annotated[str, Field(max_length=LARGEST_FILE)]
SeedText = Annotated[str, Field(max_length=2000, pattern=r'^([0-9]{1,100}|"([^"\\\x00-\x1f]|\\.)*")?$')]
"""A seed as JSON has it: a whole number or a text in quotes; empty for none."""


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Open(_Request):
    """Read a recipe."""

    op: Literal["open"]
    path: Name


class Save(_Request):
    """Write a recipe whose file has still the stamp `seen`."""

    op: Literal["save"]
    path: Name
    text: Text
    seen: Annotated[str, Field(max_length=64)]


class _Recipe(_Request):
    """A recipe as it is in the editor; drawn: the seed to take where it has none; variant: which of its matrix."""

    id: int
    path: Name
    text: Text
    drawn: SeedText = ""
    variant: Annotated[int, Field(ge=0, le=1000)] = 0


class View(_Recipe):
    """Show the level; tileset: the key of the one that the page has; schema: send that too."""

    op: Literal["view"]
    tileset: Annotated[str, Field(max_length=1000)] = ""
    shows: bool = True
    schema_: Annotated[bool, Field(alias="schema")] = False


class Thumbnails(_Recipe):
    """Show the level by other seeds."""

    op: Literal["thumbnails"]
    seeds: Annotated[list[SeedText], Field(max_length=24)]


class Export(_Recipe):
    """The files of an exporter; of all that the recipe names where that is empty."""

    op: Literal["export"]
    exporter: Annotated[str, Field(max_length=100)] = ""


Request = Open | Save | View | Thumbnails | Export

REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="op")])
