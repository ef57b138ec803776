"""Tallies 计分: how the hands of a match become what counts. One module a tally."""

from collections.abc import Mapping

from scoring.parameters import Schema
from scoring.tallies import match_sum

SCHEMAS: Mapping[str, Schema] = {"match_sum": match_sum.SCHEMA}
