"""The administration 后台 for organisers and referees: scoped by grants, facts read-only, every change through a service.

A door: it holds no rules and writes nothing itself. Read its files by noun.
"""

from events.admin import accounts, cases, devices, facts, hall, notices, people, setup

__all__ = ["accounts", "cases", "devices", "facts", "hall", "notices", "people", "setup"]
