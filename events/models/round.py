"""轮 and the matches 对阵 at its tables: projections of the ledger, for the doors to read and the services to keep."""

from collections.abc import Mapping

from django.db import models

from events.models.competition import Competition
from events.models.team import Entrant
from scoring.sides import SIDES, THREE

SIDE_NAMES = [("NS", "南北"), ("EW", "东西"), ("1", "1号位"), ("2", "2号位"), ("3", "3号位")]


class Round(models.Model):
    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField("轮次")
    state = models.CharField("状态", max_length=10, choices=[("open", "进行中"), ("locked", "已锁定")], default="open")
    stage = models.CharField("阶段", max_length=20, blank=True)
    day = models.CharField("比赛日", max_length=10, blank=True, help_text="当地日历日，只在按日计的项目里")
    opened_at = models.DateTimeField("开始", auto_now_add=True)
    clock = models.JSONField("计时", default=dict, blank=True, help_text="全场的停表和补时；规则不读时间")

    class Meta:
        verbose_name = "轮次"
        verbose_name_plural = "轮次"
        ordering = ["competition", "number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"第{self.number}轮"


class Match(models.Model):
    """One table's sitting. `version` rises with every entry of the match: the optimistic lock of its page.

    At a table of three seat 1 stands in `ns`, seat 2 in `ew`, seat 3 in `third`: ask `entrants()`.
    """

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="matches")
    round = models.ForeignKey(Round, verbose_name="轮次", on_delete=models.PROTECT, related_name="matches")
    code = models.CharField("对阵", max_length=40)
    encounter = models.CharField("队际对阵", max_length=40)
    pair = models.PositiveSmallIntegerField("第几对")
    table = models.PositiveSmallIntegerField("桌号")
    room = models.CharField("室", max_length=10, blank=True, choices=[("open", "开室"), ("closed", "闭室")])
    boards = models.JSONField("牌号", default=list, blank=True)
    ns = models.ForeignKey(Entrant, verbose_name="南北", on_delete=models.PROTECT, related_name="+")
    ew = models.ForeignKey(Entrant, verbose_name="东西", on_delete=models.PROTECT, related_name="+")
    third = models.ForeignKey(Entrant, verbose_name="3号位", on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    version = models.PositiveIntegerField("改动次数", default=0)
    hands_live = models.PositiveSmallIntegerField("已记局数", default=0)
    under_review = models.PositiveSmallIntegerField("核对中局数", default=0)
    forfeited_by = models.CharField("弃权方", max_length=5, blank=True, help_text="NS 南北，EW 东西，1 2 3 座位")
    done = models.BooleanField("已打完", default=False, help_text="所需的记录都有了，或已判定")
    winner = models.CharField("胜方", max_length=2, blank=True, choices=SIDE_NAMES)
    shown = models.JSONField("现况", default=dict, blank=True, help_text="级别、局分等，由本场记录算出")
    clock = models.JSONField("计时", default=dict, blank=True, help_text="暂停和补时；规则不读时间")
    disputed = models.BooleanField("有过争议", default=False)
    confirmed_hash = models.CharField("核对记录的摘要", max_length=64, blank=True)
    confirmed_on_behalf = models.BooleanField("代确认", default=False)
    closed = models.BooleanField("已锁桌", default=False)
    last_entry_at = models.DateTimeField("最后记录", null=True, blank=True)

    class Meta:
        verbose_name = "对阵"
        verbose_name_plural = "对阵"
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "code"], name="match_code_once"),
            models.UniqueConstraint(fields=["round", "table"], name="table_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.table}桌"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of its table, as `scoring.sides` names them."""
        return SIDES if self.third_id is None else THREE

    def entrants(self) -> Mapping[str, Entrant]:
        """Side -> who sits there."""
        people = (self.ns, self.ew) if self.third is None else (self.ns, self.ew, self.third)
        return dict(zip(self.sides, people, strict=True))
