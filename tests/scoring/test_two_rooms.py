"""Two rooms of a board and the league of teams: signs, the table, both paths, any order, what is withdrawn."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.formats import FORMATS
from scoring.nodes import is_setup, setup_node
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from scoring.sides import OTHER
from scoring.tallies import TALLIES
from scoring.tallies.rooms_compared import compare, converted
from tests.scoring.kept import Kept
from tests.scoring.rooms import ROOMS, Rooms, board_record
from tests.scoring.test_properties import arrived

RULES = load_file("hefei-eighty-teams")
HOME = {"open": "NS", "closed": "EW"}
# The appendix, copied: from .. to in fives, points.
PRINTED = [(5, 10, 1), (15, 20, 2), (25, 35, 3), (40, 50, 4), (55, 70, 5), (75, 90, 6), (95, 115, 7), (120, 140, 8), (145, 175, 9)]


def printed(net: int) -> int:
    """The points of a net of fives by the printed rows."""
    return 10 if net >= 180 else next((points for least, most, points in PRINTED if least <= net <= most), 0)


def result(board: int, points: int, **more: Any) -> dict[str, Any]:
    """A room's result of a board by the text alone: the defenders have D, the declarers 200 when D is 0."""
    declarers = "NS" if board % 2 else "EW"
    credits = {OTHER[declarers]: points, declarers: 200 if points == 0 else 0}
    plain: dict[str, Any] = {"fines": {"NS": 0, "EW": 0}, "adjusted": None, "trump": "H", "rank": "2", "cards": None, "trace": []}
    return {"board": board, "D": points, "credits": credits, **plain, **more}


FIVES = st.integers(0, 88).map(lambda fives: fives * 5)
FINES = st.fixed_dictionaries({"NS": st.integers(0, 5).map(lambda n: 10 * n), "EW": st.integers(0, 5).map(lambda n: 10 * n)})


def test_every_net_of_fives_is_converted_as_printed() -> None:
    for net in range(0, 700, 5):
        assert converted(RULES, net) == converted(RULES, -net) == printed(net)


def test_between_two_rows_the_lower_counts() -> None:
    for net in range(200):
        assert converted(RULES, net) == max([points for least, _, points in [*PRINTED, (180, 0, 10)] if net >= least], default=0)


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 16), FIVES, FIVES, FINES, FINES)
def test_the_other_team_at_home_has_the_same_the_other_way_round(board: int, one: int, two: int, fined: Any, also: Any) -> None:
    rooms = {"open": result(board, one, fines=fined), "closed": result(board, two, fines=also)}
    ours = compare(RULES, board, rooms, HOME)
    theirs = compare(RULES, board, rooms, {room: OTHER[side] for room, side in HOME.items()})
    assert ours.net is not None
    assert theirs.net == -ours.net
    assert ours.points is not None
    assert theirs.points == {"low": ours.points["high"], "high": ours.points["low"]}
    assert min(ours.points.values()) == 0


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 16), FIVES, FIVES)
def test_rooms_changed_over_turn_the_sign(board: int, one: int, two: int) -> None:
    there = compare(RULES, board, {"open": result(board, one), "closed": result(board, two)}, HOME)
    back = compare(RULES, board, {"open": result(board, two), "closed": result(board, one)}, HOME)
    assert there.net is not None
    assert back.net == -there.net
    again = compare(RULES, board, {"open": result(board, one), "closed": result(board, one)}, HOME)
    assert (again.net, again.points) == (0, {"low": 0, "high": 0})


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), FIVES, FIVES)
def test_a_board_through_the_whole_fold_is_the_text_by_hand(board: int, one: int, two: int) -> None:
    """Net worked here: who defends for the home team in which room, and what a shutout brings."""
    book = Rooms(RULES)
    for room, points in zip(ROOMS, (one, two), strict=True):
        book.board(f"r1-1v2-{room}", board, points)
    home_declares_open = board % 2 == 1
    net = (200 if one == 0 else -one) * (1 if home_declares_open else -1) + (200 if two == 0 else -two) * (-1 if home_declares_open else 1)
    row = next(row for row in book.encounter("r1-1v2")["boards"] if row["board"] == board)
    assert row["net"] == net
    points = printed(abs(net))
    assert row["points"] == {"low": points if net > 0 else 0, "high": points if net < 0 else 0}


