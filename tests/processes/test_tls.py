"""TLS in the hall itself: the service answers under a certificate of the organiser's, and says what is wrong with half of one."""

import http.client
import ssl
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from config.env import WrongSetting, certificate
from events.processes.supervisor import Supervisor
from tests.rig.rig import free_port


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate for the loopback and its key, as docs/running.md has them made."""
    folder = tmp_path_factory.mktemp("tls")
    made = [str(folder / "hall.crt"), str(folder / "hall.key")]
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"),
            *("-subj", "/CN=mingpai", "-addext", "subjectAltName=IP:127.0.0.1", "-out", made[0], "-keyout", made[1]),
        ],
        check=True,
        capture_output=True,
    )
    return made[0], made[1]


def test_the_service_speaks_tls_and_its_cookies_stay_there(tmp_path: Path, files: tuple[str, str]) -> None:
    extra = {"MINGPAI_CERTIFICATE": files[0], "MINGPAI_CERTIFICATE_KEY": files[1]}
    service = Supervisor(tmp_path / "data", free_port(), "127.0.0.1", broker=False, certificate=files, extra_env=extra)
    service.start()
    try:
        trusted = ssl.create_default_context(cafile=files[0])
        with closing(http.client.HTTPSConnection("127.0.0.1", service.port, timeout=20, context=trusted)) as connection:
            connection.request("GET", "/login/")
            answer = connection.getresponse()
            answer.read()
        assert (answer.status, answer.getheader("X-Mingpai-Run")) == (200, service.run_id)
        assert "secure" in (answer.getheader("Set-Cookie") or "").lower()
        with closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)) as plain:
            plain.request("GET", "/login/")
            with pytest.raises(ConnectionError):
                plain.getresponse()
    finally:
        service.stop()


def test_half_a_certificate_stops_the_start(monkeypatch: pytest.MonkeyPatch, files: tuple[str, str]) -> None:
    assert certificate("CERT", "KEY") is None
    monkeypatch.setenv("CERT", files[0])
    with pytest.raises(WrongSetting, match="KEY"):
        certificate("CERT", "KEY")
    monkeypatch.setenv("KEY", "/no/such/file")
    with pytest.raises(WrongSetting, match="/no/such/file"):
        certificate("CERT", "KEY")
    monkeypatch.setenv("KEY", files[1])
    assert certificate("CERT", "KEY") == files
