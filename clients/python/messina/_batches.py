"""Numbered batches of a client that are not acknowledged yet."""

from __future__ import annotations

import contextlib
import dataclasses
import threading
from typing import Dict, Iterator, Tuple

from ._errors import NotFound, Overloaded, Refused

BATCH_WINDOW = 64
"""So far below the highest number of a source a shard still knows which batches it has."""

_BATCHES_MAX = 100_000


@dataclasses.dataclass
class _Sendings:
    """Those of one batch: it counts while one runs, and behind them while it may come again."""

    running: int = 0
    acknowledged: bool = False
    in_doubt: bool = False

    def counts(self) -> bool:
        return self.running > 0 or (self.in_doubt and not self.acknowledged)


class BatchesUnderWay:
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
