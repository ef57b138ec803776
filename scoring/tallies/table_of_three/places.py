"""Who is ahead at a table of three, who is level, and who of those must be told apart. Clauses DZH-13, F2-09, F5-02, F9-05.

A player's key is his points and then, batch by batch, his points of the extra hands; the higher key is ahead.
"""

from collections.abc import Iterable, Mapping, Sequence

from scoring.sides import THREE

Keys = Mapping[str, tuple[int, ...]]
DEFAULT_STRICT = (1,)


def order_of(keys: Keys) -> list[str]:
    """The seats, best first; equals in order of seats."""
    return sorted(THREE, key=lambda seat: (*(-part for part in keys[seat]), seat))


def places_of(keys: Keys) -> dict[str, int]:
    """Seat -> place from 1; equals share the better one."""
    return {seat: 1 + sum(keys[other] > keys[seat] for other in THREE) for seat in THREE}


def groups_of(keys: Keys) -> list[list[str]]:
    """The seats best first, equals together."""
    places = places_of(keys)
    return [[seat for seat in THREE if places[seat] == place] for place in sorted(set(places.values()))]


def tied_across(keys: Keys, strict: Iterable[int], out: Sequence[str] = ()) -> list[list[str]]:
    """The equals among whom a boundary lies that has to be decided, after the place that `strict` names.

    Those in `out` are out whatever their place: they are not told apart.
    """
    boundaries = tuple(strict)
    found: list[list[str]] = []
    before = 0
    for group in groups_of(keys):
        after = before + len(group)
        if any(before < boundary < after for boundary in boundaries) and not set(group) <= set(out):
            found.append(group)
        before = after
    return found
