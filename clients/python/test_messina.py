"""Tests of the Python client: python3 -m unittest, in this folder.

What the client does by itself is tested against a small server in this file, whose answers each test says. What client and
server do together is tested in the files beside it, against the server whose base URL is in the environment variable MESSINA_URL.
"""

from __future__ import annotations

import array
import http.server
import json
import os
import queue
import signal
import socket
import sys
import threading
import time
import unittest
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path
from unittest import mock
from typing import Any, Callable, ContextManager, Dict, Iterator, List, Optional, Set, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import messina  # noqa: E402
from messina import _http, _leases, _loop, _streams, _wire, _work  # noqa: E402

URL = os.environ.get("MESSINA_URL")
DEADLINE_SECONDS = 60.0


def until(what: str, condition: Callable[[], bool]) -> None:
    """Waits for a condition of other processes."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {DEADLINE_SECONDS} s: {what}")
        time.sleep(0.05)


# ------------------------------------------------------------------------------------------------------- the small server


class Asked:
    """A request that the small server got; connection tells requests of one connection from those of others."""

    def __init__(self, method: str, path: str, headers: Dict[str, str], body: bytes, connection: Tuple[str, int]) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.connection = connection

    def json(self) -> Any:
        return json.loads(self.body)

    def lines(self) -> List[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


Answer = Callable[["Connection", Asked], None]


class Connection(http.server.BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 as it is; what it answers is next in the script of its server."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "SmallServer"

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Asked(self.command, self.path, dict(self.headers.items()), body, self.client_address)
        with self.server.lock:
            self.server.asked.append(asked)
            answer = self.server.script.pop(0) if self.server.script else self.server.otherwise
        answer(self, asked)

    do_GET = do_PUT = do_PATCH = do_POST = do_DELETE = answer

    def say(self, status: int, body: bytes, headers: Dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class SmallServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        self.lock = threading.Lock()
        self.asked: List[Asked] = []
        self.script: List[Answer] = []
        self.otherwise: Answer = ok({})
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients that go away are a part of the tests


def ok(body: Any, status: int = 200) -> Answer:
    return lambda connection, asked: connection.say(status, json.dumps(body).encode(), {"Content-Type": "application/json"})


def problem(status: int, code: str, retryable: bool, headers: Optional[Dict[str, str]] = None, **more: Any) -> Answer:
    body = {"type": "about:blank", "title": code, "status": status, "code": code, "detail": "why", "retryable": retryable, **more}
    all_headers = {"Content-Type": "application/problem+json", **(headers or {})}
    return lambda connection, asked: connection.say(status, json.dumps(body).encode(), all_headers)


def nothing(connection: Connection, asked: Asked) -> None:
    connection.say(204, b"", {})


def hang_up(connection: Connection, asked: Asked) -> None:
    connection.close_connection = True
    connection.connection.shutdown(socket.SHUT_RDWR)


def stored(connection: Connection, asked: Asked) -> None:
    """Answers an append as if all were new; the ids are the payloads."""
    ids = [str(line.get("payload")) for line in asked.lines()]
    ok({"accepted": len(ids), "duplicates": 0, "ids": ids}, 202)(connection, asked)


def all_ok(connection: Connection, asked: Asked) -> None:
    receipts = [entry if isinstance(entry, str) else entry["receipt"] for entry in asked.json()["receipts"]]
    ok({"results": [{"receipt": receipt, "status": "ok"} for receipt in receipts]})(connection, asked)


def event_fields(number: int, **more: Any) -> Dict[str, Any]:
    return {
        "id": f"id-{number}",
        "shard": 0,
        "position": f"1.{number}",
        "key": f"key-{number}",
        "time": "2015-09-12T00:46:58.771Z",
        "append_time": "2015-09-12T00:46:59.123456Z",
        "headers": {},
        "content_type": "application/json",
        "payload": {"n": number},
        **more,
    }


class SmallServerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = SmallServer()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.pauses: List[float] = []
        self.client = self.new_client()

    def new_client(self, **options: Any) -> messina.Client:
        client = messina.Client(self.server.url, **options)
        client._http.pause = self.pauses.append
        self.addCleanup(client.close)
        return client

    def script(self, *answers: Answer) -> None:
        self.server.script = list(answers)


# ------------------------------------------------------------------------------------------------------------- unit tests


class ErrorsTest(SmallServerTest):
    def test_each_problem_is_the_exception_of_its_kind(self) -> None:
        client = self.new_client(retries=0)
        for status, code, retryable, kind in [
            (400, "bad_request", False, messina.Refused),
            (404, "stream_not_found", False, messina.NotFound),
            (409, "key_conflict", False, messina.Refused),
            (413, "too_large", False, messina.Refused),
            (422, "schema_violation", False, messina.Refused),
            (429, "overloaded", True, messina.Overloaded),
            (503, "unavailable", True, messina.Unavailable),
            (503, "shutting_down", True, messina.Unavailable),
            (503, "unknown_outcome", True, messina.UnknownOutcome),
            (500, "internal", False, messina.MessinaError),
        ]:
            with self.subTest(code):
                self.script(problem(status, code, retryable))
                with self.assertRaises(messina.MessinaError) as raised:
                    client.streams()
                error = raised.exception
                self.assertIs(type(error), kind)
                self.assertEqual((code, status, retryable), (error.code, error.status, error.retryable))
                self.assertIn("why", str(error))

    def test_an_answer_that_is_not_of_messina_says_so(self) -> None:
        for body, status in [(b"<html>", 200), (b"<html>", 500), (b"[]", 404)]:
            with self.subTest(status):
                self.script(lambda connection, asked: connection.say(status, body, {}))
                with self.assertRaises(messina.MessinaError) as raised:
                    self.client.streams()
                self.assertEqual("unexpected_answer", raised.exception.code)

    def test_errors_can_be_sent_between_processes(self) -> None:
        import pickle

        error = pickle.loads(pickle.dumps(messina.Refused("why", "too_large", 413)))
        self.assertEqual(("too_large", 413, "why (too_large)"), (error.code, error.status, str(error)))

    def test_wrong_arguments_are_named_before_anything_is_sent(self) -> None:
        stream, group = self.client.stream("s"), self.client.group("s", "g")
        wrong: List[Callable[[], Any]] = [
            lambda: messina.Client("127.0.0.1:8420"),
            lambda: messina.Client(self.server.url, retries=-1),
            lambda: messina.Client(self.server.url, timeout=0),
            lambda: group.claim(limit=0),
            lambda: group.claim(wait=61),
            lambda: group.claim(wait="1 s"),
            lambda: stream.append(1, time=datetime(2015, 9, 12)),
            lambda: stream.append(float("nan")),
            lambda: stream.append(1, source="s"),
            lambda: stream.append(range(10_001), source="s", batch=1),
            lambda: stream.append([1, 2], key="k"),
            lambda: stream.append(object()),
            lambda: group.ack([], [messina.Output("out", 1)]),
            lambda: group.redrive(["a"], limit=1),
            lambda: messina.worker(self.server.url, "s", "g", print, processes=-1),
            lambda: messina.worker(self.server.url, "s", "g", lambda event: None),
        ]
        for number, call in enumerate(wrong):
            with self.subTest(number), self.assertRaises((ValueError, TypeError)):
                call()
        self.assertEqual([], self.server.asked)


SCHEMAS = HERE.parent.parent / "server/src/main/resources/io/messina/server/http/schemas.json"


class Samples:
    """Answers made of the schemas of the server's description, with all fields but those that are left out."""

    TEXTS = {"time": "2015-09-12T00:46:58.771Z", "position": "1.7", "key_base64": "AAE=", "payload_base64": "AAI="}

    def __init__(self, *left_out: str) -> None:
        self.left_out = left_out
        self.schemas = json.loads(SCHEMAS.read_text())

    def of(self, schema: Dict[str, Any], name: str = "") -> Any:
        if "$ref" in schema:
            return self.of(self.schemas[schema["$ref"].rsplit("/", 1)[1]], name)
        if "allOf" in schema:
            return {field: value for part in schema["allOf"] for field, value in self.of(part).items()}
        if "enum" in schema:
            return schema["enum"][-1]
        if "items" in schema:
            return [self.of(schema["items"], name)]
        if schema.get("type") == "object":
            fields = {**schema.get("properties", {}), "any": schema.get("additionalProperties")}
            return {field: self.of(of, field) for field, of in fields.items() if of and field not in self.left_out}
        if "string" in schema.get("type", ""):
            return self.TEXTS.get(name, "2015-09-12T00:46:59.123456Z" if "format" in schema else "a " + name)
        return {"boolean": True}.get(schema.get("type", ""), 7)

    @staticmethod
    def without_each(node: Any, at: str = "") -> Iterator[Tuple[str, Any]]:
        """The sample without one field, for each of its fields, by the place of the field."""
        for key, value in list(node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()):
            if isinstance(node, dict):
                yield f"{at}/{key}", {other: node[other] for other in node if other != key}
            for place, less in Samples.without_each(value, f"{at}/{key}"):
                yield place, {**node, key: less} if isinstance(node, dict) else [less]


