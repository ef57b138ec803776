"""Kinds of worked cases of stages that are ranked over all tables: entrants are named by their numbers, tables given their points.

cut   so many entrants; `rounds` are played one after the other, each the points of its tables in order of seats: "20*8 10 10 8 7" is
      eight times 20 and so on, "down" different points, the first seat best; `absent` match -> seats; `lots` orders of numbers; then
      `corrected` (match -> points)
play_off  one table of a play-off on the cut, with the words of `table` (`tests.rulebooks.kinds.doudizhu`)
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.cut.leaves import HANDS
from scoring.matches import match_node
from scoring.parameters import Rulebook
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.rulebooks.kinds.stages import compared, event, number, points_of
from tests.scoring.staged import Staged


def points_in(text: str, players: int) -> list[int]:
    if text == "down":
        return [100 - place for place in range(players)]
    found: list[int] = []
    for word in text.split():
        points, _, times = word.partition("*")
        found += [int(points)] * int(times or 1)
    return found


def cut(rulebook: Rulebook, given: Case, expect: Case) -> None:
    hall = Staged(rulebook, given["entrants"])
    for order in given.get("lots", []):
        hall.lot(*(f"e{one}" for one in order.split()))
    for text in given.get("rounds", []):
        if hall.state()["next"] is None:
            break
        matches = hall.open()
        points = points_in(text, 3 * len(matches))
        for place, match in enumerate(matches):
            its = [*points[3 * place : 3 * place + 3], 0, 0, 0][:3]
            hall.give(match, *its, absent=given.get("absent", {}).get(match, ()))
    for match, text in given.get("corrected", {}).items():
        hall.give(match, *points_of(text))
    state = hall.state()
    rows = (state["cut"] or {"rows": []})["rows"]
    found: dict[str, Any] = {
        **event(hall),
        "places": (state["cut"] or {}).get("places", 0),
        "byes": [number(one) for one in (state["cut"] or {}).get("byes", [])],
        "wanted": (state["cut"] or {}).get("wanted", ""),
        "line": [f"{row['rank']} {number(row['entrant'])} {row['status']}" for row in rows],
    }
    compared(found, expect)


def play_off(rulebook: Rulebook, given: Case, expect: Case) -> None:
    from tests.rulebooks.kinds import doudizhu  # that module gathers this one

    seat = {**doudizhu.SEAT, "kind": "play_off", "strict": given["strict"], "hands": rulebook.number(HANDS)}
    found = doudizhu.table_facts(match_node(rulebook, seat, doudizhu.entries_of(rulebook, given)))
    for name, wanted in expect.items():
        same(name, found[name], wanted)


KINDS: Mapping[str, Kind] = {"cut": cut, "play_off": play_off}
