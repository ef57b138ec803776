"""What the public sees and when: the state of a competition and of its stages, and the board that stands still (封榜).

Writes the publishing columns of Competition, StageState, Freeze and, through events.ledger, the entries `published`, `frozen` and
`unfrozen`, which the fold passes over. Nothing becomes official here: that is the close (events.services.competitions).
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Min

from events import clock, ledger
from events.access import Actor, require
from events.models import Book, Competition, Freeze, LedgerEntry, Round, StageState, Visibility
from events.pinned import rulebook_of
from events.refusals import Problems, StateRefusal
from events.selectors.stages import Stage, codes_of, has_stages, stages_of
from events.services.keyed import Write, entry_ref, keyed
from events.services.replies import Reply, fingerprint, once, refusals_kept
from events.standings import full
from scoring.fold import canonical
from scoring.outcomes import Fault

HIDDEN, PROVISIONAL, NOTICE, OFFICIAL = Visibility.HIDDEN, Visibility.PROVISIONAL, Visibility.NOTICE, Visibility.OFFICIAL
MOST_ROUND = 999
MOST_MINUTES = 10080  # a week
MOST_DAYS = 60  # from now to the end of a notice
SHOWN = ("visibility", "notice_until", "frozen_seq", "shown_version")


def visibility_set(
    *,
    competition: Competition,
    visibility: str,
    by: Actor,
    stage: str = "",
    notice_until: datetime | None = None,
    notice_minutes: int = 0,
    key: str = "",
) -> Competition:
    """What the public sees, of the competition or of one of its stages. What is so already is left as it is: no entry.

    With `notice` alone: `notice_until` (aware, ahead, `MOST_DAYS` at most), or `notice_minutes` from now. Raises Problems, NotAllowed and
    StateRefusal: `close_first` (official without a close), `closed_is_official`, `nothing_to_notice`, `notice_while_playing`,
    `board_frozen`, `nothing_shown`.
    """
    with refusals_kept(competition=competition, action="visibility.set", by=by, key=key):
        require(by, "visibility.set", event_id=competition.event_id, competition_id=competition.pk)
        until = notice_until.replace(microsecond=0) if notice_until is not None else None
        if notice_minutes and until is None and type(notice_minutes) is int and 0 < notice_minutes <= MOST_MINUTES:
            until = clock.now().replace(microsecond=0) + timedelta(minutes=notice_minutes)
        faults = _faults(competition, visibility, stage, until)
        if faults:
            raise Problems(faults)
        asked = {"stage": stage, "state": visibility, "until": clock.stamp(until) if until is not None else ""}
        # A form that says for how many minutes asks for the same when it is pressed again.
        said = {**asked, "until": "", "minutes": notice_minutes} if notice_until is None and notice_minutes else asked
        asked_print = fingerprint(action="visibility_set", competition=competition, body=said)

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            competition.refresh_from_db(fields=SHOWN)
            if _shown(competition, stage) == (visibility, until):
                return 200, asked, None
            state = full(competition)
            _refuse(competition, book, state, visibility, stage)
            entry = ledger.append(book, kind="published", body=asked, by=by, key=key, fingerprint=asked_print)
            if stage:
                StageState.objects.update_or_create(
                    competition=competition, stage=stage, defaults={"state": visibility, "notice_until": until}
                )
                _hold(competition, book, state, stage, hidden=visibility == HIDDEN)
            else:
                show(competition, visibility, until)
            return 201, {**asked, "entry": entry_ref(entry)}, entry

        once(competition=competition, key=key, fingerprint=asked_print, by=by, work=work)
    competition.refresh_from_db(fields=SHOWN)
    return competition


def _faults(competition: Competition, visibility: str, stage: str, until: datetime | None) -> list[Fault]:
    faults = []
    if visibility not in Visibility.values:
        faults.append(Fault("not_a_choice", at="visibility", values={"choices": list(Visibility.values)}))
    if stage:
        known = [one.code for one in stages_of(full(competition), rulebook_of(competition))]
        if stage not in known:
            faults.append(Fault("not_a_choice", at="stage", values={"choices": known}))
    if visibility == NOTICE and until is None:
        faults.append(Fault("notice_needs_time", at="notice_until"))
    if visibility == NOTICE and until is not None and until <= clock.now():
        faults.append(Fault("notice_is_past", at="notice_until"))
    if visibility == NOTICE and until is not None and until > clock.now() + timedelta(days=MOST_DAYS):
        faults.append(Fault("notice_too_far", at="notice_until", values={"most": MOST_DAYS}))
    if visibility != NOTICE and until is not None:
        faults.append(Fault("only_with_notice", at="notice_until"))
    return faults


def _shown(competition: Competition, stage: str) -> tuple[str, datetime | None]:
    """State and end of a notice as they are now."""
    if not stage:
        return competition.visibility, competition.notice_until
    row = StageState.objects.filter(competition=competition, stage=stage).first()
    return (row.state, row.notice_until) if row is not None else ("", None)


def _refuse(competition: Competition, book: Book, state: Mapping[str, Any], visibility: str, stage: str) -> None:
    """Raises what does not go from here."""
    if visibility == OFFICIAL and (stage or not book.closed):
        raise StateRefusal("closed_is_official" if book.closed else "close_first")
    if book.closed and (stage or visibility in (PROVISIONAL, NOTICE)):
        raise StateRefusal("closed_is_official")
    if visibility != NOTICE:
        return
    if stage and competition.visibility == HIDDEN:
        raise StateRefusal("nothing_shown")
    # A stage that is held back itself is shown by its own notice.
    if Freeze.objects.filter(competition=competition, ended_at__isnull=True, seq__isnull=False).exclude(stage=stage or "-").exists():
        raise StateRefusal("board_frozen")
    rounds = [row for row in state["rounds"] if row["opened"] and (not stage or row["round"] in _rounds(competition, state, stage))]
    if not rounds:
        raise StateRefusal("nothing_to_notice")
    playing = [row["round"] for row in rounds if not row["finished"]]
    if playing:
        raise StateRefusal("notice_while_playing", values={"round": playing[0]})


def _stage(competition: Competition, state: Mapping[str, Any], stage: str) -> Stage | None:
    return next((one for one in stages_of(state, rulebook_of(competition)) if one.code == stage), None)


def _rounds(competition: Competition, state: Mapping[str, Any], stage: str) -> tuple[int, ...]:
    found = _stage(competition, state, stage)
    return found.rounds if found is not None else ()


def show(competition: Competition, visibility: str, until: datetime | None = None) -> None:
    """Sets what the public sees of the competition as a whole; a close settles its stages too. Call it under the book's lock."""
    if visibility == OFFICIAL:
        StageState.objects.filter(competition=competition).delete()
    Competition.objects.filter(pk=competition.pk).update(visibility=visibility, notice_until=until, shown_version=F("shown_version") + 1)
    competition.refresh_from_db(fields=SHOWN)