# ---------------------------------------------------------------------------------------------------- whole events


def any_board(rulebook: Rulebook, chance: Random, number: int, room: str) -> dict[str, Any]:
    points = chance.choice([0, 0, 40, 60, 75, 100, chance.randrange(0, 441, 5)])
    return board_record(rulebook, number, room, points) | {"trump": "H" if chance.random() < 0.95 else "S"}


def any_league(seed: int, *, conflicts: bool = True) -> Rooms:
    """Two to five teams, some rounds, and everything that can happen in a room."""
    chance = Random(seed)
    rules = RULES.with_overrides({"format_rules.boards": chance.choice([2, 3])})
    book = Rooms(rules, chance.choice([3, 4, 5]))
    rounds = book.state()["plan"]["rounds"]
    if chance.random() < 0.3:
        book.add("board_trump", board=1, mode="A", rank="2", trump="H")
    for number in range(1, chance.randint(1, rounds) + 1):
        for match in book.open_round(number):
            _play(book, match, chance, conflicts=conflicts)
        if chance.random() < 0.2:
            book.add(chance.choice(["round_locked", "round_unlocked"]), round=number)
    if chance.random() < 0.3:
        seat = next(entry for entry in book.entries if entry.kind == "round_opened").body["seats"][0]
        team = seat["ns"].split(".")[0]
        _reseat(book, seat["match"], f"{team}.2", seat["ew"])
    return book


def _play(book: Rooms, match: str, chance: Random, *, conflicts: bool) -> None:
    room = match.rsplit("-", 1)[1]
    if chance.random() < 0.06:
        forfeit = book.add("forfeit", match=match, sides=[chance.choice(["NS", "EW"])])
        if chance.random() < 0.5:
            book.add("withdrawn", match=match, supersedes=forfeit)
    live: list[str] = []
    for number in book.boards[match]:
        if chance.random() < 0.1:
            body: dict[str, Any] = {
                "unit": chance.choice(["net", "match_points"]),
                "ns": chance.choice([0, 30, "5/2"]),
                "ew": 0,
                "clauses": ["E80-24"],
            }
            book.add("adjustment", match=match, game=1, number=number, **body)
            if chance.random() < 0.5:
                continue
        live.append(book.record(match, any_board(book.rulebook, chance, number, room)))
        if chance.random() < 0.1:
            live[-1] = book.record(match, any_board(book.rulebook, chance, number, room), "correction", live[-1])
        if conflicts and chance.random() < 0.06:
            book.record(match, any_board(book.rulebook, chance, number, room))
        if chance.random() < 0.25:
            side = chance.choice(["NS", "EW"])
            offences: list[dict[str, Any]] = [
                {"code": "exposed_card", "count": 2},
                {"code": "revoke", "points_before": {"NS": 20, "EW": 30}, "at": chance.randint(1, 9)},
                {"code": "slow_play", "amount": 15},
            ]
            body = chance.choice(offences)
            given_ = book.add("penalty", match=match, game=1, number=number, side=side, **body)
            if chance.random() < 0.3:
                book.add("withdrawn", match=match, supersedes=given_)
    for entry_hash in live:
        if chance.random() < 0.8:
            book.confirm(match, [entry_hash], side=chance.choice(["EW", "EW", "EW", "NS"]))
    if chance.random() < 0.1:
        book.add("table_closed", match=match)


SEEDS = st.integers(0, 10**9)
EVENTS = settings(max_examples=20, deadline=None)


@EVENTS
@given(SEEDS)
def test_incremental_equals_full_after_every_step(seed: int) -> None:
    book = any_league(seed)
    chance, kept, start = Random(seed), Kept(book.rulebook), 0
    while start < len(book.entries):
        end = start + chance.randint(1, 60)
        assert kept.read(book.entries[start:end]) == canonical(fold(book.rulebook, book.entries[:end], book="c1"))
        start = end


@EVENTS
@given(SEEDS, SEEDS)
def test_order_of_arrival_changes_nothing(seed: int, order: int) -> None:
    book = any_league(seed, conflicts=False)
    setup = [entry for entry in book.entries if is_setup(entry)]
    said_last = [entry for entry in book.entries if entry.kind in ("table_closed",)]
    played = [entry for entry in book.entries if not is_setup(entry) and entry not in said_last]
    Random(order).shuffle(played)
    shuffled = arrived(book.entries, [*setup, *played, *said_last])
    assert facts(fold(book.rulebook, shuffled)) == facts(fold(book.rulebook, book.entries))


