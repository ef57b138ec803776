"""Reads, one file a subject. Scoped by grants: what is another's is not there. Nothing here writes."""
