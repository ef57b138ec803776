"""`manage.py login_link USERNAME [--base-url URL]`: prints a one-time way in for an account, good for 15 minutes."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from events.refusals import NotAllowed
from events.services.logins import login_link_make


class Command(BaseCommand):
    help = "为一个账号做一次性登录链接（15分钟内有效，只能用一次）"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--base-url", default=f"http://127.0.0.1:{settings.PORT}", help="the address people reach this server under")

    def handle(self, *args: Any, username: str, base_url: str, **options: Any) -> None:
        user = _account(username)
        if user is None:
            raise CommandError(_("没有这个账号：%(username)s") % {"username": username})
        try:
            secret = login_link_make(user=user)
        except NotAllowed:
            raise CommandError(_("账号已停用：%(username)s") % {"username": username}) from None
        self.stdout.write(f"{base_url.rstrip('/')}/login/{secret}/")


def _account(username: str) -> User | None:
    """Raises CommandError where the data folder holds no database yet; asking SQLite would make an empty one."""
    file = Path(str(connection.settings_dict["NAME"]))
    nowhere = _("这里还没有数据：%(folder)s。请先启动（make run），并用同一个 MINGPAI_DATA。") % {"folder": file.parent}
    if connection.vendor == "sqlite" and "memory" not in str(file) and not file.exists():
        raise CommandError(nowhere)
    try:
        return User.objects.filter(username=username).first()
    except DatabaseError:
        raise CommandError(nowhere) from None
