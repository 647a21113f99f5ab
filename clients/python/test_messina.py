"""Tests of the Python client: python3 -m unittest, in this folder.

What the client does by itself is tested against a small server, whose answers each test says: here errors, answers and lists, and the rest in
the files beside it. What client and server do together is tested in those that end with on_server, against the server whose base URL is
in the environment variable MESSINA_URL.
"""

from __future__ import annotations

import json
import time
import unittest
from datetime import datetime
from typing import Any, Callable, Dict, Iterator, List, Set, Tuple
from urllib.request import urlopen

from small_server import URL, SmallServerTest, ok, problem

import messina


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


class Samples:
    """Answers made of the schemas that the server describes, with all fields but those that are left out."""

    TEXTS = {"time": "2015-09-12T00:46:58.771Z", "position": "1.7", "key_base64": "AAE=", "payload_base64": "AAI="}

    def __init__(self, *left_out: str) -> None:
        self.left_out = left_out
        with urlopen(f"{URL}/openapi") as description:
            self.schemas = json.load(description)["components"]["schemas"]

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


@unittest.skipUnless(URL, "MESSINA_URL is not set: the server describes its answers")
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


class ListsTest(SmallServerTest):
    def test_a_list_is_read_page_by_page(self) -> None:
        self.script(ok({"streams": [{"name": "a"}], "next": "a"}), ok({"streams": [{"name": "b c"}], "next": "b c"}), ok({"streams": []}))
        self.assertEqual([{"name": "a"}, {"name": "b c"}], self.client.streams())
        self.assertEqual(["/v1/streams", "/v1/streams?after=a", "/v1/streams?after=b+c"], [asked.path for asked in self.server.asked])


if __name__ == "__main__":
    unittest.main()
