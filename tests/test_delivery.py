"""Builds to URLs: the files of a plain build arrive on real servers, in an order that no reader trips over."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.conftest import Command

RECIPE = "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 6, columns: 6}}\nspanning_tree: kruskal\nexport: [tiled, csv]\n"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and not path.name.startswith(".")}  # fmt: skip


@pytest.fixture
def plain(tmp_path: Path, levelgen: Command) -> dict[str, bytes]:
    """The files of a build into a folder."""
    (tmp_path / "a.yaml").write_text(RECIPE)
    assert levelgen("build", "a.yaml", "--seeds", "1..20", "--out", "plain", "--jobs", "1").returncode == 0
    return files(tmp_path / "plain")


@dataclass
class Bucket:
    """A bucket on a real server, asked by another library than the one that writes."""

    client: Any
    environment: dict[str, str]
    written: list[str]

    def files(self) -> dict[str, bytes]:
        keys = [entry["Key"] for entry in self.client.list_objects_v2(Bucket="levels").get("Contents", ())]
        return {key: self.client.get_object(Bucket="levels", Key=key)["Body"].read() for key in keys}


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    boto3 = pytest.importorskip("boto3")
    moto_server = pytest.importorskip("moto.server")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    server = moto_server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    address = "http://{}:{}".format(*server.get_host_and_port())
    monkeypatch.setenv("AWS_ENDPOINT_URL", address)
    urlopen(Request(f"{address}/moto-api/reset", method="POST")).close()  # servers of one process share what they hold
    client = boto3.client("s3", endpoint_url=address)
    client.create_bucket(Bucket="levels")
    written = _Puts()
    logging.getLogger("werkzeug").addHandler(written)
    logging.getLogger("werkzeug").setLevel(logging.INFO)
    yield Bucket(client, dict(os.environ), written.paths)
    logging.getLogger("werkzeug").removeHandler(written)
    client.close()
    server.stop()


class _Puts(logging.Handler):
    """The paths that were put, in their order, as the server's own log has them."""

    def __init__(self) -> None:
        super().__init__()
        self.paths: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        words = record.getMessage().replace('"', "").split()
        if "PUT" in words:
            self.paths.append(words[words.index("PUT") + 1].partition("?")[0])


