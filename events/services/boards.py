"""What holds for a board wherever it is played: its trump, once fixed, and results that may not be compared with each other.

Writes through events.ledger, as entries about no single match; the matches that play the board are judged again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events.access import ORGANISER, Actor, require
from events.models import Book, Competition, Match
from events.pinned import rulebook_of
from events.refusals import StateRefusal
from events.selectors.match_value import match_value
from events.selectors.plan import setup_of
from events.services.keyed import Write, keyed, veiled
from events.services.replies import Reply, refusals_kept
from events.services.sitting import project, reason_body, reason_faults, refuse, require_competent
from scoring.games import GAMES
from scoring.outcomes import Fault
from scoring.parameters import Rulebook

MOST_GROUPS = 9


def board_trump_set(*, competition: Competition, board: int, mode: str, rank: str, trump: str, by: Actor, key: str = "") -> Reply:
    """Fix the trump of a board: 201 `{"board", "mode", "rank", "trump", "entry"}`. Said again, the later one holds.

    Problems of the game (`check_trump`): board, mode, rank, trump. StateRefusal("not_in_this_game").
    """
    body = {"board": board, "mode": mode, "rank": rank, "trump": trump}
    return _stated(competition, "board.trump", "board_trump", body, by, key)


def board_foul(*, competition: Competition, board: int, groups: Sequence[Sequence[str]], reason: str, by: Actor, key: str = "") -> Reply:
    """A board that was not the same at all tables: its results are compared only within `groups` of matches: 201."""
    body = {"board": board, "groups": [list(group) for group in groups]}
    return _stated(competition, "board.foul", "fouled", body, by, key, reason=reason)


def _stated(competition: Competition, action: str, kind: str, body: Mapping[str, Any], by: Actor, key: str, *, reason: str = "") -> Reply:
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        rulebook = rulebook_of(competition)
        if kind not in GAMES[rulebook.game].extra_acts:
            raise StateRefusal("not_in_this_game", values={"act": kind})
        if kind != "board_trump" or ORGANISER not in by.roles:
            require_competent(by, kind, rulebook)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            # Under the lock: a round that opens adds tables to a board. After the look for the key: the first answer stays the answer.
            refuse([*_faults(competition, rulebook, kind, body), *(reason_faults(reason, required=True) if kind == "fouled" else [])])
            write(kind, dict(body) | reason_body(competition, reason))
            _judge_again(competition, int(body["board"]))
            return dict(body)

        asked = {**body, "reason": veiled(reason)}
        return keyed(competition=competition, action=kind, asked=asked, key=key, by=by, work=work)


def _faults(competition: Competition, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> list[Fault]:
    found = list(GAMES[rulebook.game].check_board_fact(rulebook, kind, body))
    return found if found or kind != "fouled" else _group_faults(competition, body)


def _group_faults(competition: Competition, body: Mapping[str, Any]) -> list[Fault]:
    """Every match that plays the board stands in exactly one group."""
    seats = setup_of(competition)["matches"]
    playing = sorted(seat["match"] for seat in seats if body["board"] in seat.get("boards", ()))
    named = sorted(match for group in body["groups"] for match in group)
    if not 2 <= len(body["groups"]) <= MOST_GROUPS:
        return [Fault("out_of_range", at="groups", values={"least": 2, "most": MOST_GROUPS})]
    return [] if named == playing else [Fault("groups_differ", at="groups", values={"wanted": playing})]


def _judge_again(competition: Competition, board: int) -> None:
    """The tables that play the board show what holds now."""
    seats = {seat["match"]: seat for seat in setup_of(competition)["matches"] if board in seat.get("boards", ())}
    for match in Match.objects.filter(competition=competition, code__in=seats):
        project(match, match_value(competition=competition, match=match.code, seat=seats[match.code]))
        match.save(update_fields=["done", "winner", "shown", "forfeited_by", "confirmed_hash", "confirmed_on_behalf"])
