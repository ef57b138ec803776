"""Where the service can be reached: is the port free, and what are this machine's addresses in the hall."""

import contextlib
import errno
import socket
import subprocess
import time

GRACE = 3.0  # seconds for a predecessor that is just ending


class PortTaken(RuntimeError):
    """Somebody else listens there. The message says what to do, in both languages."""


def assert_free(host: str, port: int, grace: float = GRACE) -> None:
    """Raise PortTaken when nobody could listen at host:port, also after `grace` seconds."""
    deadline = time.monotonic() + grace
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                    raise
                refused = error
        if refused.errno == errno.EACCES or time.monotonic() > deadline:
            raise PortTaken(_advice(port, refused.errno or 0)) from None
        time.sleep(0.05)


def _advice(port: int, number: int) -> str:
    other = 8001 if port != 8001 else 8002
    if number == errno.EACCES:
        return (
            f"端口 {port} 不允许使用。请换一个大于 1024 的端口：MINGPAI_PORT={other} make run\n"
            f"Port {port} is not permitted. Choose one above 1024: MINGPAI_PORT={other} make run"
        )
    return (
        f"端口 {port} 已被占用，也许另一个明牌还在运行：请先在它的窗口按 Ctrl-C；或换一个端口：MINGPAI_PORT={other} make run"
        f"（换端口后，平板上未发送的内容留在原地址，请先让它们发完）\n"
        f"Port {port} is in use, perhaps by another Mingpai: press Ctrl-C in its window, or choose another port: "
        f"MINGPAI_PORT={other} make run (unsent items of tablets stay at the old address: let them send first)"
    )


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that others can reach, the likeliest first. No packet is sent."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # choosing a route sends nothing
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        printed = subprocess.run(["hostname", "-I"], capture_output=True, text=True, timeout=2).stdout  # noqa: S607
        found.extend(printed.split())
    with contextlib.suppress(OSError):
        found.extend(str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET))
    return [address for address in dict.fromkeys(found) if ":" not in address and not address.startswith(("127.", "0.", "169.254."))]
