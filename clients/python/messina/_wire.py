"""The form in JSON of durations, times, events and receipts, and requests that are split to keep their bounds."""

from __future__ import annotations

import base64
import json
import re
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._arguments import many, nonempty
from ._values import Ack, DeadLetter, Duration, Event, Json, Nack, NewEvent, Output, Receipt, Result, Time, traced

REQUEST_EVENTS_MAX = 10_000
"""The most events, or receipts, that are sent in one request; more are sent in several."""

REQUEST_BYTES_MAX = 4 * 1024 * 1024
"""The most bytes that are sent in one request; a single larger event is sent alone."""

WAIT_LONGEST_SECONDS = 60

SSE_SILENCE_SECONDS = 45.0
"""After so long without a word of the server, which is three of its heartbeats, a connection of events counts as broken."""

_DURATION = re.compile(r"(\d+)(ms|s|m|h|d)")
_DURATION_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-]\d\d:\d\d))")

_OTHER_YEAR = re.compile(r"[+-]\d{4,}-\d\d-\d\d[Tt]")
"""Of the time of an event before the year 0000 or after 9999, as former servers took them."""


def to_seconds(name: str, duration: Duration) -> float:
    if isinstance(duration, str):
        match = _DURATION.fullmatch(duration)
        if match is None:
            raise ValueError(f"{name}: {duration!r} (expected: a number of seconds, or text such as 500ms, 30s, 10m, 12h, 7d)")
        return int(match.group(1)) * _DURATION_SECONDS[match.group(2)]
    if isinstance(duration, bool) or not (isinstance(duration, timedelta) or hasattr(duration, "__float__")):
        raise TypeError(f"{name}: {duration!r} (expected: a number of seconds, a timedelta, or text such as 500ms, 30s, 10m, 12h, 7d)")
    seconds = duration.total_seconds() if isinstance(duration, timedelta) else float(duration)
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{name}: {duration!r} (expected: a duration of 0 or more)")
    return seconds


def wait_of(wait: Duration) -> float:
    """Seconds, as many as a server waits for events."""
    seconds = to_seconds("wait", wait)
    if seconds > WAIT_LONGEST_SECONDS:
        raise ValueError(f"wait: {wait!r} (expected: at most {WAIT_LONGEST_SECONDS} s)")
    return seconds


def duration_text(name: str, duration: Duration) -> str:
    if isinstance(duration, str) and _DURATION.fullmatch(duration) is None:
        return duration  # words that only the server knows, such as "forever"
    millis = round(to_seconds(name, duration) * 1000)
    return f"{millis // 1000}s" if millis % 1000 == 0 else f"{millis}ms"


def time_text(name: str, time: Time) -> str:
    if isinstance(time, str):
        return nonempty(name, time)
    if not isinstance(time, datetime):
        raise TypeError(f"{name}: {time!r} (expected: a datetime with a time zone, or text such as 2026-03-01T00:00:00Z)")
    if time.tzinfo is None:
        raise ValueError(f"{name}: {time.isoformat()} (expected: a datetime with a time zone, such as timezone.utc)")
    return time.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"


def parse_time(text: str) -> datetime:
    """Its microseconds. What datetime cannot hold is its first or its last time, lest one event stop whoever reads it."""
    match = _TIME.fullmatch(text)
    if match is None and _OTHER_YEAR.match(text) is None:
        raise ValueError(f"time: {text!r} (expected: RFC 3339)")
    if match is None or text.startswith("0000"):
        return (datetime.max if text[0] == "+" else datetime.min).replace(tzinfo=timezone.utc)
    day, minute, second, fraction, offset = match.groups()
    micros = ((fraction or "") + "000000")[:6]
    return datetime.fromisoformat(f"{day}T{minute}:{second or '00'}.{micros}{offset or '+00:00'}").astimezone(timezone.utc)


def encode_json(value: Json, name: str = "") -> bytes:
    """Its JSON. TypeError or ValueError for what JSON cannot say, with the names of the fields that lead to it."""
    try:
        return _dumped(value)
    except (TypeError, ValueError, RecursionError) as error:
        for field, inner in value.items() if isinstance(value, dict) else ():
            encode_json(inner, f"{name}.{field}" if name else str(field))
        raise (TypeError if isinstance(error, TypeError) else ValueError)(f"{name or 'value'}: {_why(error)}") from None


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object[error.start]!r} in it (expected: text that UTF-8 can hold)"
    if isinstance(error, RecursionError):
        return "nested too deeply (expected: less deep than Python's recursion limit)"
    return str(error)


def _dumped(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain).encode("utf-8")


def _plain(value: Any) -> Json:
    """The numbers and arrays of NumPy and its like as Python's own."""
    if hasattr(value, "tolist") and not isinstance(value, memoryview):
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} (expected: what JSON can say)")


def _put_payload(fields: Dict[str, Json], payload: Json, content_type: Optional[str]) -> None:
    if content_type is not None:
        fields["content_type"] = content_type
    if isinstance(payload, (bytes, bytearray, memoryview)):
        fields["payload_base64"] = base64.b64encode(payload).decode("ascii")
    else:
        fields["payload"] = payload


def payload_bytes(payload: Json, content_type: Optional[str]) -> Tuple[bytes, str]:
    """A payload as the server keeps it, and its content type."""
    if isinstance(payload, (bytes, bytearray, memoryview)):
        return bytes(payload), "application/octet-stream" if content_type is None else content_type
    return encode_json(payload, "payload"), "application/json" if content_type is None else content_type


def headers_of(headers: Mapping[str, str]) -> Dict[str, str]:
    if not isinstance(headers, Mapping):
        raise TypeError(f"headers: {headers!r} (expected: a mapping of str to str)")
    return dict(headers)


