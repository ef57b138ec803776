"""Where an official's act about a match may belong: a game the match can have, a board its table plays, its own room.

Reads a seat (a row of the setup's `matches`); writes nothing. Records are held against their seat by their game (`fits_seat`).
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.laws import TABLE, law_of
from scoring.outcomes import Fault
from scoring.parameters import Rulebook


def most_games(seat: Mapping[str, Any]) -> int:
    """The last game a match can have: the one that decides when each side lacks one more; a match of one sitting has one."""
    return 2 * int(seat.get("to_win", 1)) - 1


def place_faults(
    rulebook: Rulebook, seat: Mapping[str, Any], place: tuple[int, int, str], *, number_at: str = "number"
) -> tuple[Fault, ...]:
    """What of `place` (game, number, room) contradicts the table. Number 0 is the match as a whole; hands played on end are not counted."""
    game, number, room = place
    law, faults = law_of(rulebook, TABLE), []
    if game > most_games(seat):
        faults.append(Fault("game_out_of_range", law, "game", {"most": most_games(seat), "given": game}))
    boards = list(seat.get("boards") or ())
    if boards and number not in (0, *boards):
        faults.append(Fault("board_not_here", law, number_at, {"known": boards, "given": number}))
    if room != seat.get("room", ""):
        faults.append(Fault("other_room", law, "room", {"wanted": seat.get("room", ""), "given": room}))
    return tuple(faults)
