"""What the Python client does by itself: claiming, following and tailing."""

from __future__ import annotations

import json
import tempfile
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, List, Optional

from small_server import DEADLINE_SECONDS, Answer, Asked, Connection, SmallServerTest, all_ok, event_fields, hang_up, nothing, ok, problem

import messina
from messina import _shard_leases, _shard_runner, _wire


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

    def test_a_time_that_datetime_cannot_hold_stops_nobody(self) -> None:
        times = ["0000-06-01T00:00:00Z", "-0001-12-31T23:10:04Z", "+10000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"]
        self.script(ok({"events": [event_fields(i, time=time) for i, time in enumerate(times)]}))
        first, last = datetime.min.replace(tzinfo=timezone.utc), datetime.max.replace(tzinfo=timezone.utc)
        self.assertEqual([first, first, last, last], [event.time for event in self.group.claim(limit=4)])

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

    def test_what_comes_of_an_event_has_its_trace_unless_it_has_one(self) -> None:
        self.server.otherwise = all_ok
        trace = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "tracestate": "a=1", "baggage": "b=2"}
        self.script(ok({"events": [event_fields(1, receipt="r1", attempt=1, headers={"x": "y", **trace})]}))
        event = self.group.claim()[0]
        own = {"traceparent": "own"}
        self.group.ack(event, [messina.Output("out", 1), messina.Output("out", 2, headers=own)])
        self.group.ack(messina.Ack("r1", [messina.Output("out", 3)]))
        said = [output.get("headers") for asked in self.server.asked[1:] for output in asked.json()["receipts"][0]["outputs"]]
        self.assertEqual([trace, {**own, "baggage": "b=2"}, None], said)
        self.assertEqual(trace, messina.NewEvent(1).caused_by(event).headers)
        many = {str(number): "" for number in range(64)}
        self.assertEqual(many, messina.NewEvent(1, headers=many).caused_by(event).headers)

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
        self.assertEqual(["a\nb", "c"], list(_wire.sse_data(lines)))

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

    def test_an_outage_that_is_longer_than_the_retries_of_a_call_does_not_end_it(self) -> None:
        away = [problem(503, "unavailable", True)] * 20
        self.script(self.streaming(self.sse(1), cut=True), *away, self.streaming(self.sse(2)))
        tail = self.client.stream("s").tail(shard=0, from_="earliest")
        self.assertEqual(["id-1", "id-2"], [next(tail).id for _ in range(2)])
        self.server.otherwise = problem(503, "unavailable", True)
        self.pauses.clear()
        with self.assertRaises(messina.Unavailable):
            next(tail)
        self.assertTrue(messina.TAIL_PATIENCE_SECONDS <= sum(self.pauses) < messina.TAIL_PATIENCE_SECONDS + 10)

    def test_rows_are_watched_again_after_a_long_outage(self) -> None:
        away = [problem(503, "unavailable", True)] * 20
        self.script(self.streaming(b'data: {"value":1}\n\n', cut=True), *away, self.streaming(b'data: {"value":2}\n\n'))
        rows = self.client.aggregate("a").watch()
        self.assertEqual([1, 2], [next(rows)["value"] for _ in range(2)])

    def test_a_server_that_was_never_there_is_told_after_the_retries_of_a_call(self) -> None:
        self.server.otherwise = problem(503, "unavailable", True)
        with self.assertRaises(messina.Unavailable):
            next(self.client.stream("s").tail(from_="earliest"))
        self.assertEqual(6, len(self.server.asked))

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


class RunnerTest(SmallServerTest):
    def test_a_page_of_a_stream_that_was_created_anew_does_not_reach_the_function(self) -> None:
        for events in ([], [event_fields(50)]):
            with self.subTest(events), tempfile.TemporaryDirectory() as folder:
                self.server.otherwise = ok({"generation": 2, "events": events, "next": "1.51"})
                called: List[Any] = []
                job = _shard_runner.Job(
                    self.server.url, "s", "g", lambda state, events: called.append(events), Path(folder), "earliest", page=10, lease=30.0,
                    shards_max=1, wait=0.0, timeout=30.0, grace=30.0, until_end=False, is_patient=True,
                )
                place = _shard_runner.Place(1, 1, timedelta.max, Path(folder, "s~1"))
                lease = _shard_leases.Lease("r", time.monotonic() + DEADLINE_SECONDS)
                runner = _shard_runner.ShardRunner(job, place, 0, lease, self.client, threading.Lock())
                runner.join(DEADLINE_SECONDS)
                self.assertIsInstance(runner.error, messina.NotFound)
                self.assertRegex(str(runner.error), "^stream: s was deleted, and created again")
                self.assertEqual([], called)


if __name__ == "__main__":
    unittest.main()
