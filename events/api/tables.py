"""Tables: the matches of a round, and one match hand by hand, with names joined."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, TableDoor, withheld
from events.models import Competition, Entrant, HandRecord, Match, Visibility
from events.pinned import rulebook_of
from events.refusals import NotFound
from events.selectors.annulled import annulled_matches
from events.selectors.people import Names, names_of
from events.selectors.published import Published, changed_since, frozen_of
from events.selectors.rounds import last_round, matches_of
from events.selectors.rules import hands_wanted
from events.selectors.secrets_kept import shown_record
from events.selectors.tables import hands_of
from scoring.sides import key_of, sides_of


def side_json(entrant: Entrant, names: Names) -> dict[str, Any]:
    """One side of a match: ids for programs, names for people."""
    return {
        "team": entrant.team.pid,
        "team_name": entrant.team.name,
        "team_number": entrant.team.number,
        "entrant": entrant.pid,
        "names": list(names.entrants.get(entrant.pid, ())),
    }


def table_json(match: Match, names: Names, wanted: int, annulled: Collection[str], *, results: bool = True) -> dict[str, Any]:
    """One table of a round. Without `results` nothing that tells how it stands."""
    row: dict[str, Any] = {
        "match": match.code,
        "round": match.round.number,
        "round_state": match.round.state,
        "encounter": match.encounter,
        "pair": match.pair,
        "table": match.table,
        "stage": match.round.stage,
        "sides": {side: side_json(entrant, names) for side, entrant in match.entrants().items()},
        "hands_live": match.hands_live,
        "hands_wanted": wanted,
        "room": match.room,
        "boards": match.boards,
        "closed": match.closed,
    }
    if results:
        row |= {
            "state": state_of(match, annulled),
            "done": match.done,
            "winner": match.winner,
            "shown": match.shown,
            "under_review": match.under_review,
            "forfeited_by": [side for side in match.forfeited_by.split(",") if side],
            "confirmed": bool(match.confirmed_hash),
            "confirmed_on_behalf": match.confirmed_on_behalf,
            "version": match.version,
            "last_entry_at": match.last_entry_at,
        }
    return row


def state_of(match: Match, annulled: Collection[str]) -> str:
    """In the words of the state document: annulled, forfeited, complete, playing or waiting."""
    if match.code in annulled:
        return "annulled"
    if match.forfeited_by:
        return "forfeited"
    return "complete" if match.done else "playing" if match.hands_live else "waiting"


def as_it_stood(row: dict[str, Any], then: Mapping[str, Any], sides: Mapping[str, Any]) -> dict[str, Any]:
    """A table's row where the public's board stands still: what was done to it from elsewhere since is not told either, nor who sits
    there now. `sides` as `sides_then` gives them."""
    said = {"hands_live": len(then["hands"]), "closed": then["closed"], "round_state": "open", "sides": sides}
    return row | said | ({"state": then["state"]} if "state" in row else {})


def sides_then(competition: Competition, seats: Collection[Mapping[str, Any]], names: Names) -> dict[str, dict[str, Any]]:
    """Match -> the sides of its row as they were seated in these rows of a state: one query."""
    seated = {seat["match"]: {side: seat[key_of(side)]["entrant"] for side in sides_of(seat)} for seat in seats}
    pids = {pid for people in seated.values() for pid in people.values()}
    rows = Entrant.objects.select_related("team").filter(competition=competition).in_bulk(pids, field_name="pid")
    return {match: {side: side_json(rows[pid], names) for side, pid in people.items()} for match, people in seated.items()}


def hand_json(hand: HandRecord, secret: tuple[str, ...] = ()) -> dict[str, Any]:
    """One record of a slot: live, in conflict, replaced or void; without what is kept from those who are still to play."""
    return {
        "game": hand.game,
        "number": hand.number,
        "room": hand.room,
        "state": hand.state,
        "by": hand.by,
        "seq": hand.seq,
        "hash": hand.hash,
        "record": shown_record(hand.record, secret),
        "points": hand.points,
        "entered_side": hand.entered_side,
        "entered_at": hand.entered_at,
    }


class Tables(CompetitionDoor):
    """The tables of a round; without `round`, of the round opened last."""

    query = inputs.OF_ROUND
    outputs: ClassVar = {"GET": {200: "TableList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        sees_all = self.sees_all
        held = frozen_of(competition=self.competition, sees_all=sees_all)
        newest = last_round(competition=self.competition) if held is None or held.frozen is None else None
        number = self.asked.get("round", newest.number if newest else held.frozen.last_round if held and held.frozen else 0)
        matches = matches_of(competition=self.competition, number=number)
        if self.competition.visibility == Visibility.HIDDEN and not sees_all:
            if self.actor is None or self.actor.table is None:
                raise NotFound("competition")
            # A table's own device has the table for every round; a player's phone has the one match where he sits.
            matches = matches.filter(code=self.actor.match) if self.actor.player else matches.filter(table=self.actor.table)
        names = names_of(competition=self.competition)
        wanted = hands_wanted(rulebook_of(self.competition))
        annulled = annulled_matches(competition=self.competition)
        results = sees_all or not withheld(self.competition)
        if held is not None:
            return Response({"round": number, "results": self._held(held, list(matches), names, wanted)})
        return Response({"round": number, "results": [table_json(match, names, wanted, annulled, results=results) for match in matches]})

    def _held(self, held: Published, matches: list[Match], names: Names, wanted: int) -> list[dict[str, Any]]:
        """The tables as they stood where the public's board stands still: seats of all that were known, results of those that did not
        move since. A device's own table as it is."""
        known = {row["match"]: row for row in held.state["matches"]}
        moved = changed_since(competition=self.competition, seq=held.seq)
        seated = sides_then(self.competition, [known[match.code] for match in matches if match.code in known], names)
        rows = []
        for match in matches:
            if self.actor is not None and self.actor.sits_at(table=match.table, match=match.code):
                rows.append(table_json(match, names, wanted, annulled_matches(competition=self.competition)))
            elif match.code in known:
                row = table_json(match, names, wanted, (), results=match.code not in moved)
                rows.append(as_it_stood(row, known[match.code], seated[match.code]))
        return rows


class Table(TableDoor):
    """One match: who sits there, and every record of every hand."""

    outputs: ClassVar = {"GET": {200: "Table"}}

    def get(self, request: Request, **_address: Any) -> Response:
        names = names_of(competition=self.competition)
        row = table_json(self.match, names, hands_wanted(rulebook_of(self.competition)), annulled_matches(competition=self.competition))
        if self.held is not None:
            then = next(match for match in self.held.state["matches"] if match["match"] == self.match.code)
            row = as_it_stood(row, then, sides_then(self.competition, [then], names)[self.match.code])
        players = {
            side: [{"player": player.pid, "name": player.name} for player in entrant.players.all()]
            for side, entrant in self.match.entrants().items()
        }
        return Response({**row, "players": players, "hands": [hand_json(hand, self.kept) for hand in hands_of(match=self.match)]})
