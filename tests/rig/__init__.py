"""Real services for tests: PostgreSQL, the whole service under its supervisor, a browser."""
