"""项目: its opening with a pinned rulebook, its close and reopening.

Writes Competition, Publication and, through events.ledger, the entries `open`, `close` and `reopen`.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from events import clock, ledger
from events.access import Actor, require
from events.models import Answer, Book, Competition, Event, LedgerEntry, Publication, Visibility
from events.pinned import rulebook_of
from events.refusals import NotAllowed, Problems, StateRefusal
from events.remarks import remark_keep
from events.services.keyed import Write, entry_ref, keyed, veiled
from events.services.lots import lots_wanted
from events.services.names import MOST_TEAM, checked_name, checked_reason, code_faults, text_faults
from events.services.publishing import refuse_close, show
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Proposes, Second, officials_said, open_proposals, proposed, wants_second
from events.standings import full
from scoring import rulebook as rulebooks
from scoring.competence import competence_clause, competent
from scoring.disputes import OPEN
from scoring.fold import canonical
from scoring.formats import drawn_form
from scoring.outcomes import Fault
from scoring.parameters import Rulebook, RulebookFaults

MOST_ORDER = 999
CLOSE_WAITS_FOR = ("bracket_differs", "awards_unset", "seats_differ")  # of what blocks a plan


def competition_create(
    *,
    event: Event,
    code: str,
    name: str,
    rulebook_id: str,
    by: Actor,
    overrides: Mapping[str, Any] | None = None,
    order: int = 0,
    key: str = "",
) -> Reply:
    """Opens a competition and its book: 201 `{"competition": code, "entry": {seq, hash}}`.

    The rulebook after `overrides` (leaf path -> value) is pinned by digest and canonical text. Raises Problems, NotAllowed.
    """
    with refusals_kept(competition=None, action="competition.create", by=by, key=key):
        require(by, "competition.create", event_id=event.pk)
        if key:
            ledger.check_key(key)
        text, faults = text_faults(name, at="name", most=MOST_TEAM)
        faults = code_faults(code, at="code") + faults
        if type(order) is not int or not 0 <= order <= MOST_ORDER:
            faults.append(Fault("out_of_range", at="order", values={"least": 0, "most": MOST_ORDER}))
        rulebook, found = _rulebook(rulebook_id, overrides or {})
        if faults + found or rulebook is None:
            raise Problems(faults + found)
        asked = {"code": code, "name": veiled(text), "rulebook": rulebook.digest, "order": order}
        answered = _answered(event, code, asked, key, by)
        if answered is not None:
            return answered
        try:
            with transaction.atomic():
                return _opened(Competition(event=event, code=code, name=text, order=order), rulebook, asked, key, by)
        except IntegrityError:  # somebody, or this request's twin, was faster
            answered = _answered(event, code, asked, key, by)
            if answered is None:
                raise
            return answered


def _rulebook(rulebook_id: str, overrides: Mapping[str, Any]) -> tuple[Rulebook | None, list[Fault]]:
    if rulebook_id not in rulebooks.ids() and rulebook_id not in rulebooks.aliases():
        return None, [Fault("rulebook_unknown", at="rulebook", values={"choices": list(rulebooks.ids())})]
    if not isinstance(overrides, Mapping) or not all(isinstance(path, str) for path in overrides):
        return None, [Fault("not_an_object", at="overrides")]
    try:
        rulebook = rulebooks.load_file(rulebook_id).with_overrides(overrides)
        form = drawn_form(rulebook)
        blank = form.unset_faults(rulebook) if form is not None else ()
        return rulebook, [Fault(fault.code, fault.clause, f"overrides.{fault.at}", fault.values) for fault in blank]
    except RulebookFaults as wrong:
        return None, [Fault(fault.code, fault.clause, f"overrides.{fault.at}", fault.values) for fault in wrong.faults]


def _answered(event: Event, code: str, asked: Mapping[str, Any], key: str, by: Actor) -> Reply | None:
    """The answer to the same request sent before; Problems when the code is another's."""
    existing = Competition.objects.filter(event=event, code=code).first()
    if existing is None:
        return None
    if key:
        asked_print = fingerprint(action="competition_create", competition=existing, body=asked)
        answered = known(competition=existing, key=key, fingerprint=asked_print, by=by)
        if answered is not None:
            return answered
    raise Problems([Fault("code_taken", at="code")])


def _opened(competition: Competition, rulebook: Rulebook, asked: Mapping[str, Any], key: str, by: Actor) -> Reply:
    competition.rulebook_id, competition.rulebook_digest, competition.rulebook_text = rulebook.id, rulebook.digest, rulebook.text
    competition.save()
    event = competition.event
    body = {
        "rulebook": rulebook.id,
        "digest": rulebook.digest,
        "event": event.pid,
        "simulated": event.simulated,
        "officials": event.officials_required,
    }
    entry = ledger.begin(competition=competition, body=body, by=by, key=key)
    answer = {"competition": competition.code, "entry": entry_ref(entry)}
    if key:
        Answer.objects.create(
            book=entry.book,
            key=key,
            fingerprint=fingerprint(action="competition_create", competition=competition, body=asked),
            status=201,
            body=ledger.body_text(answer),
            actor=by.pid,
            entry_seq=entry.seq,
        )
    return Reply(201, answer)


def competition_rename(*, competition: Competition, name: str, by: Actor) -> Competition:
    """Names are not facts: allowed at any time. Raises Problems, NotAllowed."""
    require(by, "competition.create", event_id=competition.event_id, competition_id=competition.pk)
    competition.name = checked_name(name, most=MOST_TEAM)
    competition.save(update_fields=["name"])
    return competition


