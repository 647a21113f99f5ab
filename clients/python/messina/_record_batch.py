"""Events in the form of ``application/vnd.messina.batch``, which the docs of the HTTP API draw, placed by the definition of their stream."""

from __future__ import annotations

import re
import struct
from datetime import datetime, timedelta, timezone
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._checksum import crc32c_each, token
from ._values import Json, NewEvent, Time
from ._wire import headers_of, line_of_encoded, payload_bytes, time_text

BATCH_TYPE = "application/vnd.messina.batch"

_VERSION = b"\x01"
_PART_BYTES_MAX = 256_000  # below the 256 KiB of a row, where the server adds what repeats are known by
_PART_EVENTS_MAX = 16_384
_HEAD = struct.Struct(">HIqII")
_LENGTH = struct.Struct(">I")
_KEY, _TIME, _HEADERS, _NAMED = 1, 2, 16, 3
_KINDS = {"application/octet-stream": 0, "application/json": 1, "text/plain": 2}
_BASE_MASK = -4096
_TIME_BYTES_MAX = 15

_KEY_BYTES_MAX = 1024
_HEADERS_MAX = 64
_PAYLOAD_BYTES_MAX = 1 << 20

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_SECOND = timedelta(seconds=1)
_FRACTION = re.compile(r"\.(\d{1,9})(?=[Zz+-])")


class EncodedEvent(NamedTuple):
    """An event, encoded but for its time, which counts from the base second of its batch.

    any_batch: False for an event that no batch can hold.
    """

    event: NewEvent
    payload: bytes
    head: bytes = b""
    tail: bytes = b""
    key: Optional[bytes] = None
    time: Optional[Tuple[int, int]] = None
    any_batch: bool = True

    @property
    def size(self) -> int:
        """In a batch, at most."""
        return 4 + len(self.head) + (0 if self.time is None else _TIME_BYTES_MAX) + len(self.tail)

    def line(self) -> bytes:
        return line_of_encoded(self.event, self.payload)

    def encoded(self, base: int) -> bytes:
        if self.time is None:
            body = self.head + self.tail
        else:
            seconds, nanos = self.time
            body = self.head + _varint(_zigzag(seconds - base)) + _varint(nanos) + self.tail
        return _LENGTH.pack(len(body)) + body


def fit_batch(events: Sequence[EncodedEvent], definition: Mapping[str, Json]) -> bool:
    """Whether a batch can hold them: not where the server alone knows a key or a time."""
    has_key, has_time = bool(definition.get("key")), bool(definition.get("time"))
    return not any(not each.any_batch or (has_key and each.key is None) or (has_time and each.time is None) for each in events)


def encode_event(event: NewEvent) -> EncodedEvent:
    """TypeError or ValueError for what no event can be, as `event_line` says."""
    payload, content_type = payload_bytes(event.payload, event.content_type)
    key = None if event.key is None else _utf8("key", event.key)
    headers = headers_of(event.headers) if event.headers else {}
    time = None if event.time is None else _seconds_and_nanos(event.time)
    is_large = len(payload) > _PAYLOAD_BYTES_MAX or len(headers) > _HEADERS_MAX or not 0 < len(content_type) <= 128
    if is_large or event.not_before is not None or (event.time is not None and time is None) or (key is not None and not 0 < len(key) <= _KEY_BYTES_MAX):
        return EncodedEvent(event, payload, tail=payload, any_batch=False)
    kind = _KINDS.get(content_type, _NAMED)
    flags = kind << 5
    fields = b""
    if headers:
        flags |= _HEADERS
        texts = [_sized(_utf8(name, text)) for header in headers.items() for name, text in zip(("header name", f"header {header[0]}"), header)]
        fields = _varint(len(headers)) + b"".join(texts)
    if kind == _NAMED:
        fields += _sized(_utf8("content_type", content_type))
    if time is not None:
        flags |= _TIME
    if key is None:
        return EncodedEvent(event, payload, bytes((flags,)), fields + payload, None, time)
    return EncodedEvent(event, payload, bytes((flags | _KEY,)) + _sized(key), fields + payload, key, time)


def batch_body(events: Sequence[EncodedEvent], shards: int, keyless: int, bytes_max: int) -> Tuple[bytes, List[int]]:
    """A body of the first events that fit, and their places among those given, in the order of the body.

    keyless: chooses the shard of events without a key. bytes_max: of the body, unless it is one event.
    """
    base = next((event.time[0] & _BASE_MASK for event in events if event.time is not None), 0)
    shift = 64 - (shards.bit_length() - 1)
    parts: Dict[int, _Part] = {}
    keyless &= shards - 1
    total = len(_VERSION)
    for place, event in enumerate(events):
        encoded = event.encoded(base)
        size = len(encoded)
        shard = keyless if event.key is None else token(event.key) >> shift
        part = parts.get(shard)
        if part is not None and event.key is None and not part.has_room(size):
            shard = keyless = (keyless + 1) & (shards - 1)
            part = parts.get(shard)
        total += size + (0 if part else _HEAD.size)
        if parts and (total > bytes_max or (part is not None and not part.has_room(size))):
            break
        if part is None:
            part = parts[shard] = _Part()
        part.events.append(encoded)
        part.places.append(place)
        part.size += size
    joined = [b"".join(part.events) for part in parts.values()]
    body = [_VERSION]
    for (shard, part), data, checksum in zip(parts.items(), joined, crc32c_each(joined)):
        body += [_HEAD.pack(shard, len(part.events), base, len(data), checksum), data]
    return b"".join(body), [place for part in parts.values() for place in part.places]


class _Part:
    """The events of one shard, and their places among those given."""

    def __init__(self) -> None:
        self.events: List[bytes] = []
        self.places: List[int] = []
        self.size = 0

    def has_room(self, size: int) -> bool:
        return len(self.events) < _PART_EVENTS_MAX and self.size + size <= _PART_BYTES_MAX


def _utf8(name: str, text: Json) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name}: {text!r} (expected: a str)")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(f"{name}: {text[error.start]!r} in it (expected: text that UTF-8 can hold)") from None


def _seconds_and_nanos(time: Time) -> Optional[Tuple[int, int]]:
    """None for a text that the server is to read, or to refuse."""
    text = time_text("time", time)
    if isinstance(time, datetime):
        since = time - _EPOCH
        return since // _SECOND, since.microseconds * 1000
    fraction = _FRACTION.search(text)
    whole = _FRACTION.sub("", text).upper().replace("Z", "+00:00")
    try:
        at = datetime.fromisoformat(whole)
    except ValueError:
        return None
    if at.tzinfo is None or at.microsecond or not re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", whole):
        return None
    return (at - _EPOCH) // _SECOND, int((fraction.group(1) + "00000000")[:9]) if fraction else 0


def _zigzag(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


def _varint(number: int) -> bytes:
    if number < 128:
        return _BYTES[number]
    encoded = bytearray()
    while number > 127:
        encoded.append(number & 127 | 128)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


_BYTES = [bytes((number,)) for number in range(128)]


def _sized(text: bytes) -> bytes:
    return _varint(len(text)) + text
