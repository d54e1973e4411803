"""A page of levels: every recipe by some seeds, with pictures and figures, in one HTML file that needs nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from levelgen.errors import LevelgenError
from levelgen.mosaic import fitting, mosaic
from levelgen.pipeline import generate
from levelgen.png import png
from levelgen.reading.extending import contents
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.verify import Proof, verify
from levelgen.world import first_chunk

LONGEST = 640
"""Pixels: the longer side of a picture."""

_STYLE = """
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;--line:#8885;--soft:#8882}
body{margin:2rem auto;max-width:100rem;padding:0 1.5rem}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem;border-top:1px solid var(--line);padding-top:1.5rem}
.levels{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.2rem}
figure{margin:0;border:1px solid var(--line);border-radius:.5rem;overflow:hidden;background:var(--soft)}
figure a{display:block;height:13rem;padding:.5rem}
img{width:100%;height:100%;object-fit:contain;image-rendering:pixelated}
figcaption{padding:.5rem .8rem;border-top:1px solid var(--line);font-size:.85rem}
figcaption b{display:block}.failed{color:#c0392b;padding:1rem}
pre{overflow:auto;background:var(--soft);padding:1rem;border-radius:.5rem;font-size:.85rem}
summary{cursor:pointer}
""".strip()


@dataclass(frozen=True)
class Picture:
    """A level of the gallery: a PNG file and the figures of its proof, or why there is none."""

    seed: Seed
    image: bytes
    proof: Proof | None
    error: str = ""


def pictured(recipe: Recipe, seed: Seed) -> Picture:
    """A recipe's level, proved and drawn in its own tiles, its longer side LONGEST pixels at the most."""
    try:
        built = generate(recipe, seed, chunk=first_chunk(recipe))
        return Picture(seed, png(fitting(mosaic(built.tilemap, built.painted), longest=LONGEST)), verify(built))
    except LevelgenError as error:
        return Picture(seed, b"", None, str(error))


def page(sections: Iterable[tuple[Recipe, Sequence[Picture]]]) -> bytes:
    """The page, a section for each recipe; in light and dark, and on paper."""
    parts = list(sections)
    count = sum(len(pictures) for _, pictures in parts)
    text = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Levels</title>',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<style>{_STYLE}</style></head><body><h1>{count} levels of {len(parts)} recipes</h1>",
        *(line for recipe, pictures in parts for line in _section(recipe, pictures)),
        "</body></html>\n",
    ]
    return "\n".join(text).encode()


def _section(recipe: Recipe, pictures: Sequence[Picture]) -> Iterator[str]:
    source = contents(recipe.path).decode("utf-8", "replace")
    yield f'<h2 id="{escape(recipe.name)}">{escape(recipe.name)}</h2>'
    yield f"<details><summary>{escape(recipe.path.name)}</summary><pre>{escape(source)}</pre></details>"
    yield '<div class="levels">'
    yield from (_figure(recipe, picture) for picture in pictures)
    yield "</div>"


def _figure(recipe: Recipe, picture: Picture) -> str:
    seed = escape(str(picture.seed))
    if picture.proof is None:
        return f'<figure><div class="failed"><b>seed {seed}</b> {escape(picture.error)}</div></figure>'
    data = f"data:image/png;base64,{b64encode(picture.image).decode()}"
    name = f"{escape(recipe.name)}, seed {seed}"
    figures = escape(str(picture.proof)).replace(" | ", " · ")
    shown = f'<a href="{data}" download="{escape(recipe.name)}-{seed}.png"><img src="{data}" alt="{name}"></a>'
    return f"<figure>{shown}<figcaption><b>seed {seed}</b>{figures}</figcaption></figure>"
