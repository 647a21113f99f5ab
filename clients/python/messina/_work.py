"""What a worker is told, and what becomes of an event in its handler."""

from __future__ import annotations

import dataclasses
from typing import Callable, List, Optional, Sequence, Union

from ._access import Access
from ._servers import Urls
from ._values import Event, Json, Output

Handled = Union[None, Output, Sequence[Output], Json]
Handler = Callable[[Event], Handled]

ERROR_TEXT_MAX = 1_000


@dataclasses.dataclass(frozen=True)
class Work:
    """What the processes of a worker are told."""

    url: Urls
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
    has_own_process: bool = True
    access: Access = Access()


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of an event: done, with outputs, or failed, with the error's text.

    size: bytes of its acknowledgement in a request.
    """

    event: Event
    outputs: Sequence[Output] = ()
    error: Optional[str] = None
    dead: bool = False
    size: int = 0


def outputs_of(handled: Handled, event: Event, stream: Optional[str]) -> List[Output]:
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
