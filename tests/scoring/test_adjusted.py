"""The chief referee's adjustment of a match: after hands and fines, under its clause, gone without a trace when taken back."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.fold import canonical, fold
from scoring.rulebook import ids, load_file
from scoring.tallies import adjusts_points
from tests.scoring.books import Written, match_in
from tests.scoring.kept import Kept
from tests.scoring.threes import Sheet, any_record

RULES = load_file("healthcup-guandan")
POINTS = st.integers(-30, 30)
FIVE = ["2 x NS double_down", "3 x EW first_third"]


def book() -> tuple[Written, str]:
    written = Written(RULES)
    match = written.open_round(1)[0]
    written.hands(match, FIVE)
    return written, match


def test_where_a_match_has_points_of_its_own() -> None:
    found = {name for name in ids() if adjusts_points(load_file(name))}
    assert "healthcup-guandan" in found
    assert {load_file(name).tally for name in found} == {"match_sum", "table_of_three"}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("NS", "EW")), POINTS.filter(bool)), max_size=4), st.integers(0, 10**6))
def test_what_counts_is_the_hands_and_all_adjustments(adjusted: list[tuple[str, int]], seed: int) -> None:
    written, match = book()
    for side, points in adjusted:
        written.add("match_adjusted", match=match, points={side: points}, clauses=["GD-08"])
    row = match_in(written.state(), match)
    wanted = {one: {"NS": 10, "EW": 9}[one] + sum(points for side, points in adjusted if side == one) for one in ("NS", "EW")}
    assert row["points"] == wanted
    assert row["played"] == {"NS": 10, "EW": 9}
    encounter = written.state()["encounters"][0]
    assert {encounter["points"]["low"], encounter["points"]["high"]} == set(wanted.values())
    last = {step["of"]: step["value"] for step in row["trace"] if step["op"] in ("sum", "adjusted_total")}
    assert last == wanted
    acts = written.entries[-len(adjusted) :] if adjusted else []
    others = written.entries[: len(written.entries) - len(acts)]
    order = Random(seed).sample(acts, len(acts))
    again = [*others, *(replace(one, seq=len(others) + place) for place, one in enumerate(order, 1))]
    assert canonical(fold(RULES, again, book="c1")) == canonical(written.state())
    kept = Kept(RULES)
    kept.read(others)
    assert not acts or kept.read(acts) == canonical(written.state())


def test_taken_back_nothing_of_it_is_left() -> None:
    written, match = book()
    before = {**written.state(), "seq": 0}
    named = written.add("match_adjusted", match=match, points={"NS": -2}, clauses=["GD-08"])
    assert match_in(written.state(), match)["adjusted"] == [{"hash": named, "points": {"NS": -2}, "clauses": ["GD-08"]}]
    written.add("withdrawn", match=match, supersedes=named)
    assert canonical({**written.state(), "seq": 0}) == canonical(before)


def test_after_a_forfeit_and_in_an_annulled_match() -> None:
    """Adjusted and then forfeited: the forfeit's points are adjusted. Annulled, nothing counts at all."""
    written = Written(RULES, teams=4)
    first = written.open_round(1)
    written.add("forfeit", match=first[0], sides=["NS"])
    written.add("match_adjusted", match=first[0], points={"EW": -3}, clauses=["GD-05"])
    assert match_in(written.state(), first[0])["points"]["EW"] == RULES.number("tally_rules.forfeit.points") - 3
    second = written.open_round(2)
    seat = match_in(written.state(), first[0])["ns"]["entrant"]
    again = next(
        row for row in written.state()["matches"] if row["match"] in second and seat in (row["ns"]["entrant"], row["ew"]["entrant"])
    )
    written.add("forfeit", match=again["match"], sides=["NS" if again["ns"]["entrant"] == seat else "EW"])
    assert match_in(written.state(), first[0])["state"] == "annulled"
    assert match_in(written.state(), first[0])["points"] is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(("1", "2", "3")), POINTS.filter(bool))
def test_at_a_table_of_three_after_fines(seed: int, side: str, points: int) -> None:
    rules, chance = load_file("doudizhu-refill"), Random(seed)
    sheet = Sheet(rules)
    for number in (1, 2):
        sheet.hand(any_record(rules, number, chance))
    sheet.fine("dropped_card", chance.choice("123"))
    before = sheet.value()
    named = sheet.add("match_adjusted", {"points": {side: points}, "clauses": ["F6-06"]})
    after = sheet.value()
    assert after["points"] == {one: before["points"][one] + (points if one == side else 0) for one in "123"}
    step = next(step for step in after["trace"] if step["op"] == "adjustment")
    assert (step["clause"], step["of"], step["value"]) == ("F6-06", side, points)
    total = [step for step in after["trace"] if step["op"] == "total" and step["of"] == side][-1]
    assert total["value"] == after["points"][side] == sum(total["operands"])
    sheet.add("withdrawn", {}, supersedes=named)
    assert sheet.value() == before
