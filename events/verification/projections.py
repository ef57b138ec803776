"""The tables that the doors show, row by row, against the fold of the ledger and the entries they were made from."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events import ledger
from events.models import Competition, Device, Dispute, Draw, Entrant, HandRecord, HandState, LedgerEntry, Match, Player, Round, Team
from events.pinned import hands_wanted, rulebook_of
from events.selectors.match_value import shown_of
from events.selectors.places import KINDS as LINE_UP_KINDS
from events.selectors.places import line_ups_of, side_in
from events.verification.findings import Finding
from scoring import records
from scoring.disputes import KINDS as DISPUTE_KINDS
from scoring.disputes import Dispute as ReadDispute
from scoring.disputes import read_disputes
from scoring.entries import Entry
from scoring.nodes import is_setup, match_node, setup_node
from scoring.parameters import Rulebook
from scoring.sides import key_of, sides_of
from scoring.tallies import TALLIES

Row = Mapping[str, Any]


def differing_projections(competition: Competition, state: Row, entries: Sequence[Entry] | None = None) -> Iterator[Finding]:
    """Everything in which the tables and the fold `state` of `entries` (read here when not given) do not agree."""
    said = ledger.entries(competition.book) if entries is None else entries
    yield from _roster(competition, state)
    yield from _draws(competition, said)
    yield from _rounds(competition, state)
    yield from _matches(competition, state, said)
    yield from _hands(competition, state, said)
    yield from _disputes(competition, said)


def _differing(kept: Row, said: Row) -> str:
    """The names of what differs, in order, for people to read."""
    return ",".join(name for name in said if kept[name] != said[name])


def _roster(competition: Competition, state: Row) -> Iterator[Finding]:
    """Who plays: teams, pairs and players by their ids, with the numbers they drew. Names are no facts."""
    players: dict[str, list[str]] = defaultdict(list)
    seats = Player.objects.filter(entrant__competition=competition).order_by("order")
    for entrant, pid in seats.values_list("entrant__pid", "pid"):
        players[entrant].append(pid)
    teams = {pid: {"number": number} for pid, number in Team.objects.filter(competition=competition).values_list("pid", "number")}
    pairs = {
        pid: {"team": team, "number": number, "players": players[pid]}
        for pid, team, number in Entrant.objects.filter(competition=competition).values_list("pid", "team__pid", "number")
    }
    told = {team["team"]: {"number": team["number"]} for team in state["teams"]}
    told_pairs = {
        pair["entrant"]: {"team": team["team"], "number": pair["number"], "players": pair["players"]}
        for team in state["teams"]
        for pair in team["entrants"]
    }
    yield from _rows("team", teams, told)
    yield from _rows("entrant", pairs, told_pairs)


def _rounds(competition: Competition, state: Row) -> Iterator[Finding]:
    kept = {row.number: {"locked": row.state == "locked"} for row in Round.objects.filter(competition=competition)}
    yield from _rows("round", kept, {row["round"]: {"locked": row["locked"]} for row in state["rounds"] if row["opened"]})


def _draws(competition: Competition, entries: Sequence[Entry]) -> Iterator[Finding]:
    kept = {
        draw.entry_seq: {
            "draw": draw.draw,
            "team": draw.team.pid if draw.team else None,
            "round": draw.round,
            "method": draw.method,
            "seed": draw.seed,
            "order": draw.order,
        }
        for draw in Draw.objects.filter(competition=competition).select_related("team")
    }
    names = ("draw", "team", "round", "method", "seed", "order")
    yield from _rows(
        "drawn", kept, {entry.seq: {name: entry.body.get(name) for name in names} for entry in entries if entry.kind == "draw"}
    )


def _rows(noun: str, kept: Mapping[Any, Row], said: Mapping[Any, Row]) -> Iterator[Finding]:
    """`<noun>_unknown` for what only one side has, `<noun>_differs` where both have it and do not agree."""
    for key in sorted(kept.keys() | said.keys()):
        if key not in kept or key not in said:
            yield Finding(f"{noun}_unknown", {noun: key})
        elif what := _differing(kept[key], said[key]):
            yield Finding(f"{noun}_differs", {noun: key, "what": what})


def _matches(competition: Competition, state: Row, entries: Sequence[Entry]) -> Iterator[Finding]:
    rulebook = rulebook_of(competition)
    wanted, alone = hands_wanted(rulebook), _alone(rulebook, entries)
    acts = Counter(entry.match for entry in entries if entry.match)
    matches = Match.objects.filter(competition=competition).select_related("round", "ns", "ew", "third")
    kept = {
        match.code: {
            "round": match.round.number,
            "encounter": match.encounter,
            "pair": match.pair,
            "table": match.table,
            "room": match.room,
            "boards": match.boards,
            "done": match.done,
            "winner": match.winner,
            "shown": match.shown,
            "people": [entrant.pid for entrant in match.entrants().values()],
            "hands_live": match.hands_live,
            "under_review": match.under_review,
            "disputed": match.disputed,
            "closed": match.closed,
            "forfeited_by": match.forfeited_by,
            "confirmed": match.confirmed_hash,
            "on_behalf": match.confirmed_on_behalf,
            "version": match.version,
        }
        for match in matches
    }
    yield from _rows(
        "match",
        kept,
        {row["match"]: _match_said(row | alone.get(row["match"], {}), acts[row["match"]], wanted) for row in state["matches"]},
    )


def _alone(rulebook: Rulebook, entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """What a match judged as a whole has by itself: tables show that, whatever the results of other tables make of it."""
    if TALLIES[rulebook.tally].additive:
        return {}
    by_match: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_match[entry.match].append(entry)
    seats = setup_node(rulebook, [entry for entry in entries if is_setup(entry)])["matches"]
    return {seat["match"]: match_node(rulebook, seat, by_match[seat["match"]]) for seat in seats}


def _match_said(row: Row, acts: int, wanted: int) -> Row:
    confirmed = row["confirmed"] or {"hash": "", "on_behalf": False}
    return {
        **{name: row[name] for name in ("round", "encounter", "pair", "table", "under_review", "closed")},
        "disputed": bool(row.get("disputes")),
        "room": row.get("room", ""),
        "boards": row.get("boards", []),
        "winner": row.get("winner", ""),
        "done": _done(row, wanted),
        "shown": shown_of(row) if "shown" in row else {},
        "people": [row[key_of(side)]["entrant"] for side in sides_of(row)],
        "hands_live": len(row["hands"]),
        "forfeited_by": ",".join(row["forfeited_by"]),
        "confirmed": confirmed["hash"],
        "on_behalf": confirmed["on_behalf"],
        "version": acts,
    }


def _done(row: Row, wanted: int) -> bool:
    """What an annulled match would be by itself: the tables know of no annulment."""
    if "shown" in row:
        return row["state"] in ("complete", "forfeited")
    return bool(row["forfeited_by"]) or len(row["hands"]) >= wanted


def _disputes(competition: Competition, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every dispute there ever was: where, about what, by whom, and how it was decided."""
    by_match: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.kind in DISPUTE_KINDS:
            by_match[entry.match].append(entry)
    said = {one.pid: _dispute_said(match, one) for match, its in by_match.items() for one in read_disputes(its)}
    kept = {
        row.pid: {
            "match": row.match.code,
            **{name: getattr(row, name) for name in ("game", "number", "room", "subject", "state", "outcome", "clauses")},
            "side": row.raised_side,
            "actor": row.raised_by,
            "ruled_by": row.ruled_by,
            "final_by": row.final_by if row.first_outcome else "",
        }
        for row in Dispute.objects.filter(match__competition=competition).select_related("match")
    }
    yield from _rows("dispute", kept, said)


