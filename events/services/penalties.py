"""What an official states about a match beside its hands: a penalty 判罚, the bell 时间到, a board's adjusted score 调整分.

Writes through events.ledger; what they are worth and who may state them is asked of scoring.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events.access import Actor
from events.models import Book, Competition
from events.pinned import rulebook_of
from events.refusals import NotAllowed, StateRefusal
from events.services.keyed import veiled
from events.services.matches import changed
from events.services.replies import Reply
from events.services.seconding import Proposes, Second, penalty_wants_second
from events.services.sitting import Sitting, reason_body, reason_faults, require_competent, summary
from scoring.games import GAMES
from scoring.outcomes import Fault, shown
from scoring.penalties import law, may_impose, official
from scoring.tallies import TALLIES, takes_bell

MOST_GAME, MOST_NUMBER, MOST_CLAUSES = 99, 999, 10
ROOMS = ("", "open", "closed")


def penalty_give(
    *,
    competition: Competition,
    match: str,
    penalty: Mapping[str, Any],
    key: str,
    by: Actor,
    game: int = 1,
    number: int = 0,
    room: str = "",
    reason: str = "",
    let_stand: bool = False,
    second: Second | None = None,
) -> Reply:
    """A penalty by the rulebook's tariff: 201. `penalty` is its body; `number` the hand or board, 0 for the game as a whole.

    Problems: everything wrong with the body (`scoring.games.Game.check_penalty`) and its place. NotAllowed("not_competent") for an
    official below the tariff's. `let_stand`: see `events.services.bracket`.
    """
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        return [
            *_place_faults(game, number, room),
            *GAMES[rulebook.game].check_penalty(rulebook, penalty, number),
            *reason_faults(reason),
        ]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        code = str(penalty["code"])
        if not may_impose(rulebook, code, by.roles):
            raise NotAllowed("not_competent", clause=law(rulebook, code), values={"act": "penalty", "need": official(rulebook, code)})
        return "penalty", {**penalty, **reason_body(competition, reason)}, ""

    asked = {"penalty": dict(penalty) if isinstance(penalty, Mapping) else shown(penalty), "game": game, "number": number, "room": room}
    asked |= {"reason": veiled(reason), **({"let_stand": True} if let_stand else {})}
    return changed(
        competition,
        rulebook,
        match,
        "penalty.give",
        asked,
        key,
        by,
        faults,
        change,
        place=(game, number, room),
        let_stand=let_stand,
        reason=reason,
        proposes=Proposes(
            "penalty",
            {"penalty": asked["penalty"], "game": game, "number": number, "room": room, **({"let_stand": True} if let_stand else {})},
            lambda _book: penalty_wants_second(rulebook, str(penalty["code"])),
        ),
        second=second,
    )


def time_up_state(
    *, competition: Competition, match: str, game: int, last_hand: int, key: str, by: Actor, reason: str = "", lot: str = ""
) -> Reply:
    """The bell of a game: `last_hand` is the last hand that counts; `lot` the side a lot fell on where the rulebook asks for one: 201."""
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = [*_place_faults(game, 0, ""), *reason_faults(reason)]
        if type(last_hand) is not int or not 0 <= last_hand <= MOST_NUMBER:
            found.append(Fault("out_of_range", at="last_hand", values={"least": 0, "most": MOST_NUMBER}))
        sides = GAMES[rulebook.game].sides
        if lot not in ("", *sides):
            found.append(Fault("unknown_side", at="lot", values={"known": list(sides)}))
        return found

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        _require_act(by, "time_up", competition)
        if sitting.match.forfeited_by:
            raise StateRefusal("match_forfeited", current={"match": summary(sitting, rulebook)})
        return "time_up", {"last_hand": last_hand, **({"lot": lot} if lot else {}), **reason_body(competition, reason)}, ""

    asked = {"game": game, "last_hand": last_hand, "lot": lot, "reason": veiled(reason)}
    return changed(competition, rulebook, match, "time.up", asked, key, by, faults, change, place=(game, 0, ""))


def board_adjust(
    *,
    competition: Competition,
    match: str,
    board: int,
    ns: Any,
    ew: Any,
    unit: str,
    clauses: Sequence[str],
    reason: str,
    key: str,
    by: Actor,
    room: str = "",
    second: Second | None = None,
) -> Reply:
    """A board's adjusted score, by the chief referee with a reason and clauses: 201. What `ns`, `ew` and `unit` may be the tally says."""
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = [*_place_faults(1, board, room), *reason_faults(reason, required=True), *clause_faults(rulebook.clauses, clauses)]
        if type(board) is int and board < 1:
            found.append(Fault("out_of_range", at="board", values={"least": 1, "most": MOST_NUMBER}))
        body = {"ns": ns, "ew": ew, "unit": unit}
        return [*found, *TALLIES[rulebook.tally].check_adjustment(rulebook, board, body)]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        _require_act(by, "adjustment", competition)
        return "adjustment", {"ns": ns, "ew": ew, "unit": unit, "clauses": list(clauses), **reason_body(competition, reason)}, ""

    asked = {"board": board, "ns": ns, "ew": ew, "unit": unit, "clauses": list(clauses), "room": room, "reason": veiled(reason)}
    asks = {name: value for name, value in asked.items() if name != "reason"}
    return changed(
        competition,
        rulebook,
        match,
        "board.adjust",
        asked,
        key,
        by,
        faults,
        change,
        place=(1, board, room),
        number_at="board",
        proposes=Proposes("board_adjust", asks),
        second=second,
    )


def _require_act(by: Actor, act: str, competition: Competition) -> None:
    rulebook = rulebook_of(competition)
    if act not in GAMES[rulebook.game].extra_acts or (act == "time_up" and not takes_bell(rulebook)):
        raise StateRefusal("not_in_this_game", values={"act": act})
    require_competent(by, act, rulebook)


def _place_faults(game: int, number: int, room: str) -> list[Fault]:
    faults = []
    if type(game) is not int or not 1 <= game <= MOST_GAME:
        faults.append(Fault("out_of_range", at="game", values={"least": 1, "most": MOST_GAME}))
    if type(number) is not int or not 0 <= number <= MOST_NUMBER:
        faults.append(Fault("out_of_range", at="number", values={"least": 0, "most": MOST_NUMBER}))
    if room not in ROOMS:
        faults.append(Fault("not_a_choice", at="room", values={"choices": list(ROOMS[1:])}))
    return faults


def clause_faults(known: Mapping[str, object], clauses: Sequence[object]) -> list[Fault]:
    """What is wrong with the clauses that an act cites: none, too many, one that the rulebook does not have."""
    if not clauses:
        return [Fault("clause_missing", at="clauses")]
    if len(clauses) > MOST_CLAUSES:
        return [Fault("out_of_range", at="clauses", values={"least": 1, "most": MOST_CLAUSES})]
    return [
        Fault("clause_unknown", at=f"clauses[{n}]")
        for n, clause in enumerate(clauses)
        if not isinstance(clause, str) or clause not in known
    ]
