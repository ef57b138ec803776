"""The kinds of events that can be played, by the name event.json gives. A new kind is a module here and a line in KINDS."""

from collections.abc import Mapping

from events.plays.event_file import EventFile, event_of, read_source
from events.plays.kinds import (
    chaodipi,
    doudizhu_cut,
    doudizhu_groups,
    doudizhu_ladder,
    doudizhu_refill,
    doudizhu_stages,
    doudizhu_travelling,
    eighty_pairs,
    eighty_teams,
    gomoku,
    guandan,
)
from events.plays.kinds.protocol import Kind

KINDS: Mapping[str, Kind] = {
    "chaodipi": chaodipi,
    "doudizhu_cut": doudizhu_cut,
    "doudizhu_groups": doudizhu_groups,
    "doudizhu_ladder": doudizhu_ladder,
    "doudizhu_refill": doudizhu_refill,
    "doudizhu_stages": doudizhu_stages,
    "doudizhu_travelling": doudizhu_travelling,
    "eighty_pairs": eighty_pairs,
    "eighty_teams": eighty_teams,
    "gomoku": gomoku,
    "guandan": guandan,
}


def read_event(rulebook: str) -> EventFile:
    """The kept event of `rulebook`. Raises NoSuchPlay."""
    source = read_source(rulebook)
    return event_of(source, KINDS[source.event["kind"]].read(source))
