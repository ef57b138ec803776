"""What the formats at tables of three have in common: a draw before each round, seats stated when it opens, rows of rounds.

A draw `groups` of a round names who plays it, in order: consecutive threes are tables 1, 2, …, seats 1, 2, 3; who is over at the end
waits or has a bye, as the format says. Reads setup facts and match values; computes no score.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.formats.protocol import ENTRANTS, STANDINGS, Node, Value
from scoring.outcomes import Fault
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts
from scoring.sides import THREE
from scoring.tallies.table_of_three.leaves import MINUTES, TIME

GROUPS, LOT = "groups", "lot"
DECIDED = ("complete", "forfeited")
REGULAR, PLAY_OFF, FINAL = "regular", "play_off", "final"


class DrawnTables:
    """The part of `scoring.formats.protocol.Format` that is alike. A format gives `schema`, `setup` and `standings`; the value of its
    standings node has `next` and `plan` (see `planned`), `due`, `awards`, `rounds`."""

    schema: Schema = {}
    optional: Mapping[str, Schema] = {}
    contenders = ENTRANTS
    states_seats = True
    layers: tuple[str, ...] = ()

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        return common_setup(facts, facts.groups.get(1, ()))

    def edges(self, setup: Mapping[str, Any]) -> Mapping[Node, Sequence[Node]]:
        return {}

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        raise LookupError(f"no nodes between matches and standings: {layer}")

    def winner_change(self, rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """One match does not tell who goes on; `due` of the published state does."""
        return None

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        """The seats of the coming round from its draw: nothing while that is missing, names others, or the plan is blocked.

        A format overrides `stakes` and `seat_facts` for what its seats say beside who sits there, or this where no draw is needed.
        """
        coming = (results or {}).get("next")
        if not coming or coming["round"] != number or (results or {})["plan"]["blocked"]:
            return [], []
        order = drawn_order(setup, coming)
        if order is None:
            return [], []
        return seats_of(setup, coming, order, self.seat_facts(rulebook, setup, coming)), list(over(order))

    def seat_facts(self, rulebook: Rulebook, setup: Mapping[str, Any], coming: Mapping[str, Any]) -> Mapping[str, Any]:
        """What every seat of the coming round says: `strict` (see the tally), `kind`; `stakes` (entrant -> stack) becomes `start`."""
        return {"strict": [1], "kind": coming.get("kind", REGULAR), "stakes": coming.get("stakes")}

    def unset_faults(self, rulebook: Rulebook) -> tuple[Fault, ...]:
        """What the text leaves blank and the organiser has not filled in yet: no competition is founded with it. `at` is the leaf."""
        if rulebook.has(TIME) and not rulebook.number(MINUTES):
            return (Fault("minutes_unset", rulebook.law(MINUTES), MINUTES, {"leaf": MINUTES}),)
        return ()

    def leads_to(self, before: tuple[int, str], after: tuple[int, str]) -> bool:
        """Whether who sits at the tables of a round `after` may hang on what is played in the round `before`; each is (number, stage)."""
        return after[0] > before[0]

    def order_faults(self, rulebook: Rulebook, state: Mapping[str, Any], order: Sequence[str]) -> tuple[Fault, ...]:
        """What the rules of the format say against this order of those who are to be drawn; `state` is the published one."""
        return ()

    def entry_faults(self, rulebook: Rulebook, born: str | None, day: str) -> tuple[Fault, ...]:
        """What speaks against registering somebody born on a day (`2008-05-31`, None: not stated) on the day `day`."""
        return ()

    def opening_faults(self, rulebook: Rulebook, state: Mapping[str, Any], seats: Sequence[Value], day: str) -> tuple[Fault, ...]:
        """What speaks against opening the coming round with these seats on the venue's day `day` (empty where no day counts)."""
        return ()

    def voucher_faults(self, rulebook: Rulebook, state: Mapping[str, Any], entrant: str, act: str, day: str) -> tuple[Fault, ...]:
        """What speaks against a voucher's being issued to or returned by somebody on a day; without vouchers, all of it.

        `state` is the published state, `next.by_day` true in it where rounds are counted by the venue's days.
        """
        return (Fault("not_in_this_format", at="act"),)

    def roster_open(self, rulebook: Rulebook, setup: Mapping[str, Any], *, wild_card: bool) -> bool:
        """Whether somebody may still be entered: until tables are drawn."""
        return not setup["groups"]

    def wild_cards(self, rulebook: Rulebook) -> bool:
        """Whether people may come in from nowhere at a later round."""
        return False

    def disqualification_codes(self, rulebook: Rulebook) -> tuple[str, ...]:
        """The codes by which somebody may be put out of the competition away from a table."""
        return ()

    def published(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        return {
            "teams": setup["teams"],
            "matches": [nodes["match", seat["match"]] for seat in setup["matches"]],
            "encounters": [],
            **nodes[STANDINGS],
        }


def values_of(setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Match -> its value, of all opened matches, in order of rounds and tables."""
    return {seat["match"]: nodes["match", seat["match"]] for seat in setup["matches"]}


def numbered(facts: SetupFacts, order: Sequence[str]) -> list[Value]:
    """The rows of `teams`; draw numbers are places in `order`, then, of those who are not in it, in order of registration."""
    members = facts.present()
    here = [entrant for its in members.values() for entrant in its]
    registered = [entrant for entrant in facts.entrants if entrant in here]
    drawn = [entrant for entrant in dict.fromkeys(order) if entrant in here]
    known = [*drawn, *(entrant for entrant in registered if entrant not in drawn)] if order else []
    numbers = {entrant: place for place, entrant in enumerate(known, start=1)}
    return [
        {
            "team": team,
            "number": None,
            "entrants": [
                {"entrant": entrant, "number": numbers.get(entrant), "players": facts.entrants[entrant][1]}
                for entrant in sorted(members[team], key=lambda name: (numbers.get(name, 0), name))
            ],
        }
        for team in sorted(members)
    ]


def common_setup(facts: SetupFacts, order: Sequence[str]) -> Value:
    """The setup's value but for what only a format knows. `order` gives the draw numbers; `plan` is completed with the standings."""
    return {
        "simulated": facts.simulated,
        "closed": facts.closed,
        "teams": numbered(facts, order),
        "registered": [entrant for entrant in facts.entrants if entrant not in facts.gone and facts.entrants[entrant][0] not in facts.gone],
        "rounds": [_opened(facts, number) for number in sorted(facts.opened)],
        "matches": sorted(facts.stated_seats(), key=lambda seat: (seat["round"], seat["table"])),
        "groups": {str(number): drawn for number, drawn in sorted(facts.groups.items())},
        "lots": facts.lots,
        "first_finished": {str(number): match for number, match in sorted(facts.first_finished.items())},
        "wild_cards": facts.wild_cards,
        "vouchers": facts.vouchers,
        "disqualified": facts.disqualified,
        "plan": {"draws": [], "blocked": [], "rounds": len(facts.opened)},
    }


def _opened(facts: SetupFacts, number: int) -> Value:
    """A round that was opened. Its stage is what its seats say; a round of byes alone has none."""
    stages = [seat["stage"] for seat in facts.opened[number] if "stage" in seat]
    row = {"round": number, "opened": True, "locked": facts.locked.get(number, False), "stage": stages[0] if stages else ""}
    return {**row, "day": facts.days[number]} if number in facts.days else row


def sides_at(setup: Mapping[str, Any]) -> dict[str, Value]:
    """Entrant -> the side of a table he is: `{"team", "entrant", "players"}`, of all registered."""
    return {
        row["entrant"]: {"team": team["team"], "entrant": row["entrant"], "players": row["players"]}
        for team in setup["teams"]
        for row in team["entrants"]
    }


def threes(order: Sequence[str]) -> list[tuple[str, str, str]]:
    """The tables that an order makes."""
    return [(order[place], order[place + 1], order[place + 2]) for place in range(0, len(order) - 2, 3)]


def over(order: Sequence[str]) -> Sequence[str]:
    """Who is left over when an order is dealt to tables."""
    return order[len(order) - len(order) % len(THREE) :]


def seats_of(setup: Mapping[str, Any], coming: Mapping[str, Any], order: Sequence[str], facts: Mapping[str, Any]) -> list[Value]:
    """The seats of a round from an order of entrants. `facts`: what each says beside; `stakes` gives each table its `start`."""
    sides, number = sides_at(setup), coming["round"]
    stakes = facts.get("stakes")
    said = {name: value for name, value in facts.items() if name != "stakes"}
    seats: list[Value] = []
    for table, trio in enumerate(threes(order), start=1):
        match = f"r{number}-t{table}"
        where = {"match": match, "round": number, "stage": coming.get("stage", ""), "encounter": match, "pair": 1, "table": table}
        people = {seat: sides[entrant] for seat, entrant in zip(THREE, trio, strict=True)}
        start = {} if stakes is None else {"start": {seat: stakes[entrant] for seat, entrant in zip(THREE, trio, strict=True)}}
        seats.append({**where, "room": "", "boards": [], **people, **start, **said})
    return seats


def drawn_order(setup: Mapping[str, Any], coming: Mapping[str, Any]) -> list[str] | None:
    """The draw of the coming round, if it names exactly those who are to be drawn (with `partial`, none but those)."""
    order: list[str] = setup["groups"].get(str(coming["round"]), [])
    if coming.get("partial"):
        return order if order and set(order) <= set(coming["entrants"]) else None
    return order if order and sorted(order) == sorted(coming["entrants"]) else None


def draws_wanted(setup: Mapping[str, Any], coming: Mapping[str, Any] | None) -> list[Value]:
    """The draw that the coming round still lacks, as a row of `plan.draws`."""
    if coming is None or coming.get("seats_known") or drawn_order(setup, coming) is not None:
        return []
    wanted = {"draw": GROUPS, "round": coming["round"], "entrants": list(coming["entrants"])}
    return [{**wanted, "method": coming.get("method", "any"), "partial": bool(coming.get("partial"))}]


def round_row(row: Mapping[str, Any], values: Iterable[Mapping[str, Any]], byes: Sequence[str] = ()) -> Value:
    """A round's row: finished when each of its matches is decided, official when each decided by play is signed for."""
    its = [value for value in values if value["round"] == row["round"]]
    given = [value for value in its if value["state"] == "forfeited"]
    played = [value for value in its if value["state"] != "forfeited"]
    finished = bool(row["opened"]) and all(value["state"] in DECIDED for value in its)
    confirmed = len(given) + sum(value["confirmed"] is not None for value in played)
    return {
        **row,
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": list(byes),
        "finished": finished,
        "official": finished and confirmed == len(its),
        "matches": len(its),
        "handed_in": sum(value["state"] in DECIDED for value in its),
        "confirmed": confirmed,
        "under_review": sum(value["under_review"] for value in played),
    }


def coming_row(coming: Mapping[str, Any]) -> Value:
    """The row of a round that is not opened yet."""
    row = {"round": coming["round"], "opened": False, "locked": False, "stage": coming.get("stage", "")}
    return {**round_row(row, ()), "finished": False, "official": False}


def seat_of_entrant(value: Mapping[str, Any], entrant: str) -> str:
    """At which seat of a match an entrant sits."""
    return next(seat for seat in THREE if value[seat]["entrant"] == entrant)
