"""Kinds of worked cases: what a case file may say of a game. One module a game, named as the game is."""
