"""What the Python client does by itself: what a worker holds."""

from __future__ import annotations

import time
import unittest
from typing import List

from small_server import Asked, Connection, SmallServerTest, all_ok, event_fields

import messina
from messina import _leases, _wire, _work


class LeasesTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.leases = _leases.Leases(_work.Work(self.server.url, "s", "g", print, None, 100, 30.0, None, 0.0, 30.0))

    def test_a_claim_takes_as_many_acknowledgements_as_a_request_holds(self) -> None:
        events = [_wire.read_event(event_fields(n, receipt=f"r{n}")) for n in range(4)]
        self.leases.hold(events, time.monotonic())
        for event, size in zip(events, [1, messina.REQUEST_BYTES_MAX // 2, messina.REQUEST_BYTES_MAX, 1]):
            self.assertTrue(self.leases.begin(event))
            self.leases.settle(_work.Outcome(event, size=size))
        taken = [[outcome.event.receipt for outcome in self.leases.take_done()] for _ in range(4)]
        self.assertEqual([["r0", "r1"], ["r2"], ["r3"], []], taken)

    def test_the_first_outcome_of_an_event_counts(self) -> None:
        event = _wire.read_event(event_fields(1, receipt="r1"))
        self.leases.hold([event], time.monotonic())
        self.assertTrue(self.leases.begin(event))
        outcomes = [_work.Outcome(event, error="too long"), _work.Outcome(event)]
        self.assertEqual([True, False], [self.leases.settle(outcome) for outcome in outcomes])
        self.assertEqual([], self.leases.take_done())

    def test_nothing_is_begun_that_is_being_released(self) -> None:
        event = _wire.read_event(event_fields(1, receipt="r1"))
        begun: List[bool] = []

        def answer(connection: Connection, asked: Asked) -> None:
            begun.append(self.leases.begin(event))
            all_ok(connection, asked)

        self.server.otherwise = answer
        self.leases.hold([event], time.monotonic())
        self.leases.let_go()
        self.assertEqual([False], begun)


if __name__ == "__main__":
    unittest.main()
