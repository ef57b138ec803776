"""Books of events in stages as they may go: draws, hands, bells, corrections, forfeits, lots, people seated anew, in any order that can be.

What the entries say need not be sensible; that the book can be written as a service writes it is all.
"""

import random
from collections.abc import Sequence
from typing import Any

from scoring.entries import Entry
from scoring.fold import fold
from scoring.games import GAMES
from scoring.nodes import is_setup, match_node, planned_matches, setup_node
from scoring.parameters import Rulebook
from scoring.sides import THREE
from tests.rulebooks.kinds.doudizhu import filled, record_of

RESULTS = ("3 | won", "0 3 | won", "0 0 3 | won", "3 | lost", "0 3 | lost", "0 0 3 | lost", "2 0 0 | won b1", "0 0 0", "0 2 0 | lost b1")


class StagedBook:
    """A book being written: every entrant of a team of its own, with one player; hashes `h1`, `h2`, …"""

    def __init__(self, rulebook: Rulebook, entrants: int) -> None:
        self.rulebook = rulebook
        self.entries: list[Entry] = []
        self.entrants = 0
        self.add("open", rulebook=rulebook.id, digest=rulebook.digest, event="v1", simulated=True, officials=1)
        for _ in range(entrants):
            self.enter()

    def enter(self, *, wild_card: bool = False) -> None:
        self.entrants += 1
        number = self.entrants
        said: dict[str, Any] = {"wild_card": True} if wild_card else {}
        self.add("team", team=f"t{number}")
        self.add("entrant", entrant=f"e{number}", team=f"t{number}", players=[f"p{number}"], **said)

    def add(self, kind: str, *, match: str = "", game: int = 0, number: int = 0, supersedes: str = "", **body: Any) -> str:
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, kind, f"key-{seq}", f"h{seq}", supersedes, match, game, number, "", "d1", "referee", body))
        return f"h{seq}"

    def setup(self) -> dict[str, Any]:
        return setup_node(self.rulebook, [entry for entry in self.entries if is_setup(entry)])

    def state(self) -> dict[str, Any]:
        return fold(self.rulebook, self.entries, book="c1")

    def reseat(self, **body: Any) -> None:
        """Who sits at an opened table from now on: an entry of the setup, though its body names a match."""
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, "reseated", hash=f"h{seq}", body=body))

    def draw(self, order: Sequence[str], number: int) -> None:
        self.add_setup("draw", draw="groups", round=number, method="recorded", seed="", order=list(order))

    def add_setup(self, kind: str, **body: Any) -> None:
        """An entry whose body has a `number` or a `round`, about no match."""
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, kind, hash=f"h{seq}", body=body))

    def open(self, state: dict[str, Any]) -> list[str]:
        """The coming round, if its draw is there and nothing blocks it."""
        coming = state["next"]
        if coming is None:
            return []
        seats, _ = planned_matches(self.rulebook, self.setup(), coming["round"], state)
        if seats:
            stated = [{**seat, **{side: seat[side]["entrant"] for side in THREE}} for seat in seats]
            self.add_setup("round_opened", round=coming["round"], seats=stated)
        return [seat["match"] for seat in seats]

    def hand(self, match: str, number: int, text: str, *, first: int = 1, kind: str = "hand", supersedes: str = "") -> str:
        """A hand as `tests.rulebooks.kinds.doudizhu` writes it, the first bidder left out."""
        record = filled(self.rulebook, record_of(number, f"{first}: {text}"))
        game, place, _ = GAMES[self.rulebook.game].place(record)
        return self.add(kind, match=match, game=game, number=place, supersedes=supersedes, record=record)

    def finish(self, match: str, chance: random.Random) -> None:
        """Play a table that runs to its end, as far as a few hands do that."""
        seat = next(seat for seat in self.setup()["matches"] if seat["match"] == match)
        for _ in range(12):
            row = match_node(self.rulebook, seat, [entry for entry in self.entries if entry.match == match])
            live = row["shown"]
            if row["state"] in ("complete", "forfeited") or live["next_hand"] is None:
                return
            self.hand(match, live["next_hand"], chance.choice(RESULTS[:6]), first=int(live["next_bidder"] or 1))
            if live["wanted"] is None and not live["time_up"]:
                self.add("time_up", match=match, game=1, last_hand=live["next_hand"])


def course(seed: int, rulebook: Rulebook, entrants: int) -> StagedBook:
    """An event as it may go, played far enough to reach later stages and then meddled with."""
    chance = random.Random(seed)
    book = StagedBook(rulebook, entrants)
    opened: list[str] = []
    live: dict[str, list[str]] = {}
    for _ in range(chance.randint(1, 6)):
        _advance(book, chance, opened)
    for _ in range(chance.randint(0, 3)):
        for _ in range(chance.randint(1, 6)):
            if opened:
                _meddle(book, chance, chance.choice(opened), live)
        _advance(book, chance, opened)
    return book


def _advance(book: StagedBook, chance: random.Random, opened: list[str]) -> None:
    """Finish what runs, draw what is wanted, open what can be."""
    state = book.state()
    for row in state["matches"]:
        if row["state"] in ("waiting", "playing"):
            book.finish(row["match"], chance)
    state = book.state()
    for row in state["due"]:
        seated = next(match for match in state["matches"] if match["match"] == row["match"])
        people = {side: seated[side]["entrant"] for side in THREE}
        book.reseat(match=row["match"], **({**people, "ruled": True} if chance.random() < 0.3 else {**people, **row["seats"]}))
    for row in state["plan"]["draws"]:
        if row["draw"] == "lot":
            book.add_setup("draw", draw="lot", method="recorded", seed="", order=chance.sample(row["entrants"], len(row["entrants"])))
    if any(row["code"] == "entrants_wanted" for row in state["plan"]["blocked"]):
        book.enter(wild_card=True)
    state = book.state()
    for row in state["plan"]["draws"]:
        if row["draw"] == "groups":
            book.draw(chance.sample(row["entrants"], len(row["entrants"])), row["round"])
    opened += book.open(book.state())


def _meddle(book: StagedBook, chance: random.Random, match: str, live: dict[str, list[str]]) -> None:
    """Something that happens at a table, in its place or not."""
    mine = live.setdefault(match, [entry.hash for entry in book.entries if entry.match == match and entry.kind == "hand"])
    did, number = chance.random(), chance.randint(1, 3)
    text, first = chance.choice(RESULTS), chance.randint(1, 3)
    if did < 0.45:
        mine.append(book.hand(match, number, text, first=first))
    elif did < 0.6 and mine:
        mine.append(book.hand(match, number, text, first=first, kind="correction", supersedes=chance.choice(mine)))
    elif did < 0.65 and mine:
        book.add("void", match=match, game=1, number=number, supersedes=chance.choice(mine))
    elif did < 0.8:
        mine.append(book.add("time_up", match=match, game=1, last_hand=number))
    elif did < 0.9:
        mine.append(book.add("forfeit", match=match, sides=chance.sample(THREE, chance.randint(1, 3))))
    elif did < 0.93:
        book.add_setup("entrant_out", entrant=f"e{chance.randint(1, book.entrants)}")
    elif mine:
        book.add("withdrawn", match=match, supersedes=chance.choice(mine))
