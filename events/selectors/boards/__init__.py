"""The leaderboard of each format 赛制: one module a format lays out what its standings, brackets and boards show.

Each reads one Published state and the names; none computes a score or a rank.
"""
