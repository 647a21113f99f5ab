"""Streams: their definitions, and appending, reading and tailing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Mapping, Optional

from ._appender import Appender
from ._arguments import whole, whole_or_none
from ._appends import COMPRESSIONS, TOO_LARGE, BatchSender, joined, new_events, only_one, sending_key, too_large, within
from ._batches import BatchesUnderWay
from ._features import part
from ._errors import MessinaError, NotFound, Refused, Unavailable
from ._groups import Group
from ._http import Http, Reopening, Request
from ._options import UNCHANGED, NewGroup, StreamOptions, option_fields, taking
from ._values import Appended, Duration, Event, Json, Page, Time
from ._wire import (
    REQUEST_EVENTS_MAX, SSE_SILENCE_SECONDS, duration_text, event_line, in_chunks, read_event, sse_data, time_text, wait_of, without_none,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack  # in typing from Python 3.11 on


class Stream:
    """A stream of a server; from `Client.stream` or `Client.create_stream`."""

    def __init__(self, http: Http, batches: BatchesUnderWay, name: str) -> None:
        self.name = name
        self._http = http
        self._batches = batches
        self._path = "/v1/streams/" + part("stream", name)

    def definition(self) -> Json:
        """Its definition, a mapping: name, generation, tag, shards, retention, deduplicate, placement, key, time, schema."""
        return self._http.json("GET", self._path)

    @taking(StreamOptions, UNCHANGED)
    def change(self, *, if_match: Optional[str] = None, **options: Unpack[StreamOptions]) -> Json:
        """Changes the options that are named; None sets the default again.

        Changes that others make at the same time are kept. Returns the definition as it is now. NotFound if it does not exist.

        if_match: the tag that its definition must still have: Refused with code ``precondition_failed`` if it has another one.
        """
        body = option_fields(StreamOptions, options)
        return self._http.json("PATCH", self._path, body=body, if_match=if_match)

    def delete(self, *, if_match: Optional[str] = None) -> None:
        """Deletes it with its events and groups, with if_match as `change` does. NotFound if it is not there."""
        self._http.json("DELETE", self._path, safe=False, if_match=if_match)

    def groups(self) -> List[Json]:
        """The definitions of its groups."""
        return self._http.listed(self._path + "/groups", "groups")

    def group(self, name: str) -> Group:
        """Its group of this name; asks nobody."""
        return Group(self._http, self.name, name)

    @taking(NewGroup)
    def create_group(
        self, name: str, *, if_match: Optional[str] = None, if_absent: bool = False, **options: Unpack[NewGroup]
    ) -> Group:
        """Creates a group of it, or changes it to be like this. An option that is absent or None gets its default, also if the
        group exists.

        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        group = self.group(name)
        group._define(option_fields(NewGroup, options), if_match, if_absent)
        return group

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
        idempotency_key: yours, of 1 to 240 characters, kept over restarts of your process; None for a generated one. Within the stream's window of
            deduplication the same key with the same events stores nothing again, with others it is refused (``key_conflict``).
        repeatable: False sends no key, and repeats nothing whose outcome is unknown.
        source, batch: who appends, and a number that grows with each batch, instead of a key. Whoever sends several batches
            of a source at a time, from several threads, sends batch n only once n - 64 and those before it are acknowledged. A
            batch further beyond one that this client has sent to the stream is a ValueError: one that failed, but with Refused
            or NotFound, counts until it is sent again and acknowledged, or given up by `give_up`.
        More than REQUEST_EVENTS_MAX events or REQUEST_BYTES_MAX bytes are sent in several requests, each refused or stored by
        itself: an error counts its lines from the first event given, and tells by ``problem["stored"]`` what is stored. Not so with
        source and batch, where more than one request holds is a ValueError.
        Raises Refused, NotFound, Overloaded, Unavailable, UnknownOutcome; the last three once retries are exhausted, with
        ``idempotency_key``, with which the whole append may be repeated.
        """
        new = new_events(events, dict(key=key, time=time, headers=headers, not_before=not_before, content_type=content_type))
        sender = BatchSender(self._http, self._batches, self.name, partial, sending_key(idempotency_key, repeatable, source, batch), source, batch)
        chunks = in_chunks(event_line(event) for event in new)
        if source is not None:
            chunks = only_one(chunks)
        total = Appended(0, 0, [], [])
        lines = 0
        for number, chunk in enumerate(chunks):
            try:
                total = joined(total, sender.send(number, chunk), lines)
            except MessinaError as error:
                if not (partial and len(chunk) == 1 and isinstance(error, Refused) and error.status == TOO_LARGE):
                    raise within(error, total, lines) from error
                total = joined(total, too_large(error), lines)
            lines += len(chunk)
        return total

    def give_up(self, source: str, batch: int) -> None:
        """A numbered batch that failed will not be sent again, so that later ones need not wait for it. One that is being sent,
        or is not known, changes nothing."""
        self._batches.give_up(self.name, source, batch)

    def appender(
        self,
        *,
        batch: int = 500,
        linger: Duration = 0.02,
        events_max: int = 10_000,
        bytes_max: int = 16 * 1024 * 1024,
        form: str = "lines",
        compression: Optional[str] = None,
    ) -> Appender:
        """Gathers events into batches that a thread of its own appends: see `Appender`.

        compression: of requests: ``gzip``, or ``zstd`` from Python 3.14 on.
        """
        if compression is not None and compression not in COMPRESSIONS:
            raise ValueError(f"compression: {compression!r} (expected: None, or one of {', '.join(COMPRESSIONS)})")
        sender = BatchSender(self._http, self._batches, self.name, partial=True, compression=compression)
        return Appender(sender, batch=batch, linger=linger, events_max=events_max, bytes_max=bytes_max, form=form)

    def cancel(self, event_id: str) -> bool:
        """Cancels a delayed event by the id of its schedule; whether it was still waiting."""
        path = f"{self._path}/scheduled/{part('event_id', event_id)}"
        return bool(self._http.json("DELETE", path, safe=False)["cancelled"])

    def event(self, event_id: str) -> Event:
        """The event of this id, with its state per group. NotFound if it is not there, or no more, or is delayed and not due."""
        fields = self._http.json("GET", f"{self._path}/events/{part('event_id', event_id)}")
        if "not_before" in fields:
            raise NotFound(f"event: {event_id} is not due before {fields['not_before']}", "event_not_found", 404)
        return read_event(fields)

    def read(self, shard: int, from_: Time = "earliest", *, limit: int = 100, wait: Duration = 0) -> Page:
        """Events of a shard in order, without a group.

        from_: a position, ``"earliest"``, ``"latest"`` or a time; then `Page.next`.
        limit: 1 to 10,000. wait: how long to wait for events if there are none.
        """
        query: Dict[str, Json] = {
            "shard": whole("shard", shard, 0),
            "from": time_text("from_", from_),
            "limit": whole("limit", limit, 1, REQUEST_EVENTS_MAX),
        }
        wait_seconds = wait_of(wait)
        if wait_seconds > 0:
            query["wait"] = duration_text("wait", wait)
        answer = self._http.json("GET", self._path + "/events", query=query, wait=wait_seconds)
        events = [read_event(fields) for fields in answer["events"]]
        return Page(events, answer["next"], tuple(answer.get("gaps", ())), answer.get("generation"))

    def where(self, key: str) -> Json:
        """Where events with a key are: a mapping of stream, shard, epoch, its owner, if it has one, and location, the nodes and
        cores of the database that hold its state, if they are known."""
        return self._http.json("GET", self._path + "/where", query={"key": key})

    def tail(self, shard: Optional[int] = None, from_: Optional[Time] = None) -> Iterator[Event]:
        """Events as they are appended, of one shard or of all, without end; close the generator to end it.

        from_: a position, ``"earliest"``, ``"latest"`` or a time; None for what is appended from now on.
        A broken connection of one shard is opened again where it broke, so that nothing is missed, for up to TAIL_PATIENCE_SECONDS
        of pauses, as over a restart of the server; then it is Unavailable. Of all shards it is Unavailable at once, since there is no
        place from which all go on.
        """
        whole_or_none("shard", shard, 0)
        if from_ is not None:
            time_text("from_", from_)
        return self._tailed(shard, from_)

    def _tailed(self, shard: Optional[int], from_: Optional[Time]) -> Iterator[Event]:
        reopening = Reopening(self._http)
        last: Optional[Event] = None
        if shard is not None and from_ in (None, "latest"):
            from_ = self.read(shard, "latest", limit=1).next  # a place that stays where it is
        while True:
            try:
                for event in self._tail_once(shard, last.position if last else from_, reopening):
                    if last is None or event.id != last.id:
                        last = event
                        yield event
                raise Unavailable(f"tail of {self.name}: the server ended it", "no_answer", retryable=True)
            except MessinaError as error:
                resumable = shard is not None or error.code != "no_answer"
                if not resumable:
                    raise
                reopening.wait_after(error)

    def _tail_once(self, shard: Optional[int], from_: Optional[Time], reopening: Reopening) -> Iterator[Event]:
        query: Dict[str, Json] = without_none(shard=shard)
        if from_ is not None:
            query["from"] = time_text("from_", from_)
        headers = {"Accept": "text/event-stream"}
        request = Request("GET", self._http.target(self._path + "/events", query), headers=headers)
        with self._http.open(request, SSE_SILENCE_SECONDS) as response:
            reopening.is_open()
            for data in sse_data(response):
                yield read_event(json.loads(data))

    def _define(self, options: Mapping[str, Json], if_match: Optional[str], if_absent: bool) -> None:
        self._http.json("PUT", self._path, body=without_none(**options), if_match=if_match, if_absent=if_absent)
