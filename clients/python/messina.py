"""The Python client of Messina: the standard library only, Python 3.9 or newer. Features are in messina_features.py beside it.

    import messina

    client = messina.Client("http://127.0.0.1:8420")
    edits = client.create_stream("edits", key="/user")
    edits.append({"user": "ada", "page": "Engine"})

    group = edits.create_group("profiles")
    for event in group.claim(max=100, wait=20):
        print(event.key, event.payload)
        group.ack(event)

Units: durations are seconds (a number), a ``timedelta``, or text such as ``"500ms"``, ``"30s"``, ``"10m"``, ``"12h"``,
``"7d"``. Times are ``datetime`` with a time zone, or RFC 3339 text; those that come back are ``datetime`` in UTC, to the
microsecond.

Threads: `Client` and what it gives may be shared by threads; each thread has a connection of its own, kept
open. What a generator (`Stream.tail`, `Group.follow`) yields is for one thread at a time.

Errors: what the server refuses or cannot do is a `MessinaError`, with the server's stable `code`. Arguments that can never be
right are a `ValueError` or a `TypeError` at once.

Retries: a call is repeated, with growing, jittered pauses and never sooner than the server's Retry-After, where the server did
nothing, or where doing it again changes nothing: reads, definitions, acks, and appends, since each append carries an
idempotency key. Claims, redrives, cancellations, deletions of streams and groups, and removals of features and of what they
hold, are repeated only where nothing was done; seeks and purges only where they were not begun.
"""

from __future__ import annotations

import base64
import concurrent.futures
import contextlib
import dataclasses
import http.client
import importlib
import itertools
import json
import logging
import multiprocessing
import multiprocessing.connection
import multiprocessing.queues
import os
import pickle
import random
import re
import selectors
import signal
import socket
import threading
import time as _clock
import urllib.parse
import uuid
from collections import deque
from datetime import datetime, timedelta, timezone
from types import TracebackType
from typing import (
    TYPE_CHECKING, Any, Callable, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Type, Union,
)

if TYPE_CHECKING:
    import messina_features

__all__ = [
    "Ack",
    "Appended",
    "Appender",
    "Client",
    "DeadLetter",
    "Event",
    "Group",
    "MessinaError",
    "Nack",
    "NewEvent",
    "NotFound",
    "Output",
    "Overloaded",
    "Page",
    "Refused",
    "RefusedLine",
    "Reject",
    "Result",
    "Stream",
    "Unavailable",
    "UnknownOutcome",
    "worker",
]

Json = Any
Duration = Union[int, float, timedelta, str]
Time = Union[datetime, str]

REQUEST_EVENTS_MAX = 10_000
"""The most events, or receipts, that are sent in one request; more are sent in several."""

REQUEST_BYTES_MAX = 4 * 1024 * 1024
"""The most bytes that are sent in one request, but for a single event that is larger by itself."""

CLAIM_MAX = 10_000
"""The most events that one claim may ask for."""

BATCH_WINDOW = 64
"""So far below the highest number of a source a shard knows which batches it has."""

_BATCHES_MAX = 100_000
_DEAD_LETTERS_LONGEST_SECONDS = 600.0
_RATED_LONGEST_SECONDS = 86_400.0
_PAUSE_SECONDS = 1.0
_BACKOFF_FIRST_SECONDS = 0.1
_BACKOFF_LONGEST_SECONDS = 5.0
_RETRY_AFTER_LONGEST_SECONDS = 60.0
_TAIL_SILENCE_SECONDS = 45.0  # three heartbeats of the server
_ERROR_TEXT_MAX = 1_000

_log = logging.getLogger("messina")


# ---------------------------------------------------------------------------------------------------------------- errors


class MessinaError(Exception):
    """What the server answered instead of doing what was asked, or that it did not answer.

    code: the server's stable code, such as ``stream_not_found``; or one of this client's: ``unreachable`` (no connection,
        nothing was done), ``no_answer`` (the request was sent and no answer came), ``unexpected_answer`` (not Messina's).
    status: the HTTP status, 0 where there was no answer.
    retryable: whether the same call may succeed later.
    retry_after: the seconds that the server asked to wait, or None.
    problem: the whole problem document, for example ``stored`` where a part of an append is stored.
    idempotency_key: of an append, the key that makes a repeat of it safe, or None.
    """

    def __init__(
        self,
        message: str,
        code: str = "internal",
        status: int = 0,
        retryable: bool = False,
        retry_after: Optional[float] = None,
        problem: Optional[Dict[str, Json]] = None,
    ) -> None:
        super().__init__(message, code, status, retryable, retry_after, problem)
        self.message = message
        self.code = code
        self.status = status
        self.retryable = retryable
        self.retry_after = retry_after
        self.problem: Dict[str, Json] = problem or {}
        self.idempotency_key: Optional[str] = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


class Overloaded(MessinaError):
    """A buffer is full (429): nothing was done; later it may be."""


class Unavailable(MessinaError):
    """The server cannot at the moment, or cannot be reached: nothing was done, but for ``problem["stored"]`` of an append."""


class UnknownOutcome(MessinaError):
    """It may have been done, or not. An append may be sent again with its ``idempotency_key``: it is stored once."""


class NotFound(MessinaError):
    """What was named is not there (404)."""


class Refused(MessinaError):
    """The request is wrong and stays so: malformed, out of bounds, too large, in conflict, against the schema (4xx)."""


class Reject(Exception):
    """Raised by a handler of `worker`: the event is not tried again but goes to the dead letters, with this text."""


def _no_answer(method: str, target: str, cause: Exception) -> MessinaError:
    detail = f"{method} {target}: no answer: {_text_of(cause)}"
    kind = Unavailable if method == "GET" else UnknownOutcome
    return kind(detail, "no_answer", retryable=True)


def _error(status: int, headers: http.client.HTTPMessage, body: bytes, target: str) -> MessinaError:
    problem: Dict[str, Json] = {}
    try:
        parsed = json.loads(body)
        if isinstance(parsed, dict):
            problem = parsed
    except ValueError:
        pass
    code = problem.get("code")
    if not isinstance(code, str):
        code = "unexpected_answer"
    detail = problem.get("detail") or problem.get("title") or f"the server answered {status}"
    by_gateway = status in (502, 503, 504) and code == "unexpected_answer"
    retryable = bool(problem.get("retryable", status in (429, 503) or by_gateway))
    return _kind(status, code)(f"{target}: {detail}", code, status, retryable, _retry_after(headers), problem)


def _kind(status: int, code: str) -> Type[MessinaError]:
    if code == "unknown_outcome" or status in (502, 504):
        return UnknownOutcome
    if status == 503:
        return Unavailable if code != "unexpected_answer" else UnknownOutcome
    if status == 429:
        return Overloaded
    if status == 404:
        return NotFound
    return Refused if 400 <= status < 500 else MessinaError


def _retry_after(headers: http.client.HTTPMessage) -> Optional[float]:
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return None


def _text_of(cause: BaseException) -> str:
    text = str(cause)
    return f"{type(cause).__name__}: {text}" if text else type(cause).__name__


# ---------------------------------------------------------------------------------------------------------------- values


@dataclasses.dataclass(frozen=True)
class Event:
    """An event of a stream.

    id: opaque, of the event for ever.
    shard, position: where it stands: positions, ``"epoch.sequence"``, grow within a shard.
    key: text, bytes where it is not UTF-8, or None.
    time: when it happened, as its producer said, else append_time.
    append_time: when it was stored; never decreases within a shard.
    payload: decoded JSON, or bytes of any other content type.
    attempt, receipt: of a claimed event, the number of this attempt, from 1, and what ack and its like take; else 0 and None.
    attempts_left: of a claimed event, how many attempts follow this one if it fails; 0 otherwise.
    lease_remaining: of a claimed event, the seconds that its lease still ran when the server wrote the answer; else None.
    suspect: whether its last leases ended without a word, as where an event kills its process: handle it with nothing else
        in hand, so that nothing else suffers.
    groups: where an event was asked for by its id, its state per group; else empty.
    """

    id: str
    shard: int
    position: str
    key: Union[str, bytes, None]
    time: datetime
    append_time: datetime
    headers: Mapping[str, str]
    content_type: str
    payload: Json
    attempt: int = 0
    receipt: Optional[str] = None
    lease_remaining: Optional[float] = None
    suspect: bool = False
    groups: Mapping[str, Json] = dataclasses.field(default_factory=dict)
    attempts_left: int = 0


@dataclasses.dataclass(frozen=True)
class NewEvent:
    """An event to append. What is None is left to the server: the key and time by the stream's pointers, else none and now.

    payload: anything that JSON can say, arrays and numbers of NumPy among it, or bytes, which are kept as they are.
    not_before: when to append it; until then it waits, and its id is that of its schedule (`Stream.cancel`).
    """

    payload: Json
    key: Optional[str] = None
    time: Optional[Time] = None
    headers: Optional[Mapping[str, str]] = None
    not_before: Optional[Time] = None
    content_type: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Output:
    """An event that an ack appends to a stream, once for the event that is acknowledged, however often the ack is sent."""

    stream: str
    payload: Json
    key: Optional[str] = None
    headers: Optional[Mapping[str, str]] = None
    content_type: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Ack:
    """An acknowledgement with outputs: of an event, or of a receipt."""

    of: Union[Event, str]
    outputs: Sequence[Output] = ()


@dataclasses.dataclass(frozen=True)
class Nack:
    """That an event failed, or one of a receipt, with what is said of it alone; see `Group.nack`."""

    of: Union[Event, str]
    error: Optional[str] = None
    delay: Optional[Duration] = None
    dead: Optional[bool] = None


@dataclasses.dataclass(frozen=True)
class Result:
    """What became of a receipt.

    status: ``ok``, ``stale`` (another has the event now: nothing was changed), ``unknown`` (no receipt of this group),
        ``retry`` (it may have been done or not: send it again while the lease runs), or ``refused`` (the stream of an output
        does not take it: nothing was done).
    detail: of ``refused``, why.
    """

    receipt: str
    status: str
    detail: Optional[str] = None

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.status == "ok"


@dataclasses.dataclass(frozen=True)
class RefusedLine:
    """An event that a partial append did not store: its place among those given, from 0, and why."""

    line: int
    detail: str


@dataclasses.dataclass(frozen=True)
class Appended:
    """What an append stored, durably.

    ids: in the order of the events, without the refused; None where an event is only known to be there already.
    duplicates: how many were there already.
    refused: only where partial=True.
    unchecked: how many of the duplicates are only taken to be there, as the number of their batch is more than 64 below the
        highest that a shard has of its source.
    """

    accepted: int
    duplicates: int
    ids: List[Optional[str]]
    refused: List[RefusedLine]
    unchecked: int = 0