@unittest.skipUnless(SCHEMAS.exists(), "the description of the server is not there")
class AnswerFieldsTest(SmallServerTest):
    def unread(self, schema: str, read: Callable[[], Any]) -> Set[str]:
        """The fields without which the same comes of an answer."""
        seen: Dict[str, bool] = {}
        for left_out in (("key_base64", "payload_base64"), ("key", "payload")):
            samples = Samples(*left_out)
            sample = samples.of(samples.schemas[schema])
            self.server.otherwise = ok(sample)
            whole = read()
            for place, less in Samples.without_each(sample):
                self.server.otherwise = ok(less)
                try:
                    seen[place] = seen.get(place, False) or read() != whole
                except (KeyError, messina.MessinaError):
                    seen[place] = True
        return {place for place, is_read in seen.items() if not is_read}

    def test_every_field_of_an_answer_is_read(self) -> None:
        stream = self.client.stream("s")
        group = stream.group("g")
        for schema, read in {
            "EventPage": lambda: stream.read(0),
            "EventReport": lambda: stream.event("id"),
            "Appended": lambda: stream.append(1, partial=True),
            "Cancelled": lambda: stream.cancel("id"),
            "ClaimedEvents": lambda: group.ack_and_claim(["a receipt"]),
            "Results": lambda: group.ack("a receipt"),
        }.items():
            with self.subTest(schema):
                self.assertEqual(set(), self.unread(schema, read))


class DelayedEventTest(SmallServerTest):
    def test_an_event_that_is_not_due_is_not_found(self) -> None:
        self.script(ok({"id": "d", "shard": 0, "not_before": "2099-01-01T00:00:00Z", "headers": {}, "payload": 1}))
        with self.assertRaisesRegex(messina.NotFound, "d is not due before 2099"):
            self.client.stream("s").event("d")


class NumberedBatchesTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.client = self.new_client(retries=0)
        self.stream = self.client.stream("s")
        self.server.otherwise = stored

    def send(self, batch: int, source: str = "me") -> None:
        self.client.stream("s").append(1, source=source, batch=batch)

    def begin_to_send(self, batch: int) -> Tuple[threading.Thread, threading.Event]:
        """Answered once the event is set."""
        asked, go = threading.Event(), threading.Event()

        def wait(connection: Connection, request: Asked) -> None:
            asked.set()
            go.wait(DEADLINE_SECONDS)
            stored(connection, request)

        self.script(wait)
        sending = threading.Thread(target=self.send, args=(batch,))
        sending.start()
        asked.wait(DEADLINE_SECONDS)
        return sending, go

    def assert_refused(self, batch: int, because: int) -> None:
        asked = len(self.server.asked)
        with self.assertRaisesRegex(ValueError, f"{batch} while {because} is not acknowledged"):
            self.send(batch)
        self.assertEqual(asked, len(self.server.asked))

    def test_none_goes_64_beyond_one_that_is_being_sent(self) -> None:
        sending, go = self.begin_to_send(3)
        self.send(66)
        self.assert_refused(67, because=3)
        self.stream.give_up("me", 3)
        self.assert_refused(67, because=3)
        self.send(67, source="other")
        self.client.stream("t").append(1, source="me", batch=67)
        go.set()
        sending.join()
        self.send(67)

    def test_one_that_failed_counts_until_it_is_acknowledged_or_given_up(self) -> None:
        ends: List[Callable[[], None]] = [lambda: self.send(3), lambda: self.stream.give_up("me", 3)]
        for end in ends:
            for failure in (hang_up, problem(503, "unavailable", True), problem(429, "overloaded", True)):
                self.script(failure)
                with self.assertRaises(messina.MessinaError):
                    self.send(3)
                self.assert_refused(67, because=3)
                end()
                self.send(67)

    def test_one_that_is_wrong_counts_no_more(self) -> None:
        self.script(problem(422, "schema_violation", False))
        with self.assertRaises(messina.Refused):
            self.send(3)
        self.send(67)

    def test_one_that_is_acknowledged_counts_while_it_is_being_sent_again(self) -> None:
        again, go = self.begin_to_send(3)
        self.send(3)
        self.assert_refused(67, because=3)
        go.set()
        again.join()
        self.send(67)

    def test_only_so_many_are_under_way_and_none_is_remembered_once_it_is_answered(self) -> None:
        self.script(hang_up)
        with mock.patch("messina._batches._BATCHES_MAX", 1):
            with self.assertRaises(messina.UnknownOutcome):
                self.send(3)
            with self.assertRaises(messina.Overloaded):
                self.send(4)
            self.send(3)
        self.assertEqual(({}, 0), (self.client._batches._batches, self.client._batches._count))


class ListsTest(SmallServerTest):
    def test_a_list_is_read_page_by_page(self) -> None:
        self.script(ok({"streams": [{"name": "a"}], "next": "a"}), ok({"streams": [{"name": "b c"}], "next": "b c"}), ok({"streams": []}))
        self.assertEqual([{"name": "a"}, {"name": "b c"}], self.client.streams())
        self.assertEqual(["/v1/streams", "/v1/streams?after=a", "/v1/streams?after=b+c"], [asked.path for asked in self.server.asked])


