"""Draws: the same on any machine, fair, and indifferent to the order of registration."""

from collections import Counter

from scoring.draws import draw_order


def test_vectors_are_frozen() -> None:
    """Worked with sha256sum and a pencil: a published draw must come out the same for ever."""
    assert draw_order("42", "12345678") == tuple("87154623")
    assert draw_order("健康杯 2026", ["t1", "t2", "t3", "t4"]) == draw_order("健康杯 2026", ["t4", "t3", "t2", "t1"])


def test_everybody_is_drawn_once() -> None:
    ids = [f"t{number}" for number in range(100)]
    assert sorted(draw_order("any", ids)) == sorted(ids)
    assert draw_order("any", []) == ()
    assert draw_order("any", ["one"]) == ("one",)


def test_no_order_is_favoured() -> None:
    """All 24 orders of four among 4,800 seeds: 200 each, give or take six standard deviations."""
    counts = Counter(draw_order(str(seed), "ABCD") for seed in range(4800))
    assert len(counts) == 24
    assert all(abs(count - 200) < 85 for count in counts.values())


def test_any_text_is_a_seed() -> None:
    assert sorted(draw_order("\ud800\x00", "AB")) == ["A", "B"]
    assert draw_order("1\n0", "ABCDEFGH") != draw_order("1", "ABCDEFGH")
