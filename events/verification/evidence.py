"""Pictures and proposals against the entries that vouch for them: a file that is gone or altered is a finding of its own, and no more."""

from collections.abc import Iterator, Sequence

from events.attachment_files import digest_of_bytes, path_of, read_file
from events.models import Attachment, Competition, Proposal, ProposalState
from events.verification.findings import Finding
from scoring.entries import Entry


def pictures(competition: Competition, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every `attachment` entry has its row and its file with these very bytes, or was erased and has none.

    `attachment_missing` and `attachment_altered` speak of files, `attachment_unknown` and `attachment_differs` of rows.
    """
    said = {entry.seq: entry for entry in entries if entry.kind == "attachment"}
    rows = {row.entry_seq: row for row in Attachment.objects.filter(competition=competition).select_related("match")}
    for seq in sorted(said.keys() | rows.keys()):
        entry, row = said.get(seq), rows.get(seq)
        where = {"seq": seq}
        if entry is None or row is None:
            yield Finding("attachment_unknown", where)
            continue
        body = {name: entry.body.get(name, "") for name in ("sha256", "size", "type", "what", "about", "side")}
        kept = {"sha256": row.sha256, "size": row.size, "type": row.media_type, "what": row.what, "about": row.about, "side": row.side}
        if body != kept or (row.match.code, row.kept_by) != (entry.match, entry.actor):
            yield Finding("attachment_differs", where)
        yield from _file(competition, row)


def _file(competition: Competition, row: Attachment) -> Iterator[Finding]:
    where = {"seq": row.entry_seq, "match": row.match.code}
    if row.erased_at is not None:
        if path_of(competition.pid, row.sha256).exists() and not _kept_again(competition, row):
            yield Finding("attachment_not_erased", where)
        return
    body = read_file(competition.pid, row.sha256)
    if body is None:
        yield Finding("attachment_missing", where)
    elif digest_of_bytes(body) != row.sha256:
        yield Finding("attachment_altered", where)


def _kept_again(competition: Competition, row: Attachment) -> bool:
    """Whether somebody kept the same picture once more after it was erased."""
    return Attachment.objects.filter(competition=competition, sha256=row.sha256, erased_at=None).exists()


def officials(competition: Competition, entries: Sequence[Entry], *, closed: bool) -> Iterator[Finding]:
    """`officials_differ`: the event asks for another number of officials than this book was last told."""
    told = [entry.body["officials"] for entry in entries if entry.kind in ("open", "officials", "reopen") and "officials" in entry.body]
    if told and not closed and told[-1] != competition.event.officials_required:
        yield Finding("officials_differ", {"told": told[-1], "now": competition.event.officials_required})


def proposals(competition: Competition, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every `proposed` entry has its row, and what became of it is what the entries say."""
    said = {entry.seq: entry for entry in entries if entry.kind == "proposed"}
    fates = {str(entry.body["proposal"]): ProposalState.REFUSED for entry in entries if entry.kind == "proposal_refused"}
    fates |= {str(entry.body["proposal"]): ProposalState.SECONDED for entry in entries if "seconded_by" in entry.body}
    rows = {row.entry_seq or 0: row for row in Proposal.objects.filter(competition=competition).exclude(entry_seq=None)}
    for seq in sorted(said.keys() | rows.keys()):
        entry, row = said.get(seq), rows.get(seq)
        if entry is None or row is None:
            yield Finding("proposal_unknown", {"seq": seq})
            continue
        kept = (row.pid, row.act, row.asks, row.remark, row.entry_hash, row.proposed_by)
        told = (entry.body["proposal"], entry.body["act"], entry.body["asks"], entry.body.get("remark", ""), entry.hash, entry.actor)
        if kept != told or row.state != fates.get(entry.hash, ProposalState.PROPOSED):
            yield Finding("proposal_differs", {"seq": seq})
