"""Random ids that mean nothing: the only names that ledger, logs and broker ever see."""

import secrets


def new_pid(letter: str) -> str:
    """A letter that says what it names, and 48 random bits as 12 hex digits."""
    return letter + secrets.token_hex(6)


def event_pid() -> str:
    return new_pid("v")


def competition_pid() -> str:
    return new_pid("c")


def team_pid() -> str:
    return new_pid("t")


def entrant_pid() -> str:
    return new_pid("e")


def player_pid() -> str:
    return new_pid("p")


def grant_pid() -> str:
    return new_pid("g")


def device_pid() -> str:
    return new_pid("d")


def announcement_pid() -> str:
    return new_pid("n")


def proposal_pid() -> str:
    return new_pid("s")


def dispute_pid() -> str:
    return new_pid("q")