# ---- 封榜 -----------------------------------------------------------------------------------------------------------------


def board_freeze(*, competition: Competition, round: int, key: str, by: Actor) -> Reply:
    """From round `round` on the public's board stands still: 201 `{"round", "seq": where it stands, or null before that round, "entry"}`.

    A round still to come: as it stands when the round is opened; the round that runs: as it stands now. Raises Problems, NotAllowed
    and StateRefusal: `already_frozen`, `round_past`, `no_more_rounds`, `nothing_shown`, `in_notice`, `competition_closed`.
    """
    with refusals_kept(competition=competition, action="board.freeze", by=by, key=key):
        require(by, "board.freeze", event_id=competition.event_id, competition_id=competition.pk)
        if type(round) is not int or not 1 <= round <= MOST_ROUND:
            raise Problems([Fault("out_of_range", at="round", values={"least": 1, "most": MOST_ROUND})])

        def work(book: Book, write: Write) -> Mapping[str, Any]:
            competition.refresh_from_db(fields=SHOWN)
            opened = _refuse_freeze(competition, book, round)
            entry = write("frozen", {"round": round})
            made = Freeze.objects.create(competition=competition, round=round, asked_at=clock.now())
            if round <= opened:
                _begin(competition, made, entry.seq)
            _settle(competition)
            return {"round": round, "seq": made.seq}

        return keyed(competition=competition, action="board_freeze", asked={"round": round}, key=key, by=by, work=work)


def _refuse_freeze(competition: Competition, book: Book, number: int) -> int:
    """Raises what keeps a board from being frozen; returns the number of the round opened last."""
    if book.closed:
        raise StateRefusal("competition_closed")
    if competition.visibility == HIDDEN:
        raise StateRefusal("nothing_shown")
    if competition.visibility == NOTICE or StageState.objects.filter(competition=competition, state=NOTICE).exists():
        raise StateRefusal("in_notice")
    frozen = Freeze.objects.filter(competition=competition, stage="", ended_at__isnull=True).first()
    if frozen is not None:
        raise StateRefusal("already_frozen", values={"round": frozen.round})
    newest = Round.objects.filter(competition=competition).order_by("-number").first()
    opened = newest.number if newest is not None else 0
    if number < opened:
        raise StateRefusal("round_past", values={"round": opened})
    plan = full(competition)["plan"]
    if not plan.get("open_end") and plan["rounds"] and number > plan["rounds"]:
        raise StateRefusal("no_more_rounds", values={"rounds": plan["rounds"]})
    return opened


