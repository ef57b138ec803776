"""What the set-up shows where the tables of every round are drawn: whom the next draw is about, who comes and goes beside the tables,
who has earned what. Reads a computed state and the ledger's entries of those put out; computes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events import ledger
from events.models import Competition, Match
from events.pinned import rulebook_of
from events.selectors.people import Names
from events.selectors.plan import setup_of
from scoring.formats import drawn_form
from scoring.parameters import Rulebook
from scoring.sides import THREE

DRAW_MISSING, GROUPS, RECORDED = "draw_missing", "groups", "recorded"
AGES, VOUCHERS, CARDS = "format_rules.age", "format_rules.voucher", "cards"
DONE = "complete"


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody in a list of the set-up."""

    pid: str
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a draw: who sits at which seat, and who was drawn for it where that is somebody else."""

    number: int
    seats: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class ComingDraw:
    """The draw of the coming round. `recorded`: it is drawn in the hall alone; `cards`: with cards that name table and seat;
    `partial`: not everybody has to be drawn; `drawn`: there is one already, which another may still replace."""

    round: int
    stage: str
    people: tuple[Named, ...]
    recorded: bool
    cards: bool
    partial: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class Refill:
    """A round in which people wait for the first table that finished, and its tables that have."""

    round: int
    tables: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """One entrant of a competition with vouchers. `voucher`: "" none, `unused`, `used`; `form` how his last form stands; `refused`:
    the code of why he may not play although he holds one; `playing`: he sits at a table."""

    who: Named
    level: int
    voucher: str
    form: str
    refused: str
    playing: bool
    out: bool


@dataclass(frozen=True, slots=True)
class PutOut:
    """A disqualification that stands, by the hash of its entry."""

    hash: str
    who: Named
    code: str


@dataclass(frozen=True, slots=True)
class Award:
    """One prize: by rank or by level, in money or in kind. `final`: nothing can take it away any more."""

    who: Named
    award: str
    cash: int
    goods: str
    clause: str
    final: bool


@dataclass(frozen=True, slots=True)
class TablesSetup:
    """Everything. `open`: somebody may still be entered; `ages`: a birth date is asked for; `holders` is None without vouchers."""

    open: bool
    ages: bool
    coming: ComingDraw | None
    refills: tuple[Refill, ...]
    wild_card: bool
    holders: tuple[Holder, ...] | None
    codes: tuple[str, ...]
    put_out: tuple[PutOut, ...]
    awards: tuple[Award, ...]


def tables_setup(competition: Competition, state: Mapping[str, Any], names: Names) -> TablesSetup | None:
    """None where a draw is made once for all. `state` is the computed one as of now."""
    rulebook = rulebook_of(competition)
    form = drawn_form(rulebook)
    if form is None:
        return None
    value = setup_of(competition)
    return TablesSetup(
        open=form.roster_open(rulebook, value, wild_card=False),
        ages=rulebook.has(AGES),
        coming=_coming(rulebook, state, names),
        refills=_refills(state),
        wild_card=form.wild_cards(rulebook) and form.roster_open(rulebook, value, wild_card=True),
        holders=_holders(state, names) if rulebook.has(VOUCHERS) else None,
        codes=form.disqualification_codes(rulebook),
        put_out=_put_out(competition, names),
        awards=tuple(
            Award(
                Named(row["entrant"], names.contender(row["entrant"])),
                *(row[name] for name in ("award", "cash", "goods", "clause", "final")),
            )
            for row in state.get("awards", ())
        ),
    )


def seated_now(competition: Competition) -> Mapping[int, Mapping[int, Mapping[str, str]]]:
    """Round -> table -> seat -> the entrant who sits there. One query."""
    rounds: dict[int, dict[int, Mapping[str, str]]] = {}
    for match in Match.objects.filter(competition=competition).select_related("round", "ns", "ew", "third"):
        rounds.setdefault(match.round.number, {})[match.table] = {seat: entrant.pid for seat, entrant in match.entrants().items()}
    return rounds


def tables_of_draw(
    order: Sequence[str], names: Names, seated: Mapping[int, Mapping[str, str]]
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """A draw of tables as people read it: table by table, and who is left over. `seated`: who sits at the tables, once they are open."""
    whole = len(order) - len(order) % len(THREE)
    tables = []
    for number, place in enumerate(range(0, whole, len(THREE)), start=1):
        drawn = dict(zip(THREE, order[place : place + len(THREE)], strict=True))
        now = {**drawn, **seated.get(number, {})}
        seats = tuple((seat, names.contender(now[seat]), names.contender(pid) if pid != now[seat] else "") for seat, pid in drawn.items())
        tables.append(Table(number, seats))
    return tuple(tables), tuple(map(names.contender, order[whole:]))


def _coming(rulebook: Rulebook, state: Mapping[str, Any], names: Names) -> ComingDraw | None:
    coming = state.get("next")
    hindered = any(row["code"] != DRAW_MISSING for row in state["plan"]["blocked"])
    if not coming or coming["seats_known"] or hindered:
        return None
    return ComingDraw(
        round=coming["round"],
        stage=coming.get("stage", ""),
        people=tuple(Named(pid, names.contender(pid)) for pid in coming["entrants"]),
        recorded=coming.get("method") == RECORDED,
        cards=rulebook.has("format_rules.seating"),
        partial=bool(coming.get("partial")),
        drawn=not any(row["draw"] == GROUPS for row in state["plan"]["draws"]),
    )


def _refills(state: Mapping[str, Any]) -> tuple[Refill, ...]:
    done = [match for match in state["matches"] if match["state"] == DONE]
    return tuple(
        Refill(number, tuple((match["match"], match["table"]) for match in done if match["round"] == number))
        for number in state["plan"].get("refill", ())
    )


def _holders(state: Mapping[str, Any], names: Names) -> tuple[Holder, ...]:
    refused = {row["entrant"]: row["code"] for row in state.get("ladder", {}).get("refused", ())}
    rows = sorted(state["standings"], key=lambda row: names.contender(row["entrant"]))
    return tuple(
        Holder(
            who=Named(row["entrant"], names.contender(row["entrant"])),
            level=row["level"],
            voucher=row["voucher"],
            form=row["form"]["state"],
            refused=refused.get(row["entrant"], ""),
            playing=bool(row["playing"]),
            out=row["status"] == "disqualified",
        )
        for row in rows
    )


def _put_out(competition: Competition, names: Names) -> tuple[PutOut, ...]:
    entries = ledger.entries(competition.book, kinds=("disqualified", "withdrawn"))
    gone = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    return tuple(
        PutOut(entry.hash, Named(entry.body["entrant"], names.contender(entry.body["entrant"])), entry.body["code"])
        for entry in entries
        if entry.kind == "disqualified" and entry.hash not in gone
    )
