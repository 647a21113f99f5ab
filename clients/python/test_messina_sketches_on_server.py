"""Tests of the sketches and bitmaps of a server's aggregates, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import base64
import random
import unittest
from typing import Any, Callable, List, TypeVar

import test_messina_on_server
from small_server import until

import messina
from messina.sketches import Bitmap, Sketch

HOURS = 2
Read = TypeVar("Read")


class SketchesOnServerTest(test_messina_on_server.ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.stream = self.new_stream("visits", key="/user", shards=4, time="/at")
        source = random.Random(5)
        self.users = [[source.randrange(1 << source.choice((12, 20, 40))) for _ in range(4_000)] for _ in range(HOURS)]
        for hour, users in enumerate(self.users):
            at = f"2026-03-01T{10 + hour}:30:00Z"
            self.stream.append([{"user": user, "page": "Loom", "at": at} for user in users])

    def parts(self, read: Callable[[bytes], Read], **options: Any) -> List[Read]:
        """Of the hours, when all is counted."""
        name = self.stream.name + "-users"
        aggregate = self.client.create_aggregate(name, stream=self.stream.name, group_by=["/page"], of="/user", window="1h", **options)
        self.addCleanup(aggregate.delete)
        rows: List[Any] = []

        def all_is_counted() -> bool:
            rows[:] = aggregate.rows(sketch=True)
            exact = [len(set(users)) for users in self.users]
            return len(rows) == HOURS and all(abs(row["value"] - most) < most / 20 for row, most in zip(rows, exact)) and self.is_read(aggregate)

        until("all is counted", all_is_counted)
        return [read(base64.b64decode(row["sketch"])) for row in rows]

    @staticmethod
    def is_read(aggregate: messina.Aggregate) -> bool:
        return bool(aggregate.definition()["lag"] == 0)

    def test_bitmaps_hold_the_members_of_all_shards_and_can_be_united(self) -> None:
        one, other = self.parts(Bitmap.from_bytes, kind="unique", members="integers")
        self.assertEqual([sorted(set(users)) for users in self.users], [list(one), list(other)])
        self.assertEqual(len({*self.users[0], *self.users[1]}), len(one | other))

    def test_sketches_of_different_windows_can_be_merged(self) -> None:
        one, other = self.parts(Sketch.from_bytes, kind="approx_unique", precision=14)
        one.merge(other)
        different = len({*self.users[0], *self.users[1]})
        self.assertLess(abs(one.estimate() / different - 1), 5 * 0.78 / 2**7)


if __name__ == "__main__":
    unittest.main()
