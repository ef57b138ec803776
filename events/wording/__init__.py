"""Codes -> sentences: what went wrong, and what to do. The only place below the templates where sentences for people stand.

Rules, services and doors name things by codes and operands; every code they can emit has a message and a remedy here, in Chinese,
translated through gettext. Reads nothing, writes nothing.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.wording import (
    access,
    chaodipi,
    disputes,
    doudizhu,
    doudizhu_ladder,
    doudizhu_rounds,
    eighty,
    eighty_pairs,
    evidence,
    gomoku,
    hands,
    knockout,
    officials,
    requests,
    rulebooks,
    seatings,
    setup,
    state,
)
from events.wording.fields import VALUES
from events.wording.leaves import value_text
from events.wording.sides import seat_of_three
from events.wording.stages import stage_word
from events.wording.terms import operand

Sentence = Promise | str

WORDS: Mapping[str, tuple[Sentence, Sentence]] = {
    **requests.WORDS,
    **access.WORDS,
    **setup.WORDS,
    **seatings.WORDS,
    **state.WORDS,
    **hands.WORDS,
    **officials.WORDS,
    **disputes.WORDS,
    **evidence.WORDS,
    **rulebooks.WORDS,
    **knockout.WORDS,
    **gomoku.WORDS,
    **chaodipi.WORDS,
    **eighty.WORDS,
    **eighty_pairs.WORDS,
    **doudizhu.WORDS,
    **doudizhu_rounds.WORDS,
    **doudizhu_ladder.WORDS,
}


_UNWORDED: tuple[Sentence, Sentence] = (_("没有保存（%(code)s）。"), _("请检查后再试，或请裁判员处理。"))

# Operands that say the same under another name, so that one sentence serves them all.
ALIASES: Mapping[str, tuple[str, ...]] = {"choices": ("options", "known"), "limit": ("most",)}


# Sentences whose operands are suits and ranks: there S is spades, not South. So it is in a list of choices with no trump in it.
OF_TRUMPS = frozenset({"trump_differs", "rank_differs", "trump_not_called", "not_as_drawn"})
NO_TRUMP = "NT"
# Sentences whose operands are the two at a board: there A is 甲方, no ace.
OF_A_BOARD = frozenset({"winner_not_on_board"})
# Operands that are a side wherever they stand, and sentences whose operands are seats of a table of three.
A_SIDE = frozenset({"side"})
OF_SEATS = frozenset({"first_bidder_differs", "landlord_differs", "offender_won"})
A_STAGE = "stage"
# Operands that are choices of a rulebook.
OF_A_RULEBOOK = frozenset({"pattern"})
# Sentences that quote two results, and what is said where the game has no short name for a result.
WITHOUT_RESULTS: Mapping[str, str] = {"slot_taken": "slot_taken_unsaid"}


class _Operands(dict[str, str]):
    """Operands of a sentence; one that a caller left out shows as an ellipsis rather than as a server error."""

    def __missing__(self, name: str) -> str:
        return next((self[other] for other in ALIASES.get(name, ()) if other in self), "…")


def problem_text(code: str, values: Mapping[str, Any]) -> str:
    """What is wrong, in the active language."""
    return _fill(code, 0, values)


def remedy_text(code: str, values: Mapping[str, Any]) -> str:
    """What to do about it, in the active language."""
    return _fill(code, 1, values)


def _fill(code: str, which: int, values: Mapping[str, Any]) -> str:
    # A code without words fails the wording test; should one slip through, people still get a plain refusal with its code.
    if code in WITHOUT_RESULTS and "live" not in values:
        code = WITHOUT_RESULTS[code]
    sentence = WORDS[code][which] if code in WORDS else _UNWORDED[which]
    return str(sentence) % _Operands({"code": code} | {name: _said(code, name, value) for name, value in values.items()})


def _said(code: str, name: str, value: Any) -> str:
    """One operand as text: a suit or rank where the sentence is about trumps, a seat where it is about one, else whatever it is."""
    if name in A_SIDE and isinstance(value, list | tuple):
        return operand([_said(code, name, one) for one in value])
    if (name in A_SIDE or code in OF_SEATS) and seat_of_three(value):
        return seat_of_three(value)
    if name == A_STAGE and isinstance(value, str):
        return stage_word(value)
    if name in OF_A_RULEBOOK:
        return value_text(value)
    if isinstance(value, list | tuple) and NO_TRUMP in value:
        return operand([_trump(item) for item in value])
    if code in OF_A_BOARD and isinstance(value, str):
        return str(VALUES.get(("winner", value), value))
    return operand(_trump(value) if code in OF_TRUMPS else value)


def _trump(value: Any) -> Any:
    found = next((VALUES[field, value] for field in ("trump", "rank") if isinstance(value, str) and (field, value) in VALUES), value)
    return found if found is value else str(found)
