"""Books of the ladder (斗地主 范文一) from scripts, a line an act. Players are numbers; days begin on 5 July 2026 and are counted from 0.

day 2                  the next sessions are on 7 July
1 2 3 L / 4 5 6 P      a session: tables in order, seats 1, 2, 3; the landlord is seat 1 and wins (L), or loses (P); `-`: undecided.
                       Behind it what officials say: `l5:2` (code and seat), `unsigned:1` (that seat does not sign)
climb 1 15             so many sessions in which player 1 beats players 2 and 3, three a day; `climb 1,4 15` at two tables
lot 1 4                a lot; out 3 d11: disqualified away from a table; voucher 7, return 7, lost 1: his voucher, his form; close
"""

from collections.abc import Iterable
from datetime import date, timedelta

from scoring.parameters import Rulebook
from scoring.sides import THREE
from tests.scoring.trios import Trios, game_record

FIRST_DAY = date(2026, 7, 5)
ACT = {"voucher": "issued", "return": "returned", "lost": "form_lost"}
RESULT = {"L": "1: 1 | won", "P": "1: 1 | lost"}


class Climbers(Trios):
    """A ladder being played. Whoever is seated gets a voucher if he has none that is unused; afterwards he returns it."""

    def __init__(self, rulebook: Rulebook, players: int) -> None:
        super().__init__(rulebook, players)
        self.on = 0
        self.sessions = 0
        self.days: set[str] = set()
        self.holding: set[str] = set()

    @property
    def day(self) -> str:
        return (FIRST_DAY + timedelta(days=self.on)).isoformat()

    def run(self, script: Iterable[str]) -> None:
        for line in script:
            word, *rest = line.split()
            if word == "day":
                self.on = int(rest[0])
            elif word == "climb":
                self.climb([int(one) for one in rest[0].split(",")], int(rest[1]))
            elif word == "lot":
                self.lot(*(f"e{one}" for one in rest))
            elif word == "close":
                self.add("close", seq=len(self.entries), standings="")
            elif word == "out":
                self.add("disqualified", entrant=f"e{rest[0]}", code=rest[1])
            elif word in ("voucher", "return", "lost"):
                self.voucher(f"e{rest[0]}", ACT[word], self.day)
                self.holding |= {f"e{rest[0]}"} if word == "voucher" else set()
                self.holding -= {f"e{rest[0]}"} if word == "return" else set()
            else:
                self.session(line)

    def climb(self, climbers: list[int], times: int) -> None:
        """So many wins of each, three a day."""
        for turn in range(times):
            if turn and turn % 3 == 0:
                self.on += 1
            self.session(" / ".join(f"{one} {one + 1} {one + 2} L" for one in climbers), ask=False)

    def session(self, line: str, *, ask: bool = True) -> None:
        """One session: vouchers, draw, opening, games, forms, vouchers back. Without `ask` nobody asks the plan whether it may open."""
        tables = [table.split() for table in line.split("/")]
        self.sessions += 1
        self.days.add(self.day)
        seated = [f"e{one}" for table in tables for one in table[:3]]
        for entrant in seated:
            if entrant not in self.holding:
                self.voucher(entrant, "issued", self.day)
        self.draw(self.sessions, seated)
        opened = self.open_round(self.sessions, self.day) if ask else self.seat(seated)
        for match, (*people, result), said in zip(opened, [table[:4] for table in tables], [table[4:] for table in tables], strict=True):
            self.game(match, result, said)
            without = [people[int(word[-1]) - 1] for word in said if word.startswith("keeps")]
            for one in people:
                if one in without:
                    self.holding.add(f"e{one}")
                elif result in RESULT:
                    self.holding.discard(f"e{one}")
                    self.voucher(f"e{one}", "returned", self.day)

    def seat(self, order: list[str]) -> list[str]:
        """The opening of a session as it would be stated, from the order of its draw."""
        number = self.sessions
        codes = [f"r{number}-t{table}" for table in range(1, len(order) // 3 + 1)]
        said = {"stage": "", "pair": 1, "room": "", "boards": [], "strict": [], "kind": "regular"}
        seats = [
            {"match": code, "encounter": code, "table": table, **said, **dict(zip(THREE, order[3 * table - 3 : 3 * table], strict=True))}
            for table, code in enumerate(codes, start=1)
        ]
        self.add("round_opened", round=number, seats=seats, day=self.day)
        return codes

    def game(self, match: str, result: str, said: list[str]) -> None:
        """The hand of a table, what officials said of it, and the forms."""
        hashes = [self.record(match, game_record(RESULT[result]))] if result in RESULT else []
        silent = [word[-1] for word in said if word.startswith("unsigned")]
        for word in said:
            code, _, seat = word.partition(":")
            if code not in ("unsigned", "keeps"):
                self.penalty(match, code, seat, 1)
        for side in THREE:
            if hashes and side not in silent:
                self.confirm(match, hashes, side=side)
