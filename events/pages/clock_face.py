"""Seconds as the face of a clock shows them."""

MINUS = "−"


def digits_of(seconds: int) -> str:
    """`12:55`, `1:05:00`; less than 0 is told with a true minus."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    face = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return (MINUS if seconds < 0 else "") + face