@dataclasses.dataclass(frozen=True)
class Page:
    """Events of one shard in order, and the position to go on from."""

    events: List[Event]
    next: str


@dataclasses.dataclass(frozen=True)
class DeadLetter:
    """An event that a group gave up.

    cause: ``exhausted`` (too many attempts), ``rejected`` (a nack said so) or ``uncertain`` (at most once).
    errors: of its attempts, each a mapping of ``attempt`` and ``error``.
    """

    event: Event
    cause: str
    attempts: int
    errors: List[Mapping[str, Json]]
    died: Optional[datetime]


Receipt = Union[str, Event, Ack]


# ------------------------------------------------------------------------------------------------------ what is on the wire

_DURATION = re.compile(r"(\d+)(ms|s|m|h|d)")
_DURATION_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-]\d\d:\d\d))")


def _seconds(name: str, duration: Duration) -> float:
    if isinstance(duration, str):
        match = _DURATION.fullmatch(duration)
        if match is None:
            raise ValueError(f"{name}: {duration!r} (expected: a number of seconds, or text such as 500ms, 30s, 10m, 12h, 7d)")
        return int(match.group(1)) * _DURATION_SECONDS[match.group(2)]
    seconds = duration.total_seconds() if isinstance(duration, timedelta) else float(duration)
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{name}: {duration!r} (expected: a duration of 0 or more)")
    return seconds


def _duration_text(name: str, duration: Duration) -> str:
    if isinstance(duration, str) and _DURATION.fullmatch(duration) is None:
        return duration  # words that only the server knows, such as "forever"
    millis = round(_seconds(name, duration) * 1000)
    return f"{millis // 1000}s" if millis % 1000 == 0 else f"{millis}ms"


def _time_text(name: str, time: Time) -> str:
    if isinstance(time, str):
        return time
    if time.tzinfo is None:
        raise ValueError(f"{name}: {time.isoformat()} (expected: a datetime with a time zone, such as timezone.utc)")
    return time.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"


def _time(text: str) -> datetime:
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"time: {text!r} (expected: RFC 3339)")
    day, minute, second, fraction, offset = match.groups()
    micros = ((fraction or "") + "000000")[:6]
    return datetime.fromisoformat(f"{day}T{minute}:{second or '00'}.{micros}{offset or '+00:00'}").astimezone(timezone.utc)


def _encode(value: Json) -> bytes:
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


def _line(event: NewEvent) -> bytes:
    fields: Dict[str, Json] = {}
    if event.key is not None:
        if not isinstance(event.key, str):
            raise TypeError(f"key: {event.key!r} (expected: a str)")
        fields["key"] = event.key
    if event.time is not None:
        fields["time"] = _time_text("time", event.time)
    if event.headers:
        fields["headers"] = dict(event.headers)
    if event.not_before is not None:
        fields["not_before"] = _time_text("not_before", event.not_before)
    _put_payload(fields, event.payload, event.content_type)
    return _encode(fields)


def _output(output: Output) -> Dict[str, Json]:
    fields: Dict[str, Json] = {"stream": output.stream}
    if output.key is not None:
        fields["key"] = output.key
    if output.headers:
        fields["headers"] = dict(output.headers)
    _put_payload(fields, output.payload, output.content_type)
    return fields


def _receipt_of(item: Union[Receipt, Nack]) -> str:
    if isinstance(item, (Ack, Nack)):
        return _receipt_of(item.of)
    if isinstance(item, Event):
        if item.receipt is None:
            raise ValueError(f"event {item.id}: it has no receipt (expected: an event that was claimed)")
        return item.receipt
    if isinstance(item, str):
        return item
    raise TypeError(f"receipt: {item!r} (expected: an Event that was claimed, its receipt, an Ack or a Nack)")


def _receipt_entry(item: Union[Receipt, Nack], failed: bool = False) -> Json:
    if isinstance(item, Nack) and not failed:
        raise TypeError(f"receipt: {item!r} (expected: a Nack only where events failed)")
    said: Dict[str, Json] = {}
    if isinstance(item, Ack) and item.outputs:
        said = {"outputs": [_output(output) for output in item.outputs]}
    elif isinstance(item, Nack):
        delay = None if item.delay is None else _duration_text("delay", item.delay)
        said = _given(error=item.error, delay=delay, dead=item.dead)
    return {"receipt": _receipt_of(item), **said} if said else _receipt_of(item)


def _results(answer: Mapping[str, Json]) -> List[Result]:
    return [Result(result["receipt"], result["status"], result.get("detail")) for result in answer.get("results") or []]


