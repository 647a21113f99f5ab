"""The options of streams, groups, sinks and aggregates. Each is written here once: calls take what is listed, and nothing else."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Type, TypedDict, TypeVar, get_type_hints

from ._values import Duration, Json, Time
from ._wire import duration_text, time_text


class StreamOptions(TypedDict, total=False):
    """The options of a stream. None stands for the default."""

    # A power of two. It is fixed once the stream exists: Refused with code ``conflict`` if it differs.
    shards: Optional[int]
    # How long events are kept, a duration or ``"forever"``.
    retention: Optional[Duration]
    # For how long idempotency keys are remembered.
    deduplicate: Optional[Duration]
    # Where a payload has its key, a JSON pointer such as ``"/user"``.
    key: Optional[str]
    # Where a payload has its time, a JSON pointer.
    time: Optional[str]
    # A JSON Schema that payloads must satisfy.
    schema: Optional[Json]
    # ``"any"``, or ``"core"``: each shard lives on one core of the database. It is fixed once the stream exists.
    placement: Optional[str]


class GroupOptions(TypedDict, total=False):
    """The options of a group. None stands for the default."""

    # How long a claimed event is kept from others, from 1 s to 12 h, unless the claim names another time.
    lease: Optional[Duration]
    # How often an event is handed out before it becomes a dead letter.
    max_attempts: Optional[int]
    # How long failed events wait, such as ``{"first": "1s", "longest": "60s", "jitter_percent": 20}``.
    backoff: Optional[Mapping[str, Json]]
    # ``"none"``, or ``"key"``: events of a key one after the other.
    order: Optional[str]
    # ``"at_least_once"`` or ``"at_most_once"``.
    delivery: Optional[str]
    # How many events of a shard may be out at a time.
    max_in_flight: Optional[int]
    # How many events of a key may be out at a time; 0 for any number.
    max_concurrent_per_key: Optional[int]
    # Events per second for the whole group, in equal parts on its shards; 0 for any number.
    rate_limit: Optional[int]
    # How many unfinished events a shard may have before new ones wait.
    max_unfinished: Optional[int]


class NewGroup(GroupOptions, total=False):
    """The options of a group, and where it begins if it is new."""

    # ``"earliest"``, ``"latest"`` or a time.
    start: Optional[Time]


class StateField(TypedDict, total=False):
    """How an enrichment makes a field of the state of a key."""

    # ``"count"``, ``"sum"``, ``"last"``, ``"min"``, ``"max"``, ``"set_if_absent"`` or ``"append_to_list"``; always given.
    function: str
    # Where a payload has the value, a JSON pointer such as ``"/added"``; None only to count all events.
    value: Optional[str]
    # How many elements append_to_list keeps, the newest, 1 to 1,000; None for 100.
    max: Optional[int]


class SinkOptions(TypedDict, total=False):
    """Where the events of a stream are posted to, and how. None stands for the default."""

    # The stream whose events are posted; always given, and for ever.
    stream: Optional[str]
    # The URL that they are posted to; always given.
    url: Optional[str]
    # ``"ndjson"``, or ``"cloudevents"``.
    format: Optional[str]
    # Headers by name; a value may hold ``{{secret.name}}`` or ``{{basic.name}}``.
    headers: Optional[Mapping[str, str]]
    # References ``env:NAME`` or ``file:PATH``, by the name that headers use.
    secrets: Optional[Mapping[str, str]]
    # A reference to the key that signs each request by Standard Webhooks.
    signing_secret: Optional[str]
    # How many events a request has at most.
    batch: Optional[int]
    # How many bytes its body has at most.
    batch_bytes: Optional[int]
    # How many events leave in a second at most, from all nodes together.
    per_second: Optional[int]
    # How long it waits after a failure; twice as long after each further one.
    backoff_first: Optional[Duration]
    # How long it waits at most, unless the answer says.
    backoff_longest: Optional[Duration]
    # How many requests may be under way at the same time.
    connections: Optional[int]
    # How long an exchange may take in all.
    timeout: Optional[Duration]
    # Whether addresses of this machine and of private networks may be asked.
    allow_private: Optional[bool]
    # With which event a new sink begins: ``"earliest"``, ``"latest"`` or a time.
    start: Optional[Time]


class AggregateOptions(TypedDict, total=False):
    """What an aggregate makes of a stream. None stands for the default."""

    # The stream whose events count; always given, and for ever.
    stream: Optional[str]
    # ``"count"``, ``"sum"``, ``"min"``, ``"max"``, ``"unique"``, ``"approx_unique"`` or ``"custom"``; always given.
    kind: Optional[str]
    # Where a payload has what it is grouped by, JSON pointers such as ``["/flag"]``; none for one group.
    group_by: Optional[Sequence[str]]
    # Where a payload has the number or the member, a JSON pointer.
    of: Optional[str]
    # Which events count, such as ``[{"field": "/robot", "equals": False}]``: all conditions must hold.
    where: Optional[Sequence[Mapping[str, Json]]]
    # How long a window is; always given.
    window: Optional[Duration]
    # From the start of one window to the next; as long as a window by default.
    slide: Optional[Duration]
    # The time zone of days, such as ``"Europe/Rome"``.
    zone: Optional[str]
    # How much later than the newest event of a shard an event may be before its row is final.
    lateness: Optional[Duration]
    # How long a window is kept after its end, by event time.
    retention: Optional[Duration]
    # How far the time of an event may be ahead of its append time; a day by default, or ``retention`` if that is shorter.
    max_ahead: Optional[Duration]
    # Of sketches, 10 to 16.
    precision: Optional[int]
    # How unique keeps members: ``"hash"``, ``"bytes"`` or ``"integers"``.
    members: Optional[str]
    # Whether ``unique`` sends members to shards of their own; as the key of the stream needs it by default.
    rekey: Optional[bool]
    # A stream for events that have no value, or one of another type.
    dead_letters: Optional[str]
    # The name of an aggregator of one's own, for the kind ``"custom"``.
    aggregator: Optional[str]


_TYPES = {kind: get_type_hints(kind) for kind in (StreamOptions, GroupOptions, NewGroup, SinkOptions, AggregateOptions)}


def option_fields(kind: Type[Any], options: Mapping[str, Json]) -> Dict[str, Json]:
    """The options in their form of JSON. Raises TypeError for one that there is not."""
    types = _TYPES[kind]
    unknown = options.keys() - types.keys()
    if unknown:
        raise TypeError(f"options: {', '.join(sorted(unknown))} (expected: {', '.join(types)})")
    return {name: _field(name, types[name], value) for name, value in options.items()}


class _Unchanged:
    def __repr__(self) -> str:
        return "<unchanged>"


UNCHANGED = _Unchanged()
"""How `help` shows that an option which is absent stays as it is."""

_F = TypeVar("_F", bound=Callable[..., Any])


def taking(kind: Type[Any], absent: object = None) -> Callable[[_F], _F]:
    """Lets `help` and notebooks show the options of a call as keyword parameters instead of ``**options``."""

    def shown(function: _F) -> _F:
        signature = inspect.signature(function)
        named = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        options = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=absent, annotation=of)
            for name, of in _TYPES[kind].items()
        ]
        setattr(function, "__signature__", signature.replace(parameters=named + options))
        return function

    return shown


def _field(name: str, of: Any, value: Json) -> Json:
    if value is None:
        return None
    if of == Optional[Duration]:
        return duration_text(name, value)
    if of == Optional[Time]:
        return time_text(name, value)
    return dict(value) if isinstance(value, Mapping) else value
