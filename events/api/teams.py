"""代表队, their pairs and the draw 抽签."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, answer
from events.models import Draw, Entrant, Player, Team
from events.selectors.people import pairs_named
from events.services import draws, teams


def entrant_json(entrant: Entrant, players: list[Player]) -> dict[str, Any]:
    return {
        "entrant": entrant.pid,
        "number": entrant.number,
        "players": [{"player": player.pid, "name": player.name} for player in players],
    }


def team_json(team: Team, pairs: list[tuple[Entrant, list[Player]]]) -> dict[str, Any]:
    return {
        "team": team.pid,
        "name": team.name,
        "number": team.number,
        "entrants": [entrant_json(entrant, players) for entrant, players in pairs],
    }


class Teams(CompetitionDoor):
    """The roster; a team is added before the draw."""

    actions = {"POST": "team.change"}
    shapes = {"POST": inputs.NEW_TEAM}
    outputs: ClassVar = {"GET": {200: "TeamList"}, "POST": {201: "TeamAdded"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [team_json(team, pairs) for team, pairs in pairs_named(competition=self.competition)]})

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(teams.team_add(competition=self.competition, name=self.data["name"], by=self.by, key=self.key))


class TeamDetail(CompetitionDoor):
    """Renames a team (names are not facts), or takes it off with its pairs before the draw."""

    actions = {"PATCH": "team.change", "DELETE": "team.change"}
    shapes = {"PATCH": inputs.NEW_NAME}
    outputs: ClassVar = {"PATCH": {200: "TeamNamed"}, "DELETE": {200: "Stored", 201: "Stored"}}

    def patch(self, request: Request, team: str, **_address: Any) -> Response:
        renamed = teams.team_rename(competition=self.competition, team=team, name=self.data["name"], by=self.by)
        return Response({"team": renamed.pid, "name": renamed.name})

    def delete(self, request: Request, team: str, **_address: Any) -> Response:
        return answer(teams.team_remove(competition=self.competition, team=team, by=self.by, key=self.key))


class Entrants(CompetitionDoor):
    """Every pair; one is added before the draw."""

    actions = {"POST": "team.change"}
    shapes = {"POST": inputs.NEW_ENTRANT}
    outputs: ClassVar = {"GET": {200: "EntrantList"}, "POST": {201: "EntrantAdded"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response(
            {
                "results": [
                    {"team": team.pid, **entrant_json(entrant, players)}
                    for team, pairs in pairs_named(competition=self.competition)
                    for entrant, players in pairs
                ]
            }
        )

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            teams.entrant_add(
                competition=self.competition,
                team=self.data["team"],
                names=self.data["names"],
                by=self.by,
                key=self.key,
                wild_card=self.data.get("wild_card", False),
                born=inputs.day_text(self.data, "born") or None,
            )
        )


class EntrantDetail(CompetitionDoor):
    """Takes a pair off before the draw."""

    actions = {"DELETE": "team.change"}
    outputs: ClassVar = {"DELETE": {200: "Stored", 201: "Stored"}}

    def delete(self, request: Request, entrant: str, **_address: Any) -> Response:
        return answer(teams.entrant_remove(competition=self.competition, entrant=entrant, by=self.by, key=self.key))


class PlayerDetail(CompetitionDoor):
    """Corrects a player's name."""

    actions = {"PATCH": "team.change"}
    shapes = {"PATCH": inputs.NEW_PLAYER_NAME}
    outputs: ClassVar = {"PATCH": {200: "PlayerNamed"}}

    def patch(self, request: Request, player: str, **_address: Any) -> Response:
        renamed = teams.player_rename(competition=self.competition, player=player, name=self.data["name"], by=self.by)
        return Response({"player": renamed.pid, "name": renamed.name})


def draw_json(draw: Draw) -> dict[str, Any]:
    return {
        "draw": draw.draw,
        "team": draw.team.pid if draw.team else None,
        "round": draw.round,
        "method": draw.method,
        "seed": draw.seed,
        "order": draw.order,
        "seq": draw.entry_seq,
        "made_at": draw.made_at,
    }


class Draws(CompetitionDoor):
    """抽签: by a seed, the same on any machine, or as drawn in the hall."""

    actions = {"POST": "draw.make"}
    shapes = {"POST": inputs.DRAW}
    outputs: ClassVar = {"GET": {200: "DrawList"}, "POST": {201: "DrawMade"}}

    def get(self, request: Request, **_address: Any) -> Response:
        found = Draw.objects.filter(competition=self.competition).select_related("team")
        if self.competition.frozen_seq is not None and not self.sees_all:  # who is drawn into a later round tells who went on
            found = found.filter(entry_seq__lte=self.competition.frozen_seq)
        return Response({"results": [draw_json(draw) for draw in found]})

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            draws.draw_make(
                competition=self.competition,
                draw=self.data["draw"],
                team=self.data.get("team"),
                seed=self.data.get("seed"),
                order=self.data.get("order"),
                round=self.data.get("round"),
                by=self.by,
                key=self.key,
            )
        )
