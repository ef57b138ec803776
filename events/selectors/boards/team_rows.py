"""What a row of a team says in every round robin: its place, the round it plays in, whom it meets next."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from events.selectors.boards.parts import Current, seats_of, split_of
from events.selectors.people import Names


def team_rows(
    state: Mapping[str, Any],
    names: Names,
    fixtures: Mapping[str, Mapping[int, str | None]],
    number: int,
    points_shown: Callable[[Any], object],
) -> Iterator[tuple[Mapping[str, Any], dict[str, Any]]]:
    """(row of the standings, fields of its `Row`), best team first; `number` is the round that is shown beside the places."""
    numbers = {team["team"]: team["number"] for team in state["teams"]}
    seats = seats_of(state["matches"], number, "team")
    standings = state["standings"]
    for index, row in enumerate(standings):
        team = row["team"]
        below = standings[index + 1] if index + 1 < len(standings) else None
        ahead = next((n for n in sorted(fixtures.get(team, {})) if n > number), 0)
        against = fixtures.get(team, {}).get(ahead)
        now_against = fixtures.get(team, {}).get(number)
        current = row["current"]
        yield (
            row,
            {
                "key": team,
                "number": numbers.get(team) or 0,
                "name": names.team(team),
                "of": "",
                "rank": row["rank"],
                "shared": row["shared"],
                "points": points_shown(row["points"]),
                "split": split_of(below, names.team(below["team"])) if below else None,
                "change": state["previous"][team] - row["rank"] if team in state["previous"] else 0,
                "current": Current(
                    round=current["round"],
                    points=points_shown(current["points"]),
                    handed_in=current["handed_in"],
                    matches=current["matches"],
                    tables=seats.get(team, ""),
                    against=names.team(now_against) if now_against else "",
                )
                if current
                else None,
                "next_round": ahead,
                "next_against": names.team(against) if against else "",
                "next_bye": bool(ahead) and against is None,
            },
        )
