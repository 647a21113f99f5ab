"""What can never be right is refused at once, with the name of the argument: over the whole API, and without a server."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any, Callable, List, Sequence, Tuple

from small_server import SmallServerTest

import messina
from messina.sketches import Sketch

Case = Tuple[str, Callable[[], Any]]

DEEP: Any = None
for _ in range(5_000):
    DEEP = [DEEP]


def nothing(*given: Any) -> None:
    pass


class ArgumentsTest(SmallServerTest):
    def check(self, cases: Sequence[Case]) -> None:
        for number, (name, call) in enumerate(cases):
            with self.subTest(argument=name, number=number):
                with self.assertRaisesRegex((TypeError, ValueError), f"^{name}(: |\\.)") as raised:
                    call()
                self.assertNotIsInstance(raised.exception, UnicodeError)
                self.assertEqual([], self.server.asked)

    def test_clients(self) -> None:
        url = self.server.url
        new = messina.Client
        self.check([
            *[("url", lambda wrong=wrong: new(wrong)) for wrong in (5, None, "", "a", "http://a..b", "http://127.0.0.1:99999", "http://h:x")],
            *[("timeout", lambda wrong=wrong: new(url, timeout=wrong)) for wrong in (0, -1, 1e20, None, "soon", True)],
            *[("retries", lambda wrong=wrong: new(url, retries=wrong)) for wrong in (-1, 1.5, None, "5")],
        ])

    def test_names(self) -> None:
        client, stream, messages = self.client, self.client.stream("s"), self.client.messages
        for wrong in (None, 5, "", "\ud800"):
            self.check([
                ("stream", lambda: client.stream(wrong)),
                ("stream", lambda: client.group(wrong, "g")),
                ("group", lambda: client.group("s", wrong)),
                ("group", lambda: stream.group(wrong)),
                ("name", lambda: client.feed(wrong)),
                ("stream", lambda: client.create_feed("f", wrong, entity="/user", value="/page")),
                ("stream", lambda: client.create_enrichment("e", wrong, {})),
                ("name", lambda: client.enrichment(wrong)),
                ("key", lambda: client.state("e", wrong)),
                ("name", lambda: client.aggregate(wrong)),
                ("entity_type", lambda: client.feature(wrong, "f")),
                ("name", lambda: client.list("user", wrong)),
                ("entity", lambda: client.list("user", "f").count(wrong)),
                ("event_id", lambda: stream.cancel(wrong)),
                ("event_id", lambda: stream.event(wrong)),
                ("message", lambda: messages.get(wrong)),
                ("name", lambda: messages.account(wrong)),
            ])

    def test_appends_and_reads(self) -> None:
        stream = self.client.stream("s")
        self.check([
            *[("time", lambda wrong=wrong: stream.append(1, time=wrong)) for wrong in (5, 5.0, "")],
            ("not_before", lambda: stream.append(1, not_before=5)),
            ("headers", lambda: stream.append(1, headers=5)),
            ("headers", lambda: stream.append(1, headers={"a": "\ud800"})),
            ("key", lambda: stream.append(1, key=5)),
            ("key", lambda: stream.append(1, key="\ud800")),
            *[("payload", lambda wrong=wrong: stream.append({"x": wrong})) for wrong in ("\ud800", float("nan"), DEEP, object(), {1, 2})],
            ("source, batch", lambda: stream.append(1, source="x")),
            ("source", lambda: stream.append(1, source="", batch=1)),
            *[("batch", lambda wrong=wrong: stream.append(1, source="x", batch=wrong)) for wrong in (-1, 1.5, "1")],
            ("batch", lambda: stream.appender(batch="x")),
            ("events_max", lambda: stream.appender(events_max=1)),
            ("bytes_max", lambda: stream.appender(bytes_max=0)),
            ("linger", lambda: stream.appender(linger=None)),
            ("shard", lambda: stream.read("0")),
            ("shard", lambda: stream.read(-1)),
            ("from_", lambda: stream.read(0, None)),
            ("from_", lambda: stream.read(0, 5)),
            ("limit", lambda: stream.read(0, limit=0)),
            ("wait", lambda: stream.read(0, wait=61)),
            ("shard", lambda: stream.tail("0")),
            ("from_", lambda: stream.tail(0, 5)),
        ])

    def test_groups(self) -> None:
        group = self.client.group("s", "g")
        self.check([
            *[("limit", lambda wrong=wrong: group.claim(wrong)) for wrong in ("5", None, 0, 10_001, 1.5, True)],
            ("max_bytes", lambda: group.claim(max_bytes=0)),
            ("worker", lambda: group.claim(worker=5)),
            *[("shards", lambda wrong=wrong: group.claim(shards=wrong)) for wrong in ([], "12", 3, [-1], ["1"])],
            ("lease", lambda: group.claim(lease=[])),
            ("wait", lambda: group.claim(wait="soon")),
            *[("receipts?", lambda wrong=wrong: group.ack(wrong)) for wrong in ("", ["", ""], 5, None, [5])],
            *[("outputs", lambda wrong=wrong: group.ack("r", outputs=wrong)) for wrong in ("abc", [5], 5)],
            ("stream", lambda: group.ack("r", outputs=[messina.Output("", 1)])),
            ("outputs", lambda: group.ack("r", outputs=[messina.Output("s", float("nan"))])),
            ("delay", lambda: group.nack("r", delay=[])),
            ("lease", lambda: group.extend("r", lease=-1)),
            ("shard", lambda: group.follow("0")),
            ("limit", lambda: group.follow(0, limit=0)),
            ("wait", lambda: group.follow(0, wait=None)),
            ("commit_every", lambda: group.follow(0, commit_every=-1)),
            ("shard", lambda: group.commit(-1, "1.0")),
            ("position", lambda: group.commit(0, "")),
            ("to", lambda: group.seek(5)),
            ("rate", lambda: group.redrive_all(rate=-1)),
            ("rate", lambda: group.redrive(rate=0)),
            ("limit", lambda: group.redrive(limit=-1)),
            ("ids", lambda: group.redrive("abc")),
            ("ids", lambda: group.delete_dead_letters("abc")),
        ])

    def test_features_aggregates_and_messages(self) -> None:
        client = self.client
        pages = client.list("user", "pages")
        self.check([
            *[("time", lambda wrong=wrong: pages.add("ada", [(1, wrong)])) for wrong in (5, None)],
            ("items", lambda: pages.add("ada", [5])),
            ("limit", lambda: pages.get("ada", "5")),
            ("since", lambda: pages.get("ada", since=5)),
            ("page", lambda: pages.items("ada", page=0)),
            ("entities", lambda: pages.get_each(5)),
            ("count", lambda: pages.keep_newest("ada", 0)),
            ("time", lambda: client.values("user").put("f", "ada", 1, time=5)),
            ("limit", lambda: client.sweep_features(limit=0)),
            ("fields", lambda: client.create_enrichment("e", "s", 5)),
            ("limit", lambda: client.aggregate("a").rows(limit=None)),
            ("from", lambda: client.aggregate("a").watch(from_=5)),
            ("message", lambda: client.messages.accept(None)),
            ("message", lambda: client.messages.accept_all([5])),
            ("limit", lambda: client.messages.search("a", to="x", limit=0)),
            ("version", lambda: client.messages.account("a").template("t").version("1")),
        ])

    def test_worker_and_stateful(self) -> None:
        url = self.server.url

        def work(handler: Any = nothing, url: Any = url, stream: Any = "s", group: Any = "g", **options: Any) -> None:
            messina.worker(url, stream, group, handler, **options)

        def follow(function: Any = nothing, state_dir: Any = "state", **options: Any) -> None:
            messina.stateful(function, state_dir, **{"url": url, "stream": "s", "group": "g", **options})

        of_both: List[Tuple[str, Any]] = [
            ("url", 5), ("stream", ""), ("group", None), ("processes", 1.5), ("processes", None), ("processes", -1), ("lease", 0.5),
            ("wait", 61), ("timeout", 0), ("grace", []), ("stop", 5),
        ]
        self.check([
            *[(name, lambda name=name, wrong=wrong: work(**{name: wrong})) for name, wrong in of_both],
            *[(name, lambda name=name, wrong=wrong: follow(**{name: wrong})) for name, wrong in of_both],
            *[("shards", lambda wrong=wrong: work(shards=wrong)) for wrong in ([], [-1], "1")],
            ("batch", lambda: work(batch="1")),
            ("outputs", lambda: work(outputs="")),
            ("handler", lambda: work(None)),
            ("handling_max", lambda: work(handling_max=0)),
            ("function", lambda: follow(5)),
            *[("state_dir", lambda wrong=wrong: follow(state_dir=wrong)) for wrong in ("", None, 5)],
            *[("start", lambda wrong=wrong: follow(start=wrong)) for wrong in (None, 5, "latest")],
            *[("page", lambda wrong=wrong: follow(page=wrong)) for wrong in (None, 0, 10_001)],
            ("shards_max", lambda: follow(shards_max="4")),
            ("folder", lambda: messina.StateFiles("")),
        ])

    def test_state_and_sketches(self) -> None:
        database = sqlite3.connect(":memory:")
        self.addCleanup(database.close)
        database.execute("CREATE TABLE state (key BLOB PRIMARY KEY, value, batch INTEGER) WITHOUT ROWID")
        state = messina.State(database, 0)
        self.check([
            *[("key", lambda wrong=wrong: state.put(wrong, 1)) for wrong in ("\ud800", 1.5, (), "x" * 1_023)],
            *[("value", lambda wrong=wrong: state.put("k", wrong)) for wrong in ("\ud800", float("nan"), DEEP, object())],
            *[("batch", lambda wrong=wrong: state.seen("s", wrong)) for wrong in ("1", 1.5, -1, 1 << 63)],
            *[("batch", lambda wrong=wrong: state.update("k", wrong, nothing)) for wrong in (1.5, None)],
            ("limit", lambda: state.delete_items("m", limit=-1)),
            ("hash64", lambda: Sketch().add(1.5)),  # type: ignore[arg-type]
            ("precision", lambda: Sketch(12.5)),  # type: ignore[arg-type]
        ])
        state.put("x" * 1_022, 1)


class StateOfAnotherCallTest(unittest.TestCase):
    def test_a_state_is_of_its_call_and_its_thread(self) -> None:
        database = sqlite3.connect(":memory:", check_same_thread=False)
        self.addCleanup(database.close)
        database.execute("CREATE TABLE state (key BLOB PRIMARY KEY, value, batch INTEGER) WITHOUT ROWID")
        state = messina.State(database, 0)
        calls: List[Callable[[], Any]] = [
            lambda: state.put("k", 1), lambda: state.get("k"), lambda: "k" in state, lambda: state.delete("k"), lambda: list(state.items()),
            lambda: state.add_all(["k"]), lambda: state.seen("s", 1), lambda: state.update("k", 1, nothing), lambda: state.last_batch("k"),
        ]
        raised: List[str] = []

        def call_all() -> None:
            for call in calls:
                try:
                    call()
                except RuntimeError as error:
                    raised.append(str(error))

        thread = threading.Thread(target=call_all)
        thread.start()
        thread.join()
        self.assertEqual(len(calls), sum("another thread" in why for why in raised))
        state.end()
        call_all()
        self.assertEqual(len(calls), sum("a call that is over" in why for why in raised))


class FileOfAnErrorTest(unittest.TestCase):
    def test_an_error_of_sqlite_names_the_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "s~1", "0000.sqlite")
            path.parent.mkdir()
            path.write_bytes(b"no database" * 1_000)
            with self.assertRaisesRegex(sqlite3.DatabaseError, str(path)):
                messina.StateFiles(folder)


if __name__ == "__main__":
    unittest.main()
