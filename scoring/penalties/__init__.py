"""Penalties 判罚: the tariff's leaves, one penalty and its cost, and how a fine works on points. Games name their codes."""

from scoring.penalties.effects import IN_TURN, NETTED, TIMINGS, fined
from scoring.penalties.penalty import Penalty, as_entered, check_body, cost, cost_step, in_order
from scoring.penalties.tariff import Tariff, codes, law, leaf, may_impose, official, tariff_schema

__all__ = [
    "IN_TURN",
    "NETTED",
    "TIMINGS",
    "Penalty",
    "Tariff",
    "as_entered",
    "check_body",
    "codes",
    "cost",
    "cost_step",
    "fined",
    "in_order",
    "law",
    "leaf",
    "may_impose",
    "official",
    "tariff_schema",
]