def _dispute_said(match: str, one: ReadDispute) -> Row:
    first, last = one.first, one.last
    return {
        "match": match,
        **{name: getattr(one, name) for name in ("game", "number", "room", "subject", "side", "actor", "state")},
        "outcome": last.outcome if last else "",
        "clauses": list(last.clauses) if last else [],
        "ruled_by": first.actor if first else "",
        "final_by": last.actor if last and last is not first else "",
    }


def _hands(competition: Competition, state: Row, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every record there ever was: what it says is its entry's, whether it lives is the fold's."""
    rulebook = rulebook_of(competition)
    devices = dict(LedgerEntry.objects.filter(book__competition=competition).values_list("seq", "device"))
    sides = _Sides(competition, state, entries)
    recorded = {entry.hash: entry for entry in entries if isinstance(entry.body.get("record"), dict)}
    standing = _standing(state, entries)
    seen: set[str] = set()
    for row in HandRecord.objects.filter(match__competition=competition).select_related("match").order_by("seq"):
        entry = recorded.get(row.hash)
        if entry is None or row.hash in seen:
            yield Finding("hand_unknown", {"match": row.match.code, "number": row.number})
            continue
        seen.add(row.hash)
        said = _hand_said(rulebook, entry, devices[entry.seq], sides.at(entry, devices[entry.seq]))
        lives, by = standing.get(row.hash, (HandState.OVERRULED, ""))
        what = {name: getattr(row, name) for name in said} | {"match": row.match.code, "state": row.state}
        differs = _differing(what, {**said, "state": lives})
        if by and row.by != by:
            differs = ",".join(filter(None, [differs, "by"]))
        if differs:
            yield Finding("hand_differs", {"match": entry.match, "number": entry.number, "seq": entry.seq, "what": differs})
    for missing in sorted(recorded.keys() - seen, key=lambda named: recorded[named].seq):
        entry = recorded[missing]
        yield Finding("hand_missing", {"match": entry.match, "number": entry.number, "seq": entry.seq})


def _standing(state: Row, entries: Sequence[Entry]) -> dict[str, tuple[HandState, str]]:
    """Hash -> whether it lives and by what, for all but the overruled: as the fold reads it, and as what replaced it says."""
    standing = {
        entry.supersedes: (HandState.REPLACED if entry.kind == "correction" else HandState.VOID, "")
        for entry in entries
        if entry.kind in ("correction", "void")
    }
    for match in state["matches"]:
        for hand in match["hands"]:
            standing[hand["hash"]] = (HandState.LIVE, hand["by"])
            standing.update({rival["hash"]: (HandState.CONFLICT, "") for rival in hand["rivals"]})
    return standing


class _Sides:
    """The side for which a device entered: a table's device has one, a player's phone the side where he sat when it did."""

    def __init__(self, competition: Competition, state: Row, entries: Sequence[Entry]) -> None:
        columns = ("pid", "side", "player__pid", "player__entrant__pid")
        self.devices = {row[0]: row[1:] for row in Device.objects.filter(competition=competition).values_list(*columns)}
        self.matches = {row["match"]: row for row in state["matches"]}
        self.stated = [entry for entry in entries if entry.kind in LINE_UP_KINDS]

    def at(self, entry: Entry, device: str) -> str:
        side, player, entrant = self.devices.get(device, ("", None, None))
        if player is None or entry.match not in self.matches:
            return str(side)
        stated = line_ups_of(one for one in self.stated if one.seq < entry.seq and one.match == entry.match)
        return side_in(self.matches[entry.match], player, entrant, stated.get(entry.match, {}))


def _hand_said(rulebook: Rulebook, entry: Entry, device: str, side: str) -> Row:
    record = entry.body["record"]
    said: dict[str, Any] = {
        "match": entry.match,
        "game": entry.game,
        "number": entry.number,
        "room": entry.room,
        "seq": entry.seq,
        "key": entry.key,
        "record": record,
        "actor": entry.actor,
        "device": device,
        "entered_side": side,
    }
    if not records.check(rulebook, record):  # what is unreadable is a finding of the fold's own
        normal = records.normal(rulebook, record)
        said |= {"normal": normal, "points": normal.get("points", {})}
    return said
