"""The processes of a running service: started, restarted when they die, kept apart from others."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.processes.ports import PortTaken
from events.processes.supervisor import SOCKET_PATH_BYTES, StartFault, Supervisor
from tests.rig.process_tree import descendants, still_there
from tests.rig.rig import Rig


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("service")) as started:
        yield started


def until_back(rig: Rig, name: str, old: int) -> int:
    deadline = time.monotonic() + 15
    while True:
        pid = rig.pid(name)
        if pid is not None and pid != old:
            return pid
        assert time.monotonic() < deadline, f"{name} did not come back"
        time.sleep(0.02)


def test_all_parts_run_and_answer(rig: Rig) -> None:
    assert rig.supervisor.names == ["broker", "web", "relay", "worker"]
    assert all(rig.pid(name) for name in rig.supervisor.names)
    assert rig.get("/live/health").status == 200
    assert rig.get("/").headers["X-Mingpai-Run"] == rig.run_id  # Django's answers carry it too


@pytest.mark.parametrize("name", ["relay", "worker", "web", "broker"])
def test_what_dies_comes_back(rig: Rig, name: str) -> None:
    old = rig.pid(name)
    assert old is not None
    restarts = rig.supervisor.restarts(name)
    os.kill(old, signal.SIGKILL)
    until_back(rig, name, old)
    assert rig.supervisor.restarts(name) == restarts + 1
    deadline = time.monotonic() + 15
    while not _answers(rig):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _answers(rig: Rig) -> bool:
    try:
        return rig.get("/live/health", timeout=2).status == 200
    except OSError:
        return False


def test_the_workers_own_children_die_with_a_killed_worker(rig: Rig) -> None:
    worker = rig.pid("worker")
    assert worker is not None
    deadline = time.monotonic() + 30
    while not (children := descendants(worker)):  # it may have been started again just now, by a test before
        assert time.monotonic() < deadline
        time.sleep(0.05)
    rig.kill("worker")
    assert not still_there(children)
    assert rig.pid("worker") is None  # down until it is wanted again
    rig.restart("worker")
    assert rig.pid("worker") not in {None, worker}


def test_the_broker_listens_on_its_socket_alone(rig: Rig) -> None:
    pid = rig.pid("broker")
    inodes = {link.readlink().name for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()}
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            assert f"socket:[{line.split()[9]}]" not in inodes


def test_a_taken_port_is_refused_and_nothing_stays(rig: Rig, tmp_path: Path) -> None:
    before = descendants(os.getpid())
    second = Supervisor(tmp_path / "data", rig.port, "127.0.0.1")
    with pytest.raises(PortTaken, match="MINGPAI_PORT"):
        second.start()
    assert descendants(os.getpid()) <= before


def test_one_data_folder_has_one_service(rig: Rig) -> None:
    second = Supervisor(rig.supervisor.data_dir, rig.port + 1, "127.0.0.1")
    with pytest.raises(StartFault, match="Another Mingpai is using"):
        second.start()
    assert rig.get("/live/health").status == 200


def test_a_deep_data_folder_still_gets_a_socket(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path / ("x" * 100) / "data", 18599, "127.0.0.1")
    assert len(supervisor.redis_url.removeprefix("unix://")) <= SOCKET_PATH_BYTES


def test_a_part_that_cannot_start_says_why(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path / "data", 18599, "127.0.0.1", extra_env={"MINGPAI_WEB_THREADS": "none"})
    with pytest.raises(StartFault, match="MINGPAI_WEB_THREADS='none'"):
        supervisor.start()
    assert all(supervisor.pid(name) is None for name in supervisor.names)