def _event(fields: Mapping[str, Json]) -> Event:
    key: Union[str, bytes, None] = fields.get("key")
    if key is None and "key_base64" in fields:
        key = base64.b64decode(fields["key_base64"])
    append_time = _time(fields["append_time"])
    time = fields.get("time")
    remaining = fields.get("lease_remaining_ms")
    return Event(
        id=fields["id"],
        shard=fields["shard"],
        position=fields["position"],
        key=key,
        time=append_time if time is None else _time(time),
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


def _dead_letter(fields: Mapping[str, Json]) -> DeadLetter:
    died = fields.get("died")
    return DeadLetter(
        event=_event(fields),
        cause=fields["cause"],
        attempts=fields["attempts"],
        errors=list(fields.get("errors") or []),
        died=None if died is None else _time(died),
    )


def _chunks(
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


def _died(page: Mapping[str, Any]) -> Dict[str, Json]:
    """By id when they died: an event that was handed out and died again is another letter."""
    return {letter["id"]: letter["died"] for letter in page["dead_letters"]}


_STREAM_OPTIONS = ("shards", "retention", "deduplicate", "key", "time", "schema", "placement")
_GROUP_OPTIONS = (
    "lease",
    "max_attempts",
    "backoff",
    "order",
    "delivery",
    "max_in_flight",
    "max_concurrent_per_key",
    "rate_limit",
    "max_unfinished",
)


def _changes(options: Mapping[str, Json], known: Sequence[str], durations: Sequence[str]) -> Dict[str, Json]:
    unknown = set(options) - set(known)
    if unknown:
        raise TypeError(f"options: {', '.join(sorted(unknown))} (expected: {', '.join(known)})")
    changes = dict(options)
    for name in durations:
        if changes.get(name) is not None and changes[name] != "forever":
            changes[name] = _duration_text(name, changes[name])
    return changes


def _given(**options: Json) -> Dict[str, Json]:
    return {name: value for name, value in options.items() if value is not None}


# ------------------------------------------------------------------------------------------------------------ connections


class _Connection:
    """A connection of one thread; it closes its socket when the thread is gone."""

    def __init__(self, http_connection: http.client.HTTPConnection) -> None:
        self.http = http_connection
        self.pid = os.getpid()

    def is_stale(self) -> bool:
        """Whether the server has closed it, or said what nobody asked for."""
        if self.http.sock is None:
            return True
        with selectors.DefaultSelector() as selector:
            selector.register(self.http.sock, selectors.EVENT_READ)
            return bool(selector.select(0))

    def close(self) -> None:
        self.http.close()

    def __del__(self) -> None:
        self.http.close()


@dataclasses.dataclass(frozen=True)
class _Request:
    """safe: whether doing it twice is the same as doing it once. whole: whether it is done as a whole or not at all, so that one
    that is refused for now is not done in part. wait: the seconds that the server may take on purpose."""

    method: str
    target: str
    body: Optional[bytes] = None
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    safe: bool = True
    whole: bool = True
    wait: float = 0.0


@dataclasses.dataclass
class _Sendings:
    """Those of one batch: it counts while one runs, and behind them while it may come again."""

    running: int = 0
    acknowledged: bool = False
    in_doubt: bool = False

    def counts(self) -> bool:
        return self.running > 0 or (self.in_doubt and not self.acknowledged)


class _BatchesUnderWay:
    """The numbered batches of a client that are being sent, or failed so that they may come again: none goes so far beyond
    another that a shard could not tell any more whether it has that one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._batches: Dict[Tuple[str, str], Dict[int, _Sendings]] = {}  # by stream and source, by number
        self._count = 0

    @contextlib.contextmanager
    def sending(self, stream: str, source: str, batch: int) -> Iterator[None]:
        """While a batch is sent, which then counts until it is acknowledged, refused or given up."""
        producer = (stream, source)
        sendings = self._begin(producer, batch)
        refused = failed = False
        try:
            yield
        except (Refused, NotFound):
            refused = True
            raise
        except BaseException:
            failed = True
            raise
        finally:
            with self._lock:
                sendings.running -= 1
                sendings.acknowledged |= not (refused or failed)
                sendings.in_doubt = not refused and (sendings.in_doubt or failed)
                self._tidy(producer, batch, sendings.counts())

    def give_up(self, stream: str, source: str, batch: int) -> None:
        with self._lock:
            sendings = self._batches.get((stream, source), {}).get(batch)
            self._tidy((stream, source), batch, sendings is not None and sendings.running > 0)

    def _begin(self, producer: Tuple[str, str], batch: int) -> _Sendings:
        with self._lock:
            numbers = self._batches.get(producer, {})
            lowest = min(numbers, default=batch)
            if batch - lowest >= BATCH_WINDOW:
                expected = f"less than {BATCH_WINDOW} above"
                raise ValueError(f"batch: {batch} while {lowest} is not acknowledged (expected: {expected})")
            if batch not in numbers and self._count >= _BATCHES_MAX:
                detail = f"{_BATCHES_MAX} numbered batches are not acknowledged"
                raise Overloaded(detail, "buffer_full", retryable=True)
            self._count += batch not in numbers
            sendings = numbers.setdefault(batch, _Sendings())
            sendings.running += 1
            self._batches[producer] = numbers
            return sendings

    def _tidy(self, producer: Tuple[str, str], batch: int, counts: bool) -> None:
        numbers = self._batches.get(producer, {})
        if not counts and numbers.pop(batch, None) is not None:
            self._count -= 1
        if not numbers:
            self._batches.pop(producer, None)


class Client:
    """A Messina server.

    url: such as ``http://127.0.0.1:8420``.
    timeout: seconds to connect, and seconds of silence until an answer is given up, beyond a wait that was asked for.
    retries: how often a call is repeated where that is safe; 0 or more.
    Raises ValueError for a url that is none.
    """

    def __init__(self, url: str, *, timeout: Duration = 30.0, retries: int = 5) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"url: {url!r} (expected: a base URL such as http://127.0.0.1:8420)")
        if retries < 0:
            raise ValueError(f"retries: {retries} (expected: 0 or more)")
        self._timeout = _seconds("timeout", timeout)
        if self._timeout == 0:
            raise ValueError("timeout: 0 (expected: more than 0 seconds)")
        self.url = url.rstrip("/")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port or (443 if self._secure else 80)
        self._prefix = parts.path.rstrip("/")
        self._retries = retries
        self._local = threading.local()
        self._value_types: Dict[Tuple[str, str], Tuple[str, float]] = {}  # of messina_features
        self._batches = _BatchesUnderWay()
        self._pause: Callable[[float], object] = _clock.sleep

    def create_stream(
        self,
        name: str,
        *,
        shards: Optional[int] = None,
        retention: Optional[Duration] = None,
        deduplicate: Optional[Duration] = None,
        placement: Optional[str] = None,
        key: Optional[str] = None,
        time: Optional[str] = None,
        schema: Optional[Json] = None,
    ) -> Stream:
        """Creates the stream, or changes it to be like this; what is None is as by default, also of one that is there.

        shards: a power of two, fixed once it is there: Refused with code ``conflict`` if it differs.
        retention: how long events are kept, a duration or ``"forever"``.
        deduplicate: for how long idempotency keys are remembered.
        placement: ``"any"``, or ``"core"``: each shard lives on one core of the database; fixed once it is there.
        key, time: JSON pointers into payloads, such as ``"/user"``.
        schema: a JSON Schema that payloads must satisfy.
        """
        definition = _given(shards=shards, placement=placement, key=key, time=time, schema=schema)
        if retention is not None:
            definition["retention"] = _duration_text("retention", retention)
        if deduplicate is not None:
            definition["deduplicate"] = _duration_text("deduplicate", deduplicate)
        stream = self.stream(name)
        self._json("PUT", stream._path, body=definition)
        return stream

    def create_group(
        self,
        stream: str,
        name: str,
        *,
        start: Optional[Time] = None,
        lease: Optional[Duration] = None,
        max_attempts: Optional[int] = None,
        backoff: Optional[Mapping[str, Json]] = None,
        order: Optional[str] = None,
        delivery: Optional[str] = None,
        max_in_flight: Optional[int] = None,
        max_concurrent_per_key: Optional[int] = None,
        rate_limit: Optional[int] = None,
        max_unfinished: Optional[int] = None,
    ) -> Group:
        """Creates the group, or changes it to be like this; what is None is as by default, also of one that is there.

        start: ``"earliest"``, ``"latest"`` or a time, for a group that is new.
        lease: from 1 s to 12 h, the default of claims.
        backoff: such as ``{"first": "1s", "longest": "60s", "jitter_percent": 20}``.
        order: ``"none"`` or ``"key"``. delivery: ``"at_least_once"`` or ``"at_most_once"``.
        max_in_flight: per shard. rate_limit: events per second of the whole group, in equal parts on its shards; 0 for no limit.
        """
        definition = _given(
            max_attempts=max_attempts,
            backoff=None if backoff is None else dict(backoff),
            order=order,
            delivery=delivery,
            max_in_flight=max_in_flight,
            max_concurrent_per_key=max_concurrent_per_key,
            rate_limit=rate_limit,
            max_unfinished=max_unfinished,
        )
        if start is not None:
            definition["start"] = _time_text("start", start)
        if lease is not None:
            definition["lease"] = _duration_text("lease", lease)
        group = self.group(stream, name)
        self._json("PUT", group._path, body=definition)
        return group

    def stream(self, name: str) -> Stream:
        """The stream of this name. Asks nobody: whether it is there shows when it is used."""
        return Stream(self, name)

    def group(self, stream: str, name: str) -> Group:
        """The group of this name. Asks nobody: whether it is there shows when it is used."""
        return Group(self, stream, name)

    def streams(self) -> List[Json]:
        """The definitions of all streams."""
        return list(self._json("GET", "/v1/streams")["streams"])

    def create_feature(
        self,
        entity_type: str,
        name: str,
        *,
        type: Optional[str] = None,
        value_type: Optional[str] = None,
        ttl: Optional[Duration] = None,
        unique: Optional[bool] = None,
    ) -> messina_features.Feature:
        """Creates what each entity of a type has, or changes its ttl; what is None stays, or is left to the server's defaults.

        type: ``"list"`` or ``"scalar"``. value_type: ``"bytes"``, ``"text"``, ``"integer"``, ``"double"``, ``"boolean"``,
            ``"vector"`` or ``"json"``. A new feature must say both; they stay, as does unique.
        ttl: whole seconds from 1 s to 36,500 days, or ``"forever"``.
        unique: whether a list shows the newest item of each value only.
        """
        definition = _given(type=type, value_type=value_type, unique=unique)
        if ttl is not None:
            definition["ttl"] = _duration_text("ttl", ttl)
        feature = self.feature(entity_type, name)
        feature._define(definition)
        return feature

    def features(self) -> List[Json]:
        """The definitions of all features."""
        return list(self._json("GET", "/v1/features")["features"])

    def feature(self, entity_type: str, name: str) -> messina_features.Feature:
        """The feature of this name, to look at its definition and for its versions. Asks nobody."""
        found: messina_features.Feature = _features().Feature(self, entity_type, name)
        return found

    def sweep_features(self, *, dry_run: bool = False, limit: Optional[int] = None, after: Optional[str] = None) -> Json:
        """Deletes what deleted features and versions have left among some of all lists and values.

        Returns a mapping: looked_at, deleted, unknown, features, and next where there are more, to be passed as after.

        dry_run: only tells what there is to delete. limit: how many lists and values it looks at, 1 to 10,000.
        """
        return self._json("POST", "/v1/features:sweep", body=_given(dry_run=dry_run, limit=limit, after=after))

    def list(self, entity_type: str, name: str, version: Optional[str] = None) -> messina_features.ListFeature:
        """The lists of a feature, one per entity. Asks nobody: whether it is there shows when it is used.

        version: None for the first one; ``"latest"`` for the one that was last marked complete.
        """
        found: messina_features.ListFeature = _features().ListFeature(self, entity_type, name, version)
        return found

    def values(self, entity_type: str, version: Optional[str] = None) -> messina_features.Values:
        """The values of scalar features of a type of entities. Asks nobody. version: as of `list`."""
        found: messina_features.Values = _features().Values(self, entity_type, version)
        return found

    def create_feed(
        self,
        name: str,
        stream: str,
        *,
        entity: str,
        value: str,
        list: Optional[str] = None,
        scalar: Optional[str] = None,
        entity_type: Optional[str] = None,
        version: Optional[str] = None,
        time: Optional[str] = None,
    ) -> Json:
        """Feeds a feature from a stream, from its oldest event on; returns the definition.

        entity, value, time: JSON pointers into payloads, such as ``"/user"``; without time the time of the event counts.
        list, scalar: the name of the feature, one of the two. entity_type: None for what the pointer to the entity ends with.
        """
        pointers = _given(entity=entity, value=value, time=time)
        fed = _given(list=list, scalar=scalar, entity_type=entity_type, version=version)
        return self._json("PUT", _feed_path(name), body={"stream": stream, **pointers, **fed})

    def feeds(self) -> List[Json]:
        """The definitions of all feeds, as of `feed`."""
        return list(self._json("GET", "/v1/feeds")["feeds"])

    def feed(self, name: str) -> Json:
        """The definition of a feed, how many events it has fed, skipped and passed over on this node, and its lag; NotFound."""
        return self._json("GET", _feed_path(name))

    def delete_feed(self, name: str) -> None:
        """Ends a feed; what it has written stays. NotFound if it is not there."""
        self._json("DELETE", _feed_path(name), safe=False)

    def is_ready(self) -> bool:
        """Whether the server is there and ready; asks once."""
        try:
            return self._once(_Request("GET", self._prefix + "/health/ready"))[0] == 200
        except MessinaError:
            return False

    def close(self) -> None:
        """Closes the connection of the calling thread; those of other threads close when these end. It may be used again."""
        connection: Optional[_Connection] = getattr(self._local, "connection", None)
        self._local.connection = None
        if connection is not None:
            connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _json(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Json]] = None,
        body: Optional[Json] = None,
        safe: bool = True,
        whole: bool = True,
        wait: float = 0.0,
    ) -> Json:
        encoded = None if body is None else _encode(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        return self._answer(_Request(method, self._target(path, query), encoded, headers, safe, whole, wait))

    def _target(self, path: str, query: Optional[Mapping[str, Json]] = None) -> str:
        return self._prefix + path + ("?" + urllib.parse.urlencode(query) if query else "")

    def _answer(self, request: _Request) -> Json:
        """The decoded answer, None where there is none; repeats the request where that is safe."""
        for attempt in itertools.count():
            try:
                return self._decoded(request)
            except MessinaError as error:
                if attempt >= self._retries or not _may_repeat(request, error):
                    raise
                self._pause(_backoff_seconds(attempt, error.retry_after))
        raise AssertionError("unreachable")

    def _decoded(self, request: _Request) -> Json:
        status, headers, body = self._once(request)
        if not 200 <= status < 300:
            raise _error(status, headers, body, f"{request.method} {request.target}")
        if not body:
            return None
        try:
            return json.loads(body)
        except ValueError as error:
            detail = f"{request.method} {request.target}: the answer is not JSON: {error}"
            raise MessinaError(detail, "unexpected_answer", status) from error

    def _once(self, request: _Request) -> Tuple[int, http.client.HTTPMessage, bytes]:
        connection = self._connection(request)
        try:
            assert connection.http.sock is not None
            connection.http.sock.settimeout(self._timeout + request.wait)
            response = _exchange(connection.http, request)
            self._local.answer_began = _clock.monotonic()
            body = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise _no_answer(request.method, request.target, error) from error
        except BaseException:
            self.close()  # half an answer is of no use to the next request
            raise
        return response.status, response.headers, body

    def _connection(self, request: _Request) -> _Connection:
        """The connection of this thread, open."""
        connection: Optional[_Connection] = getattr(self._local, "connection", None)
        if connection is not None and connection.pid == os.getpid() and not connection.is_stale():
            return connection
        if connection is not None:
            connection.close()
        connection = _Connection(self._connect(request))
        self._local.connection = connection
        return connection

    def _connect(self, request: _Request) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._timeout)
        try:
            connection.connect()
        except OSError as error:
            connection.close()
            detail = f"{request.method} {request.target}: {self.url} cannot be reached: {_text_of(error)}"
            raise Unavailable(detail, "unreachable", retryable=True) from error
        return connection


def _features() -> Any:
    """The module of features: it is where this one is, in whatever package that may be."""
    return importlib.import_module(__name__ + "_features")


def _feed_path(name: str) -> str:
    return "/v1/feeds/" + urllib.parse.quote(name, safe="")


def _exchange(connection: http.client.HTTPConnection, request: _Request) -> http.client.HTTPResponse:
    headers = {"Accept": "application/json", **request.headers}
    try:
        connection.request(request.method, request.target, request.body, headers)
    except (BrokenPipeError, ConnectionResetError):
        return connection.getresponse()  # a server that refuses a body may answer and close before it has read it
    return connection.getresponse()


def _may_repeat(request: _Request, error: MessinaError) -> bool:
    if error.retry_after is not None and error.retry_after > _RETRY_AFTER_LONGEST_SECONDS:
        return False
    if not request.whole:
        return isinstance(error, Overloaded) or error.code == "unreachable"
    nothing_done = isinstance(error, (Overloaded, Unavailable)) and "stored" not in error.problem
    return nothing_done or (request.safe and error.retryable)


def _backoff_seconds(attempt: int, retry_after: Optional[float]) -> float:
    longest = min(_BACKOFF_LONGEST_SECONDS, _BACKOFF_FIRST_SECONDS * 2.0 ** min(attempt, 20))
    return (retry_after or 0.0) + longest * random.uniform(0.5, 1.0)


# ---------------------------------------------------------------------------------------------------------------- streams


class Stream:
    """A stream of a server; from `Client.stream` or `Client.create_stream`."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self._path = "/v1/streams/" + urllib.parse.quote(name, safe="")

    def definition(self) -> Json:
        """Its definition, a mapping: name, generation, shards, retention, deduplicate, placement, key, time, schema."""
        return self.client._json("GET", self._path)

    def change(self, **options: Any) -> Json:
        """Changes those of its options that are named, as `Client.create_stream` names them; None sets the default again.

        What others change at the same time stays changed. Gives the definition as it is now. NotFound if it is not there.
        """
        return self.client._json("PATCH", self._path, body=_changes(options, _STREAM_OPTIONS, ("retention", "deduplicate")))

    def delete(self) -> None:
        """Deletes it with its events and groups. NotFound if it is not there."""
        self.client._json("DELETE", self._path, safe=False)

    def groups(self) -> List[Json]:
        """The definitions of its groups."""
        return list(self.client._json("GET", self._path + "/groups")["groups"])

    def group(self, name: str) -> Group:
        """Its group of this name; asks nobody."""
        return Group(self.client, self.name, name)

    def create_group(self, name: str, **options: Any) -> Group:
        """Creates a group of it; the options are those of `Client.create_group`."""
        return self.client.create_group(self.name, name, **options)

    def append(
        self,
        events: Json,
        *,
        key: Optional[str] = None,
        time: Optional[Time] = None,
        headers: Optional[Mapping[str, str]] = None,
        not_before: Optional[Time] = None,
        content_type: Optional[str] = None,
        partial: bool = False,
        idempotency_key: Optional[str] = None,
        repeatable: bool = True,
        source: Optional[str] = None,
        batch: Optional[int] = None,
    ) -> Appended:
        """Appends one event or many; when it returns they are durable.

        events: one event is a `NewEvent`, or its payload: a dict, a str, bytes, a number, a bool or None. Any other iterable
            is many of these; a payload that is a list is said as ``NewEvent([…])``. The next five arguments are for one only.
        partial: stores what is valid and lists the rest; else one wrong event refuses them all.
        idempotency_key: yours, kept over restarts of your process; None for a generated one. Within the stream's window of
            deduplication the same key with the same events stores nothing again, with others it is refused (``key_conflict``).
        repeatable: False sends no key, and repeats nothing whose outcome is unknown.
        source, batch: who appends, and a number that grows with each batch, instead of a key. Whoever sends several batches
            of a source at a time, from several threads, sends batch n only once n - 64 and those before it are acknowledged. A
            batch further beyond one that this client has sent to the stream is a ValueError: one that failed, but with Refused
            or NotFound, counts until it is sent again and acknowledged, or given up by `give_up`.
        More than REQUEST_EVENTS_MAX events or REQUEST_BYTES_MAX bytes are sent in several requests, each refused or stored by
        itself; not so with source and batch, where that is a ValueError.
        Raises Refused, NotFound, Overloaded, Unavailable, UnknownOutcome; the last three once retries are exhausted, with
        ``idempotency_key``, with which the whole append may be repeated.
        """
        new = _new_events(events, dict(key=key, time=time, headers=headers, not_before=not_before, content_type=content_type))
        sender = _BatchSender(self, partial, _sending_key(idempotency_key, repeatable, source, batch), source, batch)
        chunks = _chunks(_line(event) for event in new)
        if source is not None:
            chunks = _only_one(chunks)
        total = Appended(0, 0, [], [])
        lines = 0
        for number, chunk in enumerate(chunks):
            total = _joined(total, sender.send(number, chunk), lines)
            lines += len(chunk)
        return total

    def give_up(self, source: str, batch: int) -> None:
        """A numbered batch that failed will not be sent again, so that later ones need not wait for it. One that is being sent,
        or is not known, changes nothing."""
        self.client._batches.give_up(self.name, source, batch)

    def appender(
        self, *, batch: int = 500, linger: Duration = 0.02, events_max: int = 10_000, bytes_max: int = 16 * 1024 * 1024
    ) -> Appender:
        """Gathers events into batches that a thread of its own appends: see `Appender`."""
        return Appender(self, batch=batch, linger=linger, events_max=events_max, bytes_max=bytes_max)

    def cancel(self, id: str) -> bool:
        """Cancels a delayed event by the id of its schedule; whether it was still waiting."""
        path = f"{self._path}/scheduled/{urllib.parse.quote(id, safe='')}"
        return bool(self.client._json("DELETE", path, safe=False)["cancelled"])

    def event(self, id: str) -> Event:
        """The event of this id, with its state per group. NotFound if it is not there, or no more, or is delayed and not due."""
        fields = self.client._json("GET", f"{self._path}/events/{urllib.parse.quote(id, safe='')}")
        if "not_before" in fields:
            raise NotFound(f"event: {id} is not due before {fields['not_before']}", "event_not_found", 404)
        return _event(fields)

    def read(self, shard: int, from_: Time = "earliest", *, limit: int = 100, wait: Duration = 0) -> Page:
        """Events of a shard in order, without a group.

        from_: a position, ``"earliest"``, ``"latest"`` or a time; then `Page.next`.
        limit: 1 to 10,000. wait: how long to wait for events if there are none.
        """
        query: Dict[str, Json] = {"shard": shard, "from": _time_text("from_", from_), "limit": limit}
        wait_seconds = _seconds("wait", wait)
        if wait_seconds > 0:
            query["wait"] = _duration_text("wait", wait)
        answer = self.client._json("GET", self._path + "/events", query=query, wait=wait_seconds)
        return Page([_event(fields) for fields in answer["events"]], answer["next"])

    def tail(self, shard: Optional[int] = None, from_: Optional[Time] = None) -> Iterator[Event]:
        """Events as they are appended, of one shard or of all, without end; close the generator to end it.

        from_: a position, ``"earliest"``, ``"latest"`` or a time; None for what is appended from now on.
        A broken connection of one shard is opened again where it broke, so that nothing is missed. Of all shards it is
        Unavailable, since there is no place from which all go on.
        """
        failures = 0
        last: Optional[Event] = None
        if shard is not None and from_ in (None, "latest"):
            from_ = self.read(shard, "latest", limit=1).next  # a place that stays where it is
        while True:
            try:
                for event in self._tail_once(shard, last.position if last else from_):
                    failures = 0
                    if last is None or event.id != last.id:
                        last = event
                        yield event
                raise Unavailable(f"tail of {self.name}: the server ended it", "no_answer", retryable=True)
            except MessinaError as error:
                resumable = shard is not None or error.code != "no_answer"
                if not error.retryable or not resumable or failures >= self.client._retries:
                    raise
                self.client._pause(_backoff_seconds(failures, error.retry_after))
                failures += 1

    def _tail_once(self, shard: Optional[int], from_: Optional[Time]) -> Iterator[Event]:
        query: Dict[str, Json] = _given(shard=shard)
        if from_ is not None:
            query["from"] = _time_text("from_", from_)
        headers = {"Accept": "text/event-stream"}
        request = _Request("GET", self.client._target(self._path + "/events", query), headers=headers)
        connection = self.client._connect(request)
        try:
            assert connection.sock is not None
            connection.sock.settimeout(_TAIL_SILENCE_SECONDS)
            response = _exchange(connection, request)
            if response.status != 200:
                raise _error(response.status, response.headers, response.read(), f"GET {request.target}")
            for data in _sse_data(response):
                yield _event(json.loads(data))
        except (OSError, http.client.HTTPException) as error:
            raise _no_answer("GET", request.target, error) from error
        finally:
            connection.close()


def _sse_data(lines: Iterable[bytes]) -> Iterator[str]:
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


def _new_events(events: Json, options: Dict[str, Json]) -> Iterable[NewEvent]:
    given = _given(**options)
    if isinstance(events, Event):
        raise TypeError("events: an Event that was read (expected: a NewEvent, made of its payload, key and headers)")
    one = events is None or isinstance(events, (NewEvent, dict, str, bytes, bytearray, memoryview, bool, int, float))
    if not one and not isinstance(events, Iterable):
        raise TypeError(f"events: a {type(events).__name__} (expected: a payload, a NewEvent, or an iterable of these)")
    if given and (not one or isinstance(events, NewEvent)):
        raise TypeError(f"{', '.join(given)}: of what cannot take it (expected: with one payload; else say it in NewEvents)")
    if one:
        return [events if isinstance(events, NewEvent) else NewEvent(events, **given)]
    return (event if isinstance(event, NewEvent) else NewEvent(event) for event in events)


def _sending_key(key: Optional[str], repeatable: bool, source: Optional[str], batch: Optional[int]) -> Optional[str]:
    if (source is None) != (batch is None):
        raise ValueError("source, batch: one without the other (expected: both, or neither)")
    if key is not None and (source is not None or not repeatable):
        raise ValueError("idempotency_key: beside source, or repeatable=False (expected: one of them)")
    return key or (uuid.uuid4().hex if repeatable and source is None else None)


def _only_one(chunks: Iterator[List[bytes]]) -> Iterator[List[bytes]]:
    first = next(chunks, None)
    if next(chunks, None) is not None:
        raise ValueError(f"events: more than one request holds, which a numbered batch must be (at most {REQUEST_EVENTS_MAX})")
    return iter([] if first is None else [first])


def _joined(total: Appended, more: Appended, lines: int) -> Appended:
    refused = [RefusedLine(line.line + lines, line.detail) for line in more.refused]
    return Appended(
        total.accepted + more.accepted,
        total.duplicates + more.duplicates,
        total.ids + more.ids,
        total.refused + refused,
        total.unchecked + more.unchecked,
    )


@dataclasses.dataclass(frozen=True)
class _BatchSender:
    stream: Stream
    partial: bool
    key: Optional[str]
    source: Optional[str] = None
    batch: Optional[int] = None

    def send(self, number: int, lines: Sequence[bytes]) -> Appended:
        """Sends the lines as the request of this number under the key: the same number has the same lines, always."""
        headers = {"Content-Type": "application/vnd.messina+json"}
        if self.key is not None:
            headers["Idempotency-Key"] = self.key if number == 0 else f"{self.key}/{number}"
        if self.source is not None:
            headers["Messina-Source"] = self.source
            headers["Messina-Batch"] = str(self.batch)
        target = self.stream.client._target(self.stream._path + "/events", {"partial": "true"} if self.partial else None)
        safe = self.key is not None or self.source is not None
        try:
            with self._under_way():
                answer = self.stream.client._answer(_Request("POST", target, b"\n".join(lines) + b"\n", headers, safe))
        except MessinaError as error:
            error.idempotency_key = self.key
            raise
        refused = [RefusedLine(line["line"], line["detail"]) for line in answer.get("refused", [])]
        ids = list(answer.get("ids", []))
        return Appended(answer["accepted"], answer.get("duplicates", 0), ids, refused, answer.get("unchecked", 0))

    def _under_way(self) -> contextlib.AbstractContextManager[None]:
        if self.source is None or self.batch is None:
            return contextlib.nullcontext()
        return self.stream.client._batches.sending(self.stream.name, self.source, self.batch)


@dataclasses.dataclass(frozen=True)
class _Pending:
    line: bytes
    future: concurrent.futures.Future[Optional[str]]


class Appender:
    """Appends events in batches, in order, by a thread of its own; from `Stream.appender`.

    batch: the most events of a request, 1 to REQUEST_EVENTS_MAX. linger: how long the first of a batch waits for others.
    events_max, bytes_max: what is held in memory at most, what is being sent included; at it `append` blocks.

    ``append`` returns a future of the event's id, which fails with Refused if this one event is refused (the others of its
    batch are stored), or with what the whole request failed with, after its retries. `flush` and `close` raise the first
    failure since the last flush, so that none goes unseen; the end of a ``with`` closes. What is not flushed or closed when
    the process ends is lost.
    """

    def __init__(self, stream: Stream, *, batch: int, linger: Duration, events_max: int, bytes_max: int) -> None:
        if not 1 <= batch <= REQUEST_EVENTS_MAX:
            raise ValueError(f"batch: {batch} (expected: 1 to {REQUEST_EVENTS_MAX})")
        if events_max < batch or bytes_max < 1:
            raise ValueError(f"events_max, bytes_max: {events_max}, {bytes_max} (expected: at least batch, at least 1)")
        self._stream = stream
        self._batch = batch
        self._linger = _seconds("linger", linger)
        self._events_max = events_max
        self._bytes_max = bytes_max
        self._changed = threading.Condition()
        # All of these under _changed.
        self._queue: Deque[_Pending] = deque()
        self._queue_bytes = 0
        self._held = 0
        self._held_bytes = 0
        self._appended = 0
        self._settled = 0
        self._flushes = 0
        self._closed = False
        self._abandoned = False
        self._failure: Optional[BaseException] = None
        self._thread = threading.Thread(target=self._run, name=f"messina-appender-{stream.name}", daemon=True)
        self._thread.start()

    def append(
        self,
        payload: Json,
        *,
        key: Optional[str] = None,
        time: Optional[Time] = None,
        headers: Optional[Mapping[str, str]] = None,
        not_before: Optional[Time] = None,
        content_type: Optional[str] = None,
    ) -> concurrent.futures.Future[Optional[str]]:
        """Takes one event, a payload or a `NewEvent`; blocks while memory is full. ValueError once it is closed."""
        options = dict(key=key, time=time, headers=headers, not_before=not_before, content_type=content_type)
        event = payload if isinstance(payload, NewEvent) else NewEvent(payload, **_given(**options))
        pending = _Pending(_line(event), concurrent.futures.Future())
        size = len(pending.line)
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._has_room(size))
            if self._closed:
                raise ValueError("append: the appender is closed")
            self._queue.append(pending)
            self._queue_bytes += size
            self._held += 1
            self._held_bytes += size
            self._appended += 1
            self._changed.notify_all()
        return pending.future

    def flush(self) -> None:
        """Waits until all that was appended before is stored or has failed; raises the first failure since the last flush."""
        with self._changed:
            before = self._appended
            self._flushes += 1
            self._changed.notify_all()
            try:
                self._changed.wait_for(lambda: self._settled >= before)
            finally:
                self._flushes -= 1
            self._raise_failure()

    def close(self, timeout: Optional[Duration] = None) -> None:
        """Flushes and ends the thread. After the timeout, what is not yet being sent fails with Unavailable. Raises as flush."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(None if timeout is None else _seconds("timeout", timeout))
        with self._changed:
            self._abandoned = True
            self._changed.notify_all()
        self._thread.join()
        with self._changed:
            self._raise_failure()

    def __enter__(self) -> Appender:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            self.close()
        except MessinaError:
            if error is None:
                raise

    def _has_room(self, size: int) -> bool:
        return self._held == 0 or (self._held < self._events_max and self._held_bytes + size <= self._bytes_max)

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _run(self) -> None:
        while True:
            batch = self._next_batch()
            if not batch:
                break
            failure = self._abandon(batch) if self._abandoned else self._send(batch)
            with self._changed:
                self._failure = self._failure or failure
                self._held -= len(batch)
                self._settled += len(batch)
                self._held_bytes -= sum(len(pending.line) for pending in batch)
                self._changed.notify_all()
        self._stream.client.close()

    def _next_batch(self) -> List[_Pending]:
        """Waits for a batch; empty once it is closed and all is sent."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closed)
            if self._linger > 0:
                self._changed.wait_for(self._is_due, self._linger)
            batch: List[_Pending] = []
            size = 0
            while self._queue and len(batch) < self._batch:
                size += len(self._queue[0].line) + 1
                if batch and size > REQUEST_BYTES_MAX:
                    break
                batch.append(self._queue.popleft())
                self._queue_bytes -= len(batch[-1].line)
            return batch

    def _is_due(self) -> bool:
        full = len(self._queue) >= self._batch or self._queue_bytes >= REQUEST_BYTES_MAX
        return full or self._closed or self._flushes > 0 or self._held_bytes >= self._bytes_max

    def _send(self, batch: Sequence[_Pending]) -> Optional[BaseException]:
        """Sends the batch and completes its futures; returns the first failure."""
        live = [pending for pending in batch if pending.future.set_running_or_notify_cancel()]
        if not live:
            return None
        try:
            sender = _BatchSender(self._stream, partial=True, key=uuid.uuid4().hex)
            return _complete(live, sender.send(0, [pending.line for pending in live]))
        except Exception as error:  # whatever it is, the futures must not wait for ever
            for pending, id in zip(live, _stored_of(error, len(live))):
                if pending.future.done():
                    continue
                if id is None:
                    pending.future.set_exception(error)
                else:
                    pending.future.set_result(id)
            return error

    def _abandon(self, batch: Sequence[_Pending]) -> BaseException:
        error = Unavailable("close: it took longer than its timeout; this event was not sent", "unreachable", retryable=True)
        for pending in batch:
            if pending.future.set_running_or_notify_cancel():
                pending.future.set_exception(error)
        return error


def _complete(batch: Sequence[_Pending], appended: Appended) -> Optional[BaseException]:
    refused = {line.line: line.detail for line in appended.refused}
    ids = deque(appended.ids)
    failure: Optional[BaseException] = None
    for line, pending in enumerate(batch):
        if line not in refused and ids:
            pending.future.set_result(ids.popleft())
            continue
        error = MessinaError("append: the answer has fewer ids than events", "unexpected_answer")
        if line in refused:
            error = Refused(refused[line], "refused", 422)
        failure = failure or error
        pending.future.set_exception(error)
    return failure


def _stored_of(error: Exception, count: int) -> Sequence[Optional[str]]:
    """The ids of those that are stored although the request failed, as their shards could; None for each other."""
    stored = error.problem.get("stored") if isinstance(error, MessinaError) else None
    ids = stored.get("ids") if isinstance(stored, dict) else None
    return ids if isinstance(ids, list) and len(ids) == count else [None] * count


# ----------------------------------------------------------------------------------------------------------------- groups


class Group:
    """A consumer group of a stream; from `Stream.group`, `Stream.create_group`, `Client.group` or `Client.create_group`.

    Two ways to consume: *claim* events, each with a lease, and acknowledge each; or *follow* a shard in order, and commit.
    """

    def __init__(self, client: Client, stream: str, name: str) -> None:
        self.client = client
        self.stream = stream
        self.name = name
        self._path = f"/v1/streams/{urllib.parse.quote(stream, safe='')}/groups/{urllib.parse.quote(name, safe='')}"

    def status(self) -> Json:
        """Its definition, and per shard and in all how far it is: a mapping with shards, lag, in_flight, dead.

        lag and dead are None where some owners did not answer: missing lists their shards. A shard that hands nothing out, as
        something is wrong with the group there, says by set_aside what.
        """
        return self.client._json("GET", self._path)

    def delete(self) -> None:
        """Deletes it. NotFound if it is not there."""
        self.client._json("DELETE", self._path, safe=False)

    def change(self, **options: Any) -> Json:
        """Changes those of its options that are named, as `Client.create_group` names them; None sets the default again.

        What others change at the same time stays changed. Gives the definition as it is now. NotFound if it is not there.
        """
        return self.client._json("PATCH", self._path, body=_changes(options, _GROUP_OPTIONS, ("lease",)))

    def claim(
        self,
        max: int = 100,
        *,
        max_bytes: Optional[int] = None,
        wait: Duration = 0,
        lease: Optional[Duration] = None,
        worker: Optional[str] = None,
        shards: Optional[Sequence[int]] = None,
    ) -> List[Event]:
        """Up to max events to work on; until its lease runs out nobody else gets such an event.

        max: 1 to CLAIM_MAX. max_bytes: of all together, but for one event that is larger by itself; None for 16 MiB. wait: how long to wait for the first if there is none, at most 60 s.
        lease: 1 s to 12 h; None for the group's. worker: a name to be shown to people. shards: None for all.
        UnknownOutcome where no answer came: such events come again once their leases have run out.
        """
        return self.ack_and_claim(
            None, max, max_bytes=max_bytes, wait=wait, lease=lease, worker=worker, shards=shards
        )[1]

    def ack_and_claim(
        self,
        receipts: Optional[Iterable[Receipt]],
        max: int = 100,
        *,
        max_bytes: Optional[int] = None,
        wait: Duration = 0,
        lease: Optional[Duration] = None,
        worker: Optional[str] = None,
        shards: Optional[Sequence[int]] = None,
    ) -> Tuple[List[Result], List[Event]]:
        """Acknowledges events, then claims others, in one request; see `ack` and `claim`.

        receipts: up to 10,000, or None. They stay acknowledged whatever becomes of the claim. Where it fails or waits, nobody
        knows of them meanwhile: acknowledging them again is harmless.
        """
        if not 1 <= max <= CLAIM_MAX:
            raise ValueError(f"max: {max} (expected: 1 to {CLAIM_MAX})")
        wait_seconds = _seconds("wait", wait)
        if wait_seconds > 60:
            raise ValueError(f"wait: {wait!r} (expected: at most 60 s)")
        body = _given(max=max, max_bytes=max_bytes, worker=worker, shards=None if shards is None else list(shards))
        body["wait"] = _duration_text("wait", wait)
        if lease is not None:
            body["lease"] = _duration_text("lease", lease)
        if receipts is not None:
            body["ack"] = [_receipt_entry(item) for item in receipts]
        answer = self.client._json("POST", self._path + "/claim", body=body, safe=False, wait=wait_seconds)
        return _results(answer), [_event(fields) for fields in answer["events"]]

    def ack(self, receipts: Union[Receipt, Iterable[Receipt]], outputs: Sequence[Output] = ()) -> List[Result]:
        """Says that events are done, durably; of one event, with outputs to append. For many with outputs pass `Ack`s.

        Events and outputs are done together: an output is appended once for its event, however often the ack is sent.
        """
        if outputs:
            if not isinstance(receipts, (str, Event)):
                raise TypeError("outputs: beside several receipts (expected: with one Event or receipt; else in Acks)")
            receipts = Ack(receipts, outputs)
        return self._settle("ack", receipts, {})

    def nack(
        self,
        receipts: Union[Receipt, Nack, Iterable[Union[Receipt, Nack]]],
        *,
        delay: Optional[Duration] = None,
        error: Optional[str] = None,
        dead: bool = False,
    ) -> List[Result]:
        """Says that events failed: they come again, or go to the dead letters if dead or once their attempts are used up.

        delay: until they come again; None for the group's backoff. error: why, kept for the dead letters. What a `Nack` says
        of its own event goes before these.
        One that was repeated because its answer was lost may be answered ``stale``; it was done once.
        """
        extra = _given(error=error, dead=True if dead else None)
        if delay is not None:
            extra["delay"] = _duration_text("delay", delay)
        return self._settle("nack", receipts, extra)

    def extend(self, receipts: Union[Receipt, Iterable[Receipt]], lease: Optional[Duration] = None) -> List[Result]:
        """Lets leases run this long from now; None for the group's lease."""
        return self._settle("extend", receipts, {} if lease is None else {"lease": _duration_text("lease", lease)})

    def release(self, receipts: Union[Receipt, Iterable[Receipt]]) -> List[Result]:
        """Gives events back at once; no attempt is counted. Repeats as of `nack`."""
        return self._settle("release", receipts, {})

    def follow(
        self, shard: int, *, max: int = 100, wait: Duration = 20, commit_every: Duration = 5
    ) -> Iterator[Event]:
        """Events of a shard in order, without end, from where the group has committed.

        An event counts as consumed when the next is asked for. What is consumed is committed with each batch, every
        commit_every, and when the generator is closed: the place of the next event, which is behind the last one consumed.
        So the event in hand at a break or a crash comes again, with those since the last commit. max: events of a batch. wait: how long a request waits; it also bounds how long `next` takes
        to notice that nothing listens.
        """
        while True:
            query = {"max": max, "wait": _duration_text("wait", wait)}
            path = f"{self._path}/shards/{shard}/events"
            answer = self.client._json("GET", path, query=query, wait=_seconds("wait", wait))
            if answer["events"]:
                events = [_event(fields) for fields in answer["events"]]
                yield from self._committing(shard, events, answer, _seconds("commit_every", commit_every))

    def _committing(self, shard: int, events: Sequence[Event], answer: Mapping[str, Any], commit_every: float) -> Iterator[Event]:
        uncommitted: Optional[str] = None
        committed = _clock.monotonic()
        try:
            # Behind an event is the place of the next one.
            for event, behind in zip(events, [following.position for following in events[1:]] + [answer["position"]]):
                yield event
                uncommitted = behind
                if _clock.monotonic() - committed >= commit_every:
                    self.commit(shard, uncommitted, run=answer.get("run"))
                    uncommitted = None
                    committed = _clock.monotonic()
        finally:
            if uncommitted is not None:
                self.commit(shard, uncommitted, run=answer.get("run"))

    def commit(self, shard: int, position: str, run: Optional[int] = None) -> None:
        """Says that a follower is done with a shard up to this position.

        run: that of the read that gave the position: once the group was sought elsewhere, nothing changes.
        """
        body = {"position": position} if run is None else {"position": position, "run": run}
        self.client._json("POST", f"{self._path}/shards/{shard}/commit", body=body)

    def dead_letters(self) -> Iterator[DeadLetter]:
        """The events that the group gave up, page by page."""
        after: Optional[str] = None
        while True:
            answer = self.client._json("GET", self._path + "/dead-letters", query=_given(limit=100, after=after))
            yield from (_dead_letter(fields) for fields in answer["dead_letters"])
            after = answer.get("next")
            if after is None:
                return

    def delete_dead_letters(self, ids: Optional[Iterable[str]] = None) -> int:
        """Deletes dead letters by the ids of their events, or all where ids is None; how many."""
        body: Dict[str, Json] = {"all": True} if ids is None else {"ids": list(ids)}
        path, longest = self._path + "/dead-letters/discard", _DEAD_LETTERS_LONGEST_SECONDS
        return int(self.client._json("POST", path, body=body, safe=False, wait=longest)["discarded"])

    def redrive(
        self, ids: Optional[Iterable[str]] = None, *, max: Optional[int] = None, rate: Optional[int] = None
    ) -> int:
        """Hands dead letters out again: these, or at most max of them, or all where neither is given; how many.

        rate: events per second; None for no limit.
        Returns once the last one is handed out; the answer is waited for up to 10 minutes, with a rate up to a day.
        """
        if ids is not None and max is not None:
            raise ValueError("ids, max: both (expected: one of them, or neither for all)")
        body: Dict[str, Json] = {"all": True}
        if ids is not None:
            body = {"ids": list(ids)}
        elif max is not None:
            body = {"max": max}
        body.update(_given(rate=rate))
        longest = _DEAD_LETTERS_LONGEST_SECONDS if rate is None else _RATED_LONGEST_SECONDS
        path = self._path + "/dead-letters/redrive"
        return int(self.client._json("POST", path, body=body, safe=False, wait=longest)["redriven"])

    def redrive_all(self, *, rate: Optional[int] = None, progress: Callable[[int], None] = lambda count: None) -> int:
        """Hands each dead letter there is out again once, page by page; how many.

        It waits where the group has no room or the server is away, and can be broken off and begun again later:
        what is handed out is not listed meanwhile.

        rate: events per second; None for no limit.
        progress: is called with the count so far.
        """
        limit = 500 if rate is None else min(500, rate * 5)
        count = 0
        after: Optional[str] = None
        while True:
            page = self._patient(lambda: self._dead_letter_page(limit, after))
            count = self._redrive_page(page, limit, after, rate, count, progress)
            after = page.get("next")
            if after is None:
                return count

    def _redrive_page(
        self,
        page: Mapping[str, Any],
        limit: int,
        after: Optional[str],
        rate: Optional[int],
        count: int,
        progress: Callable[[int], None],
    ) -> int:
        left = _died(page)
        while left:
            ids = list(left)
            if self._patient(lambda: self.redrive(ids, rate=rate), once=True) == len(ids):
                left = {}
            else:
                # There was no room, others have taken some, or it is not known: those that are left say it.
                listed = _died(self._patient(lambda: self._dead_letter_page(limit, after)))
                left = {id: died for id, died in left.items() if listed.get(id) == died}
            count += len(ids) - len(left)
            progress(count)
            if left:
                self.client._pause(_PAUSE_SECONDS)
        return count

    def _dead_letter_page(self, limit: int, after: Optional[str]) -> Dict[str, Any]:
        query = _given(limit=limit, after=after)
        return dict(self.client._json("GET", self._path + "/dead-letters", query=query))

    def _patient(self, request: Callable[[], Any], once: bool = False) -> Any:
        """Asks until there is an answer, or once: None where there is none."""
        while True:
            try:
                return request()
            except MessinaError as error:
                if not error.retryable:
                    raise
                self.client._pause(_PAUSE_SECONDS)
                if once:
                    return None

    def seek(self, to: Time) -> None:
        """Goes on from ``"earliest"``, ``"latest"`` or a time; receipts from before become stale.

        Where it fails it may be done on some shards, so it is repeated only where the server was not reached or had no room.
        """
        self.client._json("POST", self._path + "/seek", body={"to": _time_text("to", to)}, safe=False, whole=False)

    def pause(self) -> None:
        """Hands out nothing until `resume`."""
        self.client._json("POST", self._path + "/pause")

    def resume(self) -> None:
        """Hands out events again."""
        self.client._json("POST", self._path + "/resume")

    def purge(self) -> None:
        """Drops what is waiting; receipts from before become stale. Repeated only as a `seek`."""
        self.client._json("POST", self._path + "/purge", safe=False, whole=False)

    def _settle(
        self, action: str, receipts: Union[Receipt, Nack, Iterable[Union[Receipt, Nack]]], extra: Mapping[str, Json]
    ) -> List[Result]:
        items: Iterable[Union[Receipt, Nack]] = [receipts] if isinstance(receipts, (str, Event, Ack, Nack)) else receipts
        tail = (b"," + _encode(dict(extra))[1:]) if extra else b"}"
        target = self.client._target(f"{self._path}/{action}")
        results: List[Result] = []
        for chunk in _chunks(_encode(_receipt_entry(item, action == "nack")) for item in items):
            body = b'{"receipts":[' + b",".join(chunk) + b"]" + tail
            answer = self.client._answer(_Request("POST", target, body, {"Content-Type": "application/json"}))
            results += _results(answer)
        return results


# ---------------------------------------------------------------------------------------------------------------- workers

Handled = Union[None, Output, Sequence[Output], Json]
Handler = Callable[[Event], Handled]

_TICK_SECONDS = 0.2
_RESTART_FIRST_SECONDS = 0.5
_RESTART_LONGEST_SECONDS = 30.0
_RESTART_FORGET_SECONDS = 60.0
_SETTLE_EVERY_SECONDS = 0.5
_STOPPING_TRIES = 3
_MARGIN_LONGEST_SECONDS = 5.0
_EXIT_OVERDUE = 75
_end_process: Callable[[int], Any] = os._exit


@dataclasses.dataclass(frozen=True)
class _Work:
    """What the processes of a worker are told."""

    url: str
    stream: str
    group: str
    handler: Handler
    shards: Optional[Sequence[int]]
    batch: int
    lease: float
    outputs: Optional[str]
    wait: float
    timeout: float
    handling_max: float = 3600.0


def worker(
    url: str,
    stream: str,
    group: str,
    handler: Handler,
    *,
    processes: int = 1,
    shards: Optional[Sequence[int]] = None,
    batch: int = 10,
    lease: Duration = 30.0,
    handling_max: Duration = 3600.0,
    outputs: Optional[str] = None,
    wait: Duration = 2.0,
    timeout: Duration = 30.0,
    grace: Duration = 30.0,
    stop: Optional[threading.Event] = None,
) -> None:
    """Works on a group's events in processes of its own until it is told to stop; returns once they have ended.

    handler: called with one event at a time in each process. It is sent to processes that are spawned: a function of a module,
        or an object that can be pickled; the program must guard its start by ``if __name__ == "__main__":``. It returns
        None, or what to append once when the event is acknowledged: an `Output`, or, where the argument outputs names a
        stream, a payload for it under the event's key; or a list of these. An exception makes the event come again later,
        and `Reject` sends it to the dead letters, with the exception's text. An event may come more than once.
    processes: 1 to 1,024. shards: those to claim from, by each process; None for all.
    batch: events of a claim, 1 to CLAIM_MAX. All of them count an attempt where the process dies, so few are better than many.
    lease: 1 s to 12 h. It is extended while a batch is worked on, so it bounds how long the events of a process that died are
        kept from others, and not how long a handler may take.
    handling_max: how long a handler may take: then its event is given back with that as its error, and the process is ended and
        another started, since nothing else stops a handler for certain.
    wait: how long a claim waits for events, at most 60 s; an idle worker takes as long to stop.
    timeout: as of `Client`.
    grace: how long processes may take to stop, after which they are killed.
    stop: set it to stop. SIGTERM and SIGINT do the same where this is called in the main thread.

    Stopping, a process finishes the event in hand and releases the others, without counting an attempt for these. A process
    that died is started again, after a pause that grows. While the server is away, processes wait for it, keep what they have
    finished, and acknowledge it when the server is back. An event that is `suspect` is handled with nothing else in hand.
    Raises NotFound where the group is not there or is deleted, Refused where it refuses claims such as these, whatever else asking
    for the group answers at the start, and TypeError for a handler that cannot be sent.
    """
    work = _Work(
        url, stream, group, handler, shards, batch, _seconds("lease", lease), outputs, _seconds("wait", wait),
        _seconds("timeout", timeout), _seconds("handling_max", handling_max),
    )
    _check(work, processes)
    with Client(url, timeout=timeout) as client:
        client.group(stream, group).status()
    with _StopSignals() as signals:
        _Supervisor(work, processes, _seconds("grace", grace), lambda: signals.seen or (stop is not None and stop.is_set())).run()


def _check(work: _Work, processes: int) -> None:
    if not 1 <= processes <= 1024:
        raise ValueError(f"processes: {processes} (expected: 1 to 1,024)")
    if not 1 <= work.batch <= CLAIM_MAX:
        raise ValueError(f"batch: {work.batch} (expected: 1 to {CLAIM_MAX})")
    if not 1 <= work.lease <= 12 * 3600:
        raise ValueError(f"lease: {work.lease} s (expected: 1 s to 12 h)")
    if work.handling_max == 0:
        raise ValueError("handling_max: 0 (expected: more than 0 seconds)")
    if work.wait > 60:
        raise ValueError(f"wait: {work.wait} s (expected: at most 60 s)")
    try:
        pickle.dumps(work)
    except Exception as error:
        expected = "a function of a module, or an object that can be pickled"
        raise TypeError(f"handler: {work.handler!r} cannot be sent to other processes: {error} (expected: {expected})") from error


class _StopSignals:
    """Notes SIGTERM and SIGINT while it is open. Only a flag: a handler of signals must not take locks."""

    def __init__(self) -> None:
        self.seen = False
        self._before: Dict[int, Any] = {}

    def __enter__(self) -> _StopSignals:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _note(self, number: int, frame: object) -> None:
        self.seen = True


class _Slot:
    """A place for one process, and when to start the next one there."""

    def __init__(self, work: _Work, refusals: multiprocessing.queues.SimpleQueue[MessinaError]) -> None:
        self._work = work
        self._refusals = refusals
        self._failures = 0
        self._start_at = 0.0
        self._started_at = 0.0
        self.process: Optional[multiprocessing.process.BaseProcess] = None

    def tend(self, now: float) -> None:
        if self.process is not None and not self.process.is_alive():
            self._note_death(now)
        if self.process is None and now >= self._start_at:
            self._started_at = now
            self.process = multiprocessing.get_context("spawn").Process(
                target=_work_until_told, args=(self._work, self._refusals), name=f"messina-worker-{self._work.group}"
            )
            self.process.start()

    def _note_death(self, now: float) -> None:
        assert self.process is not None
        if now - self._started_at >= _RESTART_FORGET_SECONDS:
            self._failures = 0
        pause = min(_RESTART_LONGEST_SECONDS, _RESTART_FIRST_SECONDS * 2.0 ** min(self._failures, 20)) * random.uniform(0.5, 1.0)
        _log.warning(
            "worker process %s of group %s ended with %s; starting another in %.1f s",
            self.process.pid, self._work.group, self.process.exitcode, pause,
        )
        self.process.close()
        self.process = None
        self._failures += 1
        self._start_at = now + pause


class _Supervisor:
    def __init__(self, work: _Work, processes: int, grace: float, is_stopping: Callable[[], bool]) -> None:
        self._refusals: multiprocessing.queues.SimpleQueue[MessinaError] = multiprocessing.get_context("spawn").SimpleQueue()
        self._slots = [_Slot(work, self._refusals) for _ in range(processes)]
        self._grace = grace
        self._is_stopping = is_stopping

    def run(self) -> None:
        try:
            while not self._is_stopping():
                if not self._refusals.empty():
                    raise self._refusals.get()
                for slot in self._slots:
                    slot.tend(_clock.monotonic())
                sentinels = [process.sentinel for process in self._processes()]
                if sentinels:
                    multiprocessing.connection.wait(sentinels, _TICK_SECONDS)
                else:
                    _clock.sleep(_TICK_SECONDS)
        finally:
            self._stop()

    def _stop(self) -> None:
        processes = self._processes()
        for process in processes:
            process.terminate()
        deadline = _clock.monotonic() + self._grace
        for process in processes:
            process.join(max(0.0, deadline - _clock.monotonic()))
            if process.is_alive():
                _log.warning("worker process %s did not stop within %s s and is killed", process.pid, self._grace)
                process.kill()
                process.join()

    def _processes(self) -> List[multiprocessing.process.BaseProcess]:
        return [slot.process for slot in self._slots if slot.process is not None]


def _work_until_told(work: _Work, refusals: multiprocessing.queues.SimpleQueue[MessinaError]) -> None:
    """A process of a worker. It also stops when the process that supervises it is gone."""
    parent = multiprocessing.parent_process()
    with _StopSignals() as signals:
        try:
            _Worker(work, lambda: signals.seen or (parent is not None and not parent.is_alive())).run()
        except (NotFound, Refused) as error:
            refusals.put(error)  # another process would not fare better


@dataclasses.dataclass(frozen=True)
class _Outcome:
    """What became of an event: done, with outputs, or failed, with the error's text."""

    event: Event
    outputs: Sequence[Output] = ()
    error: Optional[str] = None
    dead: bool = False


class _Worker:
    """Claims batches and hands their events to the handler, one after another, in the thread that calls run."""

    def __init__(self, work: _Work, is_stopping: Callable[[], bool]) -> None:
        self._work = work
        self._is_stopping = is_stopping
        self._name = f"{socket.gethostname()}-{os.getpid()}"
        # What waits here is cut short by a stop, so nothing is repeated inside of the client.
        self._claims = Client(work.url, timeout=work.timeout, retries=0).group(work.stream, work.group)
        self._leases = _Leases(work)
        self._claim_max = work.batch

    def run(self) -> None:
        failures = 0
        with self._leases:
            while not self._is_stopping():
                try:
                    events = self._claim()
                    failures = 0
                except MessinaError as error:
                    if not error.retryable:
                        raise
                    _log.warning("claiming from group %s failed, trying again: %s", self._work.group, error)
                    self._rest(_backoff_seconds(failures, min(error.retry_after or 0.0, _RETRY_AFTER_LONGEST_SECONDS)))
                    failures += 1
                    continue
                if events:
                    self._process(events)

    def _claim(self) -> List[Event]:
        work = self._work
        events = self._claims.claim(self._claim_max, wait=work.wait, lease=work.lease, worker=self._name, shards=work.shards)
        self._leases.hold(events, self._claims.client._local.answer_began)
        # Where there is a suspect there may be more: those come alone.
        self._claim_max = 1 if any(event.suspect for event in events) else work.batch
        return events

    def _process(self, events: Sequence[Event]) -> None:
        """Handles what is no suspect, then one suspect with nothing else in hand; gives back what is left."""
        suspects = [event for event in events if event.suspect]
        self._give_back(suspects[1:])
        left = self._handle_all([event for event in events if not event.suspect])
        if suspects:
            self._give_back(left)
            left = self._handle_all(suspects[:1])
        self._give_back(left)
        self._leases.drop()

    def _handle_all(self, events: Sequence[Event]) -> List[Event]:
        """Until the server knows the outcomes. Returns the events that were not begun."""
        left = []
        for event in events:
            if not self._is_stopping() and self._leases.begin(event):
                self._leases.settle(self._handle(event))
            else:
                left.append(event)
        self._settle_all()
        return left

    def _handle(self, event: Event) -> _Outcome:
        try:
            return _Outcome(event, _outputs_of(self._work.handler(event), event, self._work.outputs))
        except Reject as rejection:
            return _Outcome(event, error=(str(rejection) or "Reject")[:_ERROR_TEXT_MAX], dead=True)
        except Exception as error:
            _log.debug("event %s failed", event.id, exc_info=True)
            return _Outcome(event, error=_text_of(error)[:_ERROR_TEXT_MAX])

    def _settle_all(self) -> None:
        """Until the server knows the outcomes; leases are extended meanwhile."""
        tries = 0
        for failures in itertools.count():
            if self._leases.send_outcomes():
                return
            tries += 1 if self._is_stopping() else 0
            if tries >= _STOPPING_TRIES:
                _log.warning("stopping without having acknowledged all: what is left comes again when its lease runs out")
                return
            self._rest(_backoff_seconds(failures, None))

    def _give_back(self, events: Sequence[Event]) -> None:
        receipts = [_receipt_of(event) for event in events if self._leases.has(event)]
        self._leases.forget(receipts)
        for failures in range(_STOPPING_TRIES):
            if not receipts:
                return
            try:
                receipts = [result.receipt for result in self._claims.release(receipts) if result.status == "retry"]
            except MessinaError as error:
                _log.warning("releasing %d events failed: %s", len(receipts), error)
            if receipts:
                _clock.sleep(_backoff_seconds(failures, None))
        if receipts:
            _log.warning("%d events were not released, and come again when their leases run out", len(receipts))

    def _rest(self, seconds: float) -> None:
        until = _clock.monotonic() + seconds
        while _clock.monotonic() < until and not self._is_stopping():
            _clock.sleep(min(_TICK_SECONDS, max(0.0, until - _clock.monotonic())))


class _Leases:
    """The events that a worker holds.

    One of its threads extends their leases, and ends the process where a handler takes too long; another sends outcomes while
    the handler is at work. Neither waits for an answer to the other.
    """

    def __init__(self, work: _Work) -> None:
        self._lease = work.lease
        self._handling_max = work.handling_max
        self._margin = min(work.lease / 10, _MARGIN_LONGEST_SECONDS)
        self._group = Client(work.url, timeout=work.timeout, retries=1).group(work.stream, work.group)
        # One without an answer must leave time for another.
        patience = min(work.timeout, max(1.0, work.lease / 2))
        self._extending = Client(work.url, timeout=patience, retries=0).group(work.stream, work.group)
        self._ended = threading.Event()
        self._sending = threading.Lock()  # one sender at a time; taken before _lock
        self._lock = threading.Lock()
        # All of these under _lock.
        self._until: Dict[str, float] = {}  # when the lease of each certainly still runs, by the monotonic clock
        self._outcomes: List[_Outcome] = []
        self._current: Optional[Tuple[Event, float]] = None
        self._asked = 0.0
        self._threads = [
            threading.Thread(target=self._repeat, args=(task, group), name=f"messina-{name}", daemon=True)
            for name, task, group in [("leases", self._keep, self._extending), ("outcomes", self.send_outcomes, self._group)]
        ]

    def __enter__(self) -> _Leases:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def hold(self, events: Sequence[Event], answer_began: float) -> None:
        with self._lock:
            for event in events:
                remaining = self._lease if event.lease_remaining is None else event.lease_remaining
                self._until[_receipt_of(event)] = answer_began + remaining
            self._asked = 0.0

    def forget(self, receipts: Iterable[str]) -> None:
        with self._lock:
            for receipt in receipts:
                self._until.pop(receipt, None)

    def drop(self) -> None:
        with self._lock:
            self._until = {}
            self._outcomes = []

    def has(self, event: Event) -> bool:
        """Whether nothing is known of the event being somebody else's."""
        with self._lock:
            return event.receipt in self._until

    def begin(self, event: Event) -> bool:
        """Notes that the handler begins with the event, unless its lease is over or about to be."""
        now = _clock.monotonic()
        with self._lock:
            timely = self._until.get(_receipt_of(event), now) - now > self._margin
            self._current = (event, now) if timely else None
            return timely

    def settle(self, outcome: _Outcome) -> None:
        """Sends the outcome within half a second, or with the next send_outcomes."""
        with self._lock:
            self._current = None
            if outcome.event.receipt in self._until:
                self._outcomes.append(outcome)
                return
        _log.warning("an outcome came too late: the lease of event %s had run out", outcome.event.id)

    def send_outcomes(self) -> bool:
        """Sends what waits; False if it has to be tried again."""
        with self._sending:
            with self._lock:
                outcomes, self._outcomes = self._outcomes, []
            again: List[_Outcome] = []
            done = [outcome for outcome in outcomes if outcome.error is None]
            failed = [outcome for outcome in outcomes if outcome.error is not None]
            for alike in filter(None, (done, failed)):
                try:
                    again += self._send(alike)
                except MessinaError as error:
                    _log.warning("acknowledging to group %s failed: %s", self._group.name, error)
                    again += alike if error.retryable else []
            left = {outcome.event.receipt for outcome in again}
            self.forget({_receipt_of(outcome.event) for outcome in outcomes} - left)
            with self._lock:
                self._outcomes = again + self._outcomes
            return not again

    def _send(self, outcomes: List[_Outcome]) -> List[_Outcome]:
        """Sends outcomes that are all done, or all failed; returns those that stay in doubt. An event whose outputs are refused fails."""
        first = outcomes[0]
        if first.error is not None:
            return self._nack(outcomes)
        try:
            return self._acknowledged(outcomes, self._group.ack([Ack(outcome.event, outcome.outputs) for outcome in outcomes]))
        except MessinaError as error:
            if error.retryable or error.code == "group_not_found":
                raise
            if len(outcomes) == 1:
                return self._send([_Outcome(first.event, error=f"acknowledging failed: {error}"[:_ERROR_TEXT_MAX])])
            middle = len(outcomes) // 2
            return self._send(outcomes[:middle]) + self._send(outcomes[middle:])

    def _nack(self, outcomes: List[_Outcome]) -> List[_Outcome]:
        """Where they are refused, the one that is at fault is left to its lease, and the others are told."""
        nacks = [Nack(outcome.event, error=_well_formed(outcome.error), dead=outcome.dead or None) for outcome in outcomes]
        try:
            return self._in_doubt(outcomes, self._group.nack(nacks))
        except MessinaError as error:
            if error.retryable or error.code == "group_not_found":
                raise
            if len(outcomes) == 1:
                _log.warning("giving back event %s was refused: %s", outcomes[0].event.id, error)
                return []
            middle = len(outcomes) // 2
            return self._nack(outcomes[:middle]) + self._nack(outcomes[middle:])

    def _acknowledged(self, outcomes: List[_Outcome], results: Sequence[Result]) -> List[_Outcome]:
        refused = {result.receipt: result.detail for result in results if result.status == "refused"}
        again: List[_Outcome] = []
        for outcome in outcomes:
            if outcome.event.receipt in refused:
                why = f"acknowledging failed: {refused[_receipt_of(outcome.event)]}"
                again += self._send([_Outcome(outcome.event, error=why[:_ERROR_TEXT_MAX])])
        others = [outcome for outcome in outcomes if outcome.event.receipt not in refused]
        return again + self._in_doubt(others, [result for result in results if result.status != "refused"])

    def _in_doubt(self, outcomes: Sequence[_Outcome], results: Sequence[Result]) -> List[_Outcome]:
        """Those that are to be sent again: as long as their leases run."""
        now = _clock.monotonic()
        statuses = {result.receipt: result.status for result in results}
        doubtful = [outcome for outcome in outcomes if statuses.get(_receipt_of(outcome.event), "retry") == "retry"]
        with self._lock:
            again = [outcome for outcome in doubtful if self._until.get(_receipt_of(outcome.event), now) > now]
        late = len(outcomes) - len(again) - sum(1 for result in results if result.ok)
        if late > 0:
            _log.warning("%d of %d outcomes came too late: their leases had run out", late, len(outcomes))
        return again

    def _repeat(self, task: Callable[[], Any], group: Group) -> None:
        while not self._ended.wait(_SETTLE_EVERY_SECONDS / 2):
            try:
                task()
            except Exception:  # the thread has to live on: without it, leases run out
                _log.warning("tending events of group %s failed, trying again", group.name, exc_info=True)
        group.client.close()

    def _keep(self) -> None:
        now = _clock.monotonic()
        with self._lock:
            current = self._current
            due = [receipt for receipt, until in self._until.items() if until - now < self._lease * 2 / 3]
            is_time = now - self._asked >= min(1.0, self._lease / 3)
            self._asked = now if due and is_time else self._asked
        if current is not None and now - current[1] >= self._handling_max:
            self._give_up(current[0])
        elif due and is_time:
            self._extend(due, now)

    def _extend(self, receipts: Sequence[str], now: float) -> None:
        for result in self._extending.extend(receipts, self._lease):
            with self._lock:
                if result.ok and result.receipt in self._until:
                    self._until[result.receipt] = max(self._until[result.receipt], now + self._lease)
                elif result.status != "retry":
                    self._until.pop(result.receipt, None)

    def _give_up(self, event: Event) -> None:
        """Nothing stops a handler for certain but the end of its process; so all else that is held is told before."""
        text = f"the handler took longer than {self._handling_max:g} s"
        _log.error("event %s is given back, and its process ends: %s", event.id, text)
        try:
            self.settle(_Outcome(event, error=text))
            self.send_outcomes()
            with self._lock:
                others = set(self._until) - {outcome.event.receipt for outcome in self._outcomes}
            if others:
                self._group.release(others)
        except MessinaError as error:
            _log.warning("events of group %s come again when their leases run out: %s", self._group.name, error)
        finally:
            _end_process(_EXIT_OVERDUE)


def _well_formed(text: Optional[str]) -> Optional[str]:
    """Without lone surrogates, as in names of files that are not UTF-8."""
    return None if text is None else text.encode("utf-8", "replace").decode("utf-8")


def _outputs_of(handled: Handled, event: Event, stream: Optional[str]) -> List[Output]:
    if handled is None:
        return []
    return [_as_output(item, event, stream) for item in (handled if isinstance(handled, (list, tuple)) else [handled])]


def _as_output(item: Json, event: Event, stream: Optional[str]) -> Output:
    if isinstance(item, Output):
        return item
    if stream is None:
        expected = "None, an Output, or a payload where outputs names a stream"
        raise TypeError(f"the handler returned a {type(item).__name__} (expected: {expected})")
    return Output(stream, item, key=event.key if isinstance(event.key, str) else None)
