"""Server-sent events: what changed on a board, pushed to whoever watches. Reads snapshots; writes nothing.

`frames`   what changed between two snapshots, as at most 1 KB
`watcher`  one per process: notices new snapshots and hands frames on
`endpoint` the ASGI side: one stream per viewer, no database connection, bounded memory
"""
