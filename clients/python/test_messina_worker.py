"""What the Python client does by itself: workers."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock
from typing import Any, Callable, ContextManager, Dict, List, Optional, Tuple

from small_server import DEADLINE_SECONDS, HERE, Answer, Asked, Connection, SmallServerTest, all_ok, event_fields, ok, problem, until

import messina
from messina import _leases, _loop, _processes, _wire, _work


class Textless(Exception):
    def __str__(self) -> str:
        return str(1 / 0)


class TextlessReject(messina.Reject):
    __str__ = Textless.__str__


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
            ok({"name": "g", "lease": "7s"})(connection, asked)
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

    def test_a_handler_that_ends_its_process_or_has_an_error_without_text_has_failed(self) -> None:
        raised = {1: SystemExit(3), 2: KeyboardInterrupt(), 3: Textless(), 4: TextlessReject()}

        def handle(event: messina.Event) -> None:
            raise raised[event.payload["n"]]

        self.batches = [[1, 2, 3, 4]]
        self.work(handle)
        unmade = "its text cannot be made: ZeroDivisionError"
        self.assertEqual(
            [
                {"receipt": "r1", "error": "SystemExit: 3"},
                {"receipt": "r2", "error": "KeyboardInterrupt"},
                {"receipt": "r3", "error": f"Textless: {unmade}"},
                {"receipt": "r4", "error": unmade, "dead": True},
            ],
            self.nacks(),
        )
        self.assertEqual([], self.bodies("release"))

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
        self.more[1] = {"lease_remaining_ms": 2_500}
        self.batches = [[1]]
        with self.assertLogs("messina", "WARNING") as logs:
            self.may_stop = lambda: "too late" in "".join(logs.output)
            self.work(lambda event: None, lease=3.0)
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

    def test_leases_are_those_of_the_group_unless_the_worker_is_told_otherwise(self) -> None:
        self.batches = [[1]]
        self.work(lambda event: None)
        self.assertEqual({"7s"}, {body["lease"] for body in self.bodies("claim")})
        self.stopping = False
        self.work(lambda event: None, lease="9s")
        self.assertEqual("9s", self.bodies("claim")[-1]["lease"])

    def test_the_token_goes_with_each_request_and_is_read_for_each(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "token"
            file.write_text("first\n")

            def handle(event: messina.Event) -> None:
                file.write_text("second\n")

            self.batches = [[1], [2]]
            self.work(handle, token_file=str(file))
        sent = [asked.headers.get("Authorization") for asked in self.server.asked]
        self.assertEqual("Bearer first", sent[0])
        self.assertEqual({"Bearer second"}, set(sent[1:]))

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
            self.work(handle, handling_max=1)
        self.assertIn("longer than 1 s", self.nacks()[0]["error"])
        self.assertEqual([["r2"]], [body["receipts"] for body in self.bodies("release")])
        self.assertEqual([["r3"]], [body["receipts"] for body in self.bodies("ack")])

    def test_an_interrupted_handler_leaves_nothing_leased(self) -> None:
        def handle(event: messina.Event) -> None:
            if event.payload["n"] == 2:
                signal.raise_signal(signal.SIGINT)  # stops the worker
                signal.raise_signal(signal.SIGINT)

        # As in a terminal: whoever runs tests in the background may have it ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        self.batches = [[1, 2, 3]]
        with self.assertRaises(KeyboardInterrupt):
            self.work(handle)
        self.assertEqual([["r1"]], [body["receipts"] for body in self.bodies("ack")])
        self.assertEqual([["r2", "r3"]], [sorted(body["receipts"]) for body in self.bodies("release")])

    def test_a_handler_that_ends_the_process_of_its_caller_has_failed_before_it_does(self) -> None:
        def handle(event: messina.Event) -> None:
            sys.exit(event.payload["n"])

        self.batches = [[1, 2]]
        with self.assertRaises(SystemExit):
            messina.worker(self.server.url, "s", "g", handle, processes=0, wait=0)
        self.assertEqual([{"receipt": "r1", "error": "SystemExit: 1"}], self.nacks())
        self.assertEqual([{"receipts": ["r2"]}], self.bodies("release"))

    def test_a_group_that_is_not_there_is_not_found(self) -> None:
        self.server.otherwise = problem(404, "group_not_found", False)
        with self.assertRaises(messina.NotFound):
            self.work(lambda event: None)


class SupervisorTest(SmallServerTest):
    def test_a_group_that_is_deleted_ends_the_worker(self) -> None:
        self.script(ok({"name": "g", "lease": "30s"}))
        self.server.otherwise = problem(404, "group_not_found", False)
        with self.assertRaises(messina.NotFound):
            messina.worker(self.server.url, "s", "g", print, wait=0)
        self.assertEqual(["GET", "POST"], [asked.method for asked in self.server.asked])

    def test_a_process_that_ends_by_itself_has_not_done_its_task_whatever_its_code(self) -> None:
        for end in (sys.exit, os._exit):
            with self.subTest(end=end), tempfile.TemporaryDirectory() as folder:
                task = functools.partial(end_once, end=end, folder=folder)
                with self.assertLogs("messina", "WARNING"):
                    _processes.run_task(task, "test", processes=1, grace=DEADLINE_SECONDS, stop=None, may_end=True)
                self.assertEqual(2, len(os.listdir(folder)))

    def test_a_program_without_a_guard_ends_with_one_sentence(self) -> None:
        self.server.otherwise = ok({"name": "g", "lease": "30s"})
        calls = [
            f"messina.worker({self.server.url!r}, 's', 'g', print, processes=2)",
            f"messina.stateful(print, 'state', url={self.server.url!r}, stream='s', group='g', until_end=True)",
        ]
        for call in calls:
            with self.subTest(call), tempfile.TemporaryDirectory() as folder:
                Path(folder, "program.py").write_text(f"import messina\n{call}\n")
                program = [sys.executable, "program.py"]
                environment = {**os.environ, "PYTHONPATH": str(HERE)}
                run = subprocess.run(
                    program, cwd=folder, env=environment, stderr=subprocess.PIPE, universal_newlines=True, timeout=DEADLINE_SECONDS
                )
                self.assertEqual(1, run.returncode)
                self.assertEqual(1, run.stderr.count("Traceback"), run.stderr)
                self.assertIn('RuntimeError: processes: each reads the program\'s file', run.stderr.splitlines()[-1])

    def test_processes_end_without_a_word_when_the_one_that_supervises_them_is_killed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = subprocess.Popen([sys.executable, str(HERE / "test_messina_worker.py"), "wait", folder], stderr=subprocess.PIPE)
            self.addCleanup(program.kill)
            until("the process has begun", lambda: len(os.listdir(folder)) == 1)
            program.kill()
            self.assertEqual(b"", program.communicate(timeout=DEADLINE_SECONDS)[1])  # once the last one that holds it has ended


def wait_until_told(is_stopping: Callable[[], bool], folder: str) -> None:
    Path(folder, str(os.getpid())).touch()
    until("it is told", is_stopping)


def end_once(is_stopping: Callable[[], bool], end: Callable[[int], Any], folder: str) -> None:
    """A task whose first process ends in the middle of it, as if all were well."""
    is_first = not os.listdir(folder)
    Path(folder, str(os.getpid())).touch()
    if is_first:
        end(0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["wait"]:
        _processes.run_task(functools.partial(wait_until_told, folder=sys.argv[2]), "test", processes=1, grace=1.0, stop=None)
    else:
        unittest.main()
