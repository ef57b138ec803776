"""The shapes of answers, as OpenAPI components. Beside them stand the inputs' shapes in events.api.inputs."""

from typing import Any

from scoring.disputes import AFTER, OUTCOMES, STATES, SUBJECTS

Schema = dict[str, Any]


def obj(properties: dict[str, Schema], *, optional: tuple[str, ...] = (), more: bool = False) -> Schema:
    """An object whose listed properties are all there, but for the optional ones. `more`: others may stand beside them."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": more,
    }


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def many(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def listed(name: str, **beside: Schema) -> Schema:
    return obj({"results": many(ref(name)), **beside})


def maybe(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
TIME: Schema = {"type": "string", "format": "date-time"}
MAYBE_TIME: Schema = {"type": ["string", "null"], "format": "date-time"}
MAYBE_NUMBER: Schema = {"type": ["integer", "null"]}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
ANY: Schema = {}
OBJECT: Schema = {"type": "object", "additionalProperties": True}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SIDE: Schema = {"type": "string", "enum": ["NS", "EW", "1", "2", "3"]}
POINTS: Schema = {"type": ["integer", "string"], "description": "a whole number, or an exact fraction n/d"}
MAYBE_POINTS: Schema = {"type": ["integer", "string", "null"], "description": "a whole number or n/d; null where none count"}
SIDE_NAMES = ("NS", "EW", "1", "2", "3")


def sided(schema: Schema) -> Schema:
    """One of it for each side of a table: `NS` and `EW`, or the seats `1`, `2`, `3`."""
    return obj(dict.fromkeys(SIDE_NAMES, schema), optional=SIDE_NAMES)


SIDES_POINTS: Schema = sided(POINTS)
TITLE: Schema = obj({"zh": TEXT, "en": TEXT})

PROBLEM = obj(
    {
        "code": {"type": "string", "description": "stable, for programs"},
        "at": {"type": "string", "description": "the place in the body: record.order[2]"},
        "clause": {"type": "string", "description": "id of the clause it breaks, where there is one"},
        "clause_ref": {"type": "string", "description": "that clause's place in the regulation"},
        "message": TEXT,
        "remedy": TEXT,
        "values": {**OBJECT, "description": "operands of the sentence"},
    }
)
REFUSED = obj(
    {
        "code": TEXT,
        "message": TEXT,
        "problems": {**many(ref("Problem")), "minItems": 1},
        "current": {**OBJECT, "description": "what stands now"},
    },
    optional=("current",),
)

PLAYER = obj({"player": TEXT, "name": TEXT})
ENTRANT_FIELDS = {"entrant": TEXT, "number": MAYBE_NUMBER, "players": many(ref("Player"))}
EVENT = obj(
    {
        "code": TEXT,
        "name": TEXT,
        "host": TEXT,
        "venue": TEXT,
        "starts_on": {"type": ["string", "null"], "format": "date"},
        "time_zone": TEXT,
        "simulated": FLAG,
        "officials_required": NUMBER,
        "photo_on_behalf": FLAG,
        "hand_over": {"type": "string", "enum": ["pin", "pin_or_signature", "off"]},
    }
)
SHOWN = {"type": "string", "enum": ["hidden", "provisional", "notice", "official"]}
FROZEN_FIELDS = {
    "round": MAYBE_NUMBER,
    "stage": {**TEXT, "description": "one that is not public"},
    "since": MAYBE_TIME,
    "seq": MAYBE_NUMBER,
}
FROZEN = {
    "type": ["object", "null"],
    "properties": FROZEN_FIELDS,
    "required": list(FROZEN_FIELDS),
    "description": "where the public's board stands still",
}
COMPETITION = obj(
    {
        "event": TEXT,
        "code": TEXT,
        "id": TEXT,
        "name": TEXT,
        "rulebook": TEXT,
        "rulebook_digest": HASH,
        "visibility": SHOWN,
        "notice_until": MAYBE_TIME,
        "frozen": FROZEN,
        "stage_states": many(obj({"stage": TEXT, "visibility": SHOWN, "notice_until": MAYBE_TIME})),
        "closed": FLAG,
        "seq": {**NUMBER, "description": "entries in the ledger"},
    }
)
SIDE_OF_TABLE = obj({"team": TEXT, "team_name": TEXT, "team_number": MAYBE_NUMBER, "entrant": TEXT, "names": many(TEXT)})
RESULT_FIELDS = {
    "state": {"type": "string", "enum": ["waiting", "playing", "complete", "forfeited", "annulled"]},
    "under_review": NUMBER,
    "forfeited_by": many(SIDE),
    "confirmed": FLAG,
    "confirmed_on_behalf": FLAG,
    "done": FLAG,
    "winner": {"type": "string", "enum": ["", "NS", "EW", "1", "2", "3"]},
    "shown": {**OBJECT, "description": "levels, games won, boards played: as the game has it; empty where the hands say it all"},
    "version": NUMBER,
    "last_entry_at": MAYBE_TIME,
}
TABLE_FIELDS = {
    "match": TEXT,
    "round": NUMBER,
    "round_state": {"type": "string", "enum": ["open", "locked"]},
    "encounter": TEXT,
    "pair": NUMBER,
    "table": NUMBER,
    "stage": {**TEXT, "description": "heats, semifinal, …: where a format has stages"},
    "sides": sided(ref("SideOfTable")),
    "hands_live": NUMBER,
    "hands_wanted": NUMBER,
    "room": {"type": "string", "enum": ["", "open", "closed"]},
    "boards": many(NUMBER),
    "closed": FLAG,
    **RESULT_FIELDS,
}
HAND = obj(
    {
        "game": NUMBER,
        "number": NUMBER,
        "room": TEXT,
        "state": {"type": "string", "enum": ["live", "conflict", "replaced", "void", "overruled"]},
        "by": {"type": "string", "enum": ["hand", "correction", "ruling"]},
        "seq": NUMBER,
        "hash": HASH,
        "record": ref("Record"),
        "points": {**OBJECT, "description": "of each side, where a hand by itself has points"},
        "entered_side": TEXT,
        "entered_at": TIME,
    }
)
ENTRY = obj({"seq": NUMBER, "hash": HASH})
STEP = obj({"clause": TEXT, "op": TEXT, "operands": many(POINTS), "value": POINTS, "of": TEXT}, optional=("of",))
FAULT = obj({"code": TEXT, "clause": TEXT, "at": TEXT, "values": OBJECT})
OUTCOME = obj({"findings": many(ref("Fault")), "trace": many(ref("Step"))}, more=True)
MATCH_SUMMARY = obj({"match": TEXT, "version": NUMBER}, more=True)
STORED = obj({"entry": ref("Entry")}, more=True)
KEPT = obj({"attachment": HASH, "echo": {"const": True}, "entry": ref("Entry")}, optional=("echo", "entry"))
PROPOSED = obj({"proposal": TEXT, "entry": ref("Entry"), "match": ref("MatchSummary")}, optional=("entry", "match"))
SETTLED = obj({"entry": ref("Entry"), "proposal": TEXT}, optional=("entry", "proposal"), more=True)
PROPOSAL = obj(
    {
        "proposal": TEXT,
        "act": TEXT,
        "match": TEXT,
        "version": {**NUMBER, "description": "at which the match stands now"},
        "asks": {**OBJECT, "description": "what the act would be asked: codes, numbers, hashes"},
        "state": {"type": "string", "enum": ["proposed", "seconded", "refused"]},
        "proposed_by": TEXT,
        "proposed_at": TIME,
        "settled_by": TEXT,
        "settled_at": MAYBE_TIME,
    }
)
HAND_STORED = obj({"outcome": ref("Outcome"), "entry": ref("Entry"), "match": ref("MatchSummary")})
HAND_ECHO = obj({"echo": {"const": True}, "outcome": ref("Outcome"), "entry": ref("Entry"), "match": ref("MatchSummary")})
DESCRIBED = obj({"number": NUMBER, "seq": NUMBER, "hash": HASH}, more=True)
HAND_CONFLICT = obj(
    {
        "conflict": {"const": True},
        "live": DESCRIBED,
        "kept": DESCRIBED,
        "outcome": ref("Outcome"),
        "entry": ref("Entry"),
        "match": ref("MatchSummary"),
    }
)
SLIP_RESULT = obj({"key": TEXT, "status": NUMBER, "replayed": FLAG, "body": OBJECT})
LEDGER_ENTRY = obj(
    {
        "seq": NUMBER,
        "kind": TEXT,
        "key": TEXT,
        "fingerprint": TEXT,
        "match": TEXT,
        "game": NUMBER,
        "number": NUMBER,
        "room": TEXT,
        "supersedes": TEXT,
        "actor": TEXT,
        "role": TEXT,
        "device": TEXT,
        "device_time": TEXT,
        "server_time": TEXT,
        "rulebook_digest": HASH,
        "body": {"type": "string", "description": "the stored text itself: the chain covers it"},
        "prev": HASH,
        "hash": HASH,
        "withheld": {**FLAG, "description": "the body tells cards that others are still to play; it is there after the close"},
    }
)
STANDINGS = obj(
    {
        "event": TEXT,
        "competition": TEXT,
        "name": TEXT,
        "rulebook": obj({"id": TEXT, "digest": HASH}),
        "simulated": FLAG,
        "phase": {"type": "string", "enum": ["before", "playing", "provisional", "notice", "official", "withheld"]},
        "state": SHOWN,
        "notice_until": MAYBE_TIME,
        "frozen": FROZEN,
        "stage_states": many(
            obj({"stage": TEXT, "state": {**TEXT, "description": "as visibility, or before or playing"}, "notice_until": MAYBE_TIME})
        ),
        "version": NUMBER,
        "seq": {**NUMBER, "description": "the entries this was computed from: 1 to seq"},
        "digest": TEXT,
        "made_by": {"type": "string", "enum": ["", "worker", "relay"]},
        "made_at": MAYBE_TIME,
        "teams": many(obj({"team": TEXT, "number": MAYBE_NUMBER, "name": TEXT})),
        "standings": many(
            obj(
                {
                    "team": TEXT,
                    "name": TEXT,
                    "rank": NUMBER,
                    "shared": FLAG,
                    "points": {**ANY, "description": "a whole number or n/d; null where none count"},
                },
                more=True,
            )
        ),
        "rounds": many(OBJECT),
        "encounters": many(OBJECT),
        "previous": OBJECT,
        "plan": OBJECT,
        "bracket": {**OBJECT, "description": "of a knock-out"},
        "boards": {**many(OBJECT), "description": "of a competition of pairs over the same boards"},
        "awards": {**many(OBJECT), "description": "prizes and who has them, where tables of three are drawn round by round"},
        "stages": {**many(OBJECT), "description": "of a tree of stages"},
        "cut": {"type": ["object", "null"], "additionalProperties": True, "description": "of stages ranked over all tables"},
        "movement": {**OBJECT, "description": "of players on the move"},
        "ladder": {**OBJECT, "description": "of a promotion ladder"},
    },
    optional=("bracket", "boards", "awards", "stages", "cut", "movement", "ladder"),
)
HEADING = {"id": TEXT, "digest": HASH, "title": TITLE, "source": TEXT, "game": TEXT, "aliases": many(TEXT)}
CLAUSE = obj({"clause": TEXT, "ref": TEXT, "kind": {"type": "string", "enum": ["C", "E", "W", "D", "R"]}, "zh": TEXT, "en": TEXT})
LEAF = obj(
    {
        "path": TEXT,
        "value": {"type": ["integer", "string", "boolean", "array"], "description": "a table is a list of rows"},
        "clause": TEXT,
        "reading": TEXT,
        "why": TEXT,
        "reading_en": TEXT,
        "why_en": TEXT,
        "overridable": FLAG,
    }
)
DEVICE_FIELDS = {
    "device": TEXT,
    "label": TEXT,
    "competition": TEXT,
    "role": {"type": "string", "enum": ["scorer", "checker", ""], "description": "empty for a player's own: it follows where he sits"},
    "table": MAYBE_NUMBER,
    "side": {**SIDE, "enum": [*SIDE["enum"], ""]},
    "player": {"type": ["string", "null"], "description": "whose phone it is; null for a table's device"},
    "paired_at": TIME,
    "last_seen_at": MAYBE_TIME,
    "unsent": NUMBER,
    "refused": NUMBER,
    "oldest_unsent_at": MAYBE_TIME,
    "revoked_at": MAYBE_TIME,
}
PERSONAL_CODE_FIELDS = {"player": TEXT, "made_at": MAYBE_TIME, "devices": NUMBER}
PAIRING_CODE_FIELDS = {"competition": TEXT, "table": NUMBER, "side": SIDE, "expires_at": TIME}

PENALTY = obj({"code": TEXT, "side": SIDE, "count": NUMBER, "at": NUMBER, "amount": NUMBER}, optional=("count", "at", "amount"), more=True)

DISPUTE_BRIEF_FIELDS: dict[str, Schema] = {
    "dispute": TEXT,
    "match": TEXT,
    "game": NUMBER,
    "number": {**NUMBER, "description": "hand or board; 0: the match as a whole"},
    "room": TEXT,
    "subject": {"type": "string", "enum": list(SUBJECTS)},
    "state": {"type": "string", "enum": list(STATES)},
    "outcome": {"type": "string", "enum": ["", *OUTCOMES]},
    "clauses": many(TEXT),
}
DISPUTE_BRIEF = obj(DISPUTE_BRIEF_FIELDS)
DISPUTE = obj(
    {
        **DISPUTE_BRIEF_FIELDS,
        "table": NUMBER,
        "round": NUMBER,
        "noticed": maybe(obj({"trick": NUMBER, "after": {"type": "string", "enum": list(AFTER)}})),
        "final": {**FLAG, "description": "nothing moves it any more"},
        "may_appeal": FLAG,
        "first_outcome": {"type": "string", "enum": ["", *OUTCOMES], "description": "what the appeal was made against"},
        "first_clauses": many(TEXT),
        **{name: {"type": "string", "enum": ["", *SIDE_NAMES]} for name in ("raised_side", "appealed_side")},
        **dict.fromkeys(("raised_by", "taken_by", "ruled_by", "appealed_by", "final_by"), TEXT),
        "raised_at": TIME,
        **dict.fromkeys(("taken_at", "ruled_at", "appealed_at", "final_at"), MAYBE_TIME),
        **dict.fromkeys(("reason", "ruling_reason", "appeal_reason", "final_reason"), TEXT),
    }
)

COMPONENTS: dict[str, Schema] = {
    "Penalty": PENALTY,
    "Problem": PROBLEM,
    "Refused": REFUSED,
    "Fault": FAULT,
    "Step": STEP,
    "Outcome": OUTCOME,
    "Entry": ENTRY,
    "Stored": STORED,
    "Effect": obj({"effect": {**OBJECT, "description": "what the act would change: hands, sides, standings rows, seats, other tables"}}),
    "Event": EVENT,
    "EventList": listed("Event", next_after=MAYBE_NUMBER),
    "Competition": COMPETITION,
    "CompetitionList": listed("Competition"),
    "FreezeList": listed("Frozen"),
    "Frozen": obj(FROZEN_FIELDS),
    "BoardFrozen": obj({"round": NUMBER, "seq": MAYBE_NUMBER, "entry": ref("Entry")}),
    "BoardUnfrozen": obj({"round": NUMBER, "entry": ref("Entry")}),
    "CompetitionOpened": obj({"competition": TEXT, "entry": ref("Entry")}),
    "Player": PLAYER,
    "Team": obj({"team": TEXT, "name": TEXT, "number": MAYBE_NUMBER, "entrants": many(obj(ENTRANT_FIELDS))}),
    "TeamList": listed("Team"),
    "TeamAdded": obj({"team": TEXT, "entry": ref("Entry")}),
    "TeamNamed": obj({"team": TEXT, "name": TEXT}),
    "Entrant": obj({"team": TEXT, **ENTRANT_FIELDS}),
    "EntrantList": listed("Entrant"),
    "EntrantAdded": obj(
        {"entrant": TEXT, "team": TEXT, "players": many(TEXT), "wild_card": FLAG, "entry": ref("Entry")}, optional=("wild_card",)
    ),
    "PlayerNamed": obj({"player": TEXT, "name": TEXT}),
    "Draw": obj(
        {
            "draw": {"type": "string", "enum": ["teams", "pairs", "entrants", "groups", "lot"]},
            "team": MAYBE_TEXT,
            "round": MAYBE_NUMBER,
            "method": {"type": "string", "enum": ["seed", "recorded"]},
            "seed": TEXT,
            "order": many(TEXT),
            "seq": NUMBER,
            "made_at": TIME,
        }
    ),
    "DrawList": listed("Draw"),
    "DrawMade": obj({"draw": TEXT, "order": many(TEXT), "entry": ref("Entry")}, more=True),
    "Round": obj(
        {
            "round": NUMBER,
            "state": {"type": "string", "enum": ["open", "locked"]},
            "opened_at": TIME,
            "matches": NUMBER,
            "done": NUMBER,
            "confirmed": NUMBER,
            "under_review": NUMBER,
        }
    ),
    "RoundList": listed("Round"),
    "Arrival": obj({"entry": ref("Entry")}, more=True),
    "RoundOpened": obj(
        {"round": NUMBER, "matches": many(TEXT), "bye": MAYBE_TEXT, "byes": many(TEXT), "entry": ref("Entry")}, optional=("byes",)
    ),
    "SideOfTable": SIDE_OF_TABLE,
    "TableRow": obj(TABLE_FIELDS, optional=tuple(RESULT_FIELDS)),
    "TableList": obj({"round": NUMBER, "results": many(ref("TableRow"))}),
    "Table": obj({**TABLE_FIELDS, "players": sided(many(ref("Player"))), "hands": many(ref("Hand"))}),
    "Hand": HAND,
    "HandList": listed("Hand"),
    "MatchSummary": MATCH_SUMMARY,
    "HandStored": HAND_STORED,
    "Kept": KEPT,
    "Proposed": PROPOSED,
    "Settled": SETTLED,
    "Proposal": PROPOSAL,
    "ProposalList": listed("Proposal"),
    "HandEcho": HAND_ECHO,
    "HandConflict": HAND_CONFLICT,
    "Preview": obj({"outcome": ref("Outcome")}),
    "SlipResults": obj({"results": many(SLIP_RESULT)}),
    "UploadResults": obj({"results": many(SLIP_RESULT)}),
    "Call": obj({"id": NUMBER, "reason": TEXT, "number": MAYBE_NUMBER, "side": TEXT, "called_at": TIME, "answered_at": MAYBE_TIME}),
    "Dispute": DISPUTE,
    "DisputeList": listed("Dispute"),
    "DisputeBrief": DISPUTE_BRIEF,
    "DisputeStored": obj({"entry": ref("Entry"), "dispute": ref("DisputeBrief"), "match": ref("MatchSummary")}),
    "DisputeEcho": obj({"echo": {"const": True}, "dispute": ref("DisputeBrief"), "match": ref("MatchSummary")}),
    "Standings": STANDINGS,
    "LedgerEntry": LEDGER_ENTRY,
    "LedgerPage": obj({"book": TEXT, "genesis": HASH, "head": NUMBER, "next_after": MAYBE_NUMBER, "results": many(ref("LedgerEntry"))}),
    "Refusal": obj(
        {
            "id": NUMBER,
            "at": TIME,
            "action": TEXT,
            "match": TEXT,
            "status": NUMBER,
            "codes": many(OBJECT),
            "key": TEXT,
            "actor": TEXT,
            "role": TEXT,
            "device": TEXT,
        }
    ),
    "RefusalList": listed("Refusal"),
    "Grant": obj({"grant": TEXT, "user": TEXT, "role": TEXT, "revoked_at": MAYBE_TIME}),
    "GrantList": listed("Grant"),
    "PairingCode": obj(PAIRING_CODE_FIELDS),
    "PairingCodeList": listed("PairingCode"),
    "PairingCodeMade": obj({**PAIRING_CODE_FIELDS, "secret": {**TEXT, "description": "shown this once"}}),
    "PersonalCode": obj(PERSONAL_CODE_FIELDS),
    "PersonalCodeMade": obj({**PERSONAL_CODE_FIELDS, "secret": {**TEXT, "description": "shown this once"}}),
    "Device": obj(DEVICE_FIELDS),
    "DeviceList": listed("Device"),
    "Paired": obj({**DEVICE_FIELDS, "event": TEXT, "token": {**TEXT, "description": "shown this once"}}),
    "Clause": CLAUSE,
    "ClauseList": listed("Clause"),
    "Leaf": LEAF,
    "RulebookHeading": obj(HEADING),
    "RulebookList": listed("RulebookHeading"),
    "Rulebook": obj({**HEADING, "tally": TEXT, "format": TEXT, "clauses": many(ref("Clause")), "leaves": many(ref("Leaf"))}),
    "JsonSchema": OBJECT,
}
