"""Tests of workers together with a server, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path
from typing import Any, Iterator, Set, Tuple

import test_messina_on_server
from small_server import DEADLINE_SECONDS, URL, started, thorough, until

import messina


def handle_and_note(event: messina.Event, folder: str) -> Any:
    """The handler of the worker program: a file per process says what it began and what it did."""
    number = event.payload["n"]
    note = functools.partial(_note, os.path.join(folder, str(os.getpid())))
    note(f"began {number}")
    if event.payload.get("reject"):
        raise messina.Reject("rejected by the test")
    processes = event.payload.get("processes", 0)
    until(f"{processes} processes have begun something", lambda: len(os.listdir(folder)) >= processes)
    time.sleep(event.payload.get("seconds", 0.0))
    note(f"did {number}")
    return {"n": number}


def _note(path: str, line: str) -> None:
    with open(path, "a", encoding="ascii") as file:
        file.write(line + "\n")


def run_worker(url: str, stream: str, group: str, outputs: str, folder: str, lease: str) -> None:
    handler = functools.partial(handle_and_note, folder=folder)
    messina.worker(url, stream, group, handler, processes=2, batch=20, lease=lease, wait=1, outputs=outputs)


class WorkerTest(test_messina_on_server.ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.out = self.new_stream("out", shards=2)
        # Another group, as a shard that is owned goes on with the options that its group had.
        self.group = self.stream.create_group("workers", start="earliest", max_attempts=20)
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def start_worker(self, lease: str = "1s") -> "subprocess.Popen[bytes]":
        arguments = [str(URL), self.stream.name, self.group.name, self.out.name, self.folder, lease]
        return started(self, "test_messina_worker_on_server.py", "worker", *arguments)

    def stop(self, program: "subprocess.Popen[bytes]", number: int) -> None:
        program.send_signal(number)
        self.assertEqual(0, program.wait(DEADLINE_SECONDS))

    def notes(self, verb: str) -> Iterator[Tuple[int, int]]:
        """Process and event, of what was begun or done."""
        for name in os.listdir(self.folder):
            for line in Path(self.folder, name).read_text().split("\n")[:-1]:
                if line.startswith(verb):
                    yield int(name), int(line.split()[1])

    def done(self) -> Set[int]:
        return {number for _, number in self.notes("did")}

    def test_a_worker_killed_in_mid_batch_loses_nothing(self) -> None:
        count = 120
        self.stream.append([{"user": str(number), "n": number, "seconds": 0.02, "processes": 2} for number in range(count)])
        program = self.start_worker()
        until("both processes are at work", lambda: len({pid for pid, _ in self.notes("did")}) == 2)
        victim = next(pid for pid, _ in self.notes("did"))
        os.kill(victim, signal.SIGKILL)
        until("every event is processed", lambda: len(self.done()) == count)
        until("every event is acknowledged", lambda: self.group.status()["lag"] == 0)
        self.stop(program, signal.SIGTERM)
        outputs = Counter(event.payload["n"] for event in self.read_all(self.out, count))
        self.assertEqual({number: 1 for number in range(count)}, dict(outputs))
        self.assertEqual([], list(self.group.dead_letters()))

    @thorough
    def test_a_process_that_died_is_replaced(self) -> None:
        program = self.start_worker()
        for round_number in range(2):
            before = {pid for pid, _ in self.notes("did")}
            processes = 2 * (round_number + 1)
            numbers = range(round_number * 1000, round_number * 1000 + 30)
            self.stream.append([{"user": str(n), "n": n, "seconds": 0.05, "processes": processes} for n in numbers])
            until("two more processes are at work", lambda: len({pid for pid, _ in self.notes("did")} - before) == 2)
            for pid in {pid for pid, _ in self.notes("did")} - before:
                os.kill(pid, signal.SIGKILL)
        until("all is processed", lambda: len(self.done()) == 60)
        self.stop(program, signal.SIGINT)

    def test_a_stop_gives_back_what_was_not_begun_without_counting(self) -> None:
        self.stream.append([{"user": str(number), "n": number, "seconds": 0.3} for number in range(40)])
        program = self.start_worker(lease="60s")  # that no attempt is counted because the machine is busy
        until("it is at work", lambda: len(list(self.notes("did"))) >= 2)
        self.stop(program, signal.SIGTERM)
        begun, done = {n for _, n in self.notes("began")}, self.done()
        self.assertEqual(begun, done)
        left = self.claim(40 - len(done), lease=60)
        self.assertEqual({1}, {event.attempt for event in left})
        self.assertEqual(set(range(40)) - done, {event.payload["n"] for event in left})

    def test_a_rejected_event_is_dead_at_once(self) -> None:
        self.stream.append([{"user": "ada", "n": 1, "reject": True}, {"user": "bob", "n": 2}])
        program = self.start_worker()
        until("one is dead", lambda: len(list(self.group.dead_letters())) == 1)
        until("one is done", lambda: self.done() == {2})
        self.stop(program, signal.SIGTERM)
        letter = next(self.group.dead_letters())
        self.assertEqual((1, "rejected"), (letter.event.payload["n"], letter.cause))
        self.assertEqual("rejected by the test", letter.errors[0]["error"])

    def test_a_group_that_is_not_there_is_said_at_once(self) -> None:
        with self.assertRaises(messina.NotFound):
            messina.worker(str(URL), self.stream.name, "absent", print)


if __name__ == "__main__":
    if sys.argv[1:2] == ["worker"]:
        run_worker(*sys.argv[2:])
    else:
        unittest.main()
