"""Appends in batches, by a thread of its own."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import os
import threading
import uuid
from collections import deque
from types import TracebackType
from typing import Deque, List, Mapping, Optional, Sequence, Type, Union

from ._arguments import whole
from ._appends import BatchSender
from ._errors import MessinaError, Refused, Unavailable
from ._placed_appends import PlacedAppends
from ._record_batch import EncodedEvent, encode_event
from ._values import Appended, Duration, Json, NewEvent, Time
from ._wire import REQUEST_BYTES_MAX, REQUEST_EVENTS_MAX, event_line, to_seconds, without_none


@dataclasses.dataclass(frozen=True)
class _Pending:
    content: Union[bytes, EncodedEvent]  # a line, or what a batch needs
    size: int
    future: concurrent.futures.Future[Optional[str]]


class Appender:
    """Appends events in batches, in order, by a thread of its own; from `Stream.appender`.

    batch: the most events of a request, 1 to REQUEST_EVENTS_MAX. linger: how long the first of a batch waits for others.
    events_max, bytes_max: what is held in memory at most, what is being sent included; at it `append` blocks.
    form: ``lines``, or ``batch``: encoded and placed here, for less work of the server and more of this process.

    ``append`` returns a future of the event's id, which fails with Refused if this one event is refused (the others of its
    batch are stored), or with what the whole request failed with, after its retries. `flush` and `close` raise the first
    failure since the last flush, so that none goes unseen; the end of a ``with`` closes. What is not flushed or closed when
    the process ends is lost. A process that is forked makes an appender of its own: at this one `append` and `flush` raise
    RuntimeError there, as its thread stays with the parent, which sends what was appended before.
    """

    def __init__(
        self, sender: BatchSender, *, batch: int, linger: Duration, events_max: int, bytes_max: int, form: str = "lines"
    ) -> None:
        if form not in ("lines", "batch"):
            raise ValueError(f"form: {form!r} (expected: lines or batch)")
        self._batch = whole("batch", batch, 1, REQUEST_EVENTS_MAX)
        whole("events_max", events_max, batch)
        whole("bytes_max", bytes_max, 1)
        self._sender = sender
        self._placed = PlacedAppends(sender) if form == "batch" else None
        self._linger = to_seconds("linger", linger)
        self._events_max = events_max
        self._bytes_max = bytes_max
        self._process = os.getpid()
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
        self._thread = threading.Thread(target=self._run, name=f"messina-appender-{sender.stream}", daemon=True)
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
        event = payload if isinstance(payload, NewEvent) else NewEvent(payload, **without_none(**options))
        content = event_line(event) if self._placed is None else encode_event(event)
        size = len(content) if isinstance(content, bytes) else content.size
        pending = _Pending(content, size, concurrent.futures.Future())
        self._check_process()
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
        self._check_process()
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
        """Flushes and ends the thread. After the timeout, what is not yet being sent fails with Unavailable. Raises as flush.
        Does nothing in a process that was forked."""
        if self._process != os.getpid():
            return
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(None if timeout is None else to_seconds("timeout", timeout))
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

    def _check_process(self) -> None:
        if self._process != os.getpid():
            raise RuntimeError(
                f"appender: of process {self._process}, which this one was forked from (expected: one that this process has made)"
            )

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
                self._held_bytes -= sum(pending.size for pending in batch)
                self._changed.notify_all()
        self._sender.http.close()

    def _next_batch(self) -> List[_Pending]:
        """Waits for a batch; empty once it is closed and all is sent."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closed)
            if self._linger > 0:
                self._changed.wait_for(self._is_due, self._linger)
            batch: List[_Pending] = []
            size = 0
            while self._queue and len(batch) < self._batch:
                size += self._queue[0].size + 1
                if batch and size > REQUEST_BYTES_MAX:
                    break
                batch.append(self._queue.popleft())
                self._queue_bytes -= batch[-1].size
            return batch

    def _is_due(self) -> bool:
        full = len(self._queue) >= self._batch or self._queue_bytes >= REQUEST_BYTES_MAX
        return full or self._closed or self._flushes > 0 or self._held_bytes >= self._bytes_max

    def _send(self, batch: Sequence[_Pending]) -> Optional[BaseException]:
        """Sends the batch and completes its futures; returns the first failure."""
        live = [pending for pending in batch if pending.future.set_running_or_notify_cancel()]
        failure: Optional[BaseException] = None
        while live:
            try:
                appended = self._request(live)
            except Exception as error:  # whatever it is, the futures must not wait for ever
                sent = self._sent(live)
                _fail(sent, error)
                failure = failure or error
            else:
                sent = self._sent(live)
                failure = failure or _complete(sent, appended)
            live = live[len(sent) :]
        return failure

    def _request(self, live: Sequence[_Pending]) -> Appended:
        """Sends the events, or the first of them that fit into a request."""
        key = uuid.uuid4().hex
        if self._placed is not None:
            return self._placed.send([pending.content for pending in live if isinstance(pending.content, EncodedEvent)], key)
        lines = [pending.content for pending in live if isinstance(pending.content, bytes)]
        return dataclasses.replace(self._sender, key=key).send(0, lines)

    def _sent(self, live: Sequence[_Pending]) -> Sequence[_Pending]:
        """Those of the last request, in the order of its answer."""
        return live if self._placed is None else [live[place] for place in self._placed.places]

    def _abandon(self, batch: Sequence[_Pending]) -> BaseException:
        error = Unavailable("close: it took longer than its timeout; this event was not sent", "unreachable", retryable=True)
        for pending in batch:
            if pending.future.set_running_or_notify_cancel():
                pending.future.set_exception(error)
        return error


def _fail(batch: Sequence[_Pending], error: Exception) -> None:
    for pending, event_id in zip(batch, _stored_of(error, len(batch))):
        if event_id is None:
            pending.future.set_exception(error)
        else:
            pending.future.set_result(event_id)


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
