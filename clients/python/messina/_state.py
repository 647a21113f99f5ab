"""What a user's function sees of the state of a shard: keys and values, changed together with the position in the stream."""

from __future__ import annotations

import heapq
import itertools
import json
import sqlite3
import threading
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, Union

from ._arguments import whole, whole_or_none
from ._state_keys import Key, decoded, encoded, encoded_beginning
from ._values import Json
from ._wire import encode_json

Stored = Union[bytes, str, None]
"""Bytes as they are; JSON as text; None where there is only the number of a batch."""
Row = Tuple[Stored, Optional[int]]

FIRST = b"\x01"  # of the keys of values; those of sources begin with a zero
BEHIND = b"\xff"
_SOURCE = b"\0"
BATCH_MAX = (1 << 63) - 1
_ASKED_MAX = 500  # keys of a statement; older SQLite takes 999


class State:
    """The state of a shard: a mapping of keys to values, in the order of the keys.

    keys: a str, bytes, int, bool or None, or a tuple of one or more of these, at most 1,024 bytes as they are kept: each text and
        bytes takes two more than its own, each integer up to nine. In this order: None, False, True, integers,
        bytes, texts. ``"a"`` and ``("a",)`` are the same key.
    values: bytes, or what JSON can say; a tuple comes back as a list. What `get` returns is a copy: put what you have changed.
    What a call of the function changes is stored together with the position behind its events, all or nothing; until then it is
        held in memory.
    For the call in which it was given, and its thread: RuntimeError in any other.
    """

    def __init__(self, database: sqlite3.Connection, shard: int) -> None:
        self.shard = shard
        self._thread: Optional[int] = threading.get_ident()
        self._database = database
        self._changed: Dict[bytes, Optional[Row]] = {}  # None for what is deleted

    def get(self, key: Key, default: Json = None) -> Json:
        """The value of a key, or the default where it has none."""
        return value_of(self._row(encoded(key)), default)

    def __contains__(self, key: Key) -> bool:
        row = self._row(encoded(key))
        return row is not None and row[0] is not None

    def put(self, key: Key, value: Json) -> None:
        """Sets the value of a key. The number of a batch that stands with it stays."""
        data = encoded(key)
        row = self._row(data)
        self._changed[data] = (_stored(value), row[1] if row else None)

    def add_all(self, keys: Iterable[Key], value: Json = True) -> List[Key]:
        """Sets the value of those keys that have none, and returns them, each once, in their order: as `in` and `put` of each, but
        with a statement for hundreds of keys.

        For sets of millions of members whose size is kept beside them, such as the users of an hour.
        """
        self._check()
        asked: Dict[bytes, Key] = {}
        for key in keys:
            asked.setdefault(encoded(key), key)
        there = self._there([data for data in asked if data not in self._changed])
        row = (_stored(value), None)
        new: List[Key] = []
        for data, key in asked.items():
            before = self._changed.get(data)
            if data not in there and before is None:
                self._changed[data] = row
                new.append(key)
        return new

    def _there(self, keys: List[bytes]) -> Set[bytes]:
        """Those that the file has."""
        there: Set[bytes] = set()
        for at in range(0, len(keys), _ASKED_MAX):
            some = keys[at : at + _ASKED_MAX]
            marks = ",".join("?" * len(some))
            there.update(key for key, in self._database.execute(f"SELECT key FROM state WHERE key IN ({marks})", some))
        return there

    def delete(self, key: Key) -> None:
        """Forgets a key, its value and the number of its batch; nothing if it is not there."""
        self._check()
        self._changed[encoded(key)] = None

    def range(self, first: Key = (), end: Optional[Key] = None) -> Iterator[Tuple[Key, Json]]:
        """Keys and values in the order of the keys, from first on, up to end without it; all by default.

        Keys may be put and deleted meanwhile: a key that was not there at the beginning is not met.
        """
        return self._between(encoded_beginning(first) or FIRST, BEHIND if end is None else encoded_beginning(end))

    def items(self, prefix: Key = ()) -> Iterator[Tuple[Key, Json]]:
        """Keys that begin with these parts, and their values, in the order of the keys; all by default."""
        data = encoded_beginning(prefix)
        return self._between(data or FIRST, data + BEHIND)

    def delete_items(self, prefix: Key, limit: Optional[int] = None) -> int:
        """Deletes all keys that begin with these parts, such as those of an old window; how many.

        limit: how many at most, so that millions of keys are deleted over several calls of the function; None for all.
        """
        keys = [key for key, _ in itertools.islice(self.items(prefix), whole_or_none("limit", limit, 0))]
        for key in keys:
            self.delete(key)
        return len(keys)

    def seen(self, source: Key, batch: int) -> bool:
        """Whether this batch of a source, or a later one, was noted before; else notes it.

        For events that are a batch, or all that a batch has for a key: one that is sent again, even with other rows, is skipped.

        source: who numbers them, such as a loader, or a loader and a key. batch: 0 or more, and growing.
        """
        data = _SOURCE + encoded(source)
        row = self._row(data)
        if not _is_above(batch, row):
            return True
        self._changed[data] = (None, batch)
        return False

    def update(self, key: Key, batch: int, change: Callable[[Json], Json], default: Json = None) -> bool:
        """Changes a value by a numbered batch, unless the value has this batch, or a later one, already; whether it changed.

        The number is kept with the value. change: is given the value, or the default, and returns the new value.
        """
        data = encoded(key)
        row = self._row(data)
        if not _is_above(batch, row):
            return False
        self._changed[data] = (_stored(change(value_of(row, default))), batch)
        return True

    def last_batch(self, key: Key) -> Optional[int]:
        """The number of the last batch that changed a value by `update`, or None."""
        row = self._row(encoded(key))
        return None if row is None else row[1]

    def end(self) -> None:
        """Its call is over: what a later one did to it would be lost."""
        self._thread = None

    def _check(self) -> None:
        if self._thread != threading.get_ident():
            why = "of a call that is over" if self._thread is None else "of another thread"
            raise RuntimeError(f"state: {why} (expected: the one that this call of the function was given, in its thread)")

    def write(self) -> None:
        """Writes what has changed, in the transaction of whoever calls it."""
        gone = [(key,) for key, row in self._changed.items() if row is None]
        self._database.executemany("DELETE FROM state WHERE key = ?", gone)
        rows = [(key, *row) for key, row in self._changed.items() if row is not None]
        self._database.executemany("INSERT OR REPLACE INTO state (key, value, batch) VALUES (?, ?, ?)", rows)
        self._changed.clear()

    def _row(self, key: bytes) -> Optional[Row]:
        self._check()
        if key in self._changed:
            return self._changed[key]
        found: Optional[Row] = self._database.execute("SELECT value, batch FROM state WHERE key = ?", (key,)).fetchone()
        return found

    def _between(self, first: bytes, end: bytes) -> Iterator[Tuple[Key, Json]]:
        self._check()
        changed = {key: row for key, row in self._changed.items() if first <= key < end}
        rows = rows_between(self._database, first, end)
        stored: Iterator[Tuple[bytes, Optional[Row]]] = ((key, (value, batch)) for key, value, batch in rows if key not in changed)
        for key, found in heapq.merge(stored, sorted(changed.items()), key=lambda each: each[0]):
            row = self._changed.get(key, found)
            if row is not None and row[0] is not None:
                yield decoded(key), value_of(row, None)


def rows_between(database: sqlite3.Connection, first: bytes, end: bytes) -> Iterator[Tuple[bytes, Stored, Optional[int]]]:
    """Stored keys in their order, up to end without it, with their values and batches."""
    return database.execute("SELECT key, value, batch FROM state WHERE key >= ? AND key < ? ORDER BY key", (first, end))


def value_of(row: Optional[Row], default: Json) -> Json:
    if row is None or row[0] is None:
        return default
    return json.loads(row[0]) if isinstance(row[0], str) else row[0]


def _stored(value: Json) -> Stored:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    return encode_json(value).decode("utf-8")


def _is_above(batch: int, row: Optional[Row]) -> bool:
    whole("batch", batch, 0, BATCH_MAX)
    return row is None or row[1] is None or batch > row[1]