def event_line(event: NewEvent) -> bytes:
    fields = _event_fields(event)
    _put_payload(fields, event.payload, event.content_type)
    return encode_json(fields)


def line_of_encoded(event: NewEvent, payload: bytes) -> bytes:
    """As `event_line`, of an event whose payload was encoded before."""
    fields = _event_fields(event)
    if isinstance(event.payload, (bytes, bytearray, memoryview)):
        _put_payload(fields, payload, event.content_type)
        return encode_json(fields)
    if event.content_type is not None:
        fields["content_type"] = event.content_type
    return encode_json(fields)[:-1] + (b',"payload":' if fields else b'"payload":') + payload + b"}"


def _event_fields(event: NewEvent) -> Dict[str, Json]:
    fields: Dict[str, Json] = {}
    if event.key is not None:
        if not isinstance(event.key, str):
            raise TypeError(f"key: {event.key!r} (expected: a str)")
        fields["key"] = event.key
    if event.time is not None:
        fields["time"] = time_text("time", event.time)
    if event.headers:
        fields["headers"] = headers_of(event.headers)
    if event.not_before is not None:
        fields["not_before"] = time_text("not_before", event.not_before)
    return fields


def _output_fields(output: Output, cause: Union[Event, str]) -> Dict[str, Json]:
    if not isinstance(output, Output):
        raise TypeError(f"outputs: {output!r} (expected: each an Output)")
    nonempty("stream", output.stream)
    fields: Dict[str, Json] = {"stream": output.stream}
    if output.key is not None:
        fields["key"] = output.key
    headers = {} if output.headers is None else headers_of(output.headers)
    if isinstance(cause, Event):
        headers = dict(traced(cause.headers, headers) or {})
    if headers:
        fields["headers"] = headers
    _put_payload(fields, output.payload, output.content_type)
    return fields


def receipt_of(item: Union[Receipt, Nack]) -> str:
    if isinstance(item, (Ack, Nack)):
        return receipt_of(item.of)
    if isinstance(item, Event):
        if item.receipt is None:
            raise ValueError(f"event {item.id}: it has no receipt (expected: an event that was claimed)")
        return item.receipt
    if isinstance(item, str):
        return nonempty("receipt", item)
    raise TypeError(f"receipt: {item!r} (expected: an Event that was claimed, its receipt, an Ack or a Nack)")


def receipt_entry(item: Union[Receipt, Nack], failed: bool = False) -> Json:
    if isinstance(item, Nack) and not failed:
        raise TypeError(f"receipt: {item!r} (expected: a Nack only where events failed)")
    said: Dict[str, Json] = {}
    if isinstance(item, Ack) and item.outputs:
        said = {"outputs": [_output_fields(output, item.of) for output in many("outputs", item.outputs)]}
    elif isinstance(item, Nack):
        delay = None if item.delay is None else duration_text("delay", item.delay)
        said = without_none(error=item.error, delay=delay, dead=item.dead)
    return {"receipt": receipt_of(item), **said} if said else receipt_of(item)


def read_results(answer: Mapping[str, Json]) -> List[Result]:
    return [Result(result["receipt"], result["status"], result.get("detail")) for result in answer.get("results") or []]


def read_event(fields: Mapping[str, Json]) -> Event:
    key: Union[str, bytes, None] = fields.get("key")
    if key is None and "key_base64" in fields:
        key = base64.b64decode(fields["key_base64"])
    append_time = parse_time(fields["append_time"])
    time = fields.get("time")
    remaining = fields.get("lease_remaining_ms")
    return Event(
        id=fields["id"],
        shard=fields["shard"],
        position=fields["position"],
        key=key,
        time=append_time if time is None else parse_time(time),
        append_time=append_time,
        headers=fields.get("headers") or {},
        content_type=fields.get("content_type") or "application/json",
        payload=base64.b64decode(fields["payload_base64"]) if "payload_base64" in fields else fields.get("payload"),
        attempt=fields.get("attempt", 0),
        receipt=fields.get("receipt"),
        lease_remaining=None if remaining is None else remaining / 1000,
        suspect=bool(fields.get("suspect", False)),
        groups=fields.get("groups") or {},
        attempts_left=fields.get("attempts_left", 0),
    )


def read_dead_letter(fields: Mapping[str, Json]) -> DeadLetter:
    died = fields.get("died")
    return DeadLetter(
        event=read_event(fields),
        cause=fields["cause"],
        attempts=fields["attempts"],
        errors=list(fields.get("errors") or []),
        died=None if died is None else parse_time(died),
        applied=fields.get("applied"),
    )


def in_chunks(
    parts: Iterable[bytes], count_max: int = REQUEST_EVENTS_MAX, bytes_max: int = REQUEST_BYTES_MAX
) -> Iterator[List[bytes]]:
    chunk: List[bytes] = []
    size = 0
    for part in parts:
        if chunk and (len(chunk) == count_max or size + len(part) + 1 > bytes_max):
            yield chunk
            chunk, size = [], 0
        chunk.append(part)
        size += len(part) + 1
    if chunk:
        yield chunk


def without_none(**options: Json) -> Dict[str, Json]:
    return {name: value for name, value in options.items() if value is not None}

def sse_data(lines: Iterable[bytes]) -> Iterator[str]:
    """The data of each server-sent event of type ``event`` or of none; comments, which are heartbeats, are passed over."""
    kind = ""
    data: List[str] = []
    for line in lines:
        text = line.decode("utf-8").rstrip("\r\n")
        name, _, value = text.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if text == "":
            if data and kind in ("", "event", "message"):
                yield "\n".join(data)
            kind, data = "", []
        elif name == "event":
            kind = value
        elif name == "data":
            data.append(value)
