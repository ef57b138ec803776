"""The ladder (斗地主 范文一): ages, vouchers, forms, lots, awards. What holds of any ladder stands in test_ladder_any."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.formats import FORMATS, drawn_form
from scoring.formats.ladder import Ladder
from scoring.formats.ladder.eligibility import age_on, day_of, may_enter, voucher_faults
from scoring.nodes import STANDINGS, dependents
from tests.scoring.climbers import Climbers
from tests.scoring.kept import Kept
from tests.scoring.ladders import RULES

DAY, NEVER = "2026-07-05", (1, 1, 1)
FORM = FORMATS["ladder"]


def played(script: list[str], players: int = 6, rules: Any = RULES) -> Climbers:
    book = Climbers(rules, players)
    book.run(script)
    return book


def codes(book: Climbers, entrant: str, act: str = "issued", day: str = "") -> list[str]:
    return [fault.code for fault in voucher_faults(book.rulebook, book.state(), entrant, act, day or book.day)]


# ---------------------------------------------------------------------------------------- who may come


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        ("2010-07-05", "2026-07-04", 15),
        ("2010-07-05", "2026-07-05", 16),
        ("2012-02-29", "2028-02-28", 15),
        ("2012-02-29", "2028-02-29", 16),
        ("2010-02-28", "2026-02-28", 16),
        ("2012-02-29", "2026-02-28", 13),
        ("2012-02-29", "2026-03-01", 14),
    ],
)
def test_full_years(born: str, day: str, age: int) -> None:
    assert age_on(day_of(born) or NEVER, day_of(day) or NEVER) == age


@pytest.mark.parametrize("year", [1900, 1999, 2000, 2024, 2026])
def test_days_are_those_of_the_calendar(year: int) -> None:
    """Against the calendar of the standard library, which the rules may not use: a date and nothing else."""
    for month in range(0, 14):
        for day in range(0, 33):
            try:
                known = date(year, month, day)
            except ValueError:
                known = None
            text = f"{year:04}-{month:02}-{day:02}"
            assert day_of(text) == (None if known is None else (known.year, known.month, known.day)), text


@pytest.mark.parametrize("born", ["", None, "yesterday", "2010-13-01", "2010-02-30", "2010-2-3", "２０１０-01-01", "2010-01-01\n"])
def test_a_birth_date_that_tells_nothing(born: str | None) -> None:
    (fault,) = may_enter(RULES, born, DAY)
    assert fault.code in ("birth_date_missing", "birth_date_malformed")
    assert fault.clause == "F1-22"


def test_people_come_as_long_as_there_are_sessions() -> None:
    """A player who is entered after the third session plays in the fourth; nobody is a wild card."""
    book = played(["1 2 3 L", "1 2 3 L"])
    late = book.enter(7)
    book.run(["voucher 7", "voucher 4", "voucher 5"])
    assert late in book.state()["next"]["entrants"]
    assert FORM.roster_open(RULES, book.setup(), wild_card=False)  # type: ignore[attr-defined]
    assert not FORM.roster_open(RULES, book.setup(), wild_card=True)  # type: ignore[attr-defined]
    numbers = {row["entrant"]: row["number"] for team in book.setup()["teams"] for row in team["entrants"]}
    assert numbers == {f"e{number}": number for number in range(1, 8)}


def test_the_services_ask_the_format() -> None:
    form = drawn_form(RULES)
    assert isinstance(form, Ladder)
    book = played(["voucher 1", "voucher 2", "voucher 3", "voucher 4"])
    state = book.state()
    assert [fault.code for fault in form.order_faults(RULES, state, ["e1", "e2"])] == ["too_few_named"]
    assert form.order_faults(RULES, state, ["e1", "e2", "e3", "e4"]) == ()
    assert [fault.code for fault in form.order_faults(RULES, state, ["e1", "e2", "e5"])] == ["voucher_missing"]
    assert [fault.code for fault in form.entry_faults(RULES, "2020-01-01", DAY)] == ["too_young"]
    assert [fault.code for fault in form.voucher_faults(RULES, state, "e1", "issued", DAY)] == ["voucher_open"]
    assert len(form.disqualification_codes(RULES)) == 15
    book.draw(1, ["e1", "e2", "e3", "e4"])
    seats, waiting = form.planned(RULES, book.setup(), 1, book.state())
    assert waiting == ["e4"]
    assert form.opening_faults(RULES, book.state(), seats, DAY) == ()


def test_the_day_of_the_opening_is_what_counts() -> None:
    """Three wins on the 5th: a voucher of which nobody wrote the day lets him in on the 6th and not on the 5th."""
    book = played(["1 2 3 L", "1 2 3 L", "1 2 3 L"])
    for entrant in ("e1", "e4", "e5"):
        book.voucher(entrant)
    book.draw(4, ["e1", "e4", "e5"])
    form, state = FORM, book.state()
    seats, _ = form.planned(RULES, book.setup(), 4, state)
    (fault,) = form.opening_faults(RULES, state, seats, "2026-07-05")  # type: ignore[attr-defined]
    assert (fault.code, fault.clause, fault.values["wins"]) == ("day_cap", "F1-12", 3)
    assert form.opening_faults(RULES, state, seats, "2026-07-06") == ()  # type: ignore[attr-defined]


def test_who_lost_today_is_not_seated_today_where_he_may_come_again_on_the_next_day_only() -> None:
    """A voucher of which nobody wrote the day: the day of the opening decides."""
    rules = RULES.with_overrides({"format_rules.reentry": "next_day"})
    book = played(["1 2 3 P"], rules=rules)
    for entrant in ("e1", "e4", "e5"):
        book.voucher(entrant)
    book.draw(2, ["e1", "e4", "e5"])
    form, state = FORM, book.state()
    seats, _ = form.planned(rules, book.setup(), 2, state)
    (fault,) = form.opening_faults(rules, state, seats, "2026-07-05")  # type: ignore[attr-defined]
    assert (fault.code, fault.clause) == ("reentry_next_day", rules.law("format_rules.reentry"))
    assert form.opening_faults(rules, state, seats, "2026-07-06") == ()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("entrant", "act", "code"), [("e99", "issued", "entrant_unknown"), ("e1", "burnt", "unknown_act")])
def test_what_cannot_be_done_with_a_voucher(entrant: str, act: str, code: str) -> None:
    assert codes(played([]), entrant, act) == [code]


def test_everything_against_a_voucher_is_said_at_once_with_its_clause() -> None:
    book = played(["climb 1 3", "out 1 d11", "voucher 1"])
    faults = voucher_faults(RULES, book.state(), "e1", "issued", book.day)
    assert [(fault.code, fault.clause) for fault in faults] == [
        ("disqualified", "F1-11"),
        ("voucher_open", "F1-25"),
        ("day_cap", "F1-12"),
    ]


# ---------------------------------------------------------------------------------------- runs, vouchers, forms


def test_an_unused_voucher_may_be_returned_and_another_given() -> None:
    book = played(["voucher 1", "return 1", "voucher 1", "1 2 3 L"])
    assert book.row("e1")["voucher"] == ""
    book.voucher("e1", "issued", book.day)
    assert book.row("e1")["voucher"] == "unused"


def test_whoever_has_no_result_plays_again_on_the_same_voucher() -> None:
    """Seat 3 is the innocent partner; he keeps his voucher, his level and his run."""
    book = played(["3 4 5 L", "1 2 3 L l5:2 keeps:3", "4 5 3 P"])
    assert [leg["went_on"] for leg in book.row("e3")["rounds"]] == [True, None, True]
    assert book.row("e3")["level"] == 2
    assert (
        len([entry for entry in book.entries if entry.kind == "voucher" and entry.body == {"entrant": "e3", "act": "issued", "day": DAY}])
        == 2
    )


def test_a_reported_form_counts_for_the_win_it_was_the_form_of() -> None:
    book = played(["1 2 3 L", "lost 1"])
    assert book.row("e1")["form"] == {"match": "r1-t1", "state": "lost"}
    assert codes(book, "e1") == ["form_missing"]
    again = played(["1 2 3 L", "1 2 3 P", "lost 1"])  # who has lost registers anew and needs no form for that
    assert again.row("e1")["form"] == {"match": "", "state": ""}
    assert codes(again, "e1") == []


def test_a_disqualification_taken_back_gives_everything_back() -> None:
    book = played(["climb 1 6"])
    before = book.state()
    taken = book.add("disqualified", entrant="e1", code="d5")
    assert (book.row("e1")["best"], book.state()["awards"]) == (0, [])
    book.add("withdrawn", supersedes=taken)
    after = book.state()
    assert {**after, "seq": 0} == {**before, "seq": 0}


def test_a_game_corrected_to_a_loss_takes_level_and_award_away() -> None:
    book = played(["climb 1 6"])
    last = next(entry for entry in reversed(book.entries) if entry.kind == "hand")
    book.record(last.match, {**last.body["record"], "out": 2}, "correction", last.hash)
    assert (book.row("e1")["best"], book.state()["awards"]) == (5, [])
    assert book.row("e2")["level"] == 1


def test_a_new_run_after_the_top_begins_again() -> None:
    """Not in one ladder: the champion ends it. Where a second one came to the top in the same session, his run is over too."""
    rules = RULES.with_overrides({"format_rules.top_level": 2, "format_rules.lot.level": 9})
    book = played(["1 2 3 L / 4 5 6 L", "1 2 3 L / 4 5 6 L"], rules=rules)
    assert book.state()["ladder"]["champion"] == "e1"
    assert [run["ended_by"] for run in book.row("e4")["runs"]] == ["top"]
    assert book.state()["awards"] == [{"entrant": "e1", "award": "level_2", "cash": 0, "goods": "car", "clause": "F1-13", "final": True}]


def test_when_the_champion_is_disqualified_the_next_at_the_top_is_champion() -> None:
    rules = RULES.with_overrides({"format_rules.top_level": 2, "format_rules.lot.level": 9})
    book = played(["1 2 3 L / 4 5 6 L", "1 2 3 L / 4 5 6 L", "out 1 d13"], rules=rules)
    assert book.state()["ladder"]["champion"] == "e4"
    book.run(["out 4 d13"])
    state = book.state()
    assert state["ladder"]["champion"] is None
    assert [row["code"] for row in state["plan"]["blocked"]] == ["too_few_entrants"]


def test_awards_that_do_not_add_up_give_the_highest_alone() -> None:
    """The text adds them up, and no organiser changes that; the leaf is read all the same."""
    rules = replace(RULES, leaves={**RULES.leaves, "awards.cumulative": replace(RULES.leaves["awards.cumulative"], value=False)})
    assert [row["award"] for row in played(["climb 1 10"], rules=rules).state()["awards"]] == ["level_10"]


# ---------------------------------------------------------------------------------------- the lot


def test_a_lot_holds_until_all_of_its_people_have_played() -> None:
    rules = RULES.with_overrides({"format_rules.top_level": 3, "format_rules.lot.level": 2})
    script = ["1 4 5 L / 2 6 7 L / 3 8 9 L", "1 4 5 L / 2 6 7 L / 3 8 9 L", "day 1", "voucher 1", "voucher 2", "voucher 3", "lot 2 3 1"]
    book = played(script, 9, rules)
    assert book.state()["ladder"]["lot"] == ["e2", "e3", "e1"]
    book.run(["2 4 5 P", "voucher 6"])
    assert book.state()["ladder"]["lot"] == ["e3", "e1"]
    assert book.state()["next"] is None or "e1" not in book.state()["next"]["entrants"]
    book.run(["3 6 7 P"])
    assert book.state()["ladder"]["lot"] == []
    assert [row["code"] for row in book.state()["ladder"]["refused"]] == []


def test_who_comes_to_the_lots_level_later_asks_for_a_new_lot() -> None:
    rules = RULES.with_overrides({"format_rules.top_level": 3, "format_rules.lot.level": 2})
    book = played(
        ["1 4 5 L / 2 6 7 L", "1 4 5 L / 2 6 7 L", "day 1", "voucher 1", "voucher 2", "lot 2 1", "2 4 5 P / 3 8 9 L", "3 8 9 L"], 9, rules
    )
    book.run(["voucher 3"])
    state = book.state()
    assert state["ladder"]["at_lot_level"] == ["e1", "e3"]
    assert state["plan"]["draws"] == [{"draw": "lot", "entrants": ["e1", "e3"]}]


def test_while_one_of_them_plays_the_others_wait() -> None:
    rules = RULES.with_overrides({"format_rules.top_level": 3, "format_rules.lot.level": 2})
    book = played(["1 4 5 L / 2 6 7 L", "1 4 5 L / 2 6 7 L", "day 1", "voucher 2", "lot 1 2", "1 4 5 -"], 9, rules)
    state = book.state()
    assert state["ladder"]["refused"] == [{"entrant": "e2", "code": "lot_waits"}]
    assert [row["code"] for row in state["plan"]["blocked"]] == ["results_missing"]


# ---------------------------------------------------------------------------------------- the list


def test_case_254_the_list_tells_when_it_last_changed() -> None:
    """Another session changes the list, the day it is of, and the number of the last entry it was made from."""
    book = played(["1 2 3 L"])
    before = book.state()
    book.run(["day 1", "1 2 3 L"])
    after = book.state()
    assert (before["ladder"]["day"], after["ladder"]["day"]) == ("2026-07-05", "2026-07-06")
    assert after["seq"] > before["seq"]
    assert before["ladder"]["list"] == after["ladder"]["list"] == ["e1"]


def test_a_match_reaches_the_runs_of_its_three_players_alone() -> None:
    book = played(["1 2 3 L / 4 5 6 L"])
    setup = book.setup()
    assert dependents(RULES, setup, "match", "r1-t1") == (("run", "e1"), ("run", "e2"), ("run", "e3"), STANDINGS)
    assert dependents(RULES, setup, "run", "e1") == (STANDINGS,)


def test_somebody_seated_elsewhere_leaves_his_run() -> None:
    """An official's act that no session needs: the kept nodes must follow it all the same."""
    book = played(["1 2 3 L"])
    kept = Kept(RULES)
    kept.read(list(book.entries))
    entry = Entry(len(book.entries) + 1, "reseated", hash="hx", body={"match": "r1-t1", "1": "e4", "2": "e2", "3": "e3"})
    assert kept.read([entry]) == canonical(fold(RULES, [*book.entries, entry], book="c1"))
    assert ("run", "e1") not in kept.stored
