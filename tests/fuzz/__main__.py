"""Coverage-guided fuzzing of one reader: python -m tests.fuzz TARGET [libFuzzer's options, such as -runs=1000000].

Starts from tests/fuzz/corpus/TARGET; what it finds goes into the first folder named, else into a temporary one.
A crash is written as crash-… into the current folder: make it a case in tests/fuzz/corpus.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["levelgen", "levelgen_exporters"]):
    from tests.fuzz.targets import TARGETS, feed

from tests.fuzz.mutators import MUTATORS

HERE = Path(__file__).parent
LONGEST = 8192


def main() -> None:
    """Fuzz the target that the command names."""
    name, *options = sys.argv[1:]
    folders = [word for word in options if not word.startswith("-")] or [tempfile.mkdtemp()]
    flags = [word for word in options if word.startswith("-")]
    words = [sys.argv[0], f"-dict={HERE / f'{name}.dict'}", f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=2048"]

    def mutate(data: bytes, size: int, seed: int) -> bytes:
        """Three times in four as a document, else as bytes."""
        random_ = random.Random(seed)
        better = random_.choice(MUTATORS[name])(data, random_) if random_.random() < 0.75 else None
        return better if better is not None and len(better) <= size else bytes(atheris.Mutate(data, size))

    atheris.Setup([*words, *flags, *folders, str(HERE / "corpus" / name)], lambda data: feed(TARGETS[name], data),
                  custom_mutator=mutate)  # fmt: skip
    atheris.Fuzz()


main()
