"""How a fine works on points, and when: all netted at the end, or each as it falls. Exact integers in,
integers out; nothing is read or written.

A fine is positive when it adds to the points and negative when it takes from them.
"""

NETTED, IN_TURN = TIMINGS = ("end", "running")


def fined(points: int, fine: int, floor: int, cap: int) -> int:
    """Points after one net fine: never below `floor`, never raised above `cap`; what was earned above the cap stays."""
    return max(floor, points + fine) if fine < 0 else max(points, min(cap, points + fine))
