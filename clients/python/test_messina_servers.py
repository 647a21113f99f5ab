"""Several servers in the Python client: which of them is asked, and what is sent to another one."""

from __future__ import annotations

import json
import threading
import unittest
from typing import Any, Dict, List

from small_server import Answer, SmallServer, SmallServerTest, event_fields, hang_up, nothing, ok, problem, stored

import messina
from messina._servers import Servers

A, B, C = "http://a:8420", "http://b:8420/base", "https://c"


def sse(*events: Dict[str, Any]) -> Answer:
    body = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)
    return lambda connection, asked: connection.say(200, body, {"Content-Type": "text/event-stream"})


class ServersTest(unittest.TestCase):
    def setUp(self) -> None:
        self.servers = Servers([A + "/", B + "//", C])

    def preferred(self) -> str:
        return self.servers.preferred().url

    def have_failed(self, *urls: str) -> None:
        for url in urls:
            self.servers.failed(next(server for server in self.servers.in_order() if server.url == url))

    def answer(self, url: str) -> None:
        self.servers.answered(next(server for server in self.servers.in_order() if server.url == url))

    def test_the_first_is_asked_until_it_fails_then_the_next(self) -> None:
        self.answer(A)
        self.assertEqual(A, self.preferred())
        self.have_failed(A)
        self.assertEqual(B, self.preferred())
        self.answer(A)
        self.assertEqual(B, self.preferred())

    def test_a_late_failure_of_another_one_changes_nothing(self) -> None:
        self.have_failed(A, A, C)
        self.assertEqual(B, self.preferred())

    def test_the_one_that_has_not_failed_for_longest_is_next(self) -> None:
        self.have_failed(C, A, B)
        self.assertEqual(C, self.preferred())
        self.answer(B)
        self.have_failed(C)
        self.assertEqual(B, self.preferred())

    def test_a_single_one_stays_whatever_happens(self) -> None:
        single = Servers(A)
        single.failed(single.preferred())
        self.assertEqual((A, None), (single.preferred().url, single.other_than([single.preferred()])))

    def test_several_may_stand_in_one_text(self) -> None:
        servers = Servers(f" {A}/,{B}, {C} ")
        self.assertEqual([A, B, C], [server.url for server in servers.in_order()])
        self.assertEqual([443, True, ""], [(last := servers.in_order()[2]).port, last.secure, last.prefix])

    def test_what_is_wrong_with_urls_is_one_sentence(self) -> None:
        for wrong in ([], (), "", A + ",", [A, ""], "http://a,ftp://b", [A + "?query"], [A, "http://A:8420/"], "http://a,http://a:80"):
            with self.assertRaisesRegex(ValueError, r"^url: .*\(expected: ") as raised:
                Servers(wrong)
            self.assertNotIn("\n", str(raised.exception))
        with self.assertRaisesRegex(ValueError, r"^url: 'http://A:8420/' twice \(expected: each server once\)$"):
            Servers([A, "http://A:8420/"])
        for not_text in (None, 5, [A, None], {A: B}):
            with self.assertRaisesRegex(TypeError, r"^url: .*\(expected: "):
                Servers(not_text)  # type: ignore[arg-type]


class SeveralServersTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.second = SmallServer()
        self.addCleanup(self.second.server_close)
        self.addCleanup(self.second.shutdown)
        self.client = self.new_client()

    def new_client(self, **options: Any) -> messina.Client:
        second = getattr(self, "second", self.server).url + "/base/"
        client = messina.Client([self.server.url, second], **options)
        client._http.pause = self.pauses.append
        self.addCleanup(client.close)
        return client

    def stop_first(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def asked(self) -> List[int]:
        return [len(self.server.asked), len(self.second.asked)]

    def test_the_first_that_answers_is_asked_from_then_on(self) -> None:
        self.stop_first()
        self.second.otherwise = ok({"streams": []})
        for _ in range(2):
            self.assertEqual([], self.client.streams())
        self.assertEqual(["/base/v1/streams"] * 2, [asked.path for asked in self.second.asked])
        self.assertEqual(1, len({asked.connection for asked in self.second.asked}))
        self.assertEqual(([], self.second.url + "/base"), (self.pauses, self.client.url))

    def test_an_append_whose_connection_breaks_is_sent_to_the_next_with_the_same_key_and_body(self) -> None:
        self.script(hang_up)
        self.second.script = [stored]
        self.assertEqual(["1"], self.client.stream("s").append(1).ids)
        lost, again = self.server.asked[0], self.second.asked[0]
        self.assertEqual(lost.headers["Idempotency-Key"], again.headers["Idempotency-Key"])
        self.assertEqual((lost.body, []), (again.body, self.pauses))

    def test_a_numbered_batch_is_sent_to_the_next(self) -> None:
        self.script(hang_up)
        self.second.script = [stored]
        self.client.stream("s").append([1, 2], source="me", batch=7)
        headers = self.second.asked[0].headers
        self.assertEqual(("me", "7"), (headers["Messina-Source"], headers["Messina-Batch"]))

    def test_a_claim_that_may_have_been_done_is_not_repeated_but_the_next_one_is_sent_elsewhere(self) -> None:
        group = self.client.group("s", "g")
        self.script(hang_up)
        with self.assertRaises(messina.UnknownOutcome):
            group.claim()
        self.second.script = [ok({"events": []})]
        self.assertEqual([], group.claim())
        self.assertEqual(([1, 1], []), (self.asked(), self.pauses))

    def test_a_server_that_stops_or_is_not_ready_is_followed_by_the_next(self) -> None:
        self.second.otherwise = ok({"events": []})
        for code in ("shutting_down", "unavailable", "owner_unreachable"):
            self.script(problem(503, code, True, {"Retry-After": "100"}))
            self.assertEqual([], self.new_client().group("s", "g").claim())
        self.assertEqual(([3, 3], []), (self.asked(), self.pauses))

    def test_what_may_be_done_in_part_is_sent_to_the_next_only_where_none_was_connected(self) -> None:
        group = self.client.group("s", "g")
        self.script(problem(503, "shutting_down", True))
        with self.assertRaises(messina.Unavailable):
            group.purge()
        self.assertEqual([1, 0], self.asked())
        self.stop_first()
        self.second.otherwise = nothing
        self.new_client().group("s", "g").purge()
        self.assertEqual([1, 1], self.asked())

    def test_a_busy_server_is_not_left(self) -> None:
        self.script(problem(429, "overloaded", True), stored)
        self.client.stream("s").append(1)
        self.assertEqual(([2, 0], 1), (self.asked(), len(self.pauses)))

    def test_after_all_have_failed_the_usual_pause_begins(self) -> None:
        self.script(hang_up, problem(503, "unavailable", True), stored)
        self.second.script = [problem(503, "unavailable", True), hang_up]
        self.client.stream("s").append(1)
        self.assertEqual(([3, 2], 2), (self.asked(), len(self.pauses)))

    def test_the_error_of_all_names_each_with_its_cause(self) -> None:
        self.stop_first()
        self.second.otherwise = problem(503, "shutting_down", True)
        with self.assertRaises(messina.Unavailable) as raised:
            self.new_client(retries=1).group("s", "g").claim()
        text = str(raised.exception)
        self.assertRegex(text, rf"^all servers failed: {self.server.url} \(POST .* cannot be reached: .*\(unreachable\)\), ")
        self.assertRegex(text, rf", {self.second.url}/base \(POST .*: why \(shutting_down\)\) \(shutting_down\)$")
        self.assertEqual(([0, 2], 1), (self.asked(), len(self.pauses)))

    def test_the_error_of_all_is_in_doubt_if_one_did_not_answer(self) -> None:
        self.script(hang_up)
        self.server.otherwise = self.second.otherwise = problem(503, "unavailable", True)
        with self.assertRaises(messina.UnknownOutcome) as raised:
            self.new_client(retries=1).stream("s").append(1)
        self.assertEqual("no_answer", raised.exception.code)

    def test_a_client_that_repeats_nothing_asks_the_next_only_where_nothing_was_done(self) -> None:
        stream = self.new_client(retries=0).stream("s")
        self.script(hang_up)
        with self.assertRaises(messina.UnknownOutcome):
            stream.append(1)
        self.second.script = [problem(503, "shutting_down", True)]
        self.script(stored)
        stream.append(1)
        self.assertEqual([2, 1], self.asked())

    def test_it_is_ready_if_one_is(self) -> None:
        self.stop_first()
        self.assertTrue(self.client.is_ready())
        self.second.otherwise = problem(503, "unavailable", True)
        self.assertFalse(self.client.is_ready())

    def test_a_tail_with_a_place_goes_on_at_the_next_at_once(self) -> None:
        self.script(sse(event_fields(1), event_fields(2)), problem(503, "shutting_down", True))
        self.second.script = [sse(event_fields(2), event_fields(3))]
        tail = self.client.stream("s").tail(shard=0, from_="earliest")
        self.assertEqual(["id-1", "id-2", "id-3"], [next(tail).id for _ in range(3)])
        self.assertIn("from=1.2", self.second.asked[0].path)
        self.assertEqual([], self.pauses)
        tail.close()  # type: ignore[attr-defined]

    def test_a_worker_goes_over_to_the_next(self) -> None:
        claim: Answer = ok({"events": [dict(event_fields(1), receipt="r1", attempt=1)]})
        stop = threading.Event()
        handled: List[str] = []

        def handle(event: messina.Event) -> None:
            handled.append(event.id)

        def acknowledge(connection: Any, asked: Any) -> None:
            body = asked.json()
            if "acks" in body or "receipts" in body:
                stop.set()
                receipts = body.get("receipts") or body["acks"]
                results = [{"receipt": each if isinstance(each, str) else each["receipt"], "status": "ok"} for each in receipts]
                ok({"results": results, "events": []})(connection, asked)
            else:
                ok({"events": []})(connection, asked)

        self.script(ok({"lease": "30s"}), claim)
        self.server.otherwise = hang_up
        self.second.otherwise = acknowledge
        messina.worker(f"{self.server.url},{self.second.url}", "s", "g", handle, processes=0, lease=30, wait=0, stop=stop)
        self.assertEqual(["id-1"], handled)
        self.assertTrue(self.second.asked)


if __name__ == "__main__":
    unittest.main()
