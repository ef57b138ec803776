"""Measuring and printing."""

import json
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass


def show(name: str, value: float, unit: str, peer: str = "", peer_value: float | None = None, *, higher_is_better: bool = False) -> None:
    """One line. `ratio` says how many times as much as the peer we cost (or, for rates, how many times as many we do)."""
    line: dict[str, object] = {"name": name, "value": _short(value), "unit": unit}
    if peer and peer_value:
        line |= {"peer": peer, "peer_value": _short(peer_value), "ratio": _short(value / peer_value)}
    if higher_is_better:
        line["better"] = "higher"
    print(json.dumps(line), flush=True)


def _short(value: float) -> float:
    return float(f"{value:.4g}")


@dataclass(frozen=True, slots=True)
class Timing:
    """Of many equal calls: seconds each, and calls a second over all of them."""

    waits: tuple[float, ...]
    rate: float

    @property
    def median_ms(self) -> float:
        return statistics.median(self.waits) * 1000

    def percentile_ms(self, share: float) -> float:
        return sorted(self.waits)[int(len(self.waits) * share)] * 1000


def timed(calls: Sequence[Callable[[], object]]) -> Timing:
    """One after the other."""
    waits = []
    began = time.perf_counter()
    for call in calls:
        start = time.perf_counter()
        call()
        waits.append(time.perf_counter() - start)
    return Timing(tuple(waits), len(calls) / (time.perf_counter() - began))


def timed_together(lanes: Sequence[Sequence[Callable[[], object]]]) -> Timing:
    """Each lane in a thread of its own."""
    began = time.perf_counter()
    with ThreadPoolExecutor(len(lanes)) as threads:
        timings = list(threads.map(timed, lanes))
    rate = sum(len(lane) for lane in lanes) / (time.perf_counter() - began)
    return Timing(tuple(wait for timing in timings for wait in timing.waits), rate)


def joined(parts: Iterable[Timing]) -> Timing:
    """Blocks of one measurement, taken in turns with those of its peer so that both meet the same weather."""
    found = list(parts)
    waits = tuple(wait for part in found for wait in part.waits)
    return Timing(waits, len(waits) / sum(len(part.waits) / part.rate for part in found))


def best_of(times: int, call: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs: for pure computation, where everything slower is somebody else's noise."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best
