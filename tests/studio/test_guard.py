"""The studio answers its own page only, reads and writes its own folder only, and outlives whatever it is sent."""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.conftest import Command
from tests.studio.server import Studio, running


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("outside") / "project"
    folder.mkdir()
    (folder.parent / "secret.yaml").write_text("levelgen: 1\n# not of this project\n")
    (folder / "link.yaml").symlink_to(folder.parent / "secret.yaml")
    (folder / "there").symlink_to(folder.parent)
    with running(folder) as started:
        yield started


def get(studio: Studio, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", studio.port, timeout=10)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    with closing(connection), connection.getresponse() as response:
        return response.status, response.read()


@contextmanager
def talk(studio: Studio, origin: str | None = "", token: str = "") -> Iterator[ClientConnection]:
    own = f"http://127.0.0.1:{studio.port}" if origin == "" else origin
    address = f"ws://127.0.0.1:{studio.port}/{token or studio.token}/socket"
    with connect(address, origin=own, max_size=None) as wire:  # type: ignore[arg-type]
        yield wire


def asked(studio: Studio, request: object) -> dict[str, Any]:
    """The first answer to a request, behind what is said of itself."""
    with talk(studio) as wire:
        assert json.loads(wire.recv(10))["kind"] == "hello"
        assert json.loads(wire.recv(10))["kind"] == "recipes"
        wire.send(request if isinstance(request, str | bytes) else json.dumps(request))
        answer: dict[str, Any] = json.loads(wire.recv(10))
        return answer


def test_its_own_page_is_served(studio: Studio) -> None:
    status, page = get(studio, f"/{studio.token}/")
    assert status == 200
    assert b"levelgen studio" in page


@pytest.mark.parametrize("path", ["/", "/index.html", "/wrong/", "/wrong/studio.js", "//", "/%2e%2e/", "/%C3%A9/"])
def test_without_the_token_nothing_is_served(path: str, studio: Studio) -> None:
    assert get(studio, path)[0] == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "[::1]:80", ""])
def test_another_host_is_refused(host: str, studio: Studio) -> None:
    assert get(studio, f"/{studio.token}/", Host=host)[0] in (400, 403)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_another_origin_is_refused(origin: str, studio: Studio) -> None:
    assert get(studio, f"/{studio.token}/", Origin=origin)[0] == 403
    with pytest.raises(InvalidStatus), talk(studio, origin):
        pass


def test_a_socket_without_origin_or_token_is_refused(studio: Studio) -> None:
    with pytest.raises(InvalidStatus), talk(studio, None):
        pass
    with pytest.raises(InvalidStatus), talk(studio, token="wrong"):
        pass


@pytest.mark.parametrize(
    "path", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "..%5capp.py", "/etc/passwd", "../../../pyproject.toml"]
)
def test_no_path_leads_out_of_the_page(path: str, studio: Studio) -> None:
    status, said = get(studio, f"/{studio.token}/{path}")
    assert status in (403, 404)
    assert b"import" not in said


def test_no_page_may_frame_it_or_read_its_address(studio: Studio) -> None:
    connection = HTTPConnection("127.0.0.1", studio.port, timeout=10)
    connection.request("GET", f"/{studio.token}/")
    with closing(connection), connection.getresponse() as response:
        headers = response.headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_it_listens_on_this_machine_alone(studio: Studio) -> None:
    listening = {line.split()[1] for table in ("tcp", "tcp6") for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
                 if line.split()[3] == "0A" and line.split()[1].endswith(f":{studio.port:04X}")}  # fmt: skip
    assert listening == {f"0100007F:{studio.port:04X}"}


OUTSIDE = ["../secret.yaml", "link.yaml", "there/secret.yaml", "/etc/passwd", "..", "", "caves.yaml/../../secret.yaml",
           ".hidden.yaml", "a\\..\\b.yaml", "caves.txt", "nul\0.yaml", "x" * 300 + ".yaml", "no/such/folder.yaml"]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("op", ["open", "save"])
