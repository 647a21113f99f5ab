"""How events are appended: requests with keys or numbers that make repeats safe."""

from __future__ import annotations

import contextlib
import dataclasses
import gzip
import re
import urllib.parse
import uuid
from typing import Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence

from ._arguments import nonempty, whole
from ._batches import BatchesUnderWay
from ._errors import MessinaError, Refused
from ._http import Http, Request
from ._values import Appended, Event, Json, NewEvent, RefusedLine
from ._wire import REQUEST_EVENTS_MAX, without_none


IDEMPOTENCY_KEY_CHARS_MAX = 240
TOO_LARGE = 413
LINES_TYPE = "application/vnd.messina+json"

COMPRESSIONS: Dict[str, Callable[[bytes], bytes]] = {"gzip": lambda body: gzip.compress(body, 6)}
"""How bodies are compressed, by name; zstd from Python 3.14 on."""

try:
    from compression import zstd  # type: ignore[import-not-found]
except ImportError:
    pass
else:
    COMPRESSIONS["zstd"] = zstd.compress


def new_events(events: Json, options: Dict[str, Json]) -> Iterable[NewEvent]:
    given = without_none(**options)
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


def sending_key(key: Optional[str], repeatable: bool, source: Optional[str], batch: Optional[int]) -> Optional[str]:
    if (source is None) != (batch is None):
        raise ValueError("source, batch: one without the other (expected: both, or neither)")
    if source is not None:
        nonempty("source", source)
        whole("batch", batch, 0)
    if key is not None and (source is not None or not repeatable):
        raise ValueError("idempotency_key: beside source, or repeatable=False (expected: one of them)")
    if key is not None:
        if len(nonempty("idempotency_key", key)) > IDEMPOTENCY_KEY_CHARS_MAX:
            raise ValueError(f"idempotency_key: {len(key)} characters (expected: 1 to {IDEMPOTENCY_KEY_CHARS_MAX})")
        return key
    return uuid.uuid4().hex if repeatable and source is None else None


def only_one(chunks: Iterator[List[bytes]]) -> Iterator[List[bytes]]:
    first = next(chunks, None)
    if next(chunks, None) is not None:
        raise ValueError(f"events: more than one request holds, which a numbered batch must be (at most {REQUEST_EVENTS_MAX})")
    return iter([] if first is None else [first])


def too_large(refused: Refused) -> Appended:
    """What a partial append says of a single event that no request can hold."""
    return Appended(0, 0, [], [RefusedLine(0, _detail(refused))])


def within(error: MessinaError, before: Appended, lines: int) -> MessinaError:
    """The error of a request as that of an append whose first lines other requests have stored: it counts lines from the first event
    given, and tells what is stored by ``problem["stored"]``."""
    if lines == 0:
        return error
    detail = re.sub(r"^line (\d+):", lambda found: f"line {int(found[1]) + lines}:", _detail(error))
    stored = joined(before, _appended(error.problem.get("stored") or {"accepted": 0}), lines)
    refused = [{**line, "line": line["line"] + lines} for line in error.problem.get("refused", [])]
    problem = {**error.problem, "detail": detail, "stored": dataclasses.asdict(stored), **({"refused": refused} if refused else {})}
    message = f"{error.message.replace(_detail(error), detail)}; of the {lines:,} events before, {before.accepted + before.duplicates:,} are stored"
    whole = type(error)(message, error.code, error.status, error.retryable, error.retry_after, problem)
    whole.idempotency_key = error.idempotency_key
    return whole


def _detail(error: MessinaError) -> str:
    detail = error.problem.get("detail")
    return detail if isinstance(detail, str) else error.message


def _appended(answer: Mapping[str, Json]) -> Appended:
    refused = [RefusedLine(line["line"], line["detail"]) for line in answer.get("refused", [])]
    return Appended(answer["accepted"], answer.get("duplicates", 0), list(answer.get("ids", [])), refused, answer.get("unchecked", 0))


def joined(total: Appended, more: Appended, lines: int) -> Appended:
    refused = [RefusedLine(line.line + lines, line.detail) for line in more.refused]
    return Appended(
        total.accepted + more.accepted,
        total.duplicates + more.duplicates,
        total.ids + more.ids,
        total.refused + refused,
        total.unchecked + more.unchecked,
    )


@dataclasses.dataclass(frozen=True)
class BatchSender:
    """Sends the events of one append to a stream, or of one appender.

    key: what makes a repeat of the append safe, or None. compression: of COMPRESSIONS, or None.
    """

    http: Http
    batches: BatchesUnderWay
    stream: str
    partial: bool
    key: Optional[str] = None
    source: Optional[str] = None
    batch: Optional[int] = None
    compression: Optional[str] = None

    def send(self, number: int, lines: Sequence[bytes]) -> Appended:
        """Sends the lines as the request of this number under the key: the same number has the same lines, always."""
        return self.post(number, b"\n".join(lines) + b"\n", {"Content-Type": LINES_TYPE})

    def post(
        self, number: int, body: bytes, headers: Mapping[str, str], repeated: Optional[Callable[[MessinaError], object]] = None
    ) -> Appended:
        """Sends a body, as `send` does; `repeated` as of `Request`."""
        headers = dict(headers)
        if self.key is not None:
            headers["Idempotency-Key"] = self.key if number == 0 else f"{self.key}/{number}"
        if self.source is not None:
            headers["Messina-Source"] = self.source
            headers["Messina-Batch"] = str(self.batch)
        if self.compression is not None:
            headers["Content-Encoding"] = self.compression
            body = COMPRESSIONS[self.compression](body)
        target = self.http.target(self.path, {"partial": "true"} if self.partial else None)
        safe = self.key is not None or self.source is not None
        try:
            with self._under_way():
                answer = self.http.answer(Request("POST", target, body, headers, safe, repeated=repeated))
        except MessinaError as error:
            error.idempotency_key = self.key
            raise
        return _appended(answer)

    @property
    def path(self) -> str:
        return f"/v1/streams/{urllib.parse.quote(self.stream, safe='')}/events"

    def _under_way(self) -> contextlib.AbstractContextManager[None]:
        if self.source is None or self.batch is None:
            return contextlib.nullcontext()
        return self.batches.sending(self.stream, self.source, self.batch)
