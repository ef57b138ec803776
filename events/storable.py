"""Whether text from outside can be put to a database at all: NUL and lone surrogates cannot, and would end in an error there."""


def storable(text: object, most: int = 200) -> bool:
    """Text of at most `most` characters that every database takes as a parameter."""
    return isinstance(text, str) and len(text) <= most and "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
