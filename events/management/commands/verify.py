"""`manage.py verify EVENT`: chain, projections, snapshot and publications against a full recomputation. Exit status 1 with any finding."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Competition, Event
from events.verification import Finding, strays, verify

WORDS = {
    "chain_broken": gettext_lazy("比赛记录的链在第 %(seq)s 条断开：这一条被改动、缺失或多出。"),
    "rulebook_changed": gettext_lazy("存下的规程 %(rulebook)s 与开赛时钉住的摘要不符。"),
    "book_missing": gettext_lazy("没有比赛记录。"),
    "competition_moved": gettext_lazy("比赛记录写明它是在另一场赛事里开始的。"),
    "competition_moved_away": gettext_lazy("项目 %(code)s 是在本赛事开始的，现在却挂在赛事 %(event)s 下。"),
    "closed_differs": gettext_lazy("是否已公布，与比赛记录不一致。"),
    "visibility_differs": gettext_lazy("公布状态与比赛记录不符：正式成绩须先公布，公布后不再是临时成绩。"),
    "stage_state_differs": gettext_lazy("阶段 %(stage)s 的公布状态与比赛记录不符。"),
    "freeze_differs": gettext_lazy("封榜时存下的成绩与重算到第 %(seq)s 条的不一样。"),
    "freeze_not_stated": gettext_lazy("封榜的情况与比赛记录不符。"),
    "team_unknown": gettext_lazy("代表队 %(team)s 只在名单与比赛记录的一边。"),
    "team_differs": gettext_lazy("代表队 %(team)s 与比赛记录不一致：%(what)s。"),
    "entrant_unknown": gettext_lazy("参赛方 %(entrant)s 只在名单与比赛记录的一边。"),
    "entrant_differs": gettext_lazy("参赛方 %(entrant)s 与比赛记录不一致：%(what)s。"),
    "round_unknown": gettext_lazy("第 %(round)s 轮只在台面与比赛记录的一边。"),
    "round_differs": gettext_lazy("第 %(round)s 轮与比赛记录不一致：%(what)s。"),
    "drawn_unknown": gettext_lazy("第 %(drawn)s 条的抽签只在一边：显示的抽签与比赛记录不一致。"),
    "drawn_differs": gettext_lazy("第 %(drawn)s 条的抽签与比赛记录不一致：%(what)s。"),
    "match_unknown": gettext_lazy("对阵 %(match)s 只在一边：台面与比赛记录不一致。"),
    "match_differs": gettext_lazy("对阵 %(match)s 与比赛记录不一致：%(what)s。"),
    "hand_unknown": gettext_lazy("对阵 %(match)s 第 %(number)s 局有一条比赛记录里没有的记录。"),
    "hand_missing": gettext_lazy("对阵 %(match)s 第 %(number)s 局少了第 %(seq)s 条比赛记录的那一局。"),
    "hand_differs": gettext_lazy("对阵 %(match)s 第 %(number)s 局与第 %(seq)s 条比赛记录不一致：%(what)s。"),
    "remark_missing": gettext_lazy("第 %(seq)s 条比赛记录的理由不见了。"),
    "dispute_unknown": gettext_lazy("争议 %(dispute)s 只在一边：台面与比赛记录不一致。"),
    "dispute_differs": gettext_lazy("争议 %(dispute)s 与比赛记录不一致：%(what)s。"),
    "attachment_missing": gettext_lazy("第 %(seq)s 条比赛记录的照片（%(match)s）文件不见了。"),
    "attachment_altered": gettext_lazy("第 %(seq)s 条比赛记录的照片（%(match)s）被改动过：与记录里的摘要不符。"),
    "attachment_not_erased": gettext_lazy("第 %(seq)s 条比赛记录的照片（%(match)s）已按要求删去，文件却还在。"),
    "attachment_unknown": gettext_lazy("第 %(seq)s 条的照片只在一边：留存的照片与比赛记录不一致。"),
    "attachment_differs": gettext_lazy("第 %(seq)s 条的照片与比赛记录不一致。"),
    "officials_differ": gettext_lazy("现在裁定要 %(now)s 位裁判，比赛记录里是 %(told)s 位。"),
    "proposal_unknown": gettext_lazy("第 %(seq)s 条的提议只在一边：留存的提议与比赛记录不一致。"),
    "proposal_differs": gettext_lazy("第 %(seq)s 条的提议与比赛记录不一致。"),
    "remark_differs": gettext_lazy("第 %(seq)s 条比赛记录的理由被改动过：与记录里的摘要不符。"),
    "remark_unknown": gettext_lazy("有 %(count)s 段理由是比赛记录里没有的。"),
    "answer_differs": gettext_lazy("提交钥匙 %(key)s 留存的答复与比赛记录不一致。"),
    "node_differs": gettext_lazy("计算的中间结果 %(node)s 与重新计算的不同。"),
    "publication_missing": gettext_lazy("比赛记录里公布过的正式成绩第 %(version)s 版不见了。"),
    "publication_reopened": gettext_lazy("正式成绩第 %(version)s 版已被重开，却仍显示为有效。"),
    "publication_not_reopened": gettext_lazy("正式成绩第 %(version)s 版显示为已重开，比赛记录里却没有重开。"),
    "snapshot_ahead": gettext_lazy("显示的成绩算到第 %(seq)s 条，比赛记录却只有 %(head)s 条。"),
    "snapshot_differs": gettext_lazy("第 %(seq)s 条处显示的成绩与重新计算的不同。"),
    "snapshot_digest": gettext_lazy("第 %(seq)s 条处显示的成绩与其摘要不符。"),
    "publication_digest": gettext_lazy("正式成绩第 %(version)s 版与其摘要不符。"),
    "publication_not_stated": gettext_lazy("比赛记录里没有写明正式成绩第 %(version)s 版的摘要。"),
    "publication_differs": gettext_lazy("正式成绩第 %(version)s 版与今天从前 %(seq)s 条重新计算的不同；正式成绩不会被改写。"),
}

WHAT = {
    "actor": gettext_lazy("记录者"),
    "boards": gettext_lazy("牌号"),
    "by": gettext_lazy("来源"),
    "clauses": gettext_lazy("依据的条款"),
    "closed": gettext_lazy("锁桌"),
    "confirmed": gettext_lazy("确认"),
    "device": gettext_lazy("设备"),
    "disputed": gettext_lazy("有过争议"),
    "done": gettext_lazy("是否打完"),
    "draw": gettext_lazy("抽什么"),
    "encounter": gettext_lazy("队际对阵"),
    "entered_side": gettext_lazy("哪方记的"),
    "final_by": gettext_lazy("谁终裁"),
    "forfeited_by": gettext_lazy("弃权方"),
    "game": gettext_lazy("盘"),
    "hands_live": gettext_lazy("已记局数"),
    "key": gettext_lazy("提交钥匙"),
    "locked": gettext_lazy("锁定"),
    "match": gettext_lazy("对阵"),
    "method": gettext_lazy("抽签方式"),
    "normal": gettext_lazy("结果"),
    "number": gettext_lazy("序号"),
    "on_behalf": gettext_lazy("代确认"),
    "order": gettext_lazy("次序"),
    "outcome": gettext_lazy("裁定结果"),
    "pair": gettext_lazy("第几对"),
    "people": gettext_lazy("谁坐在哪里"),
    "players": gettext_lazy("选手"),
    "points": gettext_lazy("得分"),
    "record": gettext_lazy("记录"),
    "room": gettext_lazy("室"),
    "round": gettext_lazy("轮次"),
    "ruled_by": gettext_lazy("谁裁定"),
    "seed": gettext_lazy("种子"),
    "seq": gettext_lazy("比赛记录序号"),
    "shown": gettext_lazy("桌上所示"),
    "side": gettext_lazy("哪方"),
    "state": gettext_lazy("是否有效"),
    "subject": gettext_lazy("争议事项"),
    "table": gettext_lazy("桌号"),
    "team": gettext_lazy("代表队"),
    "under_review": gettext_lazy("核对中局数"),
    "version": gettext_lazy("改动次数"),
    "winner": gettext_lazy("胜方"),
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
        moved = strays(event)
        for finding in moved:
            self.stdout.write("✗ " + in_words(finding))
        if moved or not all(sound):
            sys.exit(1)

    def _competition(self, competition: Competition) -> bool:
        report = verify(competition)
        self.stdout.write(f"{competition.code}: " + _("%(entries)s 条比赛记录") % {"entries": report.entries})
        for finding in report.findings:
            self.stdout.write(f"  ✗ {competition.name}（{competition.code}）：{in_words(finding)}")
        if report.erased:
            self.stdout.write("  … " + _("有 %(erased)s 段理由已按要求删去") % {"erased": report.erased})
        if report.behind > 0:
            self.stdout.write("  … " + _("还有 %(behind)s 条未计入显示的成绩") % {"behind": report.behind})
        if not report.findings:
            self.stdout.write("  ✓ " + _("链完整；显示的一切与重新计算的逐字节相同"))
        return not report.findings


def in_words(finding: Finding) -> str:
    values = dict(finding.values)
    if "what" in values:
        values["what"] = "、".join(str(WHAT[name]) for name in values["what"].split(","))
    return str(WORDS[finding.code]) % values
