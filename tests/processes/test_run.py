"""`manage.py run` and `manage.py serve` as a volunteer meets them: started, looked at, stopped or killed, started again."""

import http.client
import os
import re
import selectors
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from events.processes.supervisor import ROOT
from tests.rig.process_tree import command_of, descendants, still_there
from tests.rig.rig import free_port

START_SECONDS = 240.0  # with the sample event of a first start, on a slow and busy laptop


@contextmanager
def running(command: str, data: Path, port: int, *, within: tuple[str, ...] = ()) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and what it printed until it was up. `within`: the program that starts it."""
    environment = {**os.environ, "MINGPAI_DATA": str(data), "MINGPAI_PORT": str(port), "DJANGO_SETTINGS_MODULE": "config.settings"}
    arguments = [*within, sys.executable, str(ROOT / "manage.py"), *command.split()]
    process = subprocess.Popen(arguments, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process, printed_until(process, "Ctrl-C to stop")
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def printed_until(process: subprocess.Popen[str], words: str) -> str:
    assert process.stdout is not None
    seen = ""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        deadline = time.monotonic() + START_SECONDS
        while words not in seen:
            assert time.monotonic() < deadline, seen
            if selector.select(timeout=1):
                part = os.read(process.stdout.fileno(), 65536).decode()
                assert part, f"it ended: {seen}"
                seen += part
    return seen


def get(port: int, path: str) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def events(data: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(data / "mingpai.sqlite3")) as database:
        return database.execute("SELECT pid, code FROM events_event ORDER BY pid").fetchall()


def entries(data: Path) -> int:
    with closing(sqlite3.connect(data / "mingpai.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM events_ledgerentry").fetchone()[0])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder that the starts of this module share, in order."""
    return tmp_path_factory.mktemp("hall") / "data"


def test_a_first_start_shows_the_way_in_and_ctrl_c_leaves_nothing(data: Path) -> None:
    port = free_port()
    with running("run", data, port) as (process, printed):
        assert "第一次启动" in printed
        assert f"http://127.0.0.1:{port}/" in printed
        assert len(events(data)) == 1
        status, page = get(port, "/")
        assert status == 200
        assert "试打" in page
        link = re.search(r"/login/[A-Za-z0-9_-]+/", printed)
        assert link is not None
        assert get(port, link.group())[0] in {200, 302}
        children = descendants(process.pid)
        commands = " ".join(command_of(pid) for pid, _ in children)
        assert all(part in commands for part in ("valkey-server", "uvicorn", "relay", "celery"))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert not still_there(children)


def test_a_second_start_keeps_the_data_and_minus_nine_leaves_nothing(data: Path) -> None:
    before, written, port = events(data), entries(data), free_port()
    with running("run", data, port) as (process, printed):
        assert "第一次启动" not in printed
        assert get(port, "/")[0] == 200
        children = descendants(process.pid)
        assert len(children) >= 5  # broker, web, relay, worker and its child
        process.kill()
        process.wait()
        assert not still_there(children)
    assert (events(data), entries(data)) == (before, written)


def test_killing_what_started_it_stops_it_too(data: Path) -> None:
    """`make run` killed with -9: what make started must not go on by itself."""
    shell = ("/bin/sh", "-c", '"$@"; true', "sh")
    with running("run --tied", data, free_port(), within=shell) as (process, _):
        children = descendants(process.pid)
        assert len(children) >= 6
        process.kill()
        process.wait()
        assert not still_there(children, 20)


def test_after_minus_nine_it_starts_again_also_in_one_process(data: Path) -> None:
    before, port = events(data), free_port()
    with running("serve", data, port) as (process, _):
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                status, _ = get(port, "/")
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        assert status == 200
        assert events(data) == before
        assert not descendants(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


def test_serve_computes_without_a_broker(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    with running("serve", data, port):
        deadline = time.monotonic() + 30
        with closing(sqlite3.connect(data / "mingpai.sqlite3")) as database:
            while not database.execute(
                "SELECT 1 FROM events_snapshot s JOIN events_book b USING (competition_id) WHERE s.seq = b.seq AND s.made_by = 'relay'"
            ).fetchone():
                assert time.monotonic() < deadline
                time.sleep(0.05)


def test_a_taken_port_is_said_in_words(data: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("0.0.0.0", free_port()))
        holder.listen()
        port = holder.getsockname()[1]
        environment = {**os.environ, "MINGPAI_DATA": str(data), "MINGPAI_PORT": str(port), "DJANGO_SETTINGS_MODULE": "config.settings"}
        done = subprocess.run([sys.executable, str(ROOT / "manage.py"), "run"], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"端口 {port} 已被占用" in done.stderr
    assert "Traceback" not in done.stderr
