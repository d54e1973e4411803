"""Places that are no folder of this machine: whatever fsspec has a file system for, such as a bucket of S3's."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any
from uuid import uuid4

from levelgen.complaint import reason
from levelgen.errors import OutputError, Place, Problem, RecipeError

OBJECT_STORES = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "oss", "oci")
"""Where an object appears when the last of its bytes is there, by the store's own nature."""

FILES_AT_ONCE = 16
"""So many files are on their way at a time, where the store's library can do that."""


class Store:
    """A place that a URL names, such as s3://bucket/prefix; where and who one is there, its library's settings say.

    name: the URL without a password; lines: how many files can be on their way at a time. RecipeError where
    no library for it is installed, or nobody answers who must be asked first.
    """

    def __init__(self, url: str) -> None:
        self.name = re.sub("//[^/]*@", "//", url.rstrip("/"))
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise _mistake(self.name, "needs the packages fsspec and s3fs: pip install 'levelgen[remote]'") from None
        try:
            self.files: Any
            self.files, root = url_to_fs(url)
        except ImportError as error:
            mend = "pip install 'levelgen[remote]'" if url.startswith("s3") else error
            raise _mistake(self.name, f"its library is not installed: {mend}") from None
        except Exception as error:
            raise _mistake(self.name, f"no place to write to: {reason(error)}") from None
        self.root = str(root).rstrip("/")
        self.lines = FILES_AT_ONCE if self.files.async_impl else 1
        self.appears_whole = url.partition("://")[0].lower() in OBJECT_STORES

    def put(self, name: str, file: Path) -> None:
        """Send a file; under its name, in folders made if need be, it appears whole or not at all.

        Raises OutputError. Safe to call from `lines` threads.
        """
        target = PurePosixPath(self.root, name)
        try:
            if self.appears_whole:
                self.files.put_file(str(file), str(target))
            else:
                self._put_and_rename(file, target)
        except Exception as error:  # every store has errors of its own
            raise OutputError(f"{self.name}/{name}: cannot be written: {reason(error)}") from error

    def _put_and_rename(self, file: Path, target: PurePosixPath) -> None:
        temporary = target.with_name(f".levelgen-{uuid4().hex}-{target.name}.tmp")
        self.files.makedirs(str(target.parent), exist_ok=True)
        try:
            self.files.put_file(str(file), str(temporary))
            self.files.mv(str(temporary), str(target))
        except BaseException:
            if self.files.exists(str(temporary)):
                self.files.rm_file(str(temporary))
            raise


def _mistake(url: str, message: str) -> RecipeError:
    return RecipeError([Problem(Place(url), message)])
