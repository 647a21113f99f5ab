"""Tests of stateful functions together with a server, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import functools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Set

import test_messina_on_server
from small_server import DEADLINE_SECONDS, HERE, URL, started, thorough, until

import messina
from messina import _shard_leases

EXAMPLE = HERE.parent.parent / "examples" / "python-feature-flags"
SHARDS = 4


def count_and_note(state: messina.State, events: Sequence[messina.Event], notes: str) -> None:
    """Counts users; a file per process says of which shards it got pages. An event may tell the process to die, once."""
    with open(os.path.join(notes, str(os.getpid())), "a", encoding="ascii") as file:
        file.write(f"{state.shard}\n")
    for event in events:
        user = event.payload["user"]
        state.put(user, state.get(user, 0) + 1)
        if "poison" in event.payload and not os.path.exists(os.path.join(notes, "mended")):
            raise SystemExit(0) if event.payload["poison"] == "exit" else RuntimeError("poison")
        time.sleep(event.payload.get("seconds", 0.0))
        killed = os.path.join(notes, f"killed-{event.payload.get('kill')}")
        if "kill" in event.payload and not os.path.exists(killed):
            open(killed, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)


def count_nothing(state: messina.State, events: Sequence[messina.Event]) -> None:
    pass


def fail(state: messina.State, events: Sequence[messina.Event]) -> None:
    for event in events:
        state.put(event.payload["user"], "wrong")
    raise RuntimeError("a bug")


def fail_of_its_own(state: messina.State, events: Sequence[messina.Event]) -> None:
    raise sqlite3.DatabaseError("a database of its own is damaged")


def run(url: str, stream: str, group: str, folder: str, notes: str, options: str) -> None:
    function = functools.partial(count_and_note, notes=notes)
    messina.stateful(function, folder, url=url, stream=stream, group=group, wait=0.5, **json.loads(options))


class StatefulTest(test_messina_on_server.ServerTest):
    def setUp(self) -> None:
        super().setUp()
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name, "state")
        self.notes = Path(temporary.name, "notes")
        self.notes.mkdir()
        self.addCleanup(self.delete_leases, self.stream)
        self.expected: Counter[str] = Counter()

    def leases(self, stream: messina.Stream, group: str = "count") -> messina.Stream:
        return self.client.stream(_shard_leases.lease_stream(stream.name, stream.definition()["generation"], group))

    def delete_leases(self, stream: messina.Stream, group: str = "count") -> None:
        try:
            self.leases(stream, group).delete()
        except messina.NotFound:
            pass

    def append(self, count: int, **more: Any) -> None:
        users = [f"user-{random.randrange(50)}" for _ in range(count)]
        self.expected.update(users)
        self.stream.append([{"user": user, **more} for user in users])

    def counts(self, folder: Optional[Path] = None) -> Dict[Any, Any]:
        return dict(messina.StateFiles(folder or self.folder).items())

    def follow(self, function: Optional[messina.Function] = None, folder: Optional[Path] = None, **options: Any) -> None:
        """In this process, to the end."""
        messina.stateful(
            function or functools.partial(count_and_note, notes=str(self.notes)),
            folder or self.folder,
            **{"url": URL, "stream": self.stream.name, "group": "count", "processes": 0, "wait": 0.5, "until_end": True, **options},
        )

    def start(self, **options: Any) -> "subprocess.Popen[bytes]":
        arguments = [str(URL), self.stream.name, "count", str(self.folder), str(self.notes), json.dumps({"processes": 0, **options})]
        return started(self, "test_messina_stateful_on_server.py", "run", *arguments)

    def shards_of(self, pid: int) -> Set[str]:
        path = self.notes / str(pid)
        return set(path.read_text().split()) if path.exists() else set()

    def has_counted(self) -> bool:
        return self.stored() == self.expected

    def stored(self) -> Dict[Any, Any]:
        """What is counted so far; a file that was just made holds nothing yet."""
        try:
            return self.counts() if any(self.folder.glob("*/*.sqlite")) else {}
        except ValueError:
            return {}


class SharingTest(StatefulTest):
    def test_processes_that_are_killed_in_mid_page_count_each_event_once(self) -> None:
        self.append(300)
        for number in range(3):
            self.append(1, kill=number)
            self.append(200)
        program = self.start(processes=2, page=50, lease=2, until_end=True)
        self.assertEqual(0, program.wait(DEADLINE_SECONDS * 2))
        self.assertEqual(self.expected, self.counts())
        self.assertEqual(3, len(list(self.notes.glob("killed-*"))))
        until("the group shows it", lambda: self.client.group(self.stream.name, "count").status()["lag"] == 0)

    def test_several_processes_end_once_all_is_read_and_wait_for_no_lease(self) -> None:
        self.append(200)
        program = self.start(processes=2, lease=DEADLINE_SECONDS * 10, until_end=True)
        self.assertEqual(0, program.wait(DEADLINE_SECONDS))
        self.assertEqual(self.expected, self.counts())

    def test_a_shard_whose_function_fails_pauses_alone_and_goes_on_when_it_is_mended(self) -> None:
        self.check_that_a_poisoned_shard_pauses_alone({"user": "user-0", "poison": True})

    def test_a_shard_whose_function_ends_its_thread_pauses_alone_too(self) -> None:
        self.check_that_a_poisoned_shard_pauses_alone({"user": "user-0", "poison": "exit"})

    def check_that_a_poisoned_shard_pauses_alone(self, poison: Dict[str, Any]) -> None:
        self.stream.append(poison)
        self.append(200)
        reading = [self.stream.read(shard, limit=1000).events for shard in range(SHARDS)]
        poisoned = next(events for events in reading if any("poison" in event.payload for event in events))
        others = Counter(event.payload["user"] for events in reading if events is not poisoned for event in events)
        program = self.start(processes=1, until_end=True)
        until("the others are counted", lambda: self.stored() == others)
        self.assertIsNone(program.poll())
        (self.notes / "mended").touch()
        self.assertEqual(0, program.wait(DEADLINE_SECONDS))
        self.assertEqual(self.expected + Counter({"user-0": 1}), self.counts())
        self.assertEqual(1, len(list(self.notes.glob("[0-9]*"))))  # one process did it all

    def test_the_group_is_told_of_what_a_follower_stored_and_did_not_live_to_tell(self) -> None:
        self.append(10)
        self.follow()
        group = self.client.group(self.stream.name, "count")
        group.seek("earliest")  # as if it had never been told
        self.assertEqual(10, group.status()["lag"])
        self.follow()
        self.assertEqual(self.expected, self.counts())
        until("the group shows it", lambda: group.status()["lag"] == 0)

    @thorough
    def test_a_second_follower_gets_its_share_and_the_first_one_the_rest_when_it_is_killed(self) -> None:
        first = self.start(page=20, lease=2)
        self.append(200)
        until("the first has all shards", lambda: len(self.shards_of(first.pid)) == SHARDS)
        second = self.start(page=20, lease=2)

        def second_has_half() -> bool:
            self.append(20)
            return len(self.shards_of(second.pid)) >= SHARDS // 2

        until("the second has half of the shards", second_has_half)
        second.kill()
        (self.notes / str(first.pid)).unlink()

        def first_has_all() -> bool:
            self.append(20)
            return len(self.shards_of(first.pid)) == SHARDS

        until("the first has all shards again", first_has_all)
        until("all is counted", self.has_counted)
        first.send_signal(signal.SIGTERM)
        self.assertEqual(0, first.wait(DEADLINE_SECONDS))

    def test_an_end_is_reached_also_where_others_have_all_shards_and_go_on(self) -> None:
        self.stream = self.new_stream("one-shard", key="/user", shards=1)
        self.addCleanup(self.delete_leases, self.stream)
        self.append(50)
        other = self.start(lease=DEADLINE_SECONDS * 10)
        until("all is counted", self.has_counted)
        for processes in (0, 1):
            with self.subTest(processes):
                stop = threading.Event()
                patience = threading.Timer(DEADLINE_SECONDS / 2, stop.set)
                patience.start()
                self.follow(count_nothing, processes=processes, lease=DEADLINE_SECONDS * 10, stop=stop)
                self.assertFalse(stop.is_set())
                patience.cancel()
        self.assertIsNone(other.poll())

    @thorough
    def test_a_follower_that_wakes_up_behind_its_lease_stores_nothing(self) -> None:
        self.append(400, seconds=0.01)
        asleep = self.start(page=100, lease=1)
        until("it is at work", lambda: len(self.shards_of(asleep.pid)) > 0)
        asleep.send_signal(signal.SIGSTOP)
        self.follow(lease=1)
        self.assertEqual(self.expected, self.counts())
        self.append(100)
        asleep.send_signal(signal.SIGCONT)
        until("all is counted", self.has_counted)
        asleep.send_signal(signal.SIGTERM)
        self.assertEqual(0, asleep.wait(DEADLINE_SECONDS))
        self.assertEqual(self.expected, self.counts())

    def test_shards_whose_followers_died_too_often_are_handed_out_again(self) -> None:
        self.append(10)
        self.follow()
        tokens = self.leases(self.stream).group("shards")
        claimed: List[messina.Event] = []

        def all_claimed() -> bool:
            claimed.extend(tokens.claim(SHARDS))
            return len(claimed) == SHARDS

        until("all are claimed", all_claimed)
        tokens.nack(claimed, dead=True)
        until("all are dead", lambda: bool(tokens.status()["dead"] == SHARDS))
        self.append(10)
        self.follow()
        self.assertEqual(self.expected, self.counts())

    def test_it_stops_when_it_is_told_and_gives_its_shards_back(self) -> None:
        stop = threading.Event()
        self.append(10)
        thread = threading.Thread(target=self.follow, kwargs=dict(until_end=False, stop=stop))
        thread.start()
        until("all is counted", self.has_counted)
        stop.set()
        thread.join(DEADLINE_SECONDS)
        self.assertFalse(thread.is_alive())
        self.assertEqual(0, self.leases(self.stream).group("shards").status()["in_flight"])
        self.assertEqual(0, self.leases(self.stream).group("seats").status()["in_flight"])


class StateOfAFolderTest(StatefulTest):
    def test_a_copy_of_the_folder_goes_on_where_it_is_whatever_the_group_has_committed(self) -> None:
        self.append(100)
        self.follow()
        copy, other = self.folder.with_name("copy"), self.folder.with_name("other")
        messina.StateFiles(self.folder).snapshot(copy)
        self.append(100)
        self.follow()
        self.assertEqual(0, self.client.group(self.stream.name, "count").status()["lag"])
        for folder in (copy, other):  # one that is behind, and one that has nothing
            self.follow(folder=folder)
            self.assertEqual(self.expected, self.counts(folder))

    def test_a_seek_of_the_group_changes_nothing(self) -> None:
        self.append(50)
        self.follow()
        self.client.group(self.stream.name, "count").seek("earliest")
        self.append(50)
        self.follow()
        self.assertEqual(self.expected, self.counts())

    def test_what_the_function_raises_is_raised_and_nothing_of_its_page_is_stored(self) -> None:
        self.append(100)
        self.follow()
        before = self.counts()
        self.append(10)
        with self.assertRaisesRegex(RuntimeError, "a bug"):
            self.follow(fail)
        self.assertEqual(before, self.counts())
        self.follow()
        self.assertEqual(self.expected, self.counts())

    def test_a_file_that_is_damaged_is_made_anew_from_the_stream(self) -> None:
        self.append(2_000)
        self.follow()
        for path in self.folder.glob("*/*.sqlite"):
            with open(path, "r+b") as file:
                file.seek(4096)  # the first page stays: it opens, and fails when it is read
                file.write(b"\xee" * 64_000)
        self.append(10)
        with self.assertLogs("messina", "ERROR"):
            self.follow()
        self.assertEqual(self.expected, self.counts())

    def test_a_damaged_database_of_the_function_is_not_taken_for_the_file_of_the_shard(self) -> None:
        self.append(100)
        self.follow()
        before = self.counts()
        self.append(10)
        with self.assertRaisesRegex(sqlite3.DatabaseError, "of its own"):
            self.follow(fail_of_its_own)
        self.assertEqual(before, self.counts())
        self.assertEqual([], list(self.folder.glob("*/*.quarantine")))

    def test_a_stream_that_is_created_anew_has_other_files(self) -> None:
        self.append(10)
        self.follow()
        self.leases(self.stream).delete()
        self.stream.delete()
        self.client.create_stream(self.stream.name, key="/user", shards=2)
        self.expected.clear()
        self.append(20)
        self.follow()
        self.assertEqual(self.expected, self.counts())
        self.assertEqual(1, len(list(self.folder.iterdir())))

    @thorough
    def test_a_stream_that_is_created_anew_while_it_is_followed_is_not_mixed_with_the_former(self) -> None:
        for count in (10, 200):  # fewer than there were, and more
            with self.subTest(count):
                self.expected.clear()
                self.append(50)
                old = self.leases(self.stream)
                raised: List[BaseException] = []
                thread = threading.Thread(target=self.follow_into, args=(raised,))
                thread.start()
                until("all is counted", self.has_counted)
                self.stream.delete()
                self.client.create_stream(self.stream.name, key="/user", shards=SHARDS)
                self.client.create_group(self.stream.name, "count", start="earliest")
                self.stream.append([{"user": f"user-{number % 50}"} for number in range(count)])
                thread.join(DEADLINE_SECONDS)
                self.assertEqual([messina.NotFound], [type(each) for each in raised])
                self.assertEqual(self.expected, self.counts())
                old.delete()
                self.stream.delete()
                self.client.create_stream(self.stream.name, key="/user", shards=SHARDS)

    def follow_into(self, raised: List[BaseException]) -> None:
        try:
            self.follow(until_end=False)
        except BaseException as error:
            raised.append(error)

    def test_a_stream_that_is_not_there_and_wrong_arguments_are_refused(self) -> None:
        with self.assertRaises(messina.NotFound):
            self.follow(stream="nowhere")
        wrong: List[Dict[str, Any]] = [dict(page=0), dict(lease=0.5), dict(wait=61), dict(start="latest"), dict(shards_max=0), dict(processes=-1)]
        for options in wrong:
            with self.assertRaises(ValueError):
                self.follow(**options)
        with self.assertRaises(TypeError):
            self.follow(lambda state, events: None, processes=1)

    def test_a_folder_of_another_stream_is_refused_and_stays_as_it_is(self) -> None:
        self.append(10)
        self.follow()
        other = self.new_stream("other", key="/user", shards=1)
        self.addCleanup(self.delete_leases, other)
        with self.assertRaisesRegex(ValueError, f"it is of stream '{self.stream.name}' .expected: '{other.name}'"):
            self.follow(stream=other.name)
        self.assertEqual(self.expected, self.counts())

    def test_a_wrong_folder_is_raised_also_by_processes(self) -> None:
        self.append(1)
        self.follow()
        self.addCleanup(self.delete_leases, self.stream, "another")
        file = self.folder.with_name("file")
        file.touch()
        for processes in (0, 1):
            with self.subTest(processes), self.assertRaisesRegex(ValueError, "it is of job 'count'"):
                self.follow(count_nothing, group="another", processes=processes)
            with self.subTest(processes), self.assertRaisesRegex(ValueError, f"state_dir: .*{file.name}"):
                self.follow(count_nothing, folder=file, processes=processes)


@unittest.skipUnless(EXAMPLE.exists(), "the examples are not there")
class ExampleTest(StatefulTest):
    def setUp(self) -> None:
        super().setUp()
        self.stream = self.new_stream("interactions", key="/flag", shards=4)
        self.addCleanup(self.delete_leases, self.stream, "unique-users")

    def example(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, str(EXAMPLE / program), *arguments, "--url", str(URL), "--stream", self.stream.name]
        return subprocess.Popen(command, stdout=subprocess.PIPE)

    def load(self, *arguments: str) -> None:
        with self.example("load.py", *arguments) as program:
            program.communicate(timeout=DEADLINE_SECONDS)
        self.assertEqual(0, program.returncode)

    def recounted(self) -> Dict[str, int]:
        """A plain count over the rows of all batches."""
        code = "import json, load; print(json.dumps([load.rows_of(batch, 0, 10_000) for batch in range(5)]))"
        batches = json.loads(subprocess.run([sys.executable, "-c", code], cwd=EXAMPLE, check=True, stdout=subprocess.PIPE).stdout)
        users: Dict[str, Set[str]] = {}
        for batch in batches:
            for flag, rows in batch.items():
                for at, user in rows:
                    users.setdefault(f"{at[:13]}:00Z {flag}", set()).add(user)
        return {hour: len(members) for hour, members in users.items()}

    @thorough
    def test_it_counts_each_batch_once_although_it_is_killed_and_a_batch_comes_again(self) -> None:
        self.load("0", "1", "2")
        count = ("count_users.py", str(self.folder), "--page", "1", "--processes", "0")
        with self.example(*count) as killed:
            try:
                until("it has stored something", lambda: bool(self.stored()))
            finally:
                killed.kill()
        self.assertEqual(-signal.SIGKILL, killed.returncode)
        self.load("3", "4")
        self.load("3", "--seed", "7")
        with self.example(*count, "--exit") as again:
            lines = again.communicate(timeout=DEADLINE_SECONDS * 2)[0].decode("ascii").splitlines()
        expected = self.recounted()
        self.assertEqual(240, len(expected))
        self.assertEqual(expected, {line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in lines})


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        run(*sys.argv[2:])
    else:
        unittest.main()
