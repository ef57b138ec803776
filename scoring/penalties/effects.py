"""How fines work on points: the few kinds of effect there are. Exact integers in, integers out; nothing is read or written.

A fine is positive when it adds to the points and negative when it takes from them.
"""

from collections.abc import Iterable

NETTED, IN_TURN = TIMINGS = ("end", "running")


def fined(points: int, fine: int, floor: int, cap: int) -> int:
    """Points after one net fine: never below `floor`, never raised above `cap`; what was earned above the cap stays."""
    return max(floor, points + fine) if fine < 0 else max(points, min(cap, points + fine))


def fined_in_turn(points: int, fines: Iterable[int], floor: int, cap: int) -> int:
    """Points after fines one by one, each bounded as it works."""
    for fine in fines:
        points = fined(points, fine, floor, cap)
    return points
