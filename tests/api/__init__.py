"""The REST API: one file a promise."""