def board_unfreeze(*, competition: Competition, key: str, by: Actor) -> Reply:
    """The public sees all again: 201 `{"round", "entry"}`. Raises StateRefusal `not_frozen`, NotAllowed."""
    with refusals_kept(competition=competition, action="board.freeze", by=by, key=key):
        require(by, "board.freeze", event_id=competition.event_id, competition_id=competition.pk)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            frozen = Freeze.objects.filter(competition=competition, stage="", ended_at__isnull=True).first()
            if frozen is None:
                raise StateRefusal("not_frozen")
            write("unfrozen", {"round": frozen.round})
            _end(competition, "")
            return {"round": frozen.round}

        return keyed(competition=competition, action="board_unfreeze", asked={}, key=key, by=by, work=work)


def refuse_round(competition: Competition) -> None:
    """No round is opened under a notice of the whole competition: the places would move. Raises StateRefusal `in_notice`."""
    if Competition.objects.filter(pk=competition.pk, visibility=NOTICE).exists():
        raise StateRefusal("in_notice")


def freezes_begin(competition: Competition, number: int, seq: int) -> None:
    """A round was opened by entry `seq`: what was to stand still from there on stands now. Call it in that transaction."""
    waiting = list(Freeze.objects.filter(competition=competition, ended_at__isnull=True, seq__isnull=True))
    if not waiting:
        return
    codes = _codes(competition, full(competition))
    for one in waiting:
        if codes.get(number) == one.stage if one.stage else one.round is not None and one.round <= number:
            _begin(competition, one, seq)
    _settle(competition)


def refuse_close(competition: Competition) -> None:
    """What stands still is shown first. Raises StateRefusal `frozen_first`, `stage_hidden_first`."""
    standing = Freeze.objects.filter(competition=competition, ended_at__isnull=True, seq__isnull=False).order_by("stage").first()
    if standing is not None:
        raise StateRefusal("stage_hidden_first" if standing.stage else "frozen_first")


def _codes(competition: Competition, state: Mapping[str, Any]) -> dict[int, str]:
    """Round -> its stage."""
    rulebook = rulebook_of(competition)
    if not has_stages(rulebook):
        return {}
    return {row["round"]: code for row, code in zip(state["rounds"], codes_of(state, rulebook), strict=True)}


def _hold(competition: Competition, book: Book, state: Mapping[str, Any], stage: str, *, hidden: bool) -> None:
    """A stage that is not public: the public's board stands where the stage began."""
    held = Freeze.objects.filter(competition=competition, stage=stage, ended_at__isnull=True).first()
    if hidden and held is None:
        made = Freeze.objects.create(competition=competition, stage=stage, asked_at=clock.now())
        found = _stage(competition, state, stage)
        if found is not None and found.opened:
            openings = {entry.body["round"]: entry.seq for entry in ledger.entries(book, kinds=["round_opened"])}
            _begin(competition, made, min(openings[number] for number in found.rounds if number in openings))
        _settle(competition)
    elif not hidden:
        _end(competition, stage)


def _begin(competition: Competition, freeze: Freeze, seq: int) -> None:
    state = full(competition, upto=seq)
    body = canonical(state)
    freeze.seq, freeze.body, freeze.digest = seq, body.decode(), hashlib.sha256(body).hexdigest()
    freeze.last_round = max((row["round"] for row in state["rounds"] if row["opened"]), default=0)
    freeze.began_at = clock.now()
    freeze.save(update_fields=["seq", "body", "digest", "last_round", "began_at"])


def _end(competition: Competition, stage: str) -> None:
    Freeze.objects.filter(competition=competition, stage=stage, ended_at__isnull=True).update(ended_at=clock.now())
    _settle(competition)


def _settle(competition: Competition) -> None:
    """The public stands at the earliest of what stands still."""
    least = Freeze.objects.filter(competition=competition, ended_at__isnull=True).aggregate(least=Min("seq"))["least"]
    Competition.objects.filter(pk=competition.pk).update(frozen_seq=least, shown_version=F("shown_version") + 1)
    competition.refresh_from_db(fields=SHOWN)
