"""A small model of a table, for the stateful test: what must be true, in terms that share no code with the services.

A result is (side, kind). A claim is [result, hash]; the first claim of a slot lives, the others contest it.
"""

from dataclasses import dataclass, field

POINTS = {"double_down": 5, "first_third": 3, "first_fourth": 1}
HANDS = 5
Result = tuple[str, str]


@dataclass(slots=True)
class Claim:
    result: Result
    hash: str


@dataclass(slots=True)
class Table:
    slots: dict[int, list[Claim]] = field(default_factory=dict)
    history: list[tuple[int, str, str]] = field(default_factory=list)  # every entry there ever was: number, hash, who entered it
    forfeit: tuple[str, str] | None = None  # side, hash
    confirmed: bool = False
    closed: bool = False

    def live(self, number: int) -> Claim | None:
        claims = self.slots.get(number)
        return claims[0] if claims else None

    @property
    def contested(self) -> list[int]:
        return sorted(number for number, claims in self.slots.items() if len(claims) > 1)

    @property
    def complete(self) -> bool:
        return all(self.slots.get(number) for number in range(1, HANDS + 1))

    @property
    def official(self) -> bool:
        return self.forfeit is not None or (self.complete and self.confirmed and not self.contested)

    @property
    def points(self) -> dict[str, int]:
        if self.forfeit:
            return {side: 0 if side == self.forfeit[0] else 18 for side in ("NS", "EW")}
        won = {"NS": 0, "EW": 0}
        for claims in self.slots.values():
            if claims:
                won[claims[0].result[0]] += POINTS[claims[0].result[1]]
        return won

    def expected(self, number: int, result: Result) -> int:
        """The status of a new submission: 201, 200, 202 or 409."""
        if self.closed or self.confirmed:
            return 409
        live = self.live(number)
        return 201 if live is None else 200 if live.result == result else 202
