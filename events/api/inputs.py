"""What each call may be sent: the shapes of bodies and query parameters."""

from collections.abc import Mapping
from typing import Any

from events.access import CHIEF, ORGANISER, REFEREE
from events.api.shapes import Choice, Day, Fields, Flag, Many, Moment, Pattern, Record, Score, Shape, Text, Values, Whole
from events.clock import CLAIM
from scoring.disputes import AFTER, OUTCOMES, SUBJECTS
from scoring.tallies.pairs_rules import WORDS

HASH = Pattern("[0-9a-f]{64}", "hash_malformed", "hash of a ledger entry")
TEAM = Pattern("t[0-9a-f]{12}", "not_an_id", "id of a team")
ENTRANT = Pattern("e[0-9a-f]{12}", "not_an_id", "id of an entrant")
PLAYER = Pattern("p[0-9a-f]{12}", "not_an_id", "id of a player")
TEAM_OR_ENTRANT = Pattern("[te][0-9a-f]{12}", "not_an_id", "id of a team or of an entrant")
CODE = Pattern("[a-z0-9]+(?:-[a-z0-9]+)*", "code_malformed", "small letters, digits and single hyphens, at most 40")
NAME_OF_CODE = Pattern("[A-Za-z0-9_-]{1,60}", "code_malformed")
KEY = Pattern("[A-Za-z0-9_-]{8,64}", "key_malformed", "an Idempotency-Key")
SIDE = Choice(("NS", "EW", "1", "2", "3"))
SEED = Text(100)
REASON = Text(500, note="kept apart from the ledger, erasable")
DEVICE_TIME = Pattern(CLAIM, "not_a_time", "what the device's clock says, as 2026-11-30T09:15:00.000Z: kept as a claim, never compared")
ROUND = Whole(1, 999)
TABLE = Whole(1, 999)
HAND_NUMBER = Whole(1, 999)
GAME = Whole(1, 99, "the game of the match")
ROOM = Choice(("open", "closed"))
MATCH = Pattern("[A-Za-z0-9-]{1,40}", "not_a_match")
SCORE = Score(WORDS)  # the tally says which of them, and where
CLAUSE = Pattern("[A-Za-z0-9:_-]{1,40}", "clause_unknown", "id of a clause of the rulebook")


def day_text(data: Mapping[str, Any], name: str = "day") -> str:
    """A day of a body as text, empty where none was sent."""
    return data[name].isoformat() if data.get(name) else ""


EVENT_FIELDS: Mapping[str, Shape] = {
    "host": Text(200, least=0),
    "venue": Text(200, least=0),
    "starts_on": Day(),
    "time_zone": Text(40),
    "officials_required": Whole(1, 2),
    "photo_on_behalf": Flag(),
    "hand_over": Choice(("pin", "pin_or_signature", "off")),
}
NEW_EVENT = Fields(required={"code": CODE, "name": Text(200)}, optional={**EVENT_FIELDS, "simulated": Flag()})
EVENT_CHANGES = Fields(optional={"name": Text(200), **EVENT_FIELDS})
NEW_COMPETITION = Fields(required={"code": CODE, "name": Text(100), "rulebook": NAME_OF_CODE}, optional={"overrides": Values()})
COMPETITION_CHANGES = Fields(
    optional={
        "name": Text(100),
        "visibility": Choice(("hidden", "provisional", "notice", "official")),
        "notice_until": Moment("with notice: until when objections are heard"),
        "stage": Pattern("[a-z0-9_]{1,20}", "not_a_choice", "a stage, where results are published by stages"),
    }
)
FREEZE = Fields(required={"round": ROUND})

NEW_TEAM = Fields(required={"name": Text(100)})
NEW_ENTRANT = Fields(
    required={"team": TEAM, "names": Many(Text(60), 1, 10, distinct=False)},
    optional={"wild_card": Flag(), "born": Day()},  # the day of birth is checked against the rulebook and kept nowhere
)
NEW_NAME = Fields(required={"name": Text(100)})
NEW_PLAYER_NAME = Fields(required={"name": Text(60)})
DRAW = Fields(
    required={"draw": Choice(("teams", "pairs", "entrants", "groups", "lot"))},
    optional={"team": TEAM, "seed": SEED, "order": Many(TEAM_OR_ENTRANT, 1, 500, distinct=False), "round": ROUND},
    one_of=("seed", "order"),
)
ROUND_LOCK = Fields(optional={"reason": REASON})
ROUND_OPENING = Fields(optional={"force": Flag(), "reason": REASON, "day": Day()})