def competition_close(*, competition: Competition, by: Actor, key: str = "") -> Reply:
    """Official: 201 `{"publication": version, "standings": digest, "entry": …}`, from a full fold made here.

    Raises StateRefusal `not_ready` with `current["missing"]`: every match that is unfinished, unconfirmed, under review or
    carries a finding, every round not yet opened, every tie that waits for a lot; `already_closed`;
    `frozen_first`, `stage_hidden_first` while the public's board stands still. Raises NotAllowed.
    """
    action = "competition.close"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        _require_competent(competition, action, "close", by)

        def work(book: Book, write: Write) -> Mapping[str, Any]:
            if book.closed:
                raise StateRefusal("already_closed")
            refuse_close(competition)
            state = full(competition)
            missing = [*missing_for_close(state), *open_proposals(competition)]
            if missing:
                raise StateRefusal("not_ready", current={"missing": missing})
            body = canonical(state)
            digest = hashlib.sha256(body).hexdigest()
            last = Publication.objects.filter(competition=competition).aggregate(last=Max("version"))["last"] or 0
            Publication.objects.create(competition=competition, version=last + 1, seq=book.seq, body=body.decode(), digest=digest)
            write("close", {"seq": book.seq, "standings": digest})
            show(competition, Visibility.OFFICIAL)
            return {"publication": last + 1, "standings": digest}

        return keyed(competition=competition, action="competition_close", asked={}, key=key, by=by, work=work)


def missing_for_close(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What still keeps a state from being closed: `{"code", "round"?, "match"?, "table"?, "teams"?}`, in order of round and table."""
    missing: list[dict[str, Any]] = []
    for match in state["matches"]:
        code = _match_lacks(match)
        if code:
            missing.append({"code": code, "round": match["round"], "match": match["match"], "table": match["table"]})
    if not state["plan"]["over"] and not state["plan"].get("open_end"):  # the ladder ends on its last day, champion or not (F1-18)
        opened = [row["round"] for row in state["rounds"] if row["opened"]]
        waiting = [row["round"] for row in state["rounds"] if not row["opened"]]
        missing += [
            {"code": "round_not_opened", "round": number} for number in waiting or ([max(opened, default=0) + 1] if not missing else [])
        ]
    missing += [{"code": row["code"], **row["values"]} for row in state["plan"]["blocked"] if row["code"] in CLOSE_WAITS_FOR]
    missing += [{"code": "lot_missing", "teams": tied} for tied in lots_wanted(state)]
    return missing


def _match_lacks(match: Mapping[str, Any]) -> str:
    """The first thing a match lacks to be official; empty for none. Forfeited and annulled ones count without hands, but not while
    something about them is disputed."""
    if any(dispute["state"] in OPEN for dispute in match.get("disputes", ())):
        return "under_review"
    if match["state"] in ("forfeited", "annulled"):
        return ""
    if any(hand["under_review"] for hand in match["hands"]):
        return "under_review"
    if match["findings"] or any(hand["findings"] for hand in match["hands"]):
        return "finding"
    if match["state"] != "complete":
        return "unfinished"
    if not match["hands"]:  # every board was set by the chief referee: there is no record that anybody could sign
        return ""
    return "" if match["confirmed"] else "unconfirmed"


def competition_reopen(*, competition: Competition, reason: str, by: Actor, key: str = "", second: Second | None = None) -> Reply:
    """Takes the official status back, for a stated reason. Raises Problems (no reason), StateRefusal `not_closed`, NotAllowed.

    Where the event wants two officials: 202 `{"proposal"}`, and another one seconds it.
    """
    action, asker = "competition.reopen", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, key=key):
        _require_competent(competition, action, "reopen", by)
        text = checked_reason(reason)
        mark = fingerprint(action="competition_reopen", competition=competition, body={"reason": veiled(text)})
        if second is None and wants_second(competition):
            return _reopening_proposed(competition, text, by, key, mark)

        def work(book: Book, write: Write) -> Mapping[str, Any]:
            if not book.closed:
                raise StateRefusal("not_closed")
            body: dict[str, Any] = {"remark": remark_keep(competition, text)}
            if officials_said(book) != (wanted := competition.event.officials_required):  # changed while this book was closed
                body["officials"] = wanted
            write("reopen", body if second is None else second.stated(book, body))
            if second is not None:
                second.settle()
            Publication.objects.filter(competition=competition, reopened_at__isnull=True).update(reopened_at=clock.now())
            show(competition, Visibility.PROVISIONAL)
            return {}

        asked = {"reason": veiled(text)}
        return keyed(competition=competition, action="competition_reopen", asked=asked, key=key, by=by, work=work, second=second)


def _reopening_proposed(competition: Competition, text: str, by: Actor, key: str, mark: str) -> Reply:
    if key and (answered := known(competition=competition, key=key, fingerprint=mark, by=by)):
        return answered

    def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
        if not book.closed:
            raise StateRefusal("not_closed")
        body = {"remark": remark_keep(competition, text)}
        return proposed(book, None, Proposes("reopen", {}), body=body, by=by, key=key, mark=mark)

    return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def _require_competent(competition: Competition, action: str, act: str, by: Actor) -> None:
    require(by, action, event_id=competition.event_id, competition_id=competition.pk)
    rulebook = rulebook_of(competition)
    if not competent(rulebook, act, by.roles):
        raise NotAllowed("not_competent", clause=competence_clause(rulebook, act), values={"act": act, "role": by.role})
