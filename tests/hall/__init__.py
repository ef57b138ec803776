"""The whole hall at once: what an organiser, two tables' devices and a spectator see together, on the running service."""