class RetriesTest(SmallServerTest):
    def test_a_read_is_repeated_until_it_is_answered(self) -> None:
        self.script(problem(503, "unavailable", True), hang_up, problem(503, "unknown_outcome", True), ok({"streams": []}))
        self.assertEqual([], self.client.streams())
        self.assertEqual(4, len(self.server.asked))

    def test_pauses_grow_with_jitter_and_are_never_shorter_than_retry_after(self) -> None:
        self.script(*[problem(503, "unavailable", True)] * 4, problem(429, "overloaded", True, {"Retry-After": "7"}))
        self.server.otherwise = ok({"streams": []})
        self.client.streams()
        for pause, longest in zip(self.pauses[:4], [0.1, 0.2, 0.4, 0.8]):
            self.assertTrue(longest / 2 <= pause <= longest, self.pauses)
        self.assertGreaterEqual(self.pauses[4], 7)

    def test_retries_end(self) -> None:
        self.server.otherwise = problem(503, "unavailable", True)
        with self.assertRaises(messina.Unavailable):
            self.new_client(retries=3).streams()
        self.assertEqual(4, len(self.server.asked))

    def test_a_retry_after_that_is_too_long_is_left_to_the_caller(self) -> None:
        self.script(problem(429, "overloaded", True, {"Retry-After": "3600"}))
        with self.assertRaises(messina.Overloaded) as raised:
            self.client.streams()
        self.assertEqual((3600, 1), (raised.exception.retry_after, len(self.server.asked)))

    def test_what_is_refused_is_not_repeated(self) -> None:
        self.script(problem(404, "stream_not_found", False))
        with self.assertRaises(messina.NotFound):
            self.client.stream("s").append(1)
        self.assertEqual(1, len(self.server.asked))

    def test_an_append_is_repeated_with_the_same_generated_key(self) -> None:
        self.script(hang_up, problem(503, "unknown_outcome", True, stored={"accepted": 1, "ids": ["1", None]}), stored)
        self.assertEqual(["1", "2"], self.client.stream("s").append([1, 2]).ids)
        keys = {asked.headers["Idempotency-Key"] for asked in self.server.asked}
        self.assertEqual((3, 1), (len(self.server.asked), len(keys)))
        self.assertEqual(1, len({asked.body for asked in self.server.asked}))

    def test_each_append_has_a_key_of_its_own(self) -> None:
        self.server.otherwise = stored
        for _ in range(2):
            self.client.stream("s").append(1)
        self.assertEqual(2, len({asked.headers["Idempotency-Key"] for asked in self.server.asked}))

    def test_an_append_that_fails_tells_its_key(self) -> None:
        self.server.otherwise = problem(503, "unknown_outcome", True)
        with self.assertRaises(messina.UnknownOutcome) as raised:
            self.client.stream("s").append(1)
        self.assertEqual(self.server.asked[0].headers["Idempotency-Key"], raised.exception.idempotency_key)

    def test_an_append_without_key_is_repeated_only_where_nothing_was_done(self) -> None:
        for unsafe in (hang_up, problem(503, "unknown_outcome", True), problem(503, "unavailable", True, stored={"accepted": 1})):
            self.server.asked.clear()
            self.script(problem(429, "overloaded", True), problem(503, "shutting_down", True), unsafe)
            with self.assertRaises(messina.MessinaError):
                self.client.stream("s").append(1, repeatable=False)
            self.assertEqual(3, len(self.server.asked))
            self.assertNotIn("Idempotency-Key", self.server.asked[0].headers)

    def test_a_numbered_batch_is_repeated_without_a_key(self) -> None:
        self.script(hang_up, stored)
        self.client.stream("s").append([1, 2], source="me", batch=7)
        headers = self.server.asked[1].headers
        self.assertEqual(("me", "7"), (headers["Messina-Source"], headers["Messina-Batch"]))
        self.assertNotIn("Idempotency-Key", headers)

    def test_a_claim_whose_answer_is_lost_is_not_repeated(self) -> None:
        self.script(problem(429, "overloaded", True), hang_up)
        with self.assertRaises(messina.UnknownOutcome) as raised:
            self.client.group("s", "g").claim()
        self.assertEqual(("no_answer", 0, 2), (raised.exception.code, raised.exception.status, len(self.server.asked)))

    def test_deletions_and_cancellations_of_unknown_outcome_are_not_repeated(self) -> None:
        stream = self.client.stream("s")
        for act in (stream.delete, stream.group("g").delete, lambda: stream.cancel("id")):
            self.script(hang_up, nothing)
            with self.assertRaises(messina.UnknownOutcome):
                act()
            self.server.script.clear()
        self.assertEqual(3, len(self.server.asked))

    def test_seeks_and_purges_that_may_be_done_in_part_are_not_repeated(self) -> None:
        group = self.client.group("s", "g")
        acts: List[Callable[[], None]] = [lambda: group.seek("earliest"), group.purge]
        for act in acts:
            self.script(problem(503, "unavailable", True), nothing)
            with self.assertRaises(messina.Unavailable):
                act()
            self.server.script.clear()
            self.script(problem(429, "overloaded", True), nothing)
            act()
        self.assertEqual(6, len(self.server.asked))

    def test_acks_are_repeated_until_they_are_answered(self) -> None:
        self.script(hang_up, problem(503, "unknown_outcome", True), all_ok)
        self.assertTrue(self.client.group("s", "g").ack("r1")[0].ok)

    def test_a_server_that_is_not_there_is_unavailable(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            client = messina.Client(f"http://127.0.0.1:{free.getsockname()[1]}", retries=2)
            client._http.pause = self.pauses.append
            with self.assertRaises(messina.Unavailable) as raised:
                client.group("s", "g").claim()
        self.assertEqual(("unreachable", 2), (raised.exception.code, len(self.pauses)))
        self.assertFalse(client.is_ready())

    def test_silence_is_given_up_after_the_timeout(self) -> None:
        released = threading.Event()
        self.addCleanup(released.set)


        def say_nothing(connection: Connection, asked: Asked) -> None:
            released.wait(DEADLINE_SECONDS)

        self.server.otherwise = say_nothing
        with self.assertRaises(messina.Unavailable) as raised:
            self.new_client(timeout="50ms", retries=1).streams()
        self.assertEqual(("no_answer", 2), (raised.exception.code, len(self.server.asked)))

    def test_all_dead_letters_are_redriven_once_whatever_becomes_of_answers(self) -> None:
        def page(after: Optional[str], **died: str) -> Answer:
            return ok({"dead_letters": [{"id": id, "died": when} for id, when in died.items()], "next": after})

        self.script(
            page("c", a="t1", b="t1", c="t1"),
            ok({"redriven": 2}),
            page("c", b="t2", c="t1"),
            problem(503, "unknown_outcome", True),
            problem(503, "unavailable", True),
            page(None, b="t2"),
            page(None, d="t1"),
            ok({"redriven": 1}),
        )
        seen: List[int] = []
        client = self.new_client(retries=0)
        self.assertEqual(4, client.group("s", "g").redrive_all(rate=1, progress=seen.append))
        self.assertEqual([2, 3, 4], seen)
        redriven = [asked.json()["ids"] for asked in self.server.asked if asked.path.endswith("/redrive")]
        self.assertEqual([["a", "b", "c"], ["c"], ["d"]], redriven)

    def test_a_redrive_may_take_as_long_as_its_rate_lets_it(self) -> None:
        client = self.new_client(timeout=7, retries=0)
        limits: List[float] = []
        once = _http.exchange

        def exchange(connection: Any, request: Any) -> Any:
            limits.append(connection.sock.gettimeout())
            return once(connection, request)

        self.server.otherwise = ok({"redriven": 7, "discarded": 7})
        group = client.group("s", "g")
        with mock.patch("messina._http.exchange", exchange):
            self.assertEqual([7, 7, 7], [group.redrive(rate=1), group.redrive(), group.delete_dead_letters()])
        self.assertEqual([86_407, 607, 607], limits)

    def test_the_wait_of_a_claim_is_beyond_the_timeout(self) -> None:
        def slowly(connection: Connection, asked: Asked) -> None:
            time.sleep(0.3)
            ok({"events": []})(connection, asked)

        self.script(slowly)
        self.assertEqual([], self.new_client(timeout=0.1).group("s", "g").claim(wait=5))
        self.assertEqual("5s", self.server.asked[0].json()["wait"])


class ConnectionsTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.server.otherwise = ok({"streams": []})

    def test_a_thread_keeps_its_connection(self) -> None:
        for _ in range(3):
            self.client.streams()
        self.assertEqual(1, len({asked.connection for asked in self.server.asked}))

    def test_a_refusal_keeps_the_connection(self) -> None:
        self.script(problem(404, "stream_not_found", False))
        with self.assertRaises(messina.NotFound):
            self.client.stream("s").definition()
        self.client.streams()
        self.assertEqual(1, len({asked.connection for asked in self.server.asked}))

    def test_each_thread_has_its_own(self) -> None:
        self.client.streams()
        thread = threading.Thread(target=self.client.streams)
        thread.start()
        thread.join()
        self.assertEqual(2, len({asked.connection for asked in self.server.asked}))

    def test_a_connection_that_the_server_closed_is_opened_again_also_for_what_is_not_repeated(self) -> None:
        closed = threading.Event()

        def close_afterwards(connection: Connection, asked: Asked) -> None:
            ok({"streams": []})(connection, asked)
            connection.wfile.flush()
            hang_up(connection, asked)
            closed.set()

        self.script(close_afterwards, ok({"events": []}))
        self.client.streams()
        closed.wait(DEADLINE_SECONDS)
        self.assertEqual([], self.client.group("s", "g").claim())
        self.assertEqual((2, []), (len(self.server.asked), self.pauses))

    def test_a_base_url_may_have_a_path_and_names_are_quoted(self) -> None:
        with messina.Client(self.server.url + "/base/") as client:
            self.assertEqual({"streams": []}, client.group("a/b", "ü").status())
        self.assertEqual("/base/v1/streams/a%2Fb/groups/%C3%BC", self.server.asked[0].path)


class AppendTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.server.otherwise = stored
        self.stream = self.client.stream("s")

    def test_everything_of_an_event_is_sent(self) -> None:
        at = datetime(2015, 9, 12, 2, 46, 58, 771000, timezone(timedelta(hours=2)))
        self.stream.append({"ü": [1, None]}, key="k", time=at, headers={"h": "v"}, not_before="2030-01-01T00:00:00Z")
        self.stream.append(b"\x00\xff", content_type="image/png")
        self.assertEqual(
            [
                {
                    "key": "k",
                    "time": "2015-09-12T00:46:58.771000Z",
                    "headers": {"h": "v"},
                    "not_before": "2030-01-01T00:00:00Z",
                    "payload": {"ü": [1, None]},
                },
                {"content_type": "image/png", "payload_base64": "AP8="},
            ],
            [line for asked in self.server.asked for line in asked.lines()],
        )
        self.assertEqual("application/vnd.messina+json", self.server.asked[0].headers["Content-Type"])

    def test_one_payload_is_one_event_and_an_iterable_is_many(self) -> None:
        for one in ({"a": 1}, "text", b"bytes", 1, 1.5, True, None, messina.NewEvent([1, 2])):
            self.assertEqual(1, self.stream.append(one).accepted)
        for many in ([1, 2], (1, 2), iter([1, messina.NewEvent(2, key="k")]), range(2)):
            self.assertEqual(2, self.stream.append(many).accepted)
        self.assertEqual(0, self.stream.append([]).accepted)

    def test_arrays_and_numbers_of_numpy_and_its_like_are_what_they_hold(self) -> None:
        class Number:
            def tolist(self) -> float:
                return 0.5

        self.stream.append({"scores": array.array("d", [1, 2.5]), "best": Number(), "all": [Number()]})
        self.assertEqual({"scores": [1.0, 2.5], "best": 0.5, "all": [0.5]}, self.server.asked[0].lines()[0]["payload"])

    def test_many_events_are_sent_in_several_requests_with_keys_that_a_repeat_finds_again(self) -> None:
        count = messina.REQUEST_EVENTS_MAX * 2 + 1
        appended = self.stream.append(range(count), idempotency_key="mine")
        self.assertEqual([str(number) for number in range(count)], appended.ids)
        self.assertEqual(["mine", "mine/1", "mine/2"], [asked.headers["Idempotency-Key"] for asked in self.server.asked])

    def test_large_events_are_sent_in_several_requests(self) -> None:
        self.stream.append(["x" * 1_000_000] * 10)
        self.assertEqual(3, len(self.server.asked))
        self.assertTrue(all(len(asked.body) <= messina.REQUEST_BYTES_MAX for asked in self.server.asked))

    def test_refused_lines_are_counted_over_all_requests(self) -> None:
        refusing = ok({"accepted": 1, "duplicates": 1, "ids": ["a"], "refused": [{"line": 3, "detail": "bad"}]}, 202)
        self.script(refusing, refusing)
        appended = self.stream.append(range(messina.REQUEST_EVENTS_MAX + 5), partial=True)
        self.assertEqual([3, messina.REQUEST_EVENTS_MAX + 3], [line.line for line in appended.refused])
        self.assertEqual((2, 2, ["a", "a"]), (appended.accepted, appended.duplicates, appended.ids))
        self.assertTrue(self.server.asked[0].path.endswith("?partial=true"))


class AppenderTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.server.otherwise = stored
        self.stream = self.client.stream("s")

    def test_events_are_gathered_into_batches_in_order(self) -> None:
        with self.stream.appender(batch=10, linger=30) as appender:
            futures = [appender.append(number) for number in range(25)]
        self.assertEqual([str(number) for number in range(25)], [future.result() for future in futures])
        self.assertEqual([10, 10, 5], [len(asked.lines()) for asked in self.server.asked])

    def test_an_event_alone_waits_no_longer_than_linger(self) -> None:
        with self.stream.appender(batch=500, linger=0.01) as appender:
            self.assertEqual("1", appender.append(1).result(DEADLINE_SECONDS))

    def test_flush_does_not_wait_for_linger(self) -> None:
        with self.stream.appender(batch=500, linger=3600) as appender:
            future = appender.append(1)
            appender.flush()
            self.assertTrue(future.done())

    def test_flush_waits_for_what_was_appended_before_and_not_for_more(self) -> None:
        asked, answered = threading.Event(), threading.Event()
        second = threading.Event()

        def first_batch(connection: Connection, request: Asked) -> None:
            asked.set()
            answered.wait(DEADLINE_SECONDS)
            stored(connection, request)

        def second_batch(connection: Connection, request: Asked) -> None:
            second.wait(DEADLINE_SECONDS)
            stored(connection, request)

        self.script(first_batch, second_batch)
        with self.client.stream("s").appender(batch=1, linger=0) as appender:
            appender.append(1)
            asked.wait(DEADLINE_SECONDS)
            flushing = threading.Thread(target=appender.flush)
            flushing.start()
            until("the flush has begun", lambda: appender._flushes == 1)
            appender.append(2)
            answered.set()
            flushing.join(DEADLINE_SECONDS)
            self.assertFalse(flushing.is_alive())
            second.set()

    def test_an_id_that_is_missing_is_an_error(self) -> None:
        self.script(ok({"accepted": 2, "duplicates": 0, "ids": ["id-1"]}, 202))
        appender = self.client.stream("s").appender(batch=2, linger=60)
        first, second = appender.append(1), appender.append(2)
        self.assertEqual("id-1", first.result())
        with self.assertRaisesRegex(messina.MessinaError, "fewer ids"):
            second.result()
        with self.assertRaisesRegex(messina.MessinaError, "fewer ids"):
            appender.close()

    def test_what_is_stored_of_a_request_that_fails_does_not_fail(self) -> None:
        part = {"accepted": 1, "duplicates": 0, "ids": ["id-1", None]}
        self.server.otherwise = problem(503, "unavailable", True, stored=part)
        appender = self.client.stream("s").appender(batch=2, linger=60)
        first, second = appender.append(1), appender.append(2)
        self.assertEqual("id-1", first.result())
        with self.assertRaises(messina.Unavailable):
            second.result()
        with self.assertRaises(messina.Unavailable):
            appender.close()

    def test_append_blocks_while_memory_is_full(self) -> None:
        for bounds in (dict(events_max=10), dict(bytes_max=200)):
            with self.subTest(bounds):
                arrived, go_on = threading.Event(), threading.Event()

                def hold(connection: Connection, asked: Asked) -> None:
                    arrived.set()
                    go_on.wait(DEADLINE_SECONDS)
                    stored(connection, asked)

                self.script(hold)
                taken: "queue.Queue[int]" = queue.Queue()
                with self.stream.appender(batch=10, linger=0, **bounds) as appender:

                    def fill() -> None:
                        for number in range(40):
                            appender.append(number)
                            taken.put(number)

                    filler = threading.Thread(target=fill)
                    filler.start()
                    arrived.wait(DEADLINE_SECONDS)
                    until("the appender is full", lambda: not appender._has_room(20))
                    self.assertLessEqual(taken.qsize(), 15)
                    go_on.set()
                    filler.join()
                self.assertEqual(40, taken.qsize())

    def test_a_refused_event_fails_alone_and_the_end_says_so(self) -> None:
        refusing = ok({"accepted": 2, "duplicates": 0, "ids": ["a", "c"], "refused": [{"line": 1, "detail": "bad"}]}, 202)
        self.script(refusing)
        with self.assertRaisesRegex(messina.Refused, "bad"):
            with self.stream.appender(batch=3, linger=30) as appender:
                futures = [appender.append(number) for number in range(3)]
        self.assertEqual(("a", "c"), (futures[0].result(), futures[2].result()))
        self.assertIsInstance(futures[1].exception(), messina.Refused)

    def test_a_failed_request_fails_its_futures_and_flush_and_later_ones_go_on(self) -> None:
        self.script(problem(404, "stream_not_found", False))
        appender = self.stream.appender(batch=2, linger=30)
        failed = [appender.append(number) for number in range(2)]
        with self.assertRaises(messina.NotFound):
            appender.flush()
        self.assertTrue(all(isinstance(future.exception(), messina.NotFound) for future in failed))
        good = appender.append(3)
        appender.close()
        self.assertEqual("3", good.result())
        with self.assertRaises(ValueError):
            appender.append(4)

    def test_a_lost_answer_is_repeated_with_the_same_key(self) -> None:
        self.script(hang_up)
        with self.stream.appender() as appender:
            appender.append(1)
        self.assertEqual(1, len({asked.headers["Idempotency-Key"] for asked in self.server.asked}))
        self.assertEqual(2, len(self.server.asked))

    def test_close_with_a_timeout_fails_what_was_not_sent(self) -> None:
        arrived = threading.Event()

        def hold(connection: Connection, asked: Asked) -> None:
            arrived.set()
            until("the timeout of close is over", lambda: appender._abandoned)
            stored(connection, asked)

        self.script(hold)
        appender = self.stream.appender(batch=1, linger=0)
        futures = [appender.append(number) for number in range(3)]
        arrived.wait(DEADLINE_SECONDS)
        with self.assertRaises(messina.Unavailable):
            appender.close(timeout=0.05)
        self.assertEqual("0", futures[0].result())
        self.assertIsInstance(futures[2].exception(), messina.Unavailable)

    def test_the_exception_of_the_caller_is_not_hidden(self) -> None:
        self.server.otherwise = problem(404, "stream_not_found", False)
        with self.assertRaises(KeyError):
            with self.stream.appender() as appender:
                appender.append(1)
                raise KeyError("mine")


class ConsumingTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.group = self.client.group("s", "g")

    def test_events_are_decoded(self) -> None:
        opaque = event_fields(2, content_type="image/png", payload_base64="AP8=", key_base64="/w==", attempt=2, receipt="r")
        del opaque["key"], opaque["payload"]
        self.script(ok({"events": [event_fields(1), opaque]}))
        first, second = self.group.claim(limit=2, max_bytes=1000, lease=1.5, worker="w", shards=[0, 1])
        self.assertEqual(("id-1", "key-1", {"n": 1}, 0, None), (first.id, first.key, first.payload, first.attempt, first.receipt))
        self.assertEqual(datetime(2015, 9, 12, 0, 46, 58, 771000, timezone.utc), first.time)
        self.assertEqual(123456, first.append_time.microsecond)
        self.assertEqual((b"\xff", b"\x00\xff", 2, "r"), (second.key, second.payload, second.attempt, second.receipt))
        self.assertEqual(
            {"limit": 2, "max_bytes": 1000, "wait": "0s", "lease": "1500ms", "worker": "w", "shards": [0, 1]}, self.server.asked[0].json()
        )

    def test_receipts_are_told_in_every_form(self) -> None:
        self.server.otherwise = all_ok
        self.script(ok({"events": [event_fields(1, receipt="r1", attempt=1)]}))
        event = self.group.claim()[0]
        self.assertEqual([messina.Result("r1", "ok")], self.group.ack(event, [messina.Output("out", {"a": 1}, key="k")]))
        self.group.ack([event, "r2", messina.Ack("r3", [messina.Output("out", b"\x00")])])
        self.group.nack(event, delay=5, error="why", dead=True)
        self.group.extend([event], lease="60s")
        self.group.release(event)
        self.assertEqual(
            [
                {"receipts": [{"receipt": "r1", "outputs": [{"stream": "out", "key": "k", "payload": {"a": 1}}]}]},
                {"receipts": ["r1", "r2", {"receipt": "r3", "outputs": [{"stream": "out", "payload_base64": "AA=="}]}]},
                {"receipts": ["r1"], "error": "why", "dead": True, "delay": "5s"},
                {"receipts": ["r1"], "lease": "60s"},
                {"receipts": ["r1"]},
            ],
            [asked.json() for asked in self.server.asked[1:]],
        )

    def test_many_receipts_are_sent_in_several_requests_and_answered_in_order(self) -> None:
        self.server.otherwise = all_ok
        receipts = [f"r{number}" for number in range(messina.REQUEST_EVENTS_MAX + 1)]
        self.assertEqual(receipts, [result.receipt for result in self.group.ack(receipts)])
        self.assertEqual(2, len(self.server.asked))

    def test_follow_commits_what_was_consumed(self) -> None:
        batches = [ok({"events": [event_fields(n) for n in ns], "next": f"1.{ns[-1] + 1}", "run": 3}) for ns in ([0, 1], [2, 3, 4])]
        self.script(batches[0], nothing, batches[1], nothing)
        following = self.group.follow(0, wait="1s")
        self.assertEqual(["id-0", "id-1", "id-2", "id-3"], [next(following).id for _ in range(4)])
        following.close()  # type: ignore[attr-defined]
        committed = [asked.json() for asked in self.server.asked if asked.path.endswith("/commit")]
        self.assertEqual([{"position": "1.2", "run": 3}, {"position": "1.3", "run": 3}], committed)

    def test_dead_letters_are_read_page_by_page(self) -> None:
        def page(numbers: List[int], after: Optional[str]) -> Answer:
            letters = [event_fields(n, cause="rejected", attempts=1, errors=[{"attempt": 1, "error": "e"}]) for n in numbers]
            return ok({"dead_letters": letters, "next": after})

        self.script(page([1, 2], "id-2"), page([3], None))
        self.assertEqual(["id-1", "id-2", "id-3"], [letter.event.id for letter in self.group.dead_letters()])
        self.assertIn("after=id-2", self.server.asked[1].path)


class TailTest(SmallServerTest):
    @staticmethod
    def streaming(*pieces: bytes, cut: bool = False) -> Answer:
        """Sends the pieces as chunks; a cut breaks the connection instead of ending the body."""

        def answer(connection: Connection, asked: Asked) -> None:
            connection.send_response(200)
            connection.send_header("Content-Type", "text/event-stream")
            connection.send_header("Transfer-Encoding", "chunked")
            connection.end_headers()
            for piece in pieces:
                connection.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            if cut:
                hang_up(connection, asked)
            else:
                connection.wfile.write(b"0\r\n\r\n")

        return answer

    @staticmethod
    def sse(number: int) -> bytes:
        return b"id: id-%d\nevent: event\ndata: %s\n\n" % (number, json.dumps(event_fields(number)).encode())

    def test_heartbeats_other_types_and_odd_pieces_are_understood(self) -> None:
        whole = b": heartbeat\n\nevent: other\ndata: {}\n\n" + self.sse(1) + b": heartbeat\r\n\r\n" + self.sse(2)
        self.script(self.streaming(*[whole[start : start + 7] for start in range(0, len(whole), 7)]))
        tail = self.client.stream("s").tail(from_="latest")
        self.assertEqual(["id-1", "id-2"], [next(tail).id, next(tail).id])
        self.assertEqual("text/event-stream", self.server.asked[0].headers["Accept"])
        self.assertIn("from=latest", self.server.asked[0].path)
        tail.close()  # type: ignore[attr-defined]

    def test_data_of_several_lines_is_joined(self) -> None:
        lines = [b"data: a\n", b"data:b\n", b"\n", b"data: c\r\n", b"\r\n", b"data: cut"]
        self.assertEqual(["a\nb", "c"], list(_streams._sse_data(lines)))

    def test_a_shard_goes_on_where_it_broke(self) -> None:
        self.script(
            ok({"events": [], "next": "1.1"}),
            self.streaming(cut=True),
            self.streaming(self.sse(1), self.sse(2), cut=True),
            problem(503, "unavailable", True),
            self.streaming(self.sse(2), self.sse(3)),
        )
        tail = self.client.stream("s").tail(shard=0)
        self.assertEqual(["id-1", "id-2", "id-3"], [next(tail).id for _ in range(3)])
        froms = [asked.path.partition("from=")[2] for asked in self.server.asked]
        self.assertEqual(["latest&limit=1", "1.1", "1.1", "1.2", "1.2"], froms)
        tail.close()  # type: ignore[attr-defined]

    def test_all_shards_cannot_go_on_and_say_so(self) -> None:
        self.script(self.streaming(self.sse(1), cut=True))
        tail = self.client.stream("s").tail()
        next(tail)
        with self.assertRaises(messina.Unavailable):
            next(tail)

    def test_a_stream_that_is_not_there_is_not_found(self) -> None:
        self.script(problem(404, "stream_not_found", False))
        with self.assertRaises(messina.NotFound):
            next(self.client.stream("s").tail())


class Answered:
    """Takes what an answer says, instead of a connection."""

    def say(self, status: int, body: bytes, headers: Dict[str, str]) -> None:
        self.status = status
        self.body = body
        self.headers = headers


class WorkerServerTest(SmallServerTest):
    """The server answers by path, and stops the worker once there are no batches left."""

    def setUp(self) -> None:
        super().setUp()
        self.batches: List[List[int]] = []
        self.stopping = False
        self.may_stop: Callable[[], bool] = lambda: True
        self.server.otherwise = self.answer
        self.broken: Dict[str, Answer] = {}
        self.more: Dict[int, Dict[str, Any]] = {}

    def answer(self, connection: Connection, asked: Asked) -> None:
        action = asked.path.rsplit("/", 1)[1]
        if asked.method == "GET":
            self.server.asked.remove(asked)  # whether the group is there
            ok({"name": "g"})(connection, asked)
        elif action in self.broken:
            self.broken.pop(action)(connection, asked)
        elif action == "claim":
            self.answer_claim(connection, asked)
        else:
            all_ok(connection, asked)

    def answer_claim(self, connection: Connection, asked: Asked) -> None:
        """The acknowledgements of a claim are answered as if they came alone."""
        acks = asked.json().get("ack", [])
        results: Any = Answered()
        alone = Asked("POST", asked.path, asked.headers, json.dumps({"receipts": acks}).encode(), asked.connection)
        (self.broken.pop("ack", all_ok) if acks else all_ok)(results, alone)
        if results.status != 200:
            connection.say(results.status, results.body, results.headers)
            return
        if not self.batches and not acks:
            until("the worker may stop", self.may_stop)
            self.stopping = True
        numbers = self.batches.pop(0) if self.batches else []
        events = [event_fields(n, receipt=f"r{n}", attempt=1, **self.more.get(n, {})) for n in numbers]
        ok({"events": events, **json.loads(results.body)})(connection, asked)

    def bodies(self, action: str) -> List[Any]:
        """What was asked, in order; acknowledgements also of claims."""
        bodies = [(asked.path.rsplit("/", 1)[1], asked.json()) for asked in self.server.asked]
        if action == "ack":
            return [{"receipts": body.get("ack") or body["receipts"]} for by, body in bodies if by == "ack" or "ack" in body]
        return [body for by, body in bodies if by == action]

    def nacks(self) -> List[Any]:
        return [entry for body in self.bodies("nack") for entry in body["receipts"]]


class WorkerLoopTest(WorkerServerTest):
    """The loop of one process, run in this one."""

    def work(
        self,
        handler: messina.Handler,
        lease: float = 30.0,
        outputs: Optional[str] = None,
        handling_max: float = 3600.0,
        batch: int = 100,
        wait: float = 0.0,
    ) -> None:
        work = _work.Work(
            self.server.url, "s", "g", handler, None, batch, lease, outputs, wait, 30.0, handling_max
        )
        _loop.WorkerLoop(work, lambda: self.stopping).run()

    @staticmethod
    def sent_by_the_loop_only() -> ContextManager[Any]:
        """Nothing is sent while a handler is at work, however long that takes."""
        return mock.patch.object(_leases, "_SETTLE_EVERY_SECONDS", 3_600)

    def test_what_is_handled_is_acknowledged_with_outputs(self) -> None:
        self.batches = [[1, 2, 3]]
        returned: Dict[int, Any] = {1: None, 2: {"score": 1}, 3: [messina.Output("other", 1), {"score": 2}]}
        self.work(lambda event: returned[event.payload["n"]], outputs="scores")
        self.assertEqual(
            [
                "r1",
                {"receipt": "r2", "outputs": [{"stream": "scores", "key": "key-2", "payload": {"score": 1}}]},
                {
                    "receipt": "r3",
                    "outputs": [{"stream": "other", "payload": 1}, {"stream": "scores", "key": "key-3", "payload": {"score": 2}}],
                },
            ],
            [entry for body in self.bodies("ack") for entry in body["receipts"]],
        )

    def test_what_fails_is_given_back_with_its_text_and_what_is_rejected_is_dead(self) -> None:
        def handle(event: messina.Event) -> Any:
            if event.payload["n"] == 1:
                raise KeyError("user")
            if event.payload["n"] == 2:
                raise messina.Reject("no such page")
            return {"but": "nobody said where to"}

        self.batches = [[1, 2, 3]]
        self.work(handle)
        nacks = self.nacks()
        self.assertEqual({"receipt": "r1", "error": "KeyError: 'user'"}, nacks[0])
        self.assertEqual({"receipt": "r2", "error": "no such page", "dead": True}, nacks[1])
        self.assertIn("TypeError", nacks[2]["error"])
        self.assertEqual([], self.bodies("ack"))

    def test_a_stop_finishes_the_event_in_hand_and_releases_the_rest(self) -> None:
        def handle(event: messina.Event) -> None:
            self.stopping = event.payload["n"] == 2

        self.batches = [[1, 2, 3, 4]]
        self.work(handle)
        self.assertEqual(["r1", "r2"], [entry for body in self.bodies("ack") for entry in body["receipts"]])
        self.assertEqual([{"receipts": ["r3", "r4"]}], self.bodies("release"))

    def test_leases_are_extended_and_outcomes_sent_while_a_handler_is_at_work(self) -> None:
        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 2:
                until("r1 is acknowledged", lambda: any("r1" in body["receipts"] for body in self.bodies("ack")))
                until("r2 is extended", lambda: any("r2" in body["receipts"] for body in self.bodies("extend")))

        self.batches = [[1, 2]]
        self.work(handle, lease=1.0)
        self.assertEqual("1s", self.bodies("extend")[0]["lease"])

    def test_an_event_whose_lease_was_lost_is_not_handled(self) -> None:
        handled = []

        def handle(event: messina.Event) -> None:
            handled.append(event.payload["n"])
            until("leases are extended", lambda: "extend" not in self.broken)
            # The next extension comes after the answer to the first was read.
            until("extended again", lambda: len(self.bodies("extend")) > 1)

        self.broken["extend"] = ok({"results": [{"receipt": "r1", "status": "ok"}, {"receipt": "r2", "status": "stale"}]})
        self.batches = [[1, 2]]
        self.work(handle, lease=1.0)
        self.assertEqual([1], handled)

    def test_acknowledgements_outlive_an_outage_and_nothing_is_handled_twice(self) -> None:
        handled: "Counter[int]" = Counter()

        def handle(event: messina.Event) -> None:
            handled[event.payload["n"]] += 1

        outage = iter([problem(503, "unavailable", True)] * 3)

        def break_acks(connection: Connection, asked: Asked) -> None:
            following = next(outage, None)
            if following is None:
                all_ok(connection, asked)
            else:
                self.broken["ack"] = break_acks
                following(connection, asked)

        self.broken["ack"] = break_acks
        self.batches = [[1, 2]]
        with self.assertLogs("messina", "WARNING"):
            self.work(handle)
        self.assertEqual({1: 1, 2: 1}, dict(handled))
        self.assertEqual(4, len(self.bodies("ack")))

    def test_an_output_that_the_server_refuses_fails_its_event_alone(self) -> None:
        def refuse_r2(connection: Connection, asked: Asked) -> None:
            self.broken["ack"] = refuse_r2
            refused = any(entry != "r1" and entry["receipt"] == "r2" for entry in asked.json()["receipts"])
            (problem(413, "too_large", False) if refused else all_ok)(connection, asked)

        self.broken["ack"] = refuse_r2
        self.batches = [[1, 2]]
        self.work(lambda event: None if event.payload["n"] == 1 else messina.Output("out", 1))
        self.assertIn(["r1"], [body["receipts"] for body in self.bodies("ack")])
        self.assertEqual(["r2"], [nack["receipt"] for nack in self.nacks()])
        self.assertIn("too_large", self.nacks()[0]["error"])

    def test_an_event_whose_output_is_refused_fails_with_the_reason(self) -> None:
        refused = {"receipt": "r1", "status": "refused", "detail": "against the schema"}
        self.broken["ack"] = ok({"results": [refused, {"receipt": "r2", "status": "ok"}]})
        self.batches = [[1, 2]]
        self.work(lambda event: messina.Output("out", 1))
        self.assertEqual(["r1"], [nack["receipt"] for nack in self.nacks()])
        self.assertIn("against the schema", self.nacks()[0]["error"])

    def test_an_outcome_in_doubt_is_sent_again_while_its_lease_runs(self) -> None:
        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 2:
                raise KeyError("no")

        self.broken["ack"] = ok({"results": [{"receipt": "r1", "status": "retry"}]})
        self.broken["nack"] = ok({"results": [{"receipt": "r2", "status": "retry"}]})
        self.batches = [[1, 2]]
        self.work(handle)
        self.assertEqual([["r1"], ["r1"]], [body["receipts"] for body in self.bodies("ack")])
        self.assertEqual(["r2", "r2"], [nack["receipt"] for nack in self.nacks()])

    def test_nothing_is_claimed_while_an_acknowledgement_is_in_doubt(self) -> None:
        doubts = 3

        def doubtful(connection: Connection, asked: Asked) -> None:
            nonlocal doubts
            doubts -= 1
            if doubts > 0:
                self.broken["ack"] = doubtful
            ok({"results": [{"receipt": "r1", "status": "retry"}]})(connection, asked)

        self.broken["ack"] = doubtful
        self.batches = [[1], [2]]
        with self.sent_by_the_loop_only():
            self.work(lambda event: None)
        actions = [asked.path.rsplit("/", 1)[1] for asked in self.server.asked]
        self.assertEqual(["claim", "claim", "ack", "ack", "ack", "claim"], actions)

    def test_a_stream_that_is_gone_is_not_asked_for_each_acknowledgement(self) -> None:
        gone = problem(404, "stream_not_found", False)
        answer = self.server.otherwise

        def after_the_batch(connection: Connection, asked: Asked) -> None:
            (answer if self.batches else gone)(connection, asked)

        self.server.otherwise = after_the_batch
        self.batches = [[1, 2, 3, 4]]

        def handle(event: messina.Event) -> None:
            self.batches.clear()

        with self.sent_by_the_loop_only(), self.assertRaises(messina.NotFound):
            self.work(handle)
        self.assertEqual(1, len([asked for asked in self.server.asked if asked.path.endswith("/ack")]))

    def test_an_outcome_in_doubt_is_given_up_with_its_lease(self) -> None:
        def doubtful(action: str) -> Answer:
            def answer(connection: Connection, asked: Asked) -> None:
                self.broken[action] = answer
                ok({"results": [{"receipt": "r1", "status": "retry"}]})(connection, asked)

            return answer

        self.broken = {action: doubtful(action) for action in ("ack", "extend")}
        self.more[1] = {"lease_remaining_ms": 700}
        self.batches = [[1]]
        with self.assertLogs("messina", "WARNING") as logs:
            self.may_stop = lambda: "too late" in "".join(logs.output)
            self.work(lambda event: None, lease=1.0)
        self.assertIn("too late", "".join(logs.output))
        self.assertGreater(len(self.bodies("ack")), 1)

    def test_an_event_whose_extension_is_in_doubt_is_handled(self) -> None:
        handled = []

        def handle(event: messina.Event) -> None:
            handled.append(event.payload["n"])
            if event.payload["n"] == 1:
                until("extended twice", lambda: len(self.bodies("extend")) > 1)

        self.broken["extend"] = ok({"results": [{"receipt": f"r{n}", "status": "retry"} for n in (1, 2)]})
        self.batches = [[1, 2]]
        self.work(handle, lease=3.0)
        self.assertEqual([1, 2], handled)

    def test_an_event_whose_lease_is_about_to_end_is_given_back_unbegun(self) -> None:
        handled = []
        self.more[2] = {"lease_remaining_ms": 0}
        self.broken["extend"] = problem(503, "unavailable", True)
        self.batches = [[2, 1]]
        self.work(lambda event: handled.append(event.payload["n"]))
        self.assertEqual([1], handled)
        self.assertEqual([{"receipts": ["r2"]}], self.bodies("release"))

    def test_an_acknowledgement_without_answer_does_not_hold_extensions_up(self) -> None:
        extended = threading.Event()

        def silent(connection: Connection, asked: Asked) -> None:
            extended.wait(DEADLINE_SECONDS)
            all_ok(connection, asked)

        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 2:
                until("r1's acknowledgement is under way", lambda: len(self.bodies("ack")) > 0)
                until("r2 is extended", lambda: any("r2" in body["receipts"] for body in self.bodies("extend")))
                extended.set()

        self.broken["ack"] = silent
        self.batches = [[1, 2]]
        self.work(handle, lease=1.0)
        self.assertTrue(extended.is_set())

    def test_a_suspect_is_handled_with_nothing_else_in_hand(self) -> None:
        self.more = {2: {"suspect": True}, 3: {"suspect": True}}
        self.batches = [[2, 1, 3]]
        order: List[int] = []
        self.work(lambda event: order.append(event.payload["n"]))
        self.assertEqual([1, 2], order)
        asked = [(asked.path.rsplit("/", 1)[1], asked.json().get("receipts")) for asked in self.server.asked]
        self.assertLess(asked.index(("release", ["r3"])), asked.index(("ack", ["r2"])))
        self.assertLess(asked.index(("ack", ["r1"])), asked.index(("ack", ["r2"])))
        self.assertEqual([100, 1], [body["limit"] for body in self.bodies("claim")])

    def test_a_handler_that_takes_too_long_ends_its_process_and_gives_the_events_back(self) -> None:
        ended = threading.Event()
        codes: List[int] = []

        def end(code: int) -> None:
            codes.append(code)
            ended.set()

        self.batches = [[1, 2]]
        with mock.patch.object(_leases, "_end_process", end), self.assertLogs("messina", "ERROR"):
            self.work(lambda event: ended.wait(DEADLINE_SECONDS) and None, handling_max=0.3)
        self.assertEqual({_leases.EXIT_OVERDUE}, set(codes))
        self.assertIn("longer than 0.3 s", self.nacks()[0]["error"])
        self.assertEqual([["r2"]], [body["receipts"] for body in self.bodies("release")][:1])

    def test_the_acknowledgements_of_a_batch_go_with_the_next_claim_which_does_not_wait(self) -> None:
        self.batches = [[1, 2], [3]]
        with self.sent_by_the_loop_only():
            self.work(lambda event: None, wait=0.05)
        self.assertEqual({"claim"}, {asked.path.rsplit("/", 1)[1] for asked in self.server.asked})
        claims = [(body.get("ack"), body["wait"]) for body in self.bodies("claim")]
        self.assertEqual([(None, "50ms"), (["r1", "r2"], "0s"), (["r3"], "0s"), (None, "50ms")], claims)

    def test_acknowledgements_whose_claim_got_no_answer_are_sent_again(self) -> None:
        self.batches = [[1], [2]]
        self.broken["ack"] = problem(503, "unknown_outcome", True)
        with self.assertLogs("messina", "WARNING"):
            self.work(lambda event: None)
        self.assertEqual(["r1", "r1", "r2"], [receipt for body in self.bodies("ack") for receipt in body["receipts"]])

    def test_failures_are_told_before_the_next_claim_and_what_is_done_with_it(self) -> None:
        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 1:
                raise KeyError("no")

        self.batches = [[1, 2]]
        with self.sent_by_the_loop_only():
            self.work(handle)
        self.assertEqual(["claim", "nack", "claim", "claim"], [asked.path.rsplit("/", 1)[1] for asked in self.server.asked])
        self.assertEqual([{"receipts": ["r2"]}], self.bodies("ack"))

    def test_what_json_cannot_say_fails_its_event_alone(self) -> None:
        self.batches = [[1, 2]]
        self.work(lambda event: messina.Output("out", object() if event.payload["n"] == 1 else 1))
        self.assertIn("expected: what JSON can say", self.nacks()[0]["error"])
        self.assertEqual(["r2"], [entry["receipt"] for body in self.bodies("ack") for entry in body["receipts"]])

    def test_a_claim_takes_as_many_acknowledgements_as_a_request_holds(self) -> None:
        leases = _leases.Leases(_work.Work(self.server.url, "s", "g", print, None, 100, 30.0, None, 0.0, 30.0))
        events = [_wire.read_event(event_fields(n, receipt=f"r{n}")) for n in range(4)]
        leases.hold(events, time.monotonic())
        for event, size in zip(events, [1, messina.REQUEST_BYTES_MAX // 2, messina.REQUEST_BYTES_MAX, 1]):
            leases.settle(_work.Outcome(event, size=size))
        taken = [[outcome.event.receipt for outcome in leases.take_done()] for _ in range(4)]
        self.assertEqual([["r0", "r1"], ["r2"], ["r3"], []], taken)

    def test_many_different_failures_are_told_in_few_requests(self) -> None:
        def fail(event: messina.Event) -> None:
            raise KeyError(event.payload["n"])

        self.batches = [list(range(10_000))]
        self.work(fail, batch=10_000)
        self.assertLess(len(self.bodies("nack")), 100)
        self.assertEqual({f"KeyError: {n}" for n in range(10_000)}, {nack["error"] for nack in self.nacks()})

    def test_many_refused_outputs_are_told_in_few_requests(self) -> None:
        def refuse(connection: Connection, asked: Asked) -> None:
            self.broken["ack"] = refuse
            receipts = [entry["receipt"] for entry in asked.json()["receipts"]]
            ok({"results": [{"receipt": r, "status": "refused", "detail": "no " + r} for r in receipts]})(connection, asked)

        self.broken["ack"] = refuse
        self.batches = [list(range(2_000))]
        self.work(lambda event: messina.Output("out", 1), batch=2_000)
        self.assertLess(len(self.bodies("nack")), 50)
        self.assertEqual({f"acknowledging failed: no r{n}" for n in range(2_000)}, {nack["error"] for nack in self.nacks()})

    def test_a_failure_that_is_refused_takes_no_other_along(self) -> None:
        def fail(event: messina.Event) -> None:
            raise KeyError(f"\udc80 {event.payload['n']}")

        def refuse_r2(connection: Connection, asked: Asked) -> None:
            self.broken["nack"] = refuse_r2
            refused = any(entry["receipt"] == "r2" for entry in asked.json()["receipts"])
            (problem(400, "bad_request", False) if refused else all_ok)(connection, asked)

        self.broken["nack"] = refuse_r2
        self.batches = [[1, 2, 3]]
        with self.assertLogs("messina", "WARNING"):
            self.work(fail)
        told = [[entry["receipt"] for entry in body["receipts"]] for body in self.bodies("nack")]
        self.assertEqual(["r1", "r2", "r3"], [receipts[0] for receipts in told if len(receipts) == 1])

    def test_a_nack_is_none_of_an_acknowledgement(self) -> None:
        event = _wire.read_event(event_fields(1, receipt="r1"))
        group = self.client.group("s", "g")
        for wrong in (lambda: group.ack([messina.Nack(event)]), lambda: group.ack_and_claim([messina.Nack(event)])):  # type: ignore[list-item]
            with self.assertRaisesRegex(TypeError, "a Nack only where events failed"):
                wrong()
        self.server.otherwise = all_ok
        group.nack([messina.Nack(event, dead=False)], dead=True)
        self.assertEqual([{"receipt": "r1", "dead": False}], self.server.asked[-1].json()["receipts"])

    def test_a_claim_that_fails_is_tried_again(self) -> None:
        self.broken["claim"] = problem(503, "shutting_down", True)
        self.batches = [[1]]
        with self.assertLogs("messina", "WARNING"):
            self.work(lambda event: None)
        self.assertEqual(1, len(self.bodies("ack")))


class InThisProcessTest(WorkerServerTest):
    def work(self, handler: messina.Handler, **options: Any) -> None:
        stop: Any = mock.Mock(is_set=lambda: self.stopping)
        messina.worker(self.server.url, "s", "g", handler, processes=0, wait=0, stop=stop, **options)

    def test_a_closure_handles_events_in_this_thread(self) -> None:
        handled: List[Tuple[int, int]] = []
        self.batches = [[1, 2], [3]]
        self.work(lambda event: handled.append((event.payload["n"], threading.get_ident())))
        self.assertEqual([(n, threading.get_ident()) for n in (1, 2, 3)], handled)
        self.assertEqual(["r1", "r2", "r3"], [receipt for body in self.bodies("ack") for receipt in body["receipts"]])

    def test_what_a_handler_returns_that_takes_too_long_counts_no_more(self) -> None:
        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 1:
                until("r2 is released", lambda: len(self.bodies("release")) > 0)

        self.batches = [[1, 2], [3]]
        with self.assertLogs("messina", "ERROR"):
            self.work(handle, handling_max=0.3)
        self.assertIn("longer than 0.3 s", self.nacks()[0]["error"])
        self.assertEqual([["r2"]], [body["receipts"] for body in self.bodies("release")])
        self.assertEqual([["r3"]], [body["receipts"] for body in self.bodies("ack")])

    def test_an_interrupted_handler_leaves_nothing_leased(self) -> None:
        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 2:
                signal.raise_signal(signal.SIGINT)  # stops the worker
                signal.raise_signal(signal.SIGINT)

        self.batches = [[1, 2, 3]]
        with self.assertRaises(KeyboardInterrupt):
            self.work(handle)
        self.assertEqual([["r1"]], [body["receipts"] for body in self.bodies("ack")])
        self.assertEqual([["r2", "r3"]], [sorted(body["receipts"]) for body in self.bodies("release")])

    def test_a_group_that_is_not_there_is_not_found(self) -> None:
        self.server.otherwise = problem(404, "group_not_found", False)
        with self.assertRaises(messina.NotFound):
            self.work(lambda event: None)


class SupervisorTest(SmallServerTest):
    def test_a_group_that_is_deleted_ends_the_worker(self) -> None:
        self.script(ok({"name": "g"}))
        self.server.otherwise = problem(404, "group_not_found", False)
        with self.assertRaises(messina.NotFound):
            messina.worker(self.server.url, "s", "g", print, wait=0)
        self.assertEqual(["GET", "POST"], [asked.method for asked in self.server.asked])


# ------------------------------------------------------------------------------------------------------ integration tests


if __name__ == "__main__":
    unittest.main()
