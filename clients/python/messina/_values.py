"""Events, and what is said of them: the values that calls take and return."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

Json = Any
Duration = Union[int, float, timedelta, str]
Time = Union[datetime, str]

_HEADERS_MAX = 64
_HEADER_CHARS_MAX = 16_384


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


def traced(cause: Mapping[str, str], own: Optional[Mapping[str, str]]) -> Optional[Mapping[str, str]]:
    """Headers, with the trace of the event that led to them; without it if there would be more than an event may have."""
    kept = dict(own or {})
    # A state belongs to its parent.
    names = ("baggage",) if "traceparent" in kept or "traceparent" not in cause else ("traceparent", "tracestate", "baggage")
    headers = {**{name: cause[name] for name in names if name in cause}, **kept}
    if len(headers) == len(kept) or len(headers) > _HEADERS_MAX:
        return own
    fits = sum(len(name) + len(value) for name, value in headers.items()) <= _HEADER_CHARS_MAX
    return headers if fits else own


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

    def caused_by(self, event: Event) -> NewEvent:
        """The same with the trace of an event that led to it: the headers traceparent, tracestate and baggage of W3C. Headers that
        this event has already win."""
        return dataclasses.replace(self, headers=traced(event.headers, self.headers))


@dataclasses.dataclass(frozen=True)
class Output:
    """An event that an ack appends to a stream, once for the event that is acknowledged, however often the ack is sent.

    An ack of an `Event`, by a worker too, passes on its trace to outputs that have none: the headers traceparent, tracestate
    and baggage.
    """

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
    """Events of one shard in order, and the position to go on from.

    gaps: positions at which stretches end whose events had expired before they were read, or are damaged.
    generation: of the stream; if it is another one than before, the stream was deleted and created again, and positions of the
        former one mean nothing. None from a server that does not tell it.
    """

    events: List[Event]
    next: str
    gaps: Tuple[str, ...] = ()
    generation: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class DeadLetter:
    """An event that a group or an enrichment gave up.

    cause: ``exhausted`` (too many attempts), ``rejected`` (a nack said so) or ``uncertain`` (at most once); of an enrichment
    ``enrich`` (the event could not be applied), ``read`` or ``write`` (the database failed) or ``key_full``.
    errors: of its attempts, each a mapping of ``attempt`` and ``error``.
    applied: of an enrichment, whether the state of its key has it: ``no``, ``unknown`` or ``yes``.
    """

    event: Event
    cause: str
    attempts: int
    errors: List[Mapping[str, Json]]
    died: Optional[datetime]
    applied: Optional[str] = None

Receipt = Union[str, Event, Ack]
