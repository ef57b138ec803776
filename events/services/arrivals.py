"""Who comes and goes beside the tables: the first table that finished (六), vouchers of the ladder, who is put out of the competition.

Writes through events.ledger the entries `first_finished`, `voucher`, `disqualified` and `withdrawn`. What speaks against any of it is
asked of the format.
"""

from collections.abc import Mapping
from typing import Any

from events import ledger
from events.access import Actor, require
from events.models import Book, Competition, Entrant
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.keyed import Write, keyed, veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.rounds import venue_day
from events.services.sitting import HASH, place_of, reason_body, reason_faults, refuse
from events.standings import full
from events.storable import storable
from scoring.formats import drawn_form
from scoring.formats.drawn_tables import DECIDED
from scoring.formats.groups.leaves import REFILL
from scoring.formats.laws import DRAW, law_of
from scoring.outcomes import Fault
from scoring.penalties import law, may_impose, official

ISSUED, RETURNED, FORM_LOST = ACTS = ("issued", "returned", "form_lost")


def first_finished_state(*, competition: Competition, number: int, match: str, by: Actor, key: str = "") -> Reply:
    """Which table of round `number` finished first: its second and third, or second, fill the table of those left over (F6-02).

    201. Raises StateRefusal `no_refill_wanted`, `table_not_finished`; NotFound for another round's table.
    """
    action = "first_finished.state"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        rulebook = rulebook_of(competition)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            state = full(competition)
            if not _refill_waits(state, number):
                raise StateRefusal("no_refill_wanted", clause=law_of(rulebook, DRAW))
            found = next((row for row in state["matches"] if row["match"] == match and row["round"] == number), None)
            if found is None:
                raise NotFound("match")
            if found["state"] not in DECIDED:
                raise StateRefusal("table_not_finished", values={"table": found["table"]})
            write("first_finished", {"round": number, "match": match})
            return {"round": number, "match": match}

        return keyed(competition=competition, action=action, asked={"round": number, "match": match}, key=key, by=by, work=work)


def _refill_waits(state: Mapping[str, Any], number: int) -> bool:
    """Whether a round has people left over for whom a table is still to be filled up."""
    coming = state.get("next") or {}
    wanted = [row["values"]["round"] for row in state["plan"]["blocked"] if row["code"] == "first_finished_missing"]
    return number in wanted or (coming.get("stage") == REFILL and coming["round"] == number + 1)


def voucher_give(*, competition: Competition, entrant: str, act: str, by: Actor, key: str = "", day: str = "") -> Reply:
    """入场参赛凭证: issued for one game, returned after it, or the player's form reported lost (F1-23, F1-25): 201.

    Raises Problems with everything that speaks against it, each by its clause; NotFound. `day` as in `round_open`.
    """
    action = "voucher.give"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        if act not in ACTS:
            raise Problems([Fault("not_a_choice", at="act", values={"choices": list(ACTS)})])
        if day and not competition.event.simulated:
            raise StateRefusal("day_is_the_servers")
        _entrant(competition, entrant)
        rulebook = rulebook_of(competition)
        form = drawn_form(rulebook)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            if form is None:
                raise StateRefusal("not_in_this_format", values={"act": "voucher"})
            on = day or venue_day(competition)
            faults = form.voucher_faults(rulebook, full(competition), entrant, act, on)
            if faults:
                raise Problems(list(faults))
            write("voucher", {"entrant": entrant, "act": act, "day": on})
            return {"entrant": entrant, "act": act}

        asked = {"entrant": entrant, "act": act, **({"day": day} if day else {})}
        return keyed(competition=competition, action=action, asked=asked, key=key, by=by, work=work)


def entrant_disqualify(*, competition: Competition, entrant: str, code: str, reason: str, by: Actor, key: str = "") -> Reply:
    """取消比赛资格 by a code of the tariff, away from a table: 201. StateRefusal `disqualified_already`; NotAllowed `not_competent`."""
    action = "entrant.disqualify"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        rulebook = rulebook_of(competition)
        form = drawn_form(rulebook)
        codes = form.disqualification_codes(rulebook) if form is not None else ()
        if not codes:
            raise StateRefusal("not_in_this_format", values={"act": "disqualification"})
        faults = reason_faults(reason, required=True)
        refuse([*faults, *([] if code in codes else [Fault("unknown_penalty", at="code", values={"known": list(codes)})])])
        _require_imposer(by, code, competition)
        _entrant(competition, entrant)

        def work(book: Book, write: Write) -> Mapping[str, Any]:
            if any(row.body["entrant"] == entrant for row in _standing(book)):
                raise StateRefusal("disqualified_already")
            write("disqualified", {"entrant": entrant, "code": code, **reason_body(competition, reason)})
            return {"entrant": entrant, "code": code}

        asked = {"entrant": entrant, "code": code, "reason": veiled(reason)}
        return keyed(competition=competition, action=action, asked=asked, key=key, by=by, work=work)


def disqualification_withdraw(*, competition: Competition, supersedes: str, reason: str, by: Actor, key: str) -> Reply:
    """Take a disqualification back by its hash, with a reason: 201. NotFound, StateRefusal `stale`, NotAllowed `not_competent`."""
    action = "entrant.disqualify"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        mark = fingerprint(action=action, competition=competition, body={"supersedes": supersedes, "reason": veiled(reason)})
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        malformed = [] if HASH.fullmatch(supersedes) else [Fault("hash_malformed", at="supersedes")]
        refuse([*malformed, *reason_faults(reason, required=True)])

        def work(book: Book) -> tuple[int, Mapping[str, Any], Any]:
            if book.closed:
                raise StateRefusal("competition_closed")
            every = ledger.entries(book, kinds=("disqualified",))
            named = next((row for row in every if row.hash == supersedes), None)
            if named is None:
                raise NotFound("entry")
            _require_imposer(by, named.body["code"], competition)
            if all(row.hash != supersedes for row in _standing(book)):
                raise StateRefusal("stale")
            entry = ledger.append(
                book,
                kind="withdrawn",
                body=reason_body(competition, reason),
                by=by,
                key=key,
                fingerprint=mark,
                supersedes=supersedes,
            )
            return 201, {"entry": place_of(entry), "entrant": named.body["entrant"]}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def _standing(book: Book) -> list[Any]:
    """The disqualifications that were not taken back."""
    rows = ledger.entries(book, kinds=("disqualified", "withdrawn"))
    withdrawn = {row.supersedes for row in rows if row.kind == "withdrawn"}
    return [row for row in rows if row.kind == "disqualified" and row.hash not in withdrawn]


def _require_imposer(by: Actor, code: str, competition: Competition) -> None:
    rulebook = rulebook_of(competition)
    if not may_impose(rulebook, code, by.roles):
        raise NotAllowed("not_competent", clause=law(rulebook, code), values={"act": "penalty", "need": official(rulebook, code)})


def _entrant(competition: Competition, pid: str) -> Entrant:
    found = Entrant.objects.filter(competition=competition, pid=pid).first() if storable(pid) else None
    if found is None:
        raise NotFound("entrant")
    return found
