"""What `run` and `serve` have in common: the sample event of a first start, and the lines that say where to go.

The lines are Chinese with English below, whatever the language of the terminal: who reads them has not chosen one yet.
"""

import io
import os
import shlex
import threading
from collections.abc import Callable

import segno
from django.core.management import call_command
from django.db import connections

from events.models import Event
from events.plays.sample import organiser_account
from events.processes.ports import lan_addresses
from events.services.logins import login_link_make

Say = Callable[[str], object]


def first_start(say: Say) -> bool:
    """A database without any event gets the rehearsal event, so that there is something to look at. Whether it was made now."""
    if Event.objects.exists():
        return False
    say("第一次启动：建立试打赛事 …  First start: making the rehearsal event ...")
    call_command("load_sample", stdout=io.StringIO())
    return True


def rehearse_games() -> threading.Thread:
    """The other games' competitions join the rehearsal event while people already look at it."""

    def load() -> None:
        try:
            call_command("load_sample", games=True, stdout=io.StringIO())
        finally:
            connections.close_all()

    made = threading.Thread(target=load, name="rehearsal", daemon=True)
    made.start()
    return made


def welcome(host: str, port: int, say: Say, *, secure: bool = False) -> None:
    """Addresses (`secure`: with TLS), a QR code of the first one for phones, and a fresh way in for the organiser."""
    secret = login_link_make(user=organiser_account())
    scheme = "https" if secure else "http"
    everywhere = host in {"0.0.0.0", ""}  # noqa: S104  compared, not opened
    hall = [f"{scheme}://{address}:{port}/" for address in lan_addresses()] if everywhere else []
    here = f"{scheme}://{'127.0.0.1' if everywhere else host}:{port}/"
    say("")
    say("明牌已启动  Mingpai is running")
    say("")
    say(f"  本机 this machine    {here}")
    for address in hall:
        say(f"  局域网 in the hall   {address}")
    if everywhere and not hall:
        say("  未找到局域网地址：请先连上会场的 Wi-Fi。 No LAN address found: join the hall's Wi-Fi first.")
    say("")
    say("  组委会登录（15分钟内有效，只能用一次）：")
    say("  Organiser's way in (good for 15 minutes, once):")
    say(f"    {here}login/{secret}/")
    say(f"  再要一个 another one:  {again()}")
    if hall:
        say("")
        say("  手机扫码看成绩  Scan to see the standings:")
        say(qr(hall[0]))
    say("")
    say("  停止：按 Ctrl-C。数据会保留。 Press Ctrl-C to stop; the data stay.")


def again() -> str:
    """The command for another link, with the variables this very service was started with; a database's password is not shown."""
    named = [f"{name}={shlex.quote(value)}" for name in ("MINGPAI_DATA", "MINGPAI_PORT") if (value := os.environ.get(name))]
    command = " ".join([*named, ".venv/bin/python manage.py login_link organiser"])
    if os.environ.get("DATABASE_URL"):
        command += "\n    （须设同一个 DATABASE_URL  with the same DATABASE_URL）"
    return command


def qr(text: str) -> str:
    """A QR code in half-block characters."""
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
