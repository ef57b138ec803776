"""Formats 赛制: who meets whom, who goes on, how the matches become standings. One module a format."""

from collections.abc import Mapping

from scoring.formats.knockout import Knockout
from scoring.formats.mitchell import Mitchell
from scoring.formats.protocol import Format
from scoring.formats.rooms_round_robin import RoomsRoundRobin
from scoring.formats.round_robin import RoundRobin
from scoring.parameters import Schema

FORMATS: Mapping[str, Format] = {
    "knockout": Knockout(),
    "mitchell": Mitchell(),
    "round_robin": RoundRobin(),
    "rooms_round_robin": RoomsRoundRobin(),
}
SCHEMAS: Mapping[str, Schema] = {name: form.schema for name, form in FORMATS.items()}
