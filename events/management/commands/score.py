"""`manage.py score RULEBOOK < records.jsonl`: the rules without a database, one outcome a line.

Exit status: 0 all right, 1 a line had problems, 2 no such rulebook.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.rulebook import ids, load_file
from scoring.score_lines import score_lines


class Command(BaseCommand):
    help = "按一份规程给记录计分：从标准输入逐行读 JSON，逐行写出结果，不用数据库"
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rulebook", help="the id of a rulebook: " + ", ".join(ids()))

    def handle(self, *args: Any, rulebook: str, **options: Any) -> None:
        try:
            rules = load_file(rulebook)
        except KeyError:
            known = ", ".join(ids())
            raise CommandError(
                _("没有规程“%(rulebook)s”。现有：%(known)s") % {"rulebook": rulebook, "known": known}, returncode=2
            ) from None
        faulty = False
        for scored in score_lines(rules, sys.stdin.buffer):
            self.stdout.write(scored.text)
            faulty = faulty or scored.faulty
        if faulty:
            sys.exit(1)
