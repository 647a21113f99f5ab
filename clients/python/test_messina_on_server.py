"""Tests of the Python client together with a server, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Dict, List, Optional

from small_server import DEADLINE_SECONDS, HERE, URL, until

import messina


@unittest.skipUnless(URL, "MESSINA_URL is not set: it is to be the base URL of a running server, such as http://127.0.0.1:8420")
class ServerTest(unittest.TestCase):
    def setUp(self) -> None:
        assert URL is not None
        self.client = messina.Client(URL)
        self.addCleanup(self.client.close)
        self.stream = self.new_stream("s", key="/user", time="/at", shards=4)
        self.group = self.stream.create_group("g", start="earliest", backoff={"first": "100ms", "longest": "1s"}, max_attempts=2)

    def new_stream(self, prefix: str, **options: Any) -> messina.Stream:
        stream = self.client.create_stream(f"{prefix}-{uuid.uuid4().hex[:12]}", **options)
        self.addCleanup(stream.delete)
        return stream

    def claim(self, count: int, group: Optional[messina.Group] = None, **options: Any) -> List[messina.Event]:
        """Claims until there are so many."""
        events: List[messina.Event] = []
        deadline = time.monotonic() + DEADLINE_SECONDS
        while len(events) < count and time.monotonic() < deadline:
            events += (group or self.group).claim(count - len(events), wait=5, **options)
        self.assertEqual(count, len(events))
        return events

    def read_all(self, stream: messina.Stream, count: int) -> List[messina.Event]:
        found: List[messina.Event] = []

        def read() -> bool:
            shards = range(stream.definition()["shards"])
            found[:] = [event for shard in shards for event in stream.read(shard, limit=10_000).events]
            return len(found) >= count

        until(f"{count} events in {stream.name}", read)
        return found


class AppendAndReadTest(ServerTest):
    def test_streams_and_groups_are_defined_listed_and_deleted(self) -> None:
        self.assertEqual((4, "/user"), (self.stream.definition()["shards"], self.stream.definition()["key"]))
        self.assertEqual("30d", self.stream.change(retention="30d")["retention"])
        changed = self.stream.change(deduplicate=60, schema={"type": "object"})
        self.assertEqual(("30d", "1m", {"type": "object"}), (changed["retention"], changed["deduplicate"], changed["schema"]))
        self.assertNotIn("schema", self.stream.change(schema=None))
        self.assertIn(self.stream.name, [stream["name"] for stream in self.client.streams()])
        self.assertEqual(["g"], [group["name"] for group in self.stream.groups()])
        self.assertEqual(2, self.group.status()["max_attempts"])
        self.assertEqual("45s", self.group.change(lease=45)["lease"])
        self.assertEqual(5, self.group.change(max_attempts=None)["max_attempts"])
        self.assertEqual("45s", self.group.status()["lease"])
        with self.assertRaises(TypeError):
            self.group.change(leas=45)  # type: ignore[call-arg]
        read = self.stream.definition()["tag"]
        self.stream.change(retention="3d", if_match=read)
        for changing in (
            lambda: self.stream.change(retention="1d", if_match=read),
            lambda: self.stream.delete(if_match=read),
            lambda: self.client.create_stream(self.stream.name, shards=4, if_absent=True),
            lambda: self.group.delete(if_match="0"),
            lambda: self.stream.create_group("g", if_absent=True),
        ):
            with self.assertRaises(messina.Refused) as refused:
                changing()
            self.assertEqual("precondition_failed", refused.exception.code)
        self.group.change(lease=50, if_match=self.group.status()["tag"])
        self.group.delete()
        with self.assertRaises(messina.NotFound) as raised:
            self.group.status()
        self.assertEqual("group_not_found", raised.exception.code)
        with self.assertRaises(messina.Refused) as refused:
            self.client.create_stream(self.stream.name, shards=8)
        self.assertEqual("conflict", refused.exception.code)
        self.assertTrue(self.client.is_ready())

    def test_an_event_is_read_as_it_was_appended(self) -> None:
        at = datetime(2015, 9, 12, 0, 46, 58, 771000, timezone.utc)
        opaque = messina.NewEvent(b"\x00\xff", "k", at, {"h": "v"})
        ids = self.stream.append([{"user": "ada ü", "at": "2015-09-12T00:46:58.771Z"}, opaque]).ids
        first, second = [self.stream.event(id) for id in ids if id is not None]
        self.assertEqual(("ada ü", at, "application/json"), (first.key, first.time, first.content_type))
        self.assertEqual({"user": "ada ü", "at": "2015-09-12T00:46:58.771Z"}, first.payload)
        self.assertEqual((b"\x00\xff", "k", at, {"h": "v"}), (second.payload, second.key, second.time, dict(second.headers)))
        self.assertEqual("RECEIVED", first.groups["g"]["state"])
        self.assertLess(abs(datetime.now(timezone.utc) - first.append_time), timedelta(minutes=5))

    def test_a_key_is_where_its_events_are(self) -> None:
        self.stream.append([{"user": "ada ü&/"}])
        where = self.stream.where("ada ü&/")
        self.assertEqual((self.stream.name, "embedded", True), (where["stream"], where["owner"], where["epoch"] > 0))
        self.assertIn("ada ü&/", [event.key for event in self.stream.read(where["shard"]).events])
        with self.assertRaises(messina.NotFound):
            self.client.stream("nowhere").where("k")

    def test_a_cluster_has_nodes_and_the_owners_of_all_shards(self) -> None:
        self.stream.append([{"user": "ada"}])
        cluster = self.client.cluster()
        self.assertEqual([("embedded", "living")], [(node["address"], node["state"]) for node in cluster["nodes"]])
        self.assertIn(self.stream.where("ada"), cluster["shards"])

    def test_a_repeated_append_stores_nothing_again(self) -> None:
        first = self.stream.append([{"n": 1}, {"n": 2}], idempotency_key="once")
        again = self.stream.append([{"n": 1}, {"n": 2}], idempotency_key="once")
        self.assertEqual((first.ids, 2), (again.ids, again.duplicates))
        with self.assertRaises(messina.Refused) as raised:
            self.stream.append([{"n": 1}, {"n": 3}], idempotency_key="once")
        self.assertEqual("key_conflict", raised.exception.code)
        self.assertEqual(2, len(self.read_all(self.stream, 2)))

    def test_an_appender_stores_everything_and_fails_what_is_refused(self) -> None:
        for form, compression in (("lines", None), ("batch", None), ("batch", "gzip")):
            with self.subTest(form=form, compression=compression):
                self.check_appender(form, compression)

    def check_appender(self, form: str, compression: Optional[str]) -> None:
        stream = self.new_stream("strict", shards=2, schema={"type": "object", "required": ["n"]})
        appender = stream.appender(batch=100, form=form, compression=compression)
        futures = []
        for number in range(1_000):
            if number % 300 == 200:
                stream.change(retention=f"{number}d")  # a batch is refused then, and placed again
            futures.append(appender.append({"n": number} if number != 500 else {}, key=str(number % 7)))
        with self.assertRaises(messina.Refused):
            appender.close()
        self.assertIsInstance(futures[500].exception(), messina.Refused)
        ids = {future.result() for number, future in enumerate(futures) if number != 500}
        events = self.read_all(stream, 999)
        self.assertEqual(ids, {event.id for event in events})
        numbers: Dict[Any, List[int]] = {}
        for event in events:
            numbers.setdefault(event.key, []).append(event.payload["n"])
        self.assertTrue(all(of_key == sorted(of_key) for of_key in numbers.values()))

    def test_events_of_batches_are_read_as_they_were_appended(self) -> None:
        at = datetime(2015, 9, 12, 0, 46, 58, 771001, timezone.utc)
        given = [
            messina.NewEvent({"ü": [1, None]}, "änna", at, {"h": "ä b"}),
            messina.NewEvent(b"\x00\xff", "😀", "2015-09-12T00:46:58.771001Z", content_type="image/png"),
            messina.NewEvent(b"text", "k" * 1024, at, content_type="text/plain"),
            messina.NewEvent(b"", "0123456789abcdefé", at),
        ]
        plain = self.new_stream("plain", shards=16)
        with plain.appender(form="batch") as appender:
            futures = [appender.append(event) for event in given]
        for event, future in zip(given, futures):
            read = plain.event(str(future.result()))
            types = {dict: "application/json", bytes: "application/octet-stream"}
            expected = event.content_type or types[type(event.payload)]
            self.assertEqual((event.payload, event.key, at, expected), (read.payload, read.key, read.time, read.content_type))
            self.assertEqual(event.headers or {}, dict(read.headers))

    def test_keys_and_times_in_payloads_are_found_by_the_server_also_for_an_appender_of_batches(self) -> None:
        with self.stream.appender(form="batch") as appender:
            future = appender.append({"user": "ada", "at": "2015-09-12T00:46:58.771Z"})
        self.assertEqual("ada", self.stream.event(str(future.result())).key)

    def test_a_shard_is_read_page_by_page(self) -> None:
        self.stream.append([{"user": "ada", "n": number} for number in range(25)])
        shard = self.read_all(self.stream, 25)[0].shard
        numbers: List[int] = []
        position = "earliest"
        while len(numbers) < 25:
            page = self.stream.read(shard, position, limit=10)
            numbers += [event.payload["n"] for event in page.events]
            position = page.next
        self.assertEqual(list(range(25)), numbers)
        self.assertEqual([], self.stream.read(shard, position).events)

    def test_a_tail_shows_what_is_appended(self) -> None:
        seen: "queue.Queue[int]" = queue.Queue()

        def watch() -> None:
            for event in messina.Client(str(URL)).stream(self.stream.name).tail():
                seen.put(event.payload["n"])

        threading.Thread(target=watch, daemon=True).start()

        def is_shown() -> bool:
            self.stream.append({"n": 1})
            return not seen.empty()

        until("the tail shows an event", is_shown)


class ClaimTest(ServerTest):
    def test_what_is_acknowledged_does_not_come_again(self) -> None:
        ids = set(self.stream.append([{"user": str(number)} for number in range(20)]).ids)
        events = self.claim(20)
        self.assertEqual(ids, {event.id for event in events})
        self.assertEqual({1}, {event.attempt for event in events})
        self.assertTrue(all(result.ok for result in self.group.ack(events)))
        self.assertTrue(all(result.ok for result in self.group.ack(events)), "a repeat is ok")
        self.assertEqual([], self.group.claim())

    def test_what_is_given_back_comes_again_and_then_dies_with_its_errors(self) -> None:
        self.stream.append({"user": "ada"})
        self.group.nack(self.claim(1), error="first")
        event = self.claim(1)[0]
        self.assertEqual(2, event.attempt)
        self.group.nack(event, error="second")
        until("it is dead", lambda: len(list(self.group.dead_letters())) == 1)
        letter = next(self.group.dead_letters())
        self.assertEqual((event.id, "exhausted", 2), (letter.event.id, letter.cause, letter.attempts))
        self.assertEqual([(1, "first"), (2, "second")], [(error["attempt"], error["error"]) for error in letter.errors])
        assert letter.died is not None
        self.assertGreater(letter.died, letter.event.append_time)

    def test_a_dead_letter_is_redriven_or_deleted(self) -> None:
        self.stream.append([{"user": "ada"}, {"user": "bob"}])
        self.group.nack(self.claim(2), error="no", dead=True)
        until("both are dead", lambda: len(list(self.group.dead_letters())) == 2)
        first, second = self.group.dead_letters()
        self.assertEqual("rejected", first.cause)
        self.assertEqual(1, self.group.redrive([first.event.id]))
        self.assertEqual([first.event.id], [event.id for event in self.claim(1)])
        self.assertEqual(1, self.group.delete_dead_letters([second.event.id]))
        self.assertEqual([], list(self.group.dead_letters()))

    def test_unfinished_events_tell_their_worker(self) -> None:
        self.stream.append([{"n": 1}, {"n": 2}])
        event = self.claim(1, worker="w1")[0]
        held = self.group.unfinished(state="PROCESSING", worker="w1", held_for=0)
        self.assertEqual([event.id], [each["id"] for each in held["events"]])
        self.assertEqual([], self.group.unfinished(held_for="1h")["events"])
        with self.assertRaises(messina.Refused):
            self.group.unfinished(state="GONE")

    def test_a_released_event_comes_again_without_counting(self) -> None:
        self.stream.append({"user": "ada"})
        self.assertTrue(self.group.release(self.claim(1))[0].ok)
        self.assertEqual(1, self.claim(1)[0].attempt)

    def test_an_extended_lease_lasts_and_one_that_ran_out_is_stale(self) -> None:
        group = self.stream.create_group("leases", start="earliest", max_attempts=20)
        self.stream.append({"user": "ada"})
        kept = self.claim_and_extend(group)
        self.stream.append({"user": "bob"})
        lost = self.claim(1, group, lease=1)[0]
        again = self.claim(1, group, lease=60)[0]
        self.assertEqual((lost.id, 1), (again.id, again.attempt))
        self.assertEqual(["ok", "stale"], [result.status for result in group.ack([kept, lost])])
        self.assertEqual("unknown", self.group.ack("not a receipt")[0].status)

    def claim_and_extend(self, group: messina.Group) -> messina.Event:
        """Claims again where a busy machine let the lease run out before the server was asked."""
        while True:
            event = self.claim(1, group, lease=1)[0]
            result = group.extend(event, lease=60)[0]
            if result.status != "stale":
                self.assertTrue(result.ok)
                return event

    def test_outputs_are_appended_once(self) -> None:
        out = self.new_stream("out", shards=1)
        self.stream.append([{"user": "ada"}, {"user": "bob"}])
        acks = [messina.Ack(event, [messina.Output(out.name, {"of": event.key}, key=str(event.key))]) for event in self.claim(2)]
        self.assertTrue(all(result.ok for result in self.group.ack(acks)))
        self.assertTrue(all(result.ok for result in self.group.ack(acks)))
        self.assertEqual({"ada", "bob"}, {event.payload["of"] for event in self.read_all(out, 2)})
        self.assertEqual(2, len(self.read_all(out, 2)))

    def test_a_paused_group_hands_out_nothing(self) -> None:
        self.stream.append({"user": "ada"})
        self.group.pause()
        self.assertEqual([], self.group.claim())
        self.group.resume()
        self.group.ack(self.claim(1))
        self.group.seek("earliest")
        self.assertEqual(1, len(self.claim(1)))
        self.group.purge()
        self.assertEqual([], self.group.claim())

    def test_a_follower_goes_on_behind_what_it_consumed(self) -> None:
        self.stream.append([{"user": "ada", "n": number} for number in range(10)])
        shard = self.read_all(self.stream, 10)[0].shard
        following = self.stream.create_group("f", start="earliest").follow(shard, limit=3, wait="1s")
        self.assertEqual([0, 1, 2, 3, 4], [next(following).payload["n"] for _ in range(5)])
        following.close()  # type: ignore[attr-defined]
        again = self.stream.group("f").follow(shard, wait="1s")
        self.assertEqual(4, next(again).payload["n"], "the event in hand at the close comes again, and none before it")
        again.close()  # type: ignore[attr-defined]


class DocumentationTest(ServerTest):
    def test_the_commands_of_the_readme_run_in_order(self) -> None:
        readme = (HERE / "README.md").read_text(encoding="utf-8")
        blocks = [block.partition("```")[0] for block in readme.split("```python\n")[1:]]
        for block in blocks:
            compile(block, "README.md", "exec")
        append, claim, _, appender, *_ = blocks
        program = "\n".join([append, claim, appender])
        stream = self.absent_stream()
        program = program.replace("http://127.0.0.1:8420", str(URL)).replace('"edits"', repr(stream.name))
        self.run_python("-c", program, folder=HERE)
        self.assertEqual(4, len(self.read_all(stream, 4)))

    def test_the_scoring_example_scores_each_edit_once(self) -> None:
        example = HERE.parents[1] / "examples" / "python-scoring"
        if not example.is_dir():
            self.skipTest(f"the example is not there: {example}")
        scores = self.new_stream("scores", shards=2)
        with tempfile.TemporaryDirectory() as folder:
            file, model = Path(folder, "edits.json"), Path(folder, "model.json")
            file.write_text("\n".join(json.dumps(self.edit(number)) for number in range(400)), encoding="utf-8")
            stream = ["--url", str(URL), "--stream", self.absent_stream().name]
            self.assertIn("400", self.run_python("load.py", str(file), *stream, folder=example))
            self.assertIn("320", self.run_python("train.py", *stream, "--model", str(model), folder=example))
            into = ["--scores", scores.name, "--model", str(model), "--exit"]
            ended = self.run_python("score.py", *stream, *into, folder=example)
        self.assertIn("0 edits to do and 0 dead letters", ended)
        scored = self.read_all(scores, 400)
        self.assertEqual(400, len({event.payload["edit"] for event in scored}))
        self.assertEqual(400, len(scored))
        self.assertTrue(all((event.payload["robot"] > 0.5) == event.payload["isRobot"] for event in scored))

    def absent_stream(self) -> messina.Stream:
        """To be created by what is run."""
        stream = self.client.stream(f"edits-{uuid.uuid4().hex[:12]}")
        self.addCleanup(stream.delete)
        return stream

    @staticmethod
    def edit(number: int) -> Dict[str, Any]:
        is_robot = number % 3 == 0
        return {
            "time": "2015-09-12T00:46:58.771Z",
            "channel": "#vi.wikipedia" if is_robot else "#en.wikipedia",
            "user": f"user {number % 50}",
            "page": f"page {number}",
            "comment": "clean up using AWB" if is_robot else "/* History */ a better word",
            "delta": number,
            "isRobot": is_robot,
            "isMinor": is_robot,
        }

    def run_python(self, *arguments: str, folder: Path) -> str:
        program = subprocess.run(
            [sys.executable, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE_SECONDS
        )
        output = program.stdout.decode("utf-8", "replace")
        self.assertEqual(0, program.returncode, output)
        return output
