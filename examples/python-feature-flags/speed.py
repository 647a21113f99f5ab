"""Measures how fast unique users are counted, without a server: keys, keys added at once, and a set by the number of its batch, beside a
pickled set with its batch in SQLite by hand. All count the same rows, and the counts are compared."""

from __future__ import annotations

import argparse
import pickle
import sqlite3
import tempfile
import time
import zlib
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Callable, Dict, List, Sequence, Set, Tuple

import load  # it also finds the client
from count_users import count

import messina
from messina import _shard_file

Counts = Dict[str, int]
AT = datetime(2026, 1, 1, tzinfo=timezone.utc)


def by_key(state: messina.State, events: Sequence[messina.Event]) -> None:
    """A look-up for each row."""
    for event in events:
        if state.seen(("loader", event.payload["flag"]), event.payload["batch"]):
            continue
        for at, user in event.payload["rows"]:
            if ("user", at[:13], event.payload["flag"], user) not in state:
                state.put(("user", at[:13], event.payload["flag"], user), True)
                users = ("users", at[:13] + ":00Z", event.payload["flag"])
                state.put(users, state.get(users, 0) + 1)


def by_set(state: messina.State, events: Sequence[messina.Event]) -> None:
    """A set for each hour and flag, which is read and written as one value, with the number of its last batch."""
    for event in events:
        hours: Dict[str, Set[str]] = {}
        for at, user in event.payload["rows"]:
            hours.setdefault(at[:13] + ":00Z", set()).add(user)
        for hour, users in hours.items():
            state.update(("users", hour, event.payload["flag"]), event.payload["batch"], lambda found: sorted(users.union(found or ())))


def by_hand(path: Path, batches: List[List[messina.Event]]) -> Counts:
    """A set and its batch, pickled and compressed, in a store of keys and values."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE state (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID")
    for events in batches:
        database.execute("BEGIN")
        for event in events:
            hours: Dict[str, Set[str]] = {}
            for at, user in event.payload["rows"]:
                hours.setdefault(at[:13] + ":00Z", set()).add(user)
            for hour, users in hours.items():
                key = f"{hour} {event.payload['flag']}"
                row = database.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
                found, batch = pickle.loads(zlib.decompress(row[0])) if row else (set(), -1)
                if event.payload["batch"] > batch:
                    value = zlib.compress(pickle.dumps((found | users, event.payload["batch"])), 1)
                    database.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (key, value))
        database.execute("COMMIT")
    counts = {key: len(pickle.loads(zlib.decompress(value))[0]) for key, value in database.execute("SELECT key, value FROM state")}
    database.close()
    return counts


def by_stateful(function: messina.Function, path: Path, batches: List[List[messina.Event]]) -> Counts:
    """As `messina.stateful` calls it: a transaction for each page."""
    about = {"job": "g", "stream": "s", "generation": 1, "shards": 1, "start": "earliest", "shard": 0}
    file = _shard_file.ShardFile(path, about, "speed")
    for events in batches:
        epoch, number = _shard_file.parts_of(events[-1].position)
        file.apply(messina.Page(events, f"{epoch}.{number + 1}"), function, timedelta.max, lambda: True)
    file.close()
    database = sqlite3.connect(path)
    state = messina.State(database, 0)
    counts = {f"{key[1]} {key[2]}": value if isinstance(value, int) else len(value) for key, value in state.items("users")}
    database.close()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=20, help="(default: %(default)s)")
    parser.add_argument("--rows", type=int, default=10_000, help="of a batch (default: %(default)s)")
    options = parser.parse_args()
    batches: List[List[messina.Event]] = []
    for batch in range(options.batches):
        rows = load.rows_of(batch, 0, options.rows)
        payloads = [{"batch": batch, "flag": flag, "rows": rows[flag]} for flag in load.FLAGS]
        first = batch * len(payloads)
        batches.append([
            messina.Event(f"e{first + at}", 0, f"1.{first + at}", None, AT, AT, {}, "application/json", payload)
            for at, payload in enumerate(payloads)
        ])
    ways: List[Tuple[str, Callable[[Path], Counts]]] = [
        ("a pickled set by hand", lambda path: by_hand(path, batches)),
        ("a key for each user, one by one", lambda path: by_stateful(by_key, path, batches)),
        ("a key for each user, state.add_all", lambda path: by_stateful(count, path, batches)),
        ("a set, state.update", lambda path: by_stateful(by_set, path, batches)),
    ]
    expected = None
    for what, way in ways:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            counts = way(Path(folder, "0000.sqlite"))
            seconds = time.perf_counter() - began
        expected = expected or counts
        if counts != expected:
            raise SystemExit(f"{what}: other counts than the first (expected: the same)")
        print(f"{what:36} {options.batches * options.rows / seconds:>10,.0f} rows/s")


if __name__ == "__main__":
    main()
