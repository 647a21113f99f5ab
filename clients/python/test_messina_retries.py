"""What the Python client does by itself: what is sent again, and connections."""

from __future__ import annotations

import socket
import threading
import time
import unittest
from unittest import mock
from typing import Any, Callable, List, Optional

from small_server import DEADLINE_SECONDS, Answer, Asked, Connection, SmallServerTest, all_ok, hang_up, nothing, ok, problem, stored, until

import messina
from messina import _http


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
        self.assertEqual("no_answer", raised.exception.code)
        until("both are asked", lambda: len(self.server.asked) == 2)

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


if __name__ == "__main__":
    unittest.main()