def facts(state: dict[str, Any]) -> bytes:
    """The state without the name of the signature that happened to be the last one missing."""
    matches = [{**match, "confirmed": match["confirmed"] is not None} for match in state["matches"]]
    return canonical({**state, "matches": matches})


@EVENTS
@given(SEEDS)
def test_what_is_withdrawn_was_never_given(seed: int) -> None:
    book = any_league(seed)
    withdrawn = {entry.supersedes for entry in book.entries if entry.kind == "withdrawn"}
    without = [entry for entry in book.entries if entry.hash not in withdrawn and entry.kind != "withdrawn"]
    one, other = (fold(book.rulebook, entries) for entries in (book.entries, without))
    assert canonical({**one, "seq": 0}) == canonical({**other, "seq": 0})


@EVENTS
@given(SEEDS)
def test_what_holds_of_every_state(seed: int) -> None:
    state = any_league(seed).state()
    for encounter in state["encounters"]:
        for board in encounter["boards"]:
            if board["state"] == "complete":
                assert min(board["points"].values()) == 0
                assert max(board["points"].values()) == printed(abs(board["net"])) or board["net"] % 5
            assert (board["points"] is None) == (board["state"] == "incomplete")
        assert not encounter["official"] or encounter["finished"]
        assert not (encounter["official"] and encounter["findings"])
    nets = [row["net"] for row in state["standings"]]
    assert all(isinstance(net, int | str) for net in nets)
    ranks = [row["rank"] for row in state["standings"]]
    assert ranks == sorted(ranks)


# ---------------------------------------------------------------------------------------------------- by name


def setup_of(entries: list[Entry]) -> dict[str, Any]:
    return setup_node(RULES, [entry for entry in entries if is_setup(entry)])


def test_the_trump_an_official_fixed_stands_in_the_seats_of_both_rooms() -> None:
    book = Rooms(RULES)
    book.add("board_trump", board=3, mode="A", rank="4", trump="NT")
    seats = setup_of(book.entries)["matches"]
    assert [seat["trumps"] for seat in seats] == [{"3": {"mode": "A", "rank": "4", "trump": "NT"}}] * 2
    shown = {row["board"]: row for row in book.match("r1-1v2-open")["shown"]["boards"]}
    assert (shown[3]["trump"], shown[3]["rank"], shown[2]["trump"], shown[2]["rank"]) == ("NT", "4", None, "3")


def test_the_table_sees_which_board_is_next() -> None:
    book = Rooms(RULES)
    book.board("r1-1v2-open", 1, 60)
    book.board("r1-1v2-open", 3, 75)
    shown = book.match("r1-1v2-open")["shown"]
    assert shown["next_board"] == 2
    assert [row["done"] for row in shown["boards"][:4]] == [True, False, True, False]
    assert [row["D"] for row in shown["boards"][:4]] == [60, None, 75, None]
    assert book.match("r1-1v2-closed")["state"] == "waiting"


def test_the_two_of_a_team_who_change_rooms_are_seated_by_an_entry() -> None:
    book = Rooms(RULES)
    book.fill("r1-1v2", {"1": "60 75"})
    before = book.encounter("r1-1v2")
    for room, ns, ew in (("open", "e1.2", "e2.1"), ("closed", "e2.2", "e1.1")):
        _reseat(book, f"r1-1v2-{room}", ns, ew)
    assert book.encounter("r1-1v2") == before
    assert book.match("r1-1v2-open")["ns"]["entrant"] == "e1.2"


def test_a_team_that_sat_the_same_way_in_both_rooms_is_found() -> None:
    """Sat the wrong way round and noticed later: the seats are put right by an entry, and the boards count for who played them."""
    book = Rooms(RULES)
    book.fill("r1-1v2", {"1": "60 75"})
    _reseat(book, "r1-1v2-open", "e2.1", "e1.1")
    assert [fault["code"] for fault in book.encounter("r1-1v2")["findings"]] == ["rooms_not_opposed"]
    _reseat(book, "r1-1v2-closed", "e1.2", "e2.2")
    encounter = book.encounter("r1-1v2")
    assert (encounter["findings"], encounter["points"]) == ([], {"low": 0, "high": 2})


