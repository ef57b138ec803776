"""Small states for the live stream's tests: two teams, one encounter of one match, in the shape of docs/design.md."""

from typing import Any

A, B = "t00000000000a", "t00000000000b"
MATCH = "r1-1v2-p1"


def state(
    seq: int,
    *,
    points: int = 0,
    hands: int = 0,
    under_review: bool = False,
    confirmed: bool = False,
    finished: bool = False,
    closed: bool = False,
) -> dict[str, Any]:
    """The state after `hands` hands worth `points` to team A; more teams or rounds are the business of the fold's own tests."""
    current = None if finished else {"round": 1, "points": points, "handed_in": int(hands == 5), "matches": 1}
    rest: dict[str, Any] = {"split_by": "", "split": None, "played_rounds": int(finished), "rounds": [], "trace": []}
    return {
        "format": "mingpai-state-1",
        "seq": seq,
        "closed": closed,
        "teams": [{"team": A, "number": 1, "entrants": []}, {"team": B, "number": 2, "entrants": []}],
        "rounds": [{"round": 1, "opened": True, "locked": False, "finished": finished, "official": finished and confirmed, "bye": None}],
        "matches": [
            {
                "match": MATCH,
                "state": "complete" if hands == 5 else "playing",
                "hands": [{"number": n, "under_review": under_review and n == hands} for n in range(1, hands + 1)],
                "confirmed": {"hash": "c" * 64, "side": "EW", "on_behalf": False} if confirmed else None,
            }
        ],
        "encounters": [
            {"encounter": "r1-1v2", "round": 1, "low": A, "high": B, "points": {"low": points, "high": 0}, "counted": int(hands == 5)}
        ],
        "standings": [
            {
                "team": A,
                "rank": 1,
                "shared": not finished,
                "points": points if finished else 0,
                "double_downs": 0,
                "current": current,
                **rest,
            },
            {
                "team": B,
                "rank": 2 if finished else 1,
                "shared": not finished,
                "points": 0,
                "double_downs": 0,
                "current": current and {**current, "points": 0},
                **rest,
            },
        ],
        "previous": {},
        "plan": {"draws": [], "blocked": [], "over": False},
    }
