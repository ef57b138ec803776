"""Formats 赛制: who meets whom, and what is still wanted. One module a format."""

from collections.abc import Mapping

from scoring.formats import round_robin
from scoring.parameters import Schema

SCHEMAS: Mapping[str, Schema] = {"round_robin": round_robin.SCHEMA}
