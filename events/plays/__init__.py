"""Whole events as data, and the player that plays them through the REST API, as tablets would.

A folder per rulebook holds `event.json` (teams, draws, forfeits, what officials did), `hands.csv` (every hand that is played), `working.py`
(works the final table from those two without any code of ours) and its results `standings.json` and `working.md`; in 80分 also `cards.json`
(hand cards where they were written down). How a kind of event is written down and what its final table says stands in `kinds`.
"""