@pytest.mark.parametrize("out", ["file://{}/out", "FILE://{}/out", "{}/out"])
def test_a_file_url_is_its_folder(out: str, plain: dict[str, bytes], tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("build", "a.yaml", "--seeds", "1..20", "--out", out.format(tmp_path)).returncode == 0
    assert files(tmp_path / "out") == plain


@pytest.mark.remote
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bucket_holds_the_files_of_a_plain_build(
    jobs: str, plain: dict[str, bytes], bucket: Bucket, tmp_path: Path, levelgen: Command
) -> None:
    words = ["build", "a.yaml", "--seeds", "1..20", "--jobs", jobs, "--out"]
    done = levelgen(*words, "s3://levels/nightly/7", env=bucket.environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert bucket.files() == {f"nightly/7/{name}": data for name, data in plain.items()}
    assert done.stdout == levelgen(*words, "again").stdout
    puts = [path.removeprefix("/levels/nightly/7/") for path in bucket.written if "nightly" in path]
    assert sorted(puts) == sorted(plain)
    assert puts.index("levelgen_tiles.png") < min(puts.index(name) for name in plain if name.startswith("a-"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "again", "plain"]


@pytest.mark.remote
def test_a_dask_build_arrives_in_a_bucket(plain: dict[str, bytes], bucket: Bucket, levelgen: Command) -> None:
    pytest.importorskip("distributed")
    words = ["--seeds", "1..20", "--out", "s3://levels", "--executor", "dask://local", "--jobs", "2"]
    done = levelgen("build", "a.yaml", *words, env=bucket.environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert bucket.files() == plain


@pytest.mark.remote
def test_what_does_not_arrive_is_a_level_that_failed(bucket: Bucket, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "a.yaml").write_text(RECIPE)
    done = levelgen("build", "a.yaml", "--seeds", "1..3", "--out", "s3://none/x", env=bucket.environment)
    lines = done.stderr.splitlines()
    assert (done.returncode, done.stdout, lines[-1]) == (1, "", "3 of 3 levels failed")
    for line in lines[:-1]:
        assert line.startswith("s3://none/x/")
        assert line.endswith("The specified bucket does not exist")


@pytest.mark.remote
def test_a_server_that_does_not_answer_is_one_line(tmp_path: Path, levelgen: Command) -> None:
    pytest.importorskip("s3fs")
    (tmp_path / "a.yaml").write_text(RECIPE)
    environment = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x"}
    done = levelgen("build", "a.yaml", "--out", "s3://levels", env=os.environ | environment, timeout=120)
    first, last = done.stderr.splitlines()
    assert (done.returncode, last) == (1, "1 of 1 levels failed")
    assert first.startswith("s3://levels/")
    assert "Could not connect to the endpoint URL" in first


@pytest.mark.remote
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_build_cut_off_leaves_only_whole_objects(
    sign: signal.Signals, plain: dict[str, bytes], bucket: Bucket, tmp_path: Path
) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    code += "from levelgen.cli import main; main()"
    words = ["build", str(tmp_path / "a.yaml"), "--seeds", "1..2000", "--out", "s3://levels", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=bucket.environment | {"TMPDIR": str(tmp_path)},
    )
    until(lambda: len(bucket.written) > 40)
    process.send_signal(sign)
    _, errors = process.communicate(timeout=60)
    assert {name: data for name, data in bucket.files().items() if name in plain}.items() <= plain.items()
    if sign == signal.SIGINT:
        assert (process.returncode, errors) == (130, "interrupted; every file written so far is whole\n")
        assert not list(tmp_path.glob("levelgen-*"))


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def ftp(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A real FTP server, whose files grow while they are sent: its URL, and its log of commands."""
    pytest.importorskip("pyftpdlib")
    (tmp_path / "served").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    who = ["-w", "-u", "user", "-P", "secret", "-d", str(tmp_path / "served"), "-i", "127.0.0.1", "-p", str(port)]
    with (tmp_path / "ftp.log").open("w") as log:
        server = subprocess.Popen([sys.executable, "-W", "ignore", "-m", "pyftpdlib", "-D", *who], stderr=log)
    until(lambda: "starting FTP server" in (tmp_path / "ftp.log").read_text())
    yield f"ftp://user:secret@127.0.0.1:{port}/deep/out", tmp_path / "ftp.log"
    server.kill()
    server.wait()


@pytest.mark.remote
def test_where_files_grow_they_get_their_names_when_they_are_whole(
    ftp: tuple[str, Path], plain: dict[str, bytes], tmp_path: Path, levelgen: Command
) -> None:
    url, log = ftp
    for _ in range(2):
        done = levelgen("build", "a.yaml", "--seeds", "1..20", "--out", url)
        assert (done.returncode, done.stderr) == (0, "")
        assert files(tmp_path / "served/deep/out") == plain
    sent = re.findall(r"STOR /deep/out/(\S+)", log.read_text())
    renamed = re.findall(r"RNTO /deep/out/(\S+)", log.read_text())
    assert sorted(renamed) == sorted(2 * list(plain))
    assert all(Path(name).name.startswith(".levelgen-") for name in sent)


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("nowhere://x", "nowhere://x: no place to write to: ValueError: Protocol not known: nowhere\n"),
        ("gs://x", "gs://x: its library is not installed: Please install gcsfs to access Google Storage\n"),
    ],
)
def test_what_is_no_place_is_one_line(out: str, message: str, tmp_path: Path, levelgen: Command) -> None:
    pytest.importorskip("fsspec")
    (tmp_path / "a.yaml").write_text(RECIPE)
    done = levelgen("build", "a.yaml", "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_the_extra_left_out_is_named(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "a.yaml").write_text(RECIPE)
    (tmp_path / "fsspec.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = levelgen("build", "a.yaml", "--out", "s3://levels", env=os.environ | {"PYTHONPATH": path})
    mend = "pip install 'levelgen[remote]'"
    assert (done.returncode, done.stderr) == (2, f"s3://levels: needs the packages fsspec and s3fs: {mend}\n")
