"""Writing: every file appears whole or not at all. The only module that writes."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import ELOOP
from pathlib import Path
from tempfile import TemporaryDirectory

from levelgen.errors import OutputError

LOCK = ".levelgen-busy.lock"
Content = bytes | tuple[bytes, ...]
"""What a file holds; or what one chunk adds to a file of its world: the world's file is the first parts of all
chunks, then the second parts of all, and so on."""

_TEMPORARY = re.compile(r"\.levelgen-(\d+)-.+\.tmp")


def write_all(files: Mapping[str, bytes], folder: Path, durable: bool = False) -> list[Path]:
    """Write files into a folder, made if need be: each to a temporary file first, then all renamed.

    A name may lead into a folder of the folder's own, never through a link. A full disk leaves earlier files as
    they were and no temporary ones. `durable` waits until the disk has them. Returns the paths; raises OutputError.
    """
    made: list[tuple[Path, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            final = folder / name
            temporary = _inside(folder, final.parent) / f".levelgen-{os.getpid()}-{final.name}.tmp"
            made.append((temporary, final))
            _write(temporary, data, durable)
        for temporary, final in made:
            temporary.replace(final)
        if durable:
            for parent in dict.fromkeys(final.parent for _, final in made):
                _sync_folder(parent)
    except OSError as error:
        where = error.filename2 or (made[-1][1] if made else folder)
        raise OutputError(f"{where}: cannot be written: {error.strerror or error}") from error
    finally:
        for temporary, _ in made:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    return [final for _, final in made]


def append(path: Path, line: bytes) -> None:
    """Add a line to a file, which is made if need be, with its folder; OutputError where that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(line)
    except OSError as error:
        where = path if os.path.isdir(path.parent) else path.parent  # noqa: PTH112 - as in remove_stale
        raise OutputError(f"{where}: cannot be written: {error.strerror or error}") from error


def remove(folder: Path, name: str) -> None:
    """Remove a file of a folder, if it is there, never through a link; OutputError where that fails."""
    try:
        _inside(folder, (folder / name).parent)
        (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{folder / name}: cannot be removed: {error.strerror or error}") from error


@contextmanager
def locked(folder: Path, tell: Callable[[str], None]) -> Iterator[None]:
    """Hold a folder, made if need be, against other builds; where one holds it, `tell` so, then wait for its end.

    The lock ends with the process that holds it, however that ends. A folder that cannot hold one, such as one that
    may not be written, is not locked.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            tell(f"another build is busy in {folder}; waiting for its end")
            lock.acquire(poll_interval=0.05)
    except (OSError, NotImplementedError):
        lock.release(force=True)
    try:
        yield
    finally:
        lock.release(force=True)


@contextmanager
def scratch(files: Mapping[str, bytes], beside: Path | None = None) -> Iterator[Path]:
    """A folder of these files that is gone again when the context ends, beside another one where that is asked for.

    What a killed process left of its own there is removed.
    """
    parent = beside and beside.absolute().parent
    for path in parent.glob(".levelgen-*-scratch-*.tmp") if parent else ():
        match = _TEMPORARY.fullmatch(path.name)
        if match and not _runs(int(match[1])):
            shutil.rmtree(path, ignore_errors=True)
    with TemporaryDirectory(prefix=f".levelgen-{os.getpid()}-scratch-", suffix=".tmp", dir=parent) as name:
        write_all(files, Path(name))
        yield Path(name)


class Gathered:
    """The files of a world, which grow chunk by chunk on disk and appear whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[str, list[Path]] = {}

    def add(self, files: Mapping[str, tuple[bytes, ...]]) -> None:
        """Add what the next chunk brings; OutputError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, parts in files.items():
                if name not in self.parts:
                    temporary = f".levelgen-{os.getpid()}-{name}"
                    self.parts[name] = [self.folder / f"{temporary}.{k}.tmp" for k in range(len(parts))]
                    self._empty(name)
                for path, data in zip(self.parts[name], parts, strict=True):
                    with path.open("ab") as file:
                        file.write(data)
        except OSError as error:
            raise OutputError(f"{self.folder / name}: cannot be written: {error.strerror or error}") from error

    def finish(self, durable: bool = False) -> list[Path]:
        """Put the parts of each file together, and the files in their places; returns the paths. OutputError."""
        done = []
        try:
            for name, parts in self.parts.items():
                with parts[0].open("ab") as file:
                    for part in parts[1:]:
                        with part.open("rb") as rest:
                            shutil.copyfileobj(rest, file, 1 << 20)
                    if durable:
                        file.flush()
                        os.fsync(file.fileno())
                done.append(parts[0].replace(self.folder / name))
        except OSError as error:
            raise OutputError(f"{self.folder / name}: cannot be written: {error.strerror or error}") from error
        finally:
            self.discard()
        return done

    def discard(self) -> None:
        """Remove what has been gathered."""
        for name in self.parts:
            self._empty(name)

    def _empty(self, name: str) -> None:
        for path in self.parts[name]:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def whole_files(folder: Path) -> list[str]:
    """The names of the files in a folder and below it, sorted, those left out that are still being written."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not _TEMPORARY.fullmatch(path.name))
    return [path.relative_to(folder).as_posix() for path in paths]


def replace_folder(files: Mapping[str, bytes], folder: Path) -> None:
    """Put a folder of these files (paths from there on) where one may be already: whole or not at all.

    Written beside it first, under a hidden name; then the old one gives way to it. Raises OutputError.
    """
    new, old = (folder.parent / f".levelgen-{os.getpid()}-{folder.name}-{age}.tmp" for age in ("new", "old"))
    try:
        for name, data in files.items():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            _write(new / name, data, durable=False)
        if folder.exists():
            folder.replace(old)
        try:
            new.replace(folder)
        except OSError:
            if old.exists():
                old.replace(folder)
            raise
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def remove_stale(folder: Path) -> None:
    """Remove the temporary files that a killed build left in a folder; those of running ones stay."""
    if os.path.isdir(folder):  # noqa: PTH112 - Path's own raises where a name is too long
        for path in [*folder.glob(".levelgen-*.tmp"), *folder.glob(".levelgen-*/.levelgen-*.tmp")]:
            match = _TEMPORARY.fullmatch(path.name)
            if match and not _runs(int(match[1])):
                with suppress(OSError):
                    path.unlink(missing_ok=True)


def _inside(folder: Path, parent: Path) -> Path:
    """The parent of a file, made if need be; OSError where a link lies between it and the folder."""
    if parent != folder:
        _inside(folder, parent.parent)
        if parent.is_symlink():
            raise OSError(ELOOP, "a link, and levelgen writes through none inside an output folder", str(parent))
        parent.mkdir(exist_ok=True)
    return parent


def _write(path: Path, data: bytes, durable: bool) -> None:
    """Write a file that is new: what stands there, perhaps a link to elsewhere, is removed first."""
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(data)
        if durable:
            file.flush()
            os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _runs(pid: int) -> bool:
    if pid == os.getpid():
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
