"""`manage.py play RULEBOOK [--seed N]`: plays a whole event through the REST API of a throwaway service, as tablets would.

Compares the final standings with the table worked from the same file without our code, and lets `verify` hold the live snapshot
against a full recomputation. Exit status 0 when all agree. Reads nothing of, and writes nothing to, the configured database.
"""

import json
import secrets
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from events.plays.client import Unexpected, Unreachable
from events.plays.event_file import EventFile, NoSuchPlay, kept
from events.plays.hall import Place
from events.plays.kinds import KINDS, read_event
from events.plays.player import Played, differences, play
from events.plays.service import PlayFault, Service, throwaway_service
from events.processes.ports import PortTaken
from events.processes.supervisor import StartFault
from events.services.accounts import account_make
from events.services.logins import login_link_make
from scoring.rulebook import aliases

OFFICIALS = {"organiser": "组委会（试打）", "chief_referee": "裁判长（试打）", "referee": "裁判员（试打）"}


class Command(BaseCommand):
    help = "把一份规程的整场比赛经 REST 接口打一遍（自带临时服务），与另行算出的名次核对"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.add_argument("rulebook", help=f"one of: {', '.join(kept())}")
        parser.add_argument("--seed", type=int, default=1, help="order of arrival and faults; never the result")
        parser.add_argument("--database", default="", metavar="URL", help="a PostgreSQL or SQLite of your own instead of a temporary one")
        parser.add_argument("--redis", default="", metavar="URL", help="a Redis of your own instead of an embedded one")
        parser.add_argument("--postgres", action="store_true", help="a temporary PostgreSQL from requirements-dev.txt")
        parser.add_argument("--port", type=int, default=0, help="of the temporary service; any free one by default")
        parser.add_argument("--base-url", default="", help="a running service; it needs --people-file, and verify is then run there")
        parser.add_argument("--people-file", default="", help="what `play RULEBOOK --people` printed on that service's machine")
        parser.add_argument("--people", action="store_true", help="only make the officials' accounts here and print their login links")

    def handle(self, *args: Any, rulebook: str, seed: int, **options: Any) -> None:
        try:
            event = read_event(aliases().get(rulebook, rulebook))
        except NoSuchPlay:
            raise CommandError(_("没有这份规程的比赛：%(name)s（有：%(kept)s）") % {"name": rulebook, "kept": ", ".join(kept())}) from None
        if options["people"]:
            self.stdout.write(json.dumps(people(), ensure_ascii=False))
            return
        if options["database"] and options["postgres"]:
            raise CommandError(_("--database 和 --postgres 只能选一个"))
        event_code = f"play-{seed % 10**6}-{secrets.token_hex(4)}"
        try:
            if options["base_url"]:
                self._finish(event, self._play(event, self._elsewhere(options), event_code, seed), None)
                return
            with throwaway_service(
                rulebook,
                database_url=options["database"],
                redis_url=options["redis"],
                postgres=options["postgres"],
                port=options["port"],
            ) as service:
                self._finish(event, self._play(event, service.place, event_code, seed), service)
        except (Unexpected, Unreachable, PlayFault, StartFault, PortTaken) as fault:
            raise CommandError(str(fault)) from fault

    def _elsewhere(self, options: Mapping[str, Any]) -> Place:
        if not options["people_file"]:
            raise CommandError(_("--base-url 需要 --people-file"))
        with open(options["people_file"], encoding="utf-8") as lines:
            found = json.load(lines)
        return Place(options["base_url"], found["links"], found["accounts"])

    def _play(self, event: EventFile, place: Place, event_code: str, seed: int) -> Played:
        self.stdout.write(f"{event.name} {event.competition} · {event.rulebook} · seed {seed} · {place.base_url}")
        return play(event, place, event_code=event_code, seed=seed, say=self._say)

    def _say(self, line: str) -> None:
        self.stdout.write(f"  {line}")
        self.stdout.flush()

    def _finish(self, event: EventFile, played: Played, service: Service | None) -> None:
        """The final table, what happened on the way, and whether everything agrees."""
        for row in played.table:
            self.stdout.write(f"  {KINDS[event.kind].line(row)}")
        self._say("；".join(f"{name} {count}" for name, count in sorted(played.counts.items())))
        self._say(f"{played.seconds:.1f} s，结果摘要 {played.digest}")
        faults = differences(event.expected, played.table)
        for fault in faults:
            self.stderr.write(f"  {fault}")
        if service is not None:
            verified = service.supervisor.manage("verify", played.event_code)
            self._say(verified.stdout.strip().replace("\n", "\n  "))
            if verified.returncode:
                faults.append(f"verify: {verified.returncode}")
                self.stderr.write(verified.stderr)
        if faults:
            raise CommandError(_("与另行算出的名次不符，或核查未通过：%(count)d 处") % {"count": len(faults)})
        self._say("与另行算出的名次一致，核查通过" if service else "与另行算出的名次一致")


def people() -> dict[str, dict[str, str]]:
    """Accounts of three officials in the configured database, with a one-time login path each."""
    accounts = {role: f"play-{role.replace('_', '-')}" for role in OFFICIALS}
    users = {role: account_make(username=accounts[role], name=name, staff=role == "organiser") for role, name in OFFICIALS.items()}
    return {"accounts": accounts, "links": {role: f"/login/{login_link_make(user=user)}/" for role, user in users.items()}}
