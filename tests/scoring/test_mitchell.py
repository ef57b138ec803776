"""Pairs on the move: the movement, seats as stated, standings of finished rounds, the graph kept and folded."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.formats.mitchell import movement
from scoring.nodes import SETUP, STANDINGS, dependents, is_setup, setup_node
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from tests.scoring.kept import Kept
from tests.scoring.pairs import Pairs

RULES = load_file("hefei-eighty-pairs")


@pytest.fixture
def six() -> Pairs:
    """Six pairs: three tables, three rounds; pairs 1, 2, 3 stay."""
    return Pairs(RULES, 6)


def ranks(state: dict[str, Any], direction: str = "NS") -> list[tuple[int, str, Any]]:
    return [(row["rank"], row["entrant"][1:-2], row["percent"]) for row in state["standings"] if row["direction"] == direction]


def standing(state: dict[str, Any], entrant: str) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in state["standings"] if row["entrant"] == entrant)
    return row


@pytest.mark.parametrize("tables", range(1, 21))
@pytest.mark.parametrize("even", movement.EVEN_TABLES)
def test_as_many_rounds_as_repeat_nothing(tables: int, even: str) -> None:
    """The validator finds nothing in them, and something in one more; pairs and tables of every round are all there once."""
    most = movement.most_rounds(tables, even)
    rounds = {number: movement.places(tables, number, even) for number in range(1, most + 2)}
    assert not movement.replays({number: rounds[number] for number in range(1, most + 1)})
    assert movement.replays(rounds)
    for its in rounds.values():
        for of in ("table", "ns", "ew"):
            assert sorted(getattr(place, of) for place in its) == list(range(1, tables + 1))
        assert all(place.ns == place.table for place in its)


def test_seats_are_those_stated_and_those_changed_since(six: Pairs) -> None:
    six.open_round(1)
    six.add("board_trump", board=3, mode="A", rank="9", trump="NT")
    six.reseat("r1-t2", "e2.1", "e4.1")
    six.reseat("r1-t1", "e1.1", "e5.1")
    setup = setup_node(RULES, six.entries)
    seats = {seat["match"]: seat for seat in setup["matches"]}
    assert [(seat["ns"]["entrant"], seat["ew"]["entrant"]) for seat in seats.values()] == [
        ("e1.1", "e5.1"),
        ("e2.1", "e4.1"),
        ("e3.1", "e6.1"),
    ]
    assert seats["r1-t2"]["numbers"] == {"ns": 2, "ew": 4}
    assert seats["r1-t2"]["trumps"] == {"3": {"mode": "A", "rank": "9", "trump": "NT"}}
    assert seats["r1-t1"]["trumps"] == {}


def test_who_sits_out_is_known_beforehand_and_read_from_the_seats() -> None:
    book = Pairs(RULES, 5)
    book.open_round(1)
    assert [(row["bye"], row["byes"]) for row in book.state()["rounds"]] == [("e3.1", ["e3.1"]), ("e1.1", ["e1.1"]), ("e2.1", ["e2.1"])]
    book.reseat("r1-t1", "e3.1", "e4.1")
    assert book.state()["rounds"][0]["byes"] == ["e1.1"]


def test_before_anything_is_finished_all_share_the_first_place(six: Pairs) -> None:
    assert ranks(six.state()) == [(1, "1", None), (1, "2", None), (1, "3", None)]
    six.open_round(1)
    six.table("r1-t1", "60 -")
    state = six.state()
    assert ranks(state) == [(1, "1", None), (1, "2", None), (1, "3", None)]
    assert standing(state, "e1.1")["current"] == {"round": 1, "points": 2, "top": 4, "boards": 1, "of": 2}
    assert standing(state, "e2.1")["current"] == {"round": 1, "points": 0, "top": 0, "boards": 0, "of": 2}


def test_who_has_a_result_is_before_who_has_none() -> None:
    """After one round of five pairs pair 3 has sat out."""
    book = Pairs(RULES, 5)
    book.round(1, {})
    state = book.state()
    assert ranks(state) == [(1, "1", 50), (1, "2", 50), (3, "3", None)]
    assert standing(state, "e3.1")["split"] == {"key": "played", "mine": 0, "theirs": 1, "other": "e2.1"}
    assert standing(state, "e3.1")["rounds"][0]["match"] == ""


def test_a_running_round_moves_no_rank_and_compares_as_it_stands(six: Pairs) -> None:
    six.round(1, {"r1-t1": "60 40"})
    six.round(2, {"r2-t3": "40 40"})
    before = six.state()
    assert ranks(before) == [(1, "3", "125/2"), (2, "2", 50), (3, "1", "75/2")]
    assert before["previous"] == {f"e{pair}.1": 1 for pair in range(1, 7)}
    six.open_round(3)
    six.table("r3-t2", "80 -")
    state = six.state()
    assert [{**row, "current": None} for row in state["standings"]] == [{**row, "current": None} for row in before["standings"]]
    assert standing(state, "e2.1")["current"] == {"round": 3, "points": 0, "top": 4, "boards": 1, "of": 2}
    board = state["boards"][0]
    assert (board["due"], board["complete"]) == (3, True)
    assert [result["points"]["NS"] for result in board["results"]] == [2, 4, 0]
    assert state["boards"][1]["complete"] is False
    assert state["plan"]["over"] is False


def test_the_way_of_a_pair_adds_up_to_its_total(six: Pairs) -> None:
    for number in (1, 2, 3):
        six.round(number, {"r1-t1": "60 40", "r2-t1": "100 0", "r3-t3": "5 215"})
    six.penalty("r2-t1", 0, "late", "NS", amount=2)
    six.adjust("r3-t1", 5, "plus", "minus")
    state = six.state()
    for row in state["standings"]:
        ways = row["rounds"]
        assert [way["round"] for way in ways] == [1, 2, 3]
        assert sum(Fraction(way["points"]) for way in ways) == Fraction(row["points"])
        assert sum(way["top"] for way in ways) == row["tops"] == 24
        for way in ways:
            assert sum(Fraction(board["points"]) for board in way["boards"]) + Fraction(way["beside"]) == Fraction(way["points"])
        assert Fraction(row["percent"]) == 100 * Fraction(row["points"]) / row["tops"]
    assert standing(state, "e1.1")["rounds"][1]["beside"] == -2
    of_matches = {row["match"]: Fraction(row["points"]["NS"]) + Fraction(row["points"]["EW"]) for row in state["matches"]}
    assert of_matches["r2-t1"] == 8 - 2
    assert all(total == 8 for match, total in of_matches.items() if match not in ("r2-t1", "r3-t1"))


def test_rounds_are_finished_and_official(six: Pairs) -> None:
    six.round(1, {"r1-t3": "- -"})
    six.sign("r1-t1")
    six.sign("r1-t2")
    assert [six.state()["rounds"][0][name] for name in ("finished", "official", "handed_in", "confirmed")] == [False, False, 2, 2]
    six.adjust("r1-t3", 5, "average", "average")
    six.adjust("r1-t3", 6, "average", "average")
    row = six.state()["rounds"][0]
    assert [row[name] for name in ("finished", "official", "handed_in", "confirmed")] == [True, True, 3, 3], "set by the chief referee"
    assert six.state()["plan"]["blocked"] == []


def test_a_lot_among_the_tied_of_a_direction() -> None:
    book = Pairs(RULES.with_overrides({"ranking.final_tie": "lot"}), 6)
    for number in (1, 2, 3):
        book.round(number, {})
    wanted = [["e1.1", "e2.1", "e3.1"], ["e4.1", "e5.1", "e6.1"]]
    plan = book.state()["plan"]
    assert [row["entrants"] for row in plan["draws"]] == wanted
    assert [row["code"] for row in plan["blocked"]] == ["draw_missing", "draw_missing"]
    book.add("draw", draw="lot", method="recorded", seed="", order=["e3.1", "e1.1", "e2.1"])
    state = book.state()
    assert ranks(state) == [(1, "3", 50), (2, "1", 50), (3, "2", 50)]
    assert [row["entrants"] for row in state["plan"]["draws"]] == wanted[1:]


def test_two_tables_that_state_another_trump_of_one_board(six: Pairs) -> None:
    """The first to play it fixes it; the other table is contested, in its own row and for the round."""
    six.round(1, {})
    six.round(2, {"r2-t3": "- 40"})
    six.board("r2-t3", 1, {"trump": "S"})
    for match in ("r2-t1", "r2-t2", "r2-t3"):
        six.sign(match)
    state = six.state()
    found = {"board": 1, "match": "r2-t3", "wanted": "H", "given": "S"}
    assert [(fault["code"], fault["values"]) for fault in state["boards"][0]["findings"]] == [("trump_differs", found)]
    assert {row["match"]: [fault["code"] for fault in row["findings"]] for row in state["matches"] if row["findings"]} == {
        "r2-t3": ["trump_differs"]
    }
    assert [state["rounds"][1][name] for name in ("finished", "official", "confirmed")] == [True, False, 2]


def test_who_was_taken_off_after_playing_is_still_compared(six: Pairs) -> None:
    """The service takes nobody off once drawn; a book that says so is read all the same."""
    six.round(1, {"r1-t1": "60 40"})
    six.add("entrant_out", entrant="e4.1")
    state = six.state()
    assert [row["entrant"] for row in state["standings"]] == ["e1.1", "e2.1", "e3.1", "e5.1", "e6.1"]
    assert state["boards"][0]["results"][0]["ew"] == "e4.1"


def test_fouling_a_board_reaches_its_node_and_the_standings(six: Pairs) -> None:
    six.round(1, {})
    setup = setup_node(RULES, [entry for entry in six.entries if is_setup(entry)])
    assert dependents(RULES, setup, "match", "r1-t1") == (("board", "1"), ("board", "2"), STANDINGS)
    assert ("board", "6") in dependents(RULES, setup, *SETUP)
    assert dependents(RULES, setup, "board", "1") == (STANDINGS,)


# ---------------------------------------------------------------------------------------------------------------- any course


def any_pairs(seed: int) -> Pairs:
    """A random competition with everything in it: odd and even fields, fouled boards, penalties, adjustments, forfeits, conflicts."""
    chance = Random(seed)
    overrides: dict[str, object] = {
        "tally_rules.factoring": chance.choice(["scale", "unscaled", "neuberg"]),
        "tally_rules.scoring": chance.choice(["match_points", "match_points", "butler", "total_points"]),
        "format_rules.even_tables": chance.choice(["skip", "relay"]),
        "format_rules.sit_out": chance.choice(["no_score", "average_score"]),
        "format_rules.arrow_switch_rounds": chance.choice([0, 1]),
        "format_rules.missing_line": chance.choice(["EW", "NS"]),
        "tally_rules.adjusted.basis": chance.choice(["board_top", "own_score"]),
        "penalties.exposed_card.moves": chance.choice(["D", "net"]),
        "ranking.directions": chance.choice(["each_direction", "together"]),
        "ranking.keys": chance.choice([["percent"], ["percent", "tops", "points"]]),
    }
    book = Pairs(RULES.with_overrides(overrides), chance.randint(5, 9))
    rounds = setup_node(book.rulebook, book.entries)["plan"]["rounds"]
    for number in range(1, chance.randint(1, rounds) + 1):
        matches = book.open_round(number)
        for match in matches:
            for board in book.seats[match]["boards"]:
                _play(book, chance, match, board)
            if chance.random() < 0.3:
                book.sign(match)
            if chance.random() < 0.1:
                book.add("forfeit", match=match, sides=[chance.choice(["NS", "EW"])])
            if chance.random() < 0.1:
                book.penalty(match, 0, "late", chance.choice(["NS", "EW"]), amount=chance.randint(1, 5))
        if chance.random() < 0.4:
            board = book.seats[matches[0]]["boards"][0]
            book.add("fouled", board=board, groups=[[matches[0]], [match for match in matches[1:] if chance.random() < 0.5]])
    return book


def _play(book: Pairs, chance: Random, match: str, board: int) -> None:
    points = 5 * chance.randint(0, 40)
    what = chance.random()
    if what < 0.08:
        book.adjust(match, board, *chance.choice([("plus", "minus"), (0, 60), ("1/3", 50)]))
        return
    live = book.board(match, board, points)
    if what < 0.2:
        book.board(match, board, 5 * chance.randint(0, 40))
    elif what < 0.3:
        record = next(entry for entry in book.entries if entry.hash == live).body["record"]
        book.record(match, {**record, "table_points": 35}, "correction", live)
    elif what < 0.35:
        book.add("void", match=match, game=1, number=board, supersedes=live)
    elif what < 0.45:
        book.penalty(match, board, "exposed_card", chance.choice(["NS", "EW"]), count=chance.randint(1, 3))
    elif what < 0.5:
        book.penalty(match, board, "concealed_harmless", chance.choice(["NS", "EW"]), count=1)
    elif what < 0.55:
        taken = book.adjust(match, board, 10, 0, unit="net")
        if chance.random() < 0.5:
            book.add("withdrawn", match=match, supersedes=taken)


def chunks(entries: list[Entry], seed: int) -> list[list[Entry]]:
    chance, found, at = Random(seed), [], 0
    while at < len(entries):
        size = chance.randint(1, 12)
        found.append(entries[at : at + size])
        at += size
    return found


@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_is_what_is_folded(seed: int) -> None:
    book = any_pairs(seed)
    kept, seen = Kept(book.rulebook), []
    for part in chunks(book.entries, seed):
        seen += part
        assert kept.read(part) == canonical(fold(book.rulebook, seen, book="c1"))


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_arrival_changes_nothing(seed: int) -> None:
    """Any set without conflicts: records, corrections, penalties, adjustments, forfeits, setup, all shuffled. Confirmations (the last of
    a table's names the table's) and what is said twice of one board keep their order."""
    book = any_pairs(100 + seed)
    first: dict[tuple[str, int], str] = {}
    entries = []
    for entry in book.entries:
        again = entry.kind == "hand" and first.setdefault((entry.match, entry.number), entry.hash) != entry.hash
        if not again:
            entries.append(entry)
    entries = [replace(entry, seq=seq) for seq, entry in enumerate(entries, start=1)]
    wanted = canonical(fold(book.rulebook, entries))
    kept = [entry for entry in entries if entry.kind in ("fouled", "confirmation")]
    order = [entry for entry in entries if entry not in kept]
    for shuffle in range(5):
        Random(shuffle).shuffle(order)
        moved = [replace(entry, seq=seq) for seq, entry in enumerate([*order, *kept], start=1)]
        assert canonical(fold(book.rulebook, moved)) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_what_holds_of_every_course(seed: int) -> None:
    """Ranks are 1, 2, 2, 4; shares of a table are its top; points are exact; nothing but JSON."""
    book = any_pairs(200 + seed)
    state = book.state()
    rules: Rulebook = book.rulebook
    for direction in {row["direction"] for row in state["standings"]}:
        its = [row for row in state["standings"] if row["direction"] == direction]
        for place, row in enumerate(its):
            assert row["rank"] == (its[place - 1]["rank"] if row["split_by"] == "shared" else place + 1)
            assert row["shared"] == (sum(other["rank"] == row["rank"] for other in its) > 1)
    for board in state["boards"]:
        for result in board["results"]:
            ops = {step["op"] for step in result["trace"]}
            plain = ops <= {"match_points", "scale", "neuberg"}
            if plain and rules.choice("penalties.exposed_card.moves") == "D":
                assert Fraction(result["points"]["NS"]) + Fraction(result["points"]["EW"]) == result["top"]
            assert all(step["clause"] in rules.clauses for step in result["trace"])
    assert b"." not in canonical({"rows": [row["points"] for row in state["standings"]]})


def test_a_table_that_plays_a_fouled_board_later_must_be_put_into_a_group() -> None:
    """Nobody knows by itself with which cards it played: until it is said, its match is not official."""
    book = Pairs(RULES, 6)
    book.round(1, {})
    board = book.seats["r1-t1"]["boards"][0]
    book.add("fouled", board=board, groups=[["r1-t1"], []])
    book.round(2, {})
    late = next(match for match, seat in book.seats.items() if seat["match"].startswith("r2") and board in seat["boards"])
    found = list(book.match(late)["findings"])
    assert [(fault["code"], fault["values"]["match"]) for fault in found] == [("group_missing", late)]
    book.add("fouled", board=board, groups=[["r1-t1"], [late]])
    assert book.match(late)["findings"] == []
