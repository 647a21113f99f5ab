"""Tests of local state: its keys, its values, its files, and what is read from several of them; without a server."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

from small_server import DEADLINE_SECONDS, started, thorough, until

import messina
from messina import _shard_file, _state, _state_keys

HOUR = datetime(2026, 1, 1, tzinfo=timezone.utc)


def event(number: int, payload: Any = None, epoch: int = 1, at: datetime = HOUR) -> messina.Event:
    return messina.Event(f"e{number}", 0, f"{epoch}.{number}", None, at, at, {}, "application/json", payload)


def page(events: Sequence[messina.Event]) -> messina.Page:
    epoch, number = _shard_file.parts_of(events[-1].position)
    return messina.Page(list(events), f"{epoch}.{number + 1}")


class Textless:
    def __str__(self) -> str:
        return str(1 / 0)


class KeyTest(unittest.TestCase):
    def test_keys_come_back_and_keep_their_order(self) -> None:
        numbers = sorted({sign * (1 << bits) + more for bits in range(64) for sign in (1, -1) for more in (-1, 0, 1)} | {(1 << 64) - 1, 1 - (1 << 64)})
        parts: List[_state_keys.KeyPart] = [None, False, True, *numbers, b"", b"\0", b"\0\0", b"\0\1", b"\1", b"\xff", "", "\0", "\0a", "a", "a\0", "ab", "ü"]
        encoded = [_state_keys.encoded(part) for part in parts]
        self.assertEqual(sorted(encoded), encoded)
        self.assertEqual([(type(part), part) for part in parts], [(type(part), part) for part in map(_state_keys.decoded, encoded)])
        source = random.Random(7)
        tuples = [tuple(source.choice(parts) for _ in range(source.randrange(2, 5))) for _ in range(500)]
        self.assertEqual(tuples, [_state_keys.decoded(_state_keys.encoded(each)) for each in tuples])
        by_places = sorted(tuples, key=lambda each: [encoded.index(_state_keys.encoded(part)) for part in each])
        self.assertEqual(by_places, sorted(tuples, key=_state_keys.encoded))
        self.assertEqual(_state_keys.encoded("a"), _state_keys.encoded(("a",)))

    def test_what_is_no_key_is_refused(self) -> None:
        for wrong in (1.5, ["a"], (("a",),), 1 << 64, "x" * 1024, ()):
            with self.assertRaises((TypeError, ValueError)):
                _state_keys.encoded(wrong)  # type: ignore[arg-type]


class StateTest(unittest.TestCase):
    def setUp(self) -> None:
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.addCleanup(self.database.close)
        self.database.execute("CREATE TABLE state (key BLOB PRIMARY KEY, value, batch INTEGER) WITHOUT ROWID")
        self.state = messina.State(self.database, 3)

    def test_it_is_an_ordered_mapping_whatever_is_written_already(self) -> None:
        source = random.Random(3)
        expected: Dict[Tuple[str, int], Any] = {}
        for step in range(3_000):
            key = (source.choice("abc"), source.randrange(40))
            if source.random() < 0.3:
                self.state.delete(key)
                expected.pop(key, None)
            else:
                value = source.choice([b"\0\1", "text", 0, 1.5, None, [1, {"a": "ü"}], {"n": step}])
                self.state.put(key, value)
                expected[key] = value
            if source.random() < 0.02:
                self.state.write()
            if step % 50 == 0:
                self.assertEqual(sorted(expected.items(), key=lambda each: each[0]), list(self.state.range()))
                first, end = ("a", source.randrange(40)), ("b", source.randrange(40))
                self.assertEqual(sorted(key for key in expected if first <= key < end), [key for key, _ in self.state.range(first, end)])
                self.assertEqual(sorted(key for key in expected if key[0] == "b"), [key for key, _ in self.state.items("b")])
                self.assertEqual(expected.get(key, "none"), self.state.get(key, "none"))
                self.assertEqual(key in expected, key in self.state)

    def test_what_get_returns_is_a_copy(self) -> None:
        value = [1]
        self.state.put("k", value)
        value.append(2)
        self.state.get("k").append(3)
        self.assertEqual([1], self.state.get("k"))

    def test_keys_may_be_put_and_deleted_while_they_are_gone_through(self) -> None:
        for number in range(10):
            self.state.put(number, number)
            if number == 5:
                self.state.write()
        met = []
        for key, value in self.state.range():
            met.append((key, value))
            self.state.put(9, "changed")
            self.state.delete(8)
            self.state.put(100, "new")
        self.assertEqual([*((number, number) for number in range(8)), (9, "changed")], met)
        self.assertEqual(3, self.state.delete_items((), limit=3))
        self.assertEqual(7, self.state.delete_items(()))
        self.state.write()
        self.assertEqual([], list(self.state.range()))

    def test_of_many_keys_those_that_are_new_are_added_at_once(self) -> None:
        self.assertEqual([], self.state.add_all([]))
        self.assertEqual([("a", 1), "b"], self.state.add_all([("a", 1), "b", ("a", 1), ("b",)]))
        self.state.update("c", 7, lambda value: "kept")
        self.state.write()
        self.state.put("d", 1)
        self.state.delete("b")
        self.assertEqual(["e", "b"], self.state.add_all(iter(["e", "d", "c", ("a", 1), "b"]), 0))
        many = [("m", number) for number in range(1_300)]
        self.assertEqual(many, self.state.add_all(many))
        self.state.write()
        self.assertEqual([("m", 1_300)], self.state.add_all([*many, ("m", 1_300)]))
        self.assertEqual([("b", 0), ("c", "kept"), ("d", 1), ("e", 0)], list(self.state.range("b", "m")))
        self.assertEqual(7, self.state.last_batch("c"))

    def test_a_batch_that_is_not_above_the_last_one_is_seen(self) -> None:
        asked = [0, 0, 1, 3, 2, 3, 4]
        self.assertEqual([False, True, False, False, True, True, False], [self.state.seen(("loader", "flag"), batch) for batch in asked])
        self.state.write()
        self.assertTrue(self.state.seen(("loader", "flag"), 4))
        self.assertFalse(self.state.seen("loader", 4))
        self.assertEqual([], list(self.state.range()))
        with self.assertRaises(ValueError):
            self.state.seen("loader", -1)

    def test_a_value_keeps_the_number_of_its_last_batch(self) -> None:
        def more(value: Any) -> Any:
            return value + 1

        self.assertTrue(self.state.update("k", 3, more, 0))
        self.state.write()
        self.assertFalse(self.state.update("k", 3, more, 0))
        self.assertFalse(self.state.update("k", 2, more, 0))
        self.state.put("k", 10)
        self.assertFalse(self.state.update("k", 3, more, 0))
        self.assertTrue(self.state.update("k", 4, more, 0))
        self.assertEqual((11, 4, None), (self.state.get("k"), self.state.last_batch("k"), self.state.last_batch("other")))


class FilesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, shard: int = 0, folder: str = "state", generation: int = 1) -> Path:
        return self.folder / folder / _shard_file.folder_name("s", generation) / _shard_file.file_name(shard)

    def open(self, writer: str, shard: int = 0, folder: str = "state", **about: Any) -> _shard_file.ShardFile:
        said = {"job": "g", "stream": "s", "generation": 1, "shards": 2, "start": "earliest", "shard": shard, **about}
        file = _shard_file.ShardFile(self.path(shard, folder, said["generation"]), said, writer)
        self.addCleanup(file.close)
        return file

    @staticmethod
    def apply(file: _shard_file.ShardFile, events: Sequence[messina.Event], is_held: bool = True, retention: timedelta = timedelta.max) -> None:
        file.apply(page(events), count, retention, lambda: is_held)

    def counts(self, *folders: str) -> Dict[Any, Any]:
        return dict(messina.StateFiles(*(self.folder / each for each in folders or ("state",))).items())

    def stored(self) -> int:
        """How many events are counted so far; a file that was just made holds nothing yet."""
        try:
            return sum(self.counts().values())
        except ValueError:
            return 0

    def test_state_and_position_are_stored_together_or_not_at_all(self) -> None:
        file = self.open("one")
        self.assertIsNone(file.position)
        self.apply(file, [event(1, "a"), event(2, "b"), event(3, "a")])
        self.assertEqual("1.4", file.position)
        with self.assertRaises(_shard_file.FunctionFailed) as failed:
            self.apply(file, [event(4, "a"), event(5, RuntimeError("a bug"))])
        self.assertIsInstance(failed.exception.__cause__, RuntimeError)
        with self.assertRaises(_shard_file.Superseded):
            self.apply(file, [event(4, "a")], is_held=False)
        self.assertEqual("1.4", file.position)
        self.assertEqual("1.4", self.open("two").position)
        self.assertEqual({"a": 2, "b": 1}, self.counts())

    def test_an_event_that_the_function_rejects_is_left_out_alone_and_told(self) -> None:
        file = self.open("one")
        payloads = [messina.Reject(f"no user {number}") if number in (0, 7, 8, 20) else "a" for number in range(21)]
        with self.assertLogs("messina", "ERROR") as logged:
            self.apply(file, [event(number, payload) for number, payload in enumerate(payloads)])
        self.assertEqual(({"a": 17}, "1.21", 4), (self.counts(), file.position, len(logged.output)))
        found = messina.StateFiles(self.folder / "state").shards()[0]
        self.assertEqual([("1.0", "no user 0"), ("1.7", "no user 7"), ("1.8", "no user 8"), ("1.20", "no user 20")], [(each["position"], each["error"]) for each in found.rejected])
        self.assertEqual(([], 4), (found.gaps, found.rejections))
        with self.assertLogs("messina", "ERROR"):
            self.apply(file, [event(number, messina.Reject(Textless())) for number in range(21, 131)])
        found = messina.StateFiles(self.folder / "state").shards()[0]
        unmade = "its text cannot be made: ZeroDivisionError"
        self.assertEqual((114, 100, unmade, "e130"), (found.rejections, len(found.rejected), found.rejected[-1]["error"], found.rejected[-1]["id"]))

    def test_whoever_opened_a_file_before_cannot_write_any_more(self) -> None:
        before = self.open("one")
        self.apply(before, [event(1, "a")])
        now = self.open("two")
        with self.assertRaises(_shard_file.Superseded):
            self.apply(before, [event(2, "a")])
        self.apply(now, [event(2, "b")])
        self.assertEqual(({"a": 1, "b": 1}, "1.3"), (self.counts(), now.position))

    def test_a_page_that_does_not_begin_at_the_position_of_the_file_is_not_stored(self) -> None:
        file, other = self.open("same"), self.open("same")
        self.apply(other, [event(1, "a")])
        with self.assertRaises(_shard_file.Superseded):
            self.apply(file, [event(1, "a")])
        self.assertEqual({"a": 1}, self.counts())

    def test_a_file_of_something_else_is_refused(self) -> None:
        self.open("one")
        for other in ({"job": "h"}, {"shards": 4}, {"start": "2026-01-01T00:00:00Z"}):
            with self.assertRaises(ValueError):
                self.open("two", **other)

    def test_events_that_expired_unread_are_told(self) -> None:
        now = datetime.now(timezone.utc)
        file = self.open("one")
        self.apply(file, [event(7, "a", at=now - timedelta(hours=3))], retention=timedelta(hours=1))  # where the stream begins is no gap
        self.apply(file, [event(8, "a", at=now - timedelta(hours=2))], retention=timedelta(hours=1))
        self.assertEqual([], messina.StateFiles(self.folder / "state").shards()[0].gaps)
        self.apply(file, [event(0, "a", epoch=2, at=now)], retention=timedelta(hours=3))  # too young to have lost any
        self.assertEqual([], messina.StateFiles(self.folder / "state").shards()[0].gaps)
        with self.assertLogs("messina", "ERROR"):
            self.apply(file, [event(5, "a", epoch=2, at=now)])
        with self.assertLogs("messina", "ERROR"):
            self.apply(file, [event(2, "a", epoch=3, at=now)])
        found = messina.StateFiles(self.folder / "state").shards()[0].gaps
        self.assertEqual([{"from": "2.1", "to": "2.5"}, {"from": "2.6", "to": "3.2"}], found)

    def test_an_unreadable_file_is_moved_aside(self) -> None:
        path = self.path()
        path.parent.mkdir(parents=True)
        path.write_bytes(b"no database" * 1_000)
        with self.assertLogs("messina", "ERROR"):
            file = self.open("one")
        self.apply(file, [event(1, "a")])
        self.assertEqual({"a": 1}, self.counts())
        self.assertTrue(Path(f"{path}.quarantine").read_bytes().startswith(b"no database"))

    def test_a_file_that_was_moved_aside_is_not_written_any_more(self) -> None:
        file = self.open("one")
        self.apply(file, [event(1, "a")])
        self.assertFalse(_shard_file.is_damaged(self.path()))
        with self.assertLogs("messina", "ERROR"):
            _shard_file.quarantine(self.path())
        for _ in range(2):  # while there is none in its place, and when there is
            with self.assertRaises(_shard_file.Superseded):
                self.apply(file, [event(2, "a")])
            self.assertIsNone(self.open("two").position)

    def test_a_process_that_is_killed_between_state_and_commit_stores_nothing_of_its_page(self) -> None:
        self.assertEqual(-signal.SIGKILL, self.following("before the commit of", 5))
        self.assertEqual({"a": 4}, self.counts())
        self.assertEqual("1.4", messina.StateFiles(self.folder / "state").shards()[0].position)

    def test_a_process_that_is_killed_behind_a_commit_has_stored_its_page(self) -> None:
        self.assertEqual(-signal.SIGKILL, self.following("behind the commit of", 5))
        self.assertEqual({"a": 5}, self.counts())
        self.assertEqual("1.5", messina.StateFiles(self.folder / "state").shards()[0].position)

    @thorough
    def test_processes_that_are_killed_anywhere_count_each_event_once(self) -> None:
        source = random.Random(11)
        stored = 0
        for _ in range(8):
            process = self.follower("nowhere", 0)
            until("it has stored more", lambda: self.stored() > stored)
            time.sleep(source.random() / 50)
            process.kill()
            process.wait()
            stored = sum(self.counts().values())
            self.assertEqual(f"1.{stored}", messina.StateFiles(self.folder / "state").shards()[0].position)

    def follower(self, where: str, number: int) -> "subprocess.Popen[bytes]":
        return started(self, "test_messina_state.py", "follow", str(self.path()), where, str(number))

    def following(self, where: str, number: int) -> int:
        return self.follower(where, number).wait(DEADLINE_SECONDS)

    def test_items_and_rows_are_those_of_all_shards(self) -> None:
        self.apply(self.open("one", 0), [event(1, ["x", 1]), event(2, ["y", 2])])
        self.apply(self.open("one", 1), [event(1, ["x", 1]), event(2, ["x", 3])])
        files = messina.StateFiles(self.folder / "state")
        self.assertEqual([("x", 1), ("x", 1), ("x", 3), ("y", 2)], [key for key, _ in files.items()])
        self.assertEqual([(("x", 1), 2), (("x", 3), 1), (("y", 2), 1)], list(files.items(merge=lambda one, other: one + other)))
        self.assertEqual([(("x", 1), 2), (("x", 3), 1)], list(files.items("x", merge=lambda one, other: one + other)))
        rows = files.rows("flag", "hour", value="users", merge=lambda one, other: one + other)
        self.assertEqual({"flag": "x", "hour": 1, "users": 2}, rows[0])
        self.assertEqual([], files.rows("flag"))
        self.assertEqual([0, 1], [shard.shard for shard in files.shards()])
        self.assertEqual([], files.missing())

    def test_of_several_folders_the_farthest_file_of_a_shard_counts(self) -> None:
        here, there = self.open("one", folder="here"), self.open("one", folder="there")
        self.apply(here, [event(1, "a"), event(2, "a")])
        self.apply(there, [event(1, "a")])
        self.assertEqual({"a": 2}, self.counts("there", "here"))
        self.apply(there, [event(2, "a"), event(3, "a")])
        self.assertEqual({"a": 3}, self.counts("there", "here"))
        self.assertEqual([1], messina.StateFiles(self.folder / "here").missing())
        with self.assertRaises(ValueError):
            messina.StateFiles(self.folder / "nowhere")

    def test_a_snapshot_goes_on_elsewhere_and_can_be_read_where_nothing_can_be_written(self) -> None:
        file = self.open("one")
        self.apply(file, [event(1, "a")])
        files = messina.StateFiles(self.folder / "state")
        files.snapshot(self.folder / "copy")
        with self.assertRaises(ValueError):
            files.snapshot(self.folder / "copy" / ".." / "state")
        self.apply(file, [event(2, "a")])
        self.assertEqual({"a": 1}, self.counts("copy"))
        files.snapshot(self.folder / "copy")
        self.assertEqual(["0000.sqlite"], [path.name for path in self.path(folder="copy").parent.iterdir()])
        self.assertEqual({"a": 2}, self.counts("copy"))
        again = self.open("two", folder="copy")
        self.apply(again, [event(3, "a")])
        self.assertEqual(({"a": 3}, {"a": 2}), (self.counts("copy"), self.counts()))

    def test_a_copy_of_what_a_killed_process_left_goes_on(self) -> None:
        file = self.open("one")
        self.apply(file, [event(1, "a")])
        shutil.copytree(self.folder / "state", self.folder / "copy")  # with the log beside the file, which is not closed
        self.apply(self.open("two", folder="copy"), [event(2, "b")])
        self.assertEqual({"a": 1, "b": 1}, self.counts("copy"))

    def test_only_the_newest_stream_of_a_name_counts(self) -> None:
        self.apply(self.open("one"), [event(1, "a")])
        self.apply(self.open("one", generation=2), [event(1, "b")])
        self.assertEqual({"b": 1}, self.counts())


def count(state: _state.State, events: Sequence[messina.Event]) -> None:
    for each in events:
        if isinstance(each.payload, Exception):
            raise each.payload
        key = tuple(each.payload) if isinstance(each.payload, list) else each.payload
        state.put(key, state.get(key, 0) + 1)


def follow(path: str, where: str, number: int) -> None:
    """Counts without end, an event at a time, and kills itself at the page of this event, which may be none."""
    said = {"job": "g", "stream": "s", "generation": 1, "shards": 2, "start": "earliest", "shard": 0}
    file = _shard_file.ShardFile(Path(path), said, str(os.getpid()))

    def die() -> bool:
        os.kill(os.getpid(), signal.SIGKILL)
        return True

    for place in itertools.count(0 if file.position is None else _shard_file.parts_of(file.position)[1]):
        is_last = place + 1 == number
        dies_inside = is_last and where.startswith("before")
        file.apply(page([event(place, "a")]), count, timedelta.max, die if dies_inside else lambda: True)
        if is_last:
            die()


if __name__ == "__main__":
    if sys.argv[1:2] == ["follow"]:
        follow(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        unittest.main()
