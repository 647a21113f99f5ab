"""Appends in the form of batches that are placed by the definition of their stream, or of lines where the stream or the server wants these."""

from __future__ import annotations

import dataclasses
from typing import List, Optional, Sequence

from ._appends import LINES_TYPE, BatchSender
from ._errors import MessinaError, NotFound, Refused, UnknownOutcome
from ._http import backoff_seconds
from ._record_batch import BATCH_TYPE, EncodedEvent, batch_body, fit_batch
from ._values import Appended, Json
from ._wire import REQUEST_BYTES_MAX

_DEFINITIONS_MAX = 8  # until a cluster agrees about it; then lines are sent
_NO_BATCHES = (400, 415)  # a server that knows none does not take the tag either


class PlacedAppends:
    """The requests of one appender; for one thread.

    places: of the events of the last request among those given, in the order of its body and of its answer.
    """

    def __init__(self, sender: BatchSender) -> None:
        self._sender = sender
        self._definition: Json = None
        self._takes_batches = True
        self._requests = 0
        self.places: List[int] = []

    def send(self, events: Sequence[EncodedEvent], key: str) -> Appended:
        """Sends the first events that fit into a request.

        A definition that has changed is read again: nothing was stored then, but by an earlier attempt, which has the same key. If
        the form has to change behind such an attempt, the outcome is unknown.
        """
        sender = dataclasses.replace(self._sender, key=key)
        doubts: List[MessinaError] = []
        self.places = list(range(len(events)))
        self._requests += 1
        for attempt in range(_DEFINITIONS_MAX):
            if attempt > 1:
                sender.http.pause(backoff_seconds(attempt - 2, None))
            definition = self._known()
            if definition is None or not fit_batch(events, definition):
                break
            body, self.places = batch_body(events, definition["shards"], self._requests, REQUEST_BYTES_MAX)
            headers = {"Content-Type": BATCH_TYPE, "If-Match": f'"{definition["tag"]}"'}
            try:
                return sender.post(0, body, headers, lambda error: doubts.append(error) if _may_be_stored(error) else None)
            except Refused as error:
                if error.code == "precondition_failed":
                    self._definition = None
                elif error.status in _NO_BATCHES:
                    self._takes_batches = False
                else:
                    raise
        if doubts:
            raise UnknownOutcome("append: an attempt had no answer, and the stream takes no batches any more", "unknown_outcome")
        lines: List[bytes] = []
        size = 0
        for event in events:
            line = event.line()
            size += len(line) + 1
            if lines and size > REQUEST_BYTES_MAX:
                break
            lines.append(line)
        self.places = list(range(len(lines)))
        return sender.post(0, b"\n".join(lines) + b"\n", {"Content-Type": LINES_TYPE})

    def _known(self) -> Optional[Json]:
        """The definition; None where lines are sent."""
        if self._definition is None and self._takes_batches:
            try:
                self._definition = self._sender.http.json("GET", self._sender.path[: -len("/events")])
            except NotFound:
                raise
            except MessinaError as error:
                if error.retryable:
                    raise
                self._takes_batches = False  # whoever may append need not be allowed to read definitions
        return self._definition if self._takes_batches else None


def _may_be_stored(error: MessinaError) -> bool:
    return isinstance(error, UnknownOutcome) or "stored" in error.problem
