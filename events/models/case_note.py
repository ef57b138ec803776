"""笔录: what an official writes down at a case. Side text that may name people: never in the ledger, never public, erased at any time."""

from django.db import models

from events.models.round import Match


class CaseNote(models.Model):
    """One official's notes of one case. `about` names it: a dispute's pid, or the slot of two records that differ (`1-4-`).

    `handed_at`: when this official left the case to the chief referee.
    """

    match = models.ForeignKey(Match, verbose_name="对阵", on_delete=models.PROTECT, related_name="case_notes")
    about = models.CharField("哪件事", max_length=40)
    author = models.CharField("谁写的", max_length=16)
    text = models.TextField("笔录", blank=True)
    kept_at = models.DateTimeField("写于")
    handed_at = models.DateTimeField("移交裁判长于", null=True, blank=True)
    erased_at = models.DateTimeField("删除于", null=True, blank=True)

    class Meta:
        verbose_name = "笔录"
        verbose_name_plural = "笔录"
        ordering = ["-kept_at"]
        constraints = [models.UniqueConstraint(fields=["match", "about", "author"], name="one_note_an_official")]

    def __str__(self) -> str:
        return f"{self.match} {self.about}"