def _reseat(book: Rooms, match: str, ns: str, ew: str) -> None:
    """`reseated` names its match in the body: it is an entry of the setup."""
    entry = Entry(len(book.entries) + 1, "reseated", hash=f"h{len(book.entries) + 1}", body={"match": match, "ns": ns, "ew": ew})
    book.entries.append(entry)


def test_a_signed_board_is_open_again_after_a_correction() -> None:
    book = Rooms(RULES)
    book.fill("r1-1v2", {})
    book.sign("r1-1v2")
    assert book.encounter("r1-1v2")["official"]
    wrong = book.hashes["r1-1v2-open", 1]
    again = book.record("r1-1v2-open", board_record(RULES, 1, "open", 65), "correction", wrong)
    assert not book.encounter("r1-1v2")["official"]
    book.confirm("r1-1v2-open", [again])
    assert book.encounter("r1-1v2")["official"]


def test_a_fine_after_the_signature_keeps_it() -> None:
    book = Rooms(RULES)
    book.fill("r1-1v2", {})
    book.sign("r1-1v2")
    book.add("penalty", match="r1-1v2-open", game=1, number=1, code="exposed_card", side="EW", count=2)
    encounter = book.encounter("r1-1v2")
    assert (encounter["official"], encounter["points"]) == (True, {"low": 2, "high": 0})


def test_contradicting_rooms_are_finished_and_not_official() -> None:
    book = Rooms(RULES)
    book.fill("r1-1v2", {})
    book.record("r1-1v2-open", board_record(RULES, 1, "open", {"trump": "S"}), "correction", book.hashes["r1-1v2-open", 1])
    encounter = book.encounter("r1-1v2")
    assert [fault["code"] for fault in encounter["findings"]] == ["trump_differs"]
    assert (encounter["finished"], encounter["official"]) == (True, False)


def test_the_hands_of_both_rooms_must_be_the_same_deal() -> None:
    book = Rooms(RULES)
    hand = "BJ D9 D8 D7 D6 D5 D4 D3 D2 CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2 SA SK SQ"
    for room, last in (("open", "SQ"), ("closed", "SJ")):
        book.board(f"r1-1v2-{room}", 1, {"cards": {"W": hand.replace("SQ", last)}})
    (fault,) = book.encounter("r1-1v2")["findings"]
    assert (fault["code"], fault["values"]) == ("cards_differ", {"board": 1, "seats": ["W"]})


@pytest.mark.parametrize(
    ("board", "body", "wanted"),
    [
        (1, {"unit": "net", "ns": 10, "ew": "5/2"}, []),
        (1, {"unit": "match_points", "ns": 3, "ew": 3}, []),
        (1, {"unit": "percent", "ns": 60, "ew": 40}, ["unit"]),
        (17, {"unit": "net", "ns": 1.5, "ew": True}, ["board", "ns", "ew"]),
        (None, {}, ["board", "unit", "ns", "ew"]),
        ("1", {"unit": ["net"], "ns": "1/0", "ew": "x"}, ["board", "unit", "ns", "ew"]),
    ],
)
def test_an_adjusted_score_is_checked(board: object, body: dict[str, Any], wanted: list[str]) -> None:
    assert [fault.at for fault in TALLIES[RULES.tally].check_adjustment(RULES, board, body)] == wanted


def test_the_format_says_what_it_is() -> None:
    form = FORMATS[RULES.format]
    assert (form.contenders, form.states_seats, form.layers) == ("teams", True, ("encounter",))
    assert form.winner_change(RULES, {}, {}) is None


def test_a_correction_takes_away_its_own_signature_alone() -> None:
    """Signed together, each board by itself: the other one stays signed."""
    book = Rooms(RULES)
    match = "r1-1v2-open"
    first, second = book.boards[match][:2]
    hashes = [book.board(match, board, 60) for board in (first, second)]
    book.confirm(match, hashes)
    book.record(match, board_record(RULES, first, "open", 80), "correction", supersedes=hashes[0])
    assert [row["confirmed"] for row in book.match(match)["hands"]] == [False, True]
