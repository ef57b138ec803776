"""`manage.py verify EVENT`: chain, projections, snapshot and publications against a full recomputation. Exit status 1 with any finding."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Competition, Event
from events.verification import Finding, verify

WORDS = {
    "chain_broken": gettext_lazy("比赛记录的链在第 %(seq)s 条断开：这一条被改动、缺失或多出。"),
    "rulebook_changed": gettext_lazy("存下的规程 %(rulebook)s 与开赛时钉住的摘要不符。"),
    "match_unknown": gettext_lazy("对阵 %(match)s 只在一边：台面与比赛记录不一致。"),
    "hands_differ": gettext_lazy("对阵 %(match)s 的有效各局与比赛记录不一致。"),
    "match_differs": gettext_lazy("对阵 %(match)s 的确认、弃权或锁桌与比赛记录不一致。"),
    "snapshot_ahead": gettext_lazy("显示的成绩算到第 %(seq)s 条，比赛记录却只有 %(head)s 条。"),
    "snapshot_differs": gettext_lazy("第 %(seq)s 条处显示的成绩与重新计算的不同。"),
    "snapshot_digest": gettext_lazy("第 %(seq)s 条处显示的成绩与其摘要不符。"),
    "publication_digest": gettext_lazy("正式成绩第 %(version)s 版与其摘要不符。"),
    "publication_not_stated": gettext_lazy("比赛记录里没有写明正式成绩第 %(version)s 版的摘要。"),
    "publication_differs": gettext_lazy("正式成绩第 %(version)s 版与今天从前 %(seq)s 条重新计算的不同；正式成绩不会被改写。"),
}


class Command(BaseCommand):
    help = "Recompute an event from its ledger and compare with everything that is shown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's code")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(code=options["event"]).first()
        if event is None:
            raise CommandError(_("没有代号为 %(code)s 的赛事。") % {"code": options["event"]})
        sound = [self._competition(competition) for competition in event.competitions.select_related("event").order_by("order", "code")]
        if not all(sound):
            sys.exit(1)

    def _competition(self, competition: Competition) -> bool:
        report = verify(competition)
        self.stdout.write(f"{competition.code}: " + _("%(entries)s 条比赛记录") % {"entries": report.entries})
        for finding in report.findings:
            self.stdout.write("  ✗ " + in_words(finding))
        if report.behind > 0:
            self.stdout.write("  … " + _("还有 %(behind)s 条未计入显示的成绩") % {"behind": report.behind})
        if not report.findings:
            self.stdout.write("  ✓ " + _("链完整；显示的一切与重新计算的逐字节相同"))
        return not report.findings


def in_words(finding: Finding) -> str:
    return str(WORDS[finding.code]) % finding.values
