"""Tests of sketches and bitmaps. That they agree with those of the server is tested where these are made, in its module aggregate."""

from __future__ import annotations

import math
import random
import struct
import unittest
from typing import List, Set

import small_server  # noqa: F401

from messina.sketches import Bitmap, Sketch


def hashes(seed: int, count: int) -> List[int]:
    source = random.Random(seed)
    return [source.getrandbits(64) for _ in range(count)]


def sketch_of(members: List[int], precision: int = 10) -> Sketch:
    sketch = Sketch(precision)
    for member in members:
        sketch.add(member)
    return sketch


class SketchTest(unittest.TestCase):
    def test_few_members_are_counted_exactly_and_more_within_the_error(self) -> None:
        few = sketch_of(hashes(1, 32) * 2)
        self.assertEqual((32.0, 2 + 32 * 8), (few.estimate(), len(few.to_bytes())))
        for seed in range(20):
            many = sketch_of(hashes(seed, 5_000))
            self.assertLess(abs(many.estimate() / 5_000 - 1), 5 * 0.78 / 1024**0.5)
            self.assertEqual(2 + 1024, len(many.to_bytes()))

    def test_parts_together_are_as_one_that_had_all(self) -> None:
        for seed in range(60):
            members = hashes(seed, seed * 3)
            one, other = sketch_of(members[::2]), sketch_of(members[seed::3])
            merged = Sketch.from_bytes(one.to_bytes())
            merged.merge(Sketch.from_bytes(other.to_bytes()))
            self.assertEqual(sketch_of(members[::2] + members[seed::3]).to_bytes(), merged.to_bytes(), seed)
            self.assertEqual(merged.estimate(), Sketch.from_bytes(merged.to_bytes()).estimate())

    def test_it_has_an_estimate_where_it_is_empty_and_where_it_is_full(self) -> None:
        self.assertEqual(0.0, Sketch.from_bytes(b"\1\x0a" + bytes(1024)).estimate())
        self.assertEqual(math.inf, Sketch.from_bytes(b"\1\x0a" + b"\xff" * 1024).estimate())

    def test_other_bytes_other_precisions_and_what_is_no_hash_are_refused(self) -> None:
        for wrong in (b"", b"\0", b"\7\x0c", b"\0\x09", b"\1\x0a\0", b"\0\x0a\0", bytes([0, 10]) + bytes(16), bytes([0, 10]) + bytes(33 * 8)):
            with self.assertRaises(ValueError):
                Sketch.from_bytes(wrong)
        with self.assertRaises(ValueError):
            Sketch(12).merge(Sketch(10))
        with self.assertRaises(ValueError):
            Sketch(17)
        with self.assertRaises(ValueError):
            Sketch(12).add(-1)


class BitmapTest(unittest.TestCase):
    def test_it_is_a_set_of_integers(self) -> None:
        source = random.Random(1)
        one: Set[int] = {source.getrandbits(source.choice((8, 20, 33, 64))) for _ in range(2_000)}
        other: Set[int] = set(range(65_000, 70_000))
        bitmap = Bitmap(one)
        self.assertEqual((sorted(one), len(one)), (list(bitmap), len(bitmap)))
        self.assertEqual(sorted(one | other), list(bitmap | Bitmap(other)))
        self.assertEqual(sorted(one), list(bitmap))
        self.assertTrue(all(member in bitmap for member in one))
        self.assertFalse(3 << 60 in bitmap or -1 in bitmap or "1" in bitmap)
        with self.assertRaises(ValueError):
            Bitmap([-1])

    def test_it_is_the_same_set_however_its_members_came(self) -> None:
        for count in (4_095, 4_096, 4_097):
            members = random.Random(count).sample(range(65_536), count)
            bitmap = Bitmap(members)
            self.assertEqual(bitmap, Bitmap(members[::2]) | Bitmap(members[1::2]))
            self.assertEqual((count, sorted(members)), (len(bitmap), list(bitmap)))
            self.assertTrue(all(member in bitmap for member in members))
            self.assertFalse(set(range(65_536)).difference(members).pop() in bitmap)

    def test_a_container_of_each_kind_is_read(self) -> None:
        array = struct.pack("<IIHHI", 12346, 1, 2, 2, 16) + struct.pack("<3H", 5, 9, 65_535)
        self.assertEqual([131_077, 131_081, 196_607], list(Bitmap.from_bytes(array, bits=32)))
        run = struct.pack("<IBHH", 12347, 1, 0, 9) + struct.pack("<HHH", 1, 65_526, 9)
        self.assertEqual(list(range(65_526, 65_536)), list(Bitmap.from_bytes(run, bits=32)))
        bits = struct.pack("<IIHHI", 12346, 1, 0, 5_000, 16) + b"\xff" * 626 + bytes(8192 - 626)
        self.assertEqual(list(range(626 * 8)), list(Bitmap.from_bytes(bits, bits=32)))
        wide = struct.pack("<QI", 1, 7) + array
        self.assertEqual([(7 << 32) + 131_077, (7 << 32) + 131_081, (7 << 32) + 196_607], list(Bitmap.from_bytes(wide)))

    def test_other_bytes_are_refused(self) -> None:
        array = struct.pack("<IIHHI", 12346, 1, 2, 2, 16) + struct.pack("<3H", 5, 9, 65_535)
        for wrong in (b"", array[:-1], array + b"\0", b"\0" * 12, struct.pack("<I", 12347)):
            with self.assertRaises(ValueError):
                Bitmap.from_bytes(wrong, bits=32)
        with self.assertRaises(ValueError):
            Bitmap.from_bytes(array, bits=16)


if __name__ == "__main__":
    unittest.main()
