"""Draws 抽签 that anybody can repeat: the same seed and the same ids give the same order on any machine."""

import hashlib
from collections.abc import Iterable, Iterator

BLOCK = 8


def _numbers(seed: str) -> Iterator[int]:
    """64-bit numbers: SHA-256 of the seed and a counter, eight bytes at a time."""
    counter = 0
    while True:
        digest = hashlib.sha256(f"{seed}\n{counter}".encode("utf-8", "surrogatepass")).digest()
        for start in range(0, len(digest), BLOCK):
            yield int.from_bytes(digest[start : start + BLOCK], "big")
        counter += 1


def draw_order(seed: str, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids in drawn order, the first being number 1 (TR-02).

    Fisher-Yates from the sorted ids, so that the order in which they were registered does not matter; numbers above the
    last full multiple are thrown away, so that no place is favoured.
    """
    order = sorted(ids)
    numbers = _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        limit = 2**64 - 2**64 % places
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        chosen = number % places
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
