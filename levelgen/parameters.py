"""What a recipe can say about a plug-in's parameters, beyond Python's own types.

A plug-in's keyword-only parameters are its schema; these are the types that several plug-ins share.
`checked` adds what one parameter alone cannot say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, PlainSerializer
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from levelgen.complaint import Complaint

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Amount:
    """So many, or such a share: `10` or `10%` in a recipe."""

    count: int = 0
    share: Fraction | None = None

    def of(self, total: int) -> int:
        """How many that is of `total`; a share is rounded to the nearest, a half upwards."""
        return self.count if self.share is None else int(self.share * total + Fraction(1, 2))

    def __str__(self) -> str:
        return str(self.count) if self.share is None else f"{float(self.share * 100):g}%"

    @classmethod
    def read(cls, value: object) -> Amount:
        """An Amount of what a recipe says; a PydanticCustomError when it is none."""
        if isinstance(value, Amount):
            return value
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return cls(count=value)
        if isinstance(value, str) and value.endswith("%"):
            try:
                share = Fraction(value[:-1].strip()) / 100
            except (ValueError, ZeroDivisionError):
                share = Fraction(-1)
            if 0 <= share <= 1:
                return cls(share=share)
        raise PydanticCustomError("amount", "must be a whole number of at least 0 or a share from 0% to 100%")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(cls.read, serialization=core_schema.to_string_ser_schema())

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """One schema for both, not a choice of two: editors then say what is meant by a mistake."""
        return {
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": r"^\s*(\d{1,2}(\.\d*)?|100(\.0*)?|\d+/\d+)\s*%$",
            "patternErrorMessage": "must be a whole number of at least 0 or a share from 0% to 100%",
            "examples": ["10%", 10],
        }


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _in_order(pair: tuple[int, int]) -> tuple[int, int]:
    if pair[0] > pair[1]:
        raise PydanticCustomError("range", "must be [smallest, largest]")
    return pair


Pair = BeforeValidator(_as_tuple)
"""Lets a recipe's list stand for a tuple."""

Range = Annotated[tuple[int, int], Pair, AfterValidator(_in_order), PlainSerializer(list), Field(examples=[[3, 7]])]
"""`[smallest, largest]`, both included."""


_WORD = "[a-z][a-z0-9_]{0,39}"


def _is_word(text: str) -> str:
    if not re.fullmatch(_WORD, text):
        raise PydanticCustomError("word", "must be a word of small letters, digits and '_', at most 40")
    return text


Word = Annotated[str, AfterValidator(_is_word), Field(examples=["boss"], json_schema_extra={"pattern": f"^{_WORD}$"})]
"""A word such as `boss` or `gold_key`."""

Name = Annotated[str, BeforeValidator(_as_text, json_schema_input_type=str | int), Field(min_length=1)]
"""What something is called in a recipe; a bare number is taken as a text."""


def checked(check: Callable[..., Iterable[Complaint]]) -> Callable[[F], F]:
    """Give a plug-in a check over all its parameters together.

    `check` takes the plug-in's parameters as keywords and yields Complaints, such as
    `Complaint(("edges", 2), "no node 'E'")`. It runs when a recipe is read, before anything is made.
    """

    def mark(function: F) -> F:
        function.__levelgen_check__ = check  # type: ignore[attr-defined]
        return function

    return mark


def sized(size: Callable[..., Mapping[str, int]]) -> Callable[[F], F]:
    """Say how large what a graph builder or tile style makes is: `size` gives the `rooms` or `tiles`, at the most.

    It takes the plug-in's parameters as keywords, that of a tile style the level before them, and is asked before
    anything is made, so that what is beyond the project's limits costs nothing.
    """

    def mark(function: F) -> F:
        function.__levelgen_size__ = size  # type: ignore[attr-defined]
        return function

    return mark


def size_of(function: Callable[..., Any], *level: Any, **parameters: Any) -> Mapping[str, int]:
    """What `sized` says of these parameters; nothing where the plug-in does not say."""
    size: Callable[..., Mapping[str, int]] | None = getattr(function, "__levelgen_size__", None)
    return size(*level, **parameters) if size else {}


Engines = Mapping[str, Mapping[str, Collection[Any]]]


def read_by(engines: Engines) -> Callable[[F], F]:
    """Say which engines read what an exporter writes: engine → parameter → the values it can read.

    A parameter that is not named may have any value. A recipe whose `target` names an engine is held to this.
    """

    def mark(function: F) -> F:
        function.__levelgen_engines__ = engines  # type: ignore[attr-defined]
        return function

    return mark


def engines_of(function: Callable[..., Any]) -> Engines:
    """The engines that read what an exporter writes, as `read_by` said; none where it did not."""
    engines: Engines = getattr(function, "__levelgen_engines__", {})
    return engines


def versioned(number: int) -> Callable[[F], F]:
    """Say which version of its algorithm a plug-in is, from 1 on; one that does not say is the first.

    A change of what a step makes raises it; the old function stays in a file of its own, under the
    entry point `name@1`, for recipes that ask for it. Its random stream is that of the plain name.
    """

    def mark(function: F) -> F:
        function.__levelgen_version__ = number  # type: ignore[attr-defined]
        return function

    return mark


def version_of(function: Callable[..., Any]) -> int:
    """The version of a plug-in's algorithm, as `versioned` said; 1 where it did not."""
    number: int = getattr(function, "__levelgen_version__", 1)
    return number


def complaints(function: Callable[..., Any], parameters: dict[str, Any]) -> Iterator[Complaint]:
    """What the check of a plug-in, if it has one, says of these parameters."""
    check = getattr(function, "__levelgen_check__", None)
    if check is not None:
        yield from check(**parameters)
