"""Keys of local state as bytes, in whose order they are kept."""

from __future__ import annotations

import functools
from typing import List, Tuple, Union

from ._arguments import is_utf8

KeyPart = Union[str, bytes, int, bool, None]
Key = Union[KeyPart, Tuple[KeyPart, ...]]
"""A part, or a tuple of parts. A tuple of one part is the same key as the part alone."""

KEY_BYTES_MAX = 1024

# A part is a byte for its type, then what is compared. No type is 0xFF, so that byte ends a range of keys with a common beginning.
_NONE, _FALSE, _TRUE, _ZERO, _BYTES, _STR = 0x01, 0x02, 0x03, 0x14, 0x20, 0x21
_INT_BYTES_MAX = 8
_TEXTS_REMEMBERED = 4096  # an hour or a flag is a part of many keys


def encoded(key: Key) -> bytes:
    """In this order: None, False, True, integers, bytes, texts; of two tuples, the one that the other begins with comes first."""
    if key == ():
        raise ValueError("key: () (expected: one part or more)")
    return encoded_beginning(key)


def encoded_beginning(key: Key) -> bytes:
    """What the keys that begin with these parts begin with; of no part, nothing."""
    data = b"".join(_part(part) for part in (key if isinstance(key, tuple) else (key,)))
    if len(data) > KEY_BYTES_MAX:
        raise ValueError(f"key: {len(data)} bytes (expected: at most {KEY_BYTES_MAX})")
    return data


def decoded(data: bytes) -> Key:
    parts: List[KeyPart] = []
    at = 0
    while at < len(data):
        part, at = _read(data, at)
        parts.append(part)
    return parts[0] if len(parts) == 1 else tuple(parts)


@functools.lru_cache(_TEXTS_REMEMBERED)
def _text(part: str) -> bytes:
    if not is_utf8(part):
        raise ValueError(f"key: {part!r} (expected: text that UTF-8 can hold)")
    return bytes([_STR]) + _ended(part.encode("utf-8"))


def _part(part: KeyPart) -> bytes:
    if part is None:
        return bytes([_NONE])
    if isinstance(part, bool):
        return bytes([_TRUE if part else _FALSE])
    if isinstance(part, int):
        return _integer(part)
    if isinstance(part, str):
        return _text(part)
    if isinstance(part, bytes):
        return bytes([_BYTES]) + _ended(part)
    raise TypeError(f"key: a {type(part).__name__} (expected: str, bytes, int, bool, None, or a tuple of these)")


def _ended(data: bytes) -> bytes:
    return data.replace(b"\0", b"\0\xff") + b"\0"


def _integer(number: int) -> bytes:
    """By its length, which is in the type, then by its bytes; those of a negative one are turned round."""
    size = (abs(number).bit_length() + 7) // 8
    if size > _INT_BYTES_MAX:
        raise ValueError(f"key: {number} (expected: less than 2^64, and more than -2^64)")
    if number < 0:
        return bytes([_ZERO - size]) + (number + (1 << 8 * size) - 1).to_bytes(size, "big")
    return bytes([_ZERO + size]) + number.to_bytes(size, "big")


def _read(data: bytes, at: int) -> Tuple[KeyPart, int]:
    kind = data[at]
    if kind in (_NONE, _FALSE, _TRUE):
        return (None, False, True)[kind - _NONE], at + 1
    if kind in (_STR, _BYTES):
        end = data.index(b"\0", at + 1)
        while data[end + 1 : end + 2] == b"\xff":
            end = data.index(b"\0", end + 2)
        found = data[at + 1 : end].replace(b"\0\xff", b"\0")
        return (found.decode("utf-8") if kind == _STR else found), end + 1
    size = abs(kind - _ZERO)
    if size > _INT_BYTES_MAX:
        raise ValueError(f"key: a part of type {kind} (expected: one that this client has written)")
    number = int.from_bytes(data[at + 1 : at + 1 + size], "big")
    return (number - (1 << 8 * size) + 1 if kind < _ZERO else number), at + 1 + size