def test_no_file_outside_the_project_is_read_or_written(op: str, path: str, studio: Studio) -> None:
    before = (studio.folder.parent / "secret.yaml").read_bytes()
    more = {"text": "levelgen: 1\n", "seen": ""} if op == "save" else {}
    assert asked(studio, {"op": op, "path": path, **more})["kind"] == "refused"
    assert (studio.folder.parent / "secret.yaml").read_bytes() == before
    assert sorted(file.name for file in studio.folder.parent.iterdir()) == ["project", "secret.yaml"]


def test_recipes_that_links_bring_in_are_not_listed(studio: Studio) -> None:
    with talk(studio) as wire:
        wire.recv(10)
        assert "link.yaml" not in json.loads(wire.recv(10))["paths"]


@pytest.mark.parametrize(
    "request_",
    [
        "",
        "{",
        "[]",
        "null",
        '{"op": "format the disk"}',
        '{"op": "open"}',
        b"\xff\xfe",
        '{"op": "open", "path": 3}',
        '{"op": "save", "path": "a.yaml", "text": "\\ud800", "seen": ""}',
        "[" * 100_000,
        '{"op": "view", "id": 1, "path": "caves.yaml", "text": "", "drawn": "{}"}',
    ],
)
def test_a_request_that_makes_no_sense_is_refused_in_words(request_: str | bytes, studio: Studio) -> None:
    answer = asked(studio, request_)
    assert answer["kind"] == "refused"
    assert "\n" not in answer["message"]


def test_what_is_too_long_ends_the_conversation_and_not_the_server(studio: Studio) -> None:
    with pytest.raises(ConnectionClosed):
        asked(studio, " " * (5 << 20))
    assert asked(studio, {"op": "open", "path": "caves.yaml"})["kind"] == "file"


def test_dropped_sockets_leave_the_server_well(studio: Studio) -> None:
    view = {"op": "view", "id": 1, "path": "caves.yaml", "text": (studio.folder / "caves.yaml").read_text()}
    for _ in range(3):
        with talk(studio) as wire:
            wire.send(json.dumps(view))
            wire.socket.shutdown(socket.SHUT_RDWR)
    assert asked(studio, {"op": "open", "path": "caves.yaml"})["kind"] == "file"


def test_pages_that_go_while_files_change_leave_the_others_their_news(studio: Studio) -> None:
    for number in range(40):  # a change is told within 50 to 70 ms: about when some of these go
        with ExitStack() as pages:
            wires = [pages.enter_context(talk(studio)) for _ in range(4)]
            (studio.folder / "new.yaml").write_text(f"levelgen: 1\n# {number}\n")
            time.sleep(0.04 + number / 1000)
            for wire in wires:
                wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                wire.socket.shutdown(socket.SHUT_RDWR)
    with talk(studio) as wire:
        (studio.folder / "new.yaml").write_text("levelgen: 1\n# the last\n")
        while json.loads(wire.recv(20))["kind"] != "changed":
            pass


def test_a_hostile_recipe_is_a_problem_at_its_line(studio: Studio) -> None:
    bomb = "levelgen: 1\na: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
        f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with talk(studio) as wire:
        wire.send(json.dumps({"op": "view", "id": 7, "path": "caves.yaml", "text": bomb}))
        while isinstance(answer := wire.recv(20), str):
            pass
    header = json.loads(answer[4 : 4 + int.from_bytes(answer[:4], "little")])
    assert header["kind"] == "problems"
    assert [(problem["file"], problem["line"] > 2) for problem in header["problems"]] == [("caves.yaml", True)]


def test_a_mistake_in_the_command_ends_with_2(levelgen: Command, tmp_path: Path) -> None:
    done = levelgen("studio", tmp_path / "nothing")
    assert (done.returncode, done.stderr) == (2, f"{tmp_path / 'nothing'}: no such folder\n")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = levelgen("studio", "--no-browser", "--port", taken.getsockname()[1])
    assert done.returncode == 2
    assert "--port" in done.stderr
    assert os.linesep not in done.stderr.strip()
