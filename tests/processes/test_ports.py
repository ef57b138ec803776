"""Addresses: a taken port is refused in words that say what to do."""

import socket
import threading

import pytest

from events.processes.ports import PortTaken, assert_free, lan_addresses
from tests.rig.rig import free_port


def test_a_free_port_passes() -> None:
    assert_free("127.0.0.1", free_port(), grace=0)


def test_a_taken_port_is_refused_with_what_to_do() -> None:
    port = free_port()
    with socket.socket() as holder:
        holder.bind(("0.0.0.0", port))
        holder.listen()
        with pytest.raises(PortTaken) as refused:
            assert_free("0.0.0.0", port, grace=0)
    assert f"端口 {port} 已被占用" in str(refused.value)
    assert "MINGPAI_PORT=8001 make run" in str(refused.value)


def test_a_predecessor_that_is_just_ending_is_waited_for() -> None:
    port = free_port()
    holder = socket.socket()
    holder.bind(("127.0.0.1", port))
    holder.listen()
    threading.Timer(0.3, holder.close).start()
    assert_free("127.0.0.1", port, grace=5)


def test_loopback_is_no_address_of_the_hall() -> None:
    assert not [address for address in lan_addresses() if address.startswith("127.") or ":" in address]
