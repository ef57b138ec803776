"""Who won and who lost a single game, each player by himself: by the hand, by offences, by staying away. F1-09, F1-L1 to L9, AMB-16.

Pure. An offence in play costs its offender the game and gives it to the other side; his innocent partner has no result and plays again.
Before there is a landlord, and for who does not come, there is no other side: only the offender loses. Not signing is his own loss alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.doudizhu.fields import LANDLORD, PEASANTS
from scoring.games.doudizhu.leaves import LOSES_HAND, PER_PLAY, RULED_TIMES, WINNER
from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, law, leaf
from scoring.sides import THREE
from scoring.tallies.single_game.leaves import CHANGED_PLAYER, HAND_VOID, LOSS_SCOPE, OUT_MID_HAND, SIDE

WIN, LOSS, NONE = RESULTS = ("win", "loss", "none")
NOT_SIGNED, STAYED_AWAY = "l3", "l7"


@dataclass(frozen=True, slots=True)
class Results:
    """`of`: seat -> win, loss or none, empty while undecided. `won_by`: landlord or peasants, empty where no side won."""

    of: Mapping[str, str]
    won_by: str
    trace: tuple[Step, ...]


def codes_of(rulebook: Rulebook, penalties: Collection[Penalty]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Seat -> the codes by which it loses the game, and those by which it is out of the competition, in the order of their names."""
    loses: dict[str, list[str]] = {}
    out: dict[str, list[str]] = {}
    for penalty in sorted(penalties, key=lambda one: (one.side, one.code)):
        kind = loses if rulebook.choice(leaf(penalty.code, "moves")) == LOSES_HAND else out
        if penalty.code not in kind.setdefault(penalty.side, []):
            kind[penalty.side].append(penalty.code)
    return loses, out


def results_of(
    rulebook: Rulebook,
    hand: Mapping[str, Any] | None,
    loses: Mapping[str, Collection[str]],
    out: Collection[str],
    absent: Collection[str],
) -> Results:
    """From the normal form of the hand, if there is one, and everything that officials stated."""
    away = {seat: _loses(rulebook, seat, STAYED_AWAY) for seat in THREE if STAYED_AWAY in loses.get(seat, ())}
    away |= {seat: Step(rulebook.law(CHANGED_PLAYER), "changed_player", (), 0, seat) for seat in absent if seat not in away}
    if away:
        return _given(away, [_none(rulebook, LOSS_SCOPE, "plays_again", seat) for seat in THREE if seat not in away])
    finished = hand is not None and hand["out"] is not None
    in_play = {seat: _loses(rulebook, seat, code) for seat in THREE for code in loses.get(seat, ()) if code != NOT_SIGNED}
    if out and not finished:
        if rulebook.choice(OUT_MID_HAND) == HAND_VOID:
            voided = [_none(rulebook, OUT_MID_HAND, "hand_void", seat) for seat in THREE if seat not in out]
            return _given({seat: Step(rulebook.law(OUT_MID_HAND), "disqualified", (), 0, seat) for seat in out}, voided)
        in_play |= {seat: Step(rulebook.law(OUT_MID_HAND), "disqualified", (), 0, seat) for seat in out}
    offender = str(hand["ruled"]["offender"]) if hand is not None and hand["ruled"] else ""
    if offender and offender not in in_play:
        in_play[offender] = Step(rulebook.law(RULED_TIMES), "ruled_lost", (), 0, offender)
    found = _by_offence(rulebook, hand, in_play) if in_play else None if hand is None else _by_play(rulebook, hand)
    return Results({}, "", ()) if found is None else _unsigned(rulebook, found, loses)


def overran(rulebook: Rulebook, seconds: int) -> bool:
    """Whether somebody who followed after so many seconds took too long: he has passed that trick, and it is counted (F1-07)."""
    return seconds > rulebook.number(PER_PLAY)


def side_of(hand: Mapping[str, Any], seat: str) -> str:
    """On which side somebody played."""
    return LANDLORD if str(hand["landlord"]) == seat else PEASANTS


def _by_play(rulebook: Rulebook, hand: Mapping[str, Any]) -> Results:
    of = {seat: WIN if side_of(hand, seat) == hand["winner"] else LOSS for seat in THREE}
    out = str(hand["out"])
    first = Step(rulebook.law(WINNER), "landlord_out_first" if hand["winner"] == LANDLORD else "peasant_out_first", (), 1, out)
    steps = [Step(rulebook.law(WINNER), "hand_won" if of[seat] == WIN else "hand_lost", (), int(of[seat] == WIN), seat) for seat in THREE]
    return Results(of, str(hand["winner"]), (first, *steps))


def _by_offence(rulebook: Rulebook, hand: Mapping[str, Any] | None, offenders: Mapping[str, Step]) -> Results:
    steps = [offenders[seat] for seat in THREE if seat in offenders]
    innocent = [seat for seat in THREE if seat not in offenders]
    if hand is None or hand["landlord"] is None:
        return _given(offenders, [_none(rulebook, LOSS_SCOPE, "no_landlord_yet", seat) for seat in innocent])
    guilty = {side_of(hand, seat) for seat in offenders}
    won_by = "" if len(guilty) > 1 else PEASANTS if LANDLORD in guilty else LANDLORD
    of = dict.fromkeys(offenders, LOSS)
    for seat in innocent:
        if side_of(hand, seat) == won_by:
            of[seat] = WIN
            steps.append(Step(rulebook.law(LOSS_SCOPE), "other_side_offended", (), 1, seat))
        elif rulebook.choice(LOSS_SCOPE) == SIDE:
            of[seat] = LOSS
            steps.append(Step(rulebook.law(LOSS_SCOPE), "partner_offended", (), 0, seat))
        else:
            of[seat] = NONE
            steps.append(_none(rulebook, LOSS_SCOPE, "partner_offended_no_result", seat))
    return Results({seat: of[seat] for seat in THREE}, won_by, tuple(steps))


def _unsigned(rulebook: Rulebook, found: Results, loses: Mapping[str, Collection[str]]) -> Results:
    """Who does not sign a truthful form loses, and nobody gains by it (F1-L3)."""
    refused = [seat for seat in THREE if NOT_SIGNED in loses.get(seat, ())]
    steps = [_loses(rulebook, seat, NOT_SIGNED) for seat in refused]
    return Results({seat: LOSS if seat in refused else found.of[seat] for seat in THREE}, found.won_by, (*found.trace, *steps))


def _given(losers: Mapping[str, Step], others: list[Step]) -> Results:
    steps = [losers[seat] for seat in THREE if seat in losers]
    return Results({seat: LOSS if seat in losers else NONE for seat in THREE}, "", (*steps, *others))


def _loses(rulebook: Rulebook, seat: str, code: str) -> Step:
    """The step of a loss by an offence."""
    return Step(law(rulebook, code), code, (), 0, seat)


def _none(rulebook: Rulebook, path: str, why: str, seat: str) -> Step:
    """The step of somebody who has no result."""
    return Step(rulebook.law(path), why, (), 0, seat)