HAND = Fields(required={"record": Record()}, optional={"device_time": DEVICE_TIME})
PREVIEW = Fields(required={"record": Record()})
SLIP_ITEM = Fields(required={"key": KEY, "record": Record()}, optional={"device_time": DEVICE_TIME})
SLIP = Fields(required={"items": Many(SLIP_ITEM, 1, 5)})
# A result that changes who goes on, after the next match began: the chief referee lets that match stand as it is.
LET_STAND = Flag()
CORRECTION = Fields(
    required={"supersedes": HASH, "record": Record()}, optional={"reason": REASON, "device_time": DEVICE_TIME, "let_stand": LET_STAND}
)
VOID = Fields(required={"supersedes": HASH}, optional={"reason": REASON, "device_time": DEVICE_TIME, "let_stand": LET_STAND})
CONFIRMATION = Fields(required={"covers": Many(HASH, 0, 50)}, optional={"reason": REASON, "photo": HASH})
# A refusal repeats no value of it: six digits in an answer or a log would be a key given away.
PIN = Pattern("[0-9]{6}", "pin_malformed", "the six digits of that side")
HANDED_OVER = Fields(
    required={"covers": Many(HASH, 0, 50), "side": SIDE},
    optional={"pin": PIN, "signature": HASH, "player": PLAYER},
    one_of=("pin", "signature"),
)
FORFEIT = Fields(required={"sides": Many(SIDE, 1, 3)}, optional={"reason": REASON, "let_stand": LET_STAND})
LINE_UP = Fields(required={"side": SIDE, "players": Many(PLAYER, 1, 2)}, optional={"reason": REASON})
SEATING = Fields(
    required={
        "seats": Fields(optional=dict.fromkeys(("NS", "EW", "1", "2", "3"), ENTRANT)),
        "reason": REASON,
    },
    optional={"let_stand": LET_STAND},
)
RULING = Fields(
    required={"number": HAND_NUMBER, "clauses": Many(CLAUSE, 0, 20)},
    optional={"record": Record(), "uphold": HASH, "reason": REASON, "game": GAME, "room": ROOM, "let_stand": LET_STAND},
    one_of=("record", "uphold"),
)
WITHDRAWAL = Fields(required={"supersedes": HASH, "reason": REASON}, optional={"let_stand": LET_STAND})
PENALTY = Fields(
    required={"penalty": Record("Penalty")},
    optional={"game": GAME, "number": Whole(0, 999, "hand or board; 0: the game"), "room": ROOM, "reason": REASON, "let_stand": LET_STAND},
)
TIME_UP = Fields(required={"last_hand": Whole(0, 999, "the last hand that counts")}, optional={"game": GAME, "lot": SIDE, "reason": REASON})
ADJUSTMENT = Fields(
    required={
        "board": HAND_NUMBER,
        "ns": SCORE,
        "ew": SCORE,
        "unit": Choice(("net", "match_points", "percent")),
        "clauses": Many(CLAUSE, 0, 20),
        "reason": REASON,
    },
    optional={"room": ROOM},
)
MATCH_ADJUSTMENT = Fields(
    required={
        "side_points": Fields(optional=dict.fromkeys(("NS", "EW", "1", "2", "3"), Whole(-999, 999, "added to what the match counts"))),
        "clauses": Many(CLAUSE, 0, 20),
        "reason": REASON,
    }
)
BOARD_TRUMP = Fields(
    required={
        "board": HAND_NUMBER,
        "mode": Choice(("A", "B", "C")),
        "rank": Choice(("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")),
        "trump": Choice(("S", "H", "D", "C", "NT")),
    }
)
FOULED = Fields(required={"board": HAND_NUMBER, "groups": Many(Many(MATCH, 1, 200), 1, 9), "reason": REASON})
CALL = Fields(
    optional={
        "reason": Choice(("wrong_play", "disagreement", "correction", "absent", "unwell", "not_ours", "other")),
        "number": HAND_NUMBER,
        "answers": Whole(1, 2**31 - 1, "id of the open call that was answered"),
    },
    one_of=("reason", "answers"),
)
VOUCHER = Fields(required={"entrant": ENTRANT, "act": Choice(("issued", "returned", "form_lost"))}, optional={"day": Day()})
DISQUALIFICATION = Fields(
    required={"reason": REASON},
    optional={"entrant": ENTRANT, "code": Pattern("[a-z0-9_]{1,40}", "unknown_penalty", "code of the tariff"), "supersedes": HASH},
    one_of=("entrant", "supersedes"),
)
FIRST_FINISHED = Fields(required={"match": MATCH})
TABLE_CLOCK = Fields(
    required={"act": Choice(("paused", "resumed", "extra"))}, optional={"minutes": Whole(1, 120, "with extra"), "reason": REASON}
)
SUBJECT = Choice(SUBJECTS)
NOTICED = Fields(required={"trick": Whole(1, 99, "the trick in which it was seen"), "after": Choice(AFTER)})
DISPUTE = Fields(
    required={"match": MATCH, "subject": SUBJECT},
    optional={
        "game": GAME,
        "number": Whole(0, 999, "hand or board; 0: the match as a whole"),
        "room": ROOM,
        "noticed": NOTICED,
        "side": SIDE,
        "reason": REASON,
    },
)
DISPUTE_RULING = Fields(
    required={"outcome": Choice(OUTCOMES), "clauses": Many(CLAUSE, 0, 20), "reason": REASON},
    optional={"record": Record(), "uphold": HASH, "penalty": Record("Penalty"), "let_stand": LET_STAND},
)
APPEAL = Fields(optional={"reason": REASON, "side": SIDE})
DISPUTES: Mapping[str, Shape] = {"open": Choice(("yes",))}
REOPENING = Fields(required={"reason": REASON})
SECONDING = Fields(optional={"seen": Whole(1, 2**31 - 1, "the version of the match that was looked at, where it moved after the proposal")})

NEW_PAIRING_CODE = Fields(required={"competition": NAME_OF_CODE, "table": TABLE, "side": SIDE})
PAIRING = Fields(required={"secret": Text(100)}, optional={"label": Text(60, least=0)})
NEW_GRANT = Fields(required={"user": Text(150, note="account name"), "role": Choice((ORGANISER, CHIEF, REFEREE, "auditor"))})

PAGE: Mapping[str, Shape] = {"after": Whole(0, 2**31 - 1), "limit": Whole(1, 500)}
LEDGER_PAGE: Mapping[str, Shape] = {
    **PAGE,
    "kind": Pattern("[a-z_]{1,20}", "not_a_kind"),
    "match": MATCH,
}
ATTACHMENT: Mapping[str, Shape] = {
    "what": Choice(("sheet", "dispute", "on_behalf", "signature")),
    "about": Pattern("q[0-9a-f]{12}|[0-9a-f]{64}", "about_malformed", "a dispute, or the hash of an entry"),
    "side": SIDE,
}
OF_ROUND: Mapping[str, Shape] = {"round": ROUND}
