"""What the Python client does by itself: appending."""

from __future__ import annotations

import array
import os
import queue
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from unittest import mock
from typing import Callable, List, Tuple

from small_server import DEADLINE_SECONDS, Asked, Connection, SmallServerTest, hang_up, ok, problem, stored, until

import messina


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


class PartsTest(SmallServerTest):
    """Appends that take several requests."""

    def setUp(self) -> None:
        super().setUp()
        self.stream = self.client.stream("s")

    def test_a_partial_append_lists_an_event_that_no_request_can_hold(self) -> None:
        too_large = problem(413, "too_large", False)
        self.script(stored, too_large, stored)
        appended = self.stream.append(["a", "x" * messina.REQUEST_BYTES_MAX, "b"], partial=True)
        self.assertEqual((2, ["a", "b"], [messina.RefusedLine(1, "why")]), (appended.accepted, appended.ids, appended.refused))
        self.script(stored, too_large)
        with self.assertRaises(messina.Refused) as raised:
            self.stream.append(["a", "x" * messina.REQUEST_BYTES_MAX, "b"])
        self.assertEqual(["a"], raised.exception.problem["stored"]["ids"])

    def test_an_error_counts_lines_from_the_first_event_and_tells_what_is_stored(self) -> None:
        first = messina.REQUEST_EVENTS_MAX
        refusal = problem(422, "refused", False, detail="line 3: key bytes: 0", refused=[{"line": 3, "detail": "key bytes: 0"}])
        self.script(stored, refusal)
        with self.assertRaisesRegex(messina.Refused, f"line {first + 3}: key bytes: 0; of the 10,000 events before, 10,000 are stored") as raised:
            self.stream.append(range(first + 5), idempotency_key="k")
        error = raised.exception
        self.assertEqual([{"line": first + 3, "detail": "key bytes: 0"}], error.problem["refused"])
        self.assertEqual((first, "k"), (len(error.problem["stored"]["ids"]), error.idempotency_key))

    def test_what_is_stored_of_the_request_that_fails_counts_too(self) -> None:
        first = messina.REQUEST_EVENTS_MAX
        client = self.new_client(retries=0)
        part = {"accepted": 1, "duplicates": 0, "ids": ["id-1", None]}
        self.script(stored, problem(503, "unavailable", True, stored=part))
        with self.assertRaises(messina.Unavailable) as raised:
            client.stream("s").append(range(first + 2))
        said = raised.exception.problem["stored"]
        self.assertEqual((first + 1, ["id-1", None]), (said["accepted"], said["ids"][first:]))

    def test_an_idempotency_key_that_is_none_is_refused(self) -> None:
        for wrong, kind in (("", ValueError), ("k" * 241, ValueError), (0, TypeError), (b"k", TypeError)):
            with self.subTest(wrong), self.assertRaisesRegex(kind, "^idempotency_key: "):
                self.stream.append(1, idempotency_key=wrong)  # type: ignore[arg-type]
        self.assertEqual([], self.server.asked)


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

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_process_is_told_to_make_its_own_and_sends_nothing_of_the_parent(self) -> None:
        appender = self.stream.appender(linger=60)
        appender.append({"of": "parent"})
        child = os.fork()
        if child == 0:
            code = 1
            try:
                for action in (lambda: appender.append({}), appender.flush):
                    try:
                        action()
                    except RuntimeError:
                        code -= 1
                appender.close()
            finally:
                os._exit(code + 1)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        appender.close()
        self.assertEqual(1, len(self.server.asked))

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


if __name__ == "__main__":
    unittest.main()
