"""The ledger 台账: one append-only book a competition. Written by events.ledger alone; triggers refuse everything else."""

from django.db import models

from events.models.competition import Competition


class Book(models.Model):
    """The head of a competition's book: the row that is locked, so seq has no gaps and the chain cannot fork."""

    competition = models.OneToOneField(Competition, on_delete=models.PROTECT, related_name="book")
    seq = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64)
    closed = models.BooleanField("已公布", default=False, help_text="the last entry is a close: nothing but a reopen may follow")

    def __str__(self) -> str:
        return f"{self.competition.pid}@{self.seq}"


class LedgerEntry(models.Model):
    """One fact. Never altered: this table is never touched by a later migration (SQLite's table remake would drop its triggers)."""

    book = models.ForeignKey(Book, verbose_name="项目", on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField("序号")
    kind = models.CharField("类别", max_length=20)
    key = models.CharField("提交钥匙", max_length=64)
    fingerprint = models.CharField("提交指纹", max_length=64)
    match = models.CharField("对阵", max_length=40, blank=True)
    game = models.PositiveSmallIntegerField("盘", default=0)
    number = models.PositiveSmallIntegerField("局", default=0)
    room = models.CharField("室", max_length=10, blank=True)
    supersedes = models.CharField("代替的记录", max_length=64, blank=True)
    actor = models.CharField("记录者", max_length=16)
    role = models.CharField("身份", max_length=20)
    device = models.CharField("设备", max_length=16, blank=True)
    device_time = models.CharField("设备自称的时间", max_length=40, blank=True, help_text="只作声明，不作比较")
    server_time = models.CharField("时间", max_length=40)
    rulebook_digest = models.CharField("规程摘要", max_length=64)
    body = models.TextField("内容")
    prev = models.CharField("前一条的摘要", max_length=64)
    hash = models.CharField("摘要", max_length=64)

    class Meta:
        verbose_name = "比赛记录"
        verbose_name_plural = "比赛记录"
        ordering = ["book", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["book", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["book", "key"], name="entry_key_once"),
        ]
        indexes = [
            models.Index(fields=["book", "match", "seq"], name="entry_by_match"),
            models.Index(fields=["book", "hash"], name="entry_by_hash"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Answer(models.Model):
    """What a key was answered the first time. Also holds keys of echoes, which add no entry. Codes and ids, never text."""

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="answers")
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    actor = models.CharField(max_length=16)
    entry_seq = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["book", "key"], name="answer_key_once")]

    def __str__(self) -> str:
        return f"{self.key} {self.status}"


class Refusal(models.Model):
    """A submission that was refused: codes and places only, so that a referee can see what a tablet tried."""

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, null=True, related_name="refusals")
    at = models.DateTimeField("时间", auto_now_add=True)
    action = models.CharField("动作", max_length=40)
    match = models.CharField("对阵", max_length=40, blank=True)
    status = models.PositiveSmallIntegerField("答复")
    codes = models.JSONField("原因", default=list)
    key = models.CharField("提交钥匙", max_length=64, blank=True)
    actor = models.CharField("记录者", max_length=16, blank=True)
    role = models.CharField("身份", max_length=20, blank=True)
    device = models.CharField("设备", max_length=16, blank=True)

    class Meta:
        verbose_name = "未采用的提交"
        verbose_name_plural = "未采用的提交"
        ordering = ["-id"]
        indexes = [models.Index(fields=["competition", "-id"], name="refusal_newest")]

    def __str__(self) -> str:
        return f"{self.status} {self.codes}"


class Remark(models.Model):
    """Free text, which may name people: erasable, so the ledger holds only its salted hash."""

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="remarks")
    hash = models.CharField(max_length=64)
    salt = models.CharField(max_length=32, blank=True)
    text = models.TextField("内容", blank=True)
    written_at = models.DateTimeField(auto_now_add=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "说明"
        verbose_name_plural = "说明"
        constraints = [models.UniqueConstraint(fields=["competition", "hash"], name="remark_hash_once")]

    def __str__(self) -> str:
        return self.text[:40]
