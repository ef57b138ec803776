"""Bodies are read strictly: what Python's own JSON reader would let pass is refused before anything looks at it."""

import io

import pytest

from events.api.reading import MOST_BYTES, MOST_DEPTH, TooLarge, Unreadable, declared_too_large, parse, read_body


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{", "not_json"),
        (b"nothing", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b'{"a": 1,}', "not_json"),
        (b'"\x00"', "not_json"),
        (b'{"a": NaN}', "not_a_json_number"),
        (b'{"a": -Infinity}', "not_a_json_number"),
        (b'{"a": 1e999}', "number_too_large"),
        (b'{"a": 9007199254740992}', "number_too_large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "number_too_large"),
        (b'{"a": 1, "a": 2}', "key_twice"),
        (b'{"b": {"a": 1, "a": 1}}', "key_twice"),
        (b'{"a": "\\u0000"}', "nul_in_text"),
        (b'{"\\u0000": 1}', "nul_in_text"),
        (b'{"a": ["\\ud800"]}', "broken_text"),
        (b'{"a": "\xff"}', "not_utf8"),
        ("中".encode("gb18030"), "not_utf8"),
        (b"[" * (MOST_DEPTH + 1) + b"]" * (MOST_DEPTH + 1), "too_deep"),
        (b"[" * 30_000, "too_deep"),
        (b'{"a":' * 12_000, "too_deep"),
    ],
)
def test_refused_as_a_whole(raw: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse(raw)
    assert refused.value.code == code
    assert refused.value.status == 400


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b"", {}),
        (b"  \n", {}),
        (b'{"a": 9007199254740991}', {"a": 9007199254740991}),
        ('{"姓名": "😀𠮷䶮"}'.encode(), {"姓名": "😀𠮷䶮"}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        (b'{"a": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\"{"}', {"a": '[[[[[[[[[[[[[[[[[[[[[[[[[[[["{'}),
        (b"[" * MOST_DEPTH + b"]" * MOST_DEPTH, None),
    ],
)
def test_read(raw: bytes, value: object) -> None:
    read = parse(raw)
    assert value is None or read == value


def test_no_more_than_the_limit_is_taken_into_memory() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert 0 < size <= MOST_BYTES + 1, "asked for more than the limit"
            self.given += size
            return b" " * size

    stream = Endless()
    with pytest.raises(TooLarge):
        read_body(stream)
    assert stream.given == MOST_BYTES + 1


@pytest.mark.parametrize(
    ("header", "refused"),
    [
        ("0", False),
        ("65536", False),
        ("65537", True),
        ("10000000", True),
        ("9" * 5000, True),
        ("-1", True),
        ("1e3", True),
        ("", False),
        (None, False),
    ],
)
def test_declared_length(header: str | None, refused: bool) -> None:
    assert declared_too_large(header) is refused
