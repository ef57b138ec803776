"""Fixtures of the rig."""
