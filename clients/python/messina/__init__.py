"""The Python client of Messina: the standard library only, Python 3.9 or newer.

    import messina

    client = messina.Client("http://127.0.0.1:8420")
    edits = client.create_stream("edits", key="/user")
    edits.append({"user": "ada", "page": "Engine"})

    group = edits.create_group("profiles")
    for event in group.claim(limit=100, wait=20):
        print(event.key, event.payload)
        group.ack(event)

Units: durations are seconds (a number), a ``timedelta``, or text such as ``"500ms"``, ``"30s"``, ``"10m"``, ``"12h"``,
``"7d"``. Times are ``datetime`` with a time zone, or RFC 3339 text; those that come back are ``datetime`` in UTC, to the
microsecond.

Threads: threads may share a `Client`, and the streams, groups and features that it returns; each thread has a connection of its
own, which stays open. A generator (`Stream.tail`, `Group.follow`) is for one thread at a time.

Errors: whatever the server refuses, or cannot do, is a `MessinaError` with the server's stable `code`. An argument that can never
be right is a `ValueError` or a `TypeError` at once.

Retries: the client repeats a call if the server did nothing, or if doing it again changes nothing: reads, definitions, acks, and
appends, since each append carries an idempotency key. Its pauses grow, have jitter, and are never shorter than the server's
Retry-After. It repeats claims, redrives, cancellations, deletions of streams and groups, and removals of features and their
contents only if the server did nothing, seeks and purges only if the server did not begin them.

`messina.features` has the types of lists and values of entities, which `Client.list` and `Client.values` return.
`messina.sketches` reads the sketches and bitmaps of aggregates.
"""

from . import features, sketches
from ._aggregates import Aggregate
from ._appender import Appender
from ._batches import BATCH_WINDOW
from ._client import Client
from ._errors import MessinaError, NotFound, Overloaded, Refused, Reject, Unavailable, UnknownOutcome
from ._dead_letters import DeadLetters
from ._definitions import Defined, Definition
from ._groups import CLAIM_MAX, Group
from ._http import TAIL_PATIENCE_SECONDS
from ._message_types import (
    AcceptedMessage, AccountOptions, ConnectorOptions, MessageContent, NewMessage, RouteOptions, TemplateOptions, TemplateUse,
)
from ._messages import MESSAGES_MAX, Account, Connector, Messages, Template
from ._options import AggregateOptions, GroupOptions, NewGroup, SinkOptions, StateField, StreamOptions
from ._shard_file import Function
from ._state import State
from ._state_files import ShardState, StateFiles
from ._state_keys import Key
from ._stateful import stateful
from ._sinks import Sink
from ._streams import Stream
from ._values import (
    Ack, Appended, DeadLetter, Duration, Event, Json, Nack, NewEvent, Output, Page, Receipt, RefusedLine, Result, Time,
)
from ._wire import REQUEST_BYTES_MAX, REQUEST_EVENTS_MAX
from ._work import Handled, Handler
from ._worker import worker

__all__ = [
    "BATCH_WINDOW",
    "CLAIM_MAX",
    "MESSAGES_MAX",
    "REQUEST_BYTES_MAX",
    "REQUEST_EVENTS_MAX",
    "TAIL_PATIENCE_SECONDS",
    "AcceptedMessage",
    "Account",
    "AccountOptions",
    "Ack",
    "Aggregate",
    "AggregateOptions",
    "Appended",
    "Appender",
    "Client",
    "Connector",
    "ConnectorOptions",
    "DeadLetter",
    "DeadLetters",
    "Defined",
    "Definition",
    "Duration",
    "Event",
    "Function",
    "Group",
    "GroupOptions",
    "Handled",
    "Handler",
    "Json",
    "Key",
    "MessageContent",
    "Messages",
    "MessinaError",
    "Nack",
    "NewEvent",
    "NewGroup",
    "NewMessage",
    "NotFound",
    "Output",
    "Overloaded",
    "Page",
    "Receipt",
    "Refused",
    "RefusedLine",
    "Reject",
    "Result",
    "RouteOptions",
    "ShardState",
    "Sink",
    "SinkOptions",
    "State",
    "StateField",
    "StateFiles",
    "Stream",
    "StreamOptions",
    "Template",
    "TemplateOptions",
    "TemplateUse",
    "Time",
    "Unavailable",
    "UnknownOutcome",
    "features",
    "sketches",
    "stateful",
    "worker",
]
