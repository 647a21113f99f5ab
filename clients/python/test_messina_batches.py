"""What the Python client does by itself: batches that it encodes and places."""

from __future__ import annotations

import gzip
import json
import os
import random
import struct
import unittest
from datetime import datetime, timezone
from typing import Any, Dict, List, Tuple
from unittest import mock

from small_server import HERE, Answer, Asked, Connection, SmallServerTest, hang_up, ok, problem

import messina
from messina import _checksum, _record_batch
from messina._appends import COMPRESSIONS

VECTORS = HERE.parent / "batch-vectors.json"
BATCH = "application/vnd.messina.batch"
LINES = "application/vnd.messina+json"


def encoded(payload: Any, **options: Any) -> _record_batch.EncodedEvent:
    return _record_batch.encode_event(messina.NewEvent(payload, **options))


@unittest.skipUnless(VECTORS.exists(), "the vectors that the clients share are not there")
class VectorsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.vectors = json.loads(VECTORS.read_text(encoding="utf-8"))

    def test_tokens_are_those_of_the_vectors(self) -> None:
        self.assertTrue(self.vectors["tokens"])
        for row in self.vectors["tokens"]:
            self.assertEqual(int(row["token"]) + (1 << 63), _checksum.token(row["key"].encode()), row["key"])

    def test_bodies_are_those_of_the_vectors(self) -> None:
        self.assertTrue(self.vectors["batches"])
        for row in self.vectors["batches"]:
            events = [self.event(fields) for fields in row["events"]]
            body, places = _record_batch.batch_body(events, row["shards"], row["keyless"], 1 << 30)
            self.assertEqual(row["body_hex"], body.hex(), row["name"])
            self.assertEqual(list(range(len(events))), sorted(places))

    @staticmethod
    def event(fields: Dict[str, Any]) -> _record_batch.EncodedEvent:
        event = encoded(
            bytes.fromhex(fields["payload_hex"]), key=fields.get("key"), headers=fields["headers"], content_type=fields["content_type"]
        )
        time = (fields["second"], fields["nano"]) if "second" in fields else None
        flags = event.head[0] | (2 if time else 0)  # Python's times end at the year 9999 and at microseconds
        return event._replace(head=bytes((flags,)) + event.head[1:], time=time)


class EncodingTest(unittest.TestCase):
    def test_checksums_by_rows_are_those_by_bytes(self) -> None:
        self.assertEqual([0xE3069283], _checksum.crc32c_each([b"123456789"]))
        seeded = random.Random(33)
        for _ in range(40):
            parts = [seeded.randbytes(seeded.randint(1, 4000)) for _ in range(seeded.randint(1, 9))]
            self.assertEqual([_checksum._crc32c(part) for part in parts], _checksum.crc32c_each(parts))

    def test_the_least_token_is_none(self) -> None:
        self.assertEqual((1 << 64) - 1, _checksum.token(bytes.fromhex("ee961629b0b5ad1d319e18e83892dbed")))

    def test_times_are_seconds_and_nanoseconds_or_left_to_the_server(self) -> None:
        for time, expected in (
            ("2015-09-12T00:46:58.771001002Z", (1442018818, 771001002)),
            ("2015-09-12T02:46:58.5+02:00", (1442018818, 500000000)),
            ("2015-09-12t00:46:58z", (1442018818, 0)),
            ("1969-12-31T23:59:59.000000001Z", (-1, 1)),
            (datetime(1969, 12, 31, 23, 59, 59, 1, timezone.utc), (-1, 1000)),
        ):
            self.assertEqual(expected, encoded(1, time=time).time, time)
        for time in ("soon", "2015-09-12", "2015-09-12T00:46:60Z", "2015-09-12T00:46:58.1234567891Z", "2015-09-12T00:46:58"):
            event = encoded(1, time=time)
            self.assertFalse(event.any_batch, time)
            self.assertEqual({"time": time, "payload": 1}, json.loads(event.line()))

    def test_what_no_batch_can_hold_is_a_line(self) -> None:
        many = {str(number): "" for number in range(65)}
        for event in (encoded(1, key="ä" * 513), encoded(1, headers=many), encoded(b"x" * (1 << 20) + b"x"), encoded(1, not_before="2030-01-01T00:00:00Z")):
            self.assertFalse(_record_batch.fit_batch([event], {}))
        self.assertEqual({"key": "k", "headers": {"h": "v"}, "content_type": "a/b", "payload": {"ü": 1}}, json.loads(encoded({"ü": 1}, key="k", headers={"h": "v"}, content_type="a/b").line()))
        self.assertEqual({"payload_base64": "AP8="}, json.loads(encoded(b"\0\xff").line()))

    def test_what_is_no_event_is_refused_with_its_name(self) -> None:
        for options, kind, sentence in (
            (dict(key=1), TypeError, "^key: "),
            (dict(key="\ud800"), ValueError, "^key: "),
            (dict(headers={"h": "\udfff"}), ValueError, "^header h: "),
            (dict(headers={"h": 1}), TypeError, "^header h: "),
            (dict(content_type="\ud800"), ValueError, "^content_type: "),
            (dict(time=datetime(2020, 1, 1)), ValueError, "^time: "),
        ):
            with self.subTest(options), self.assertRaisesRegex(kind, sentence):
                encoded(1, **options)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "^payload.a: "):
            encoded({"a": object()})

    def test_any_text_comes_back(self) -> None:
        seeded = random.Random(34)
        for _ in range(300):
            key, header = ("".join(chr(seeded.choice((seeded.randrange(1, 0xD800), seeded.randrange(0xE000, 0x110000), seeded.randrange(1, 128)))) for _ in range(seeded.randint(1, 30))) for _ in range(2))
            payload = os.urandom(seeded.randint(0, 300))
            body, _ = _record_batch.batch_body([encoded(payload, key=key, headers={header: key})], 8, 0, 1)
            self.assertEqual([(key, {header: key}, payload)], [event[1:] for event in events_of(body)])

    def test_a_body_has_the_first_events_that_fit_and_keeps_their_order_by_shard(self) -> None:
        events = [encoded(number, key=f"k{number % 20}" if number % 7 else None) for number in range(200)]
        for bytes_max in (1, 500, 1_000_000):
            body, places = _record_batch.batch_body(events, 8, 3, bytes_max)
            self.assertEqual(list(range(len(places))), sorted(places))
            self.assertEqual(places, [int(payload) for _, _, _, payload in events_of(body)])
            self.assertTrue(len(body) <= bytes_max or len(places) == 1)
        large = encoded(b"x" * 100_000, key="k")
        self.assertEqual(2, len(_record_batch.batch_body([large] * 5, 8, 3, 1 << 30)[1]))
        self.assertEqual(4, len(_record_batch.batch_body([encoded(b"x" * 100_000)] * 5, 2, 3, 1 << 30)[1]))


def varint(data: bytes, at: int) -> Tuple[int, int]:
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def text(data: bytes, at: int) -> Tuple[str, int]:
    length, at = varint(data, at)
    return data[at : at + length].decode(), at + length


def events_of(body: bytes) -> List[Tuple[int, Any, Dict[str, str], bytes]]:
    """Shard, key, headers and payload of each event of a body, by its documented form alone."""
    found = []
    at = 1
    while at < len(body):
        shard, count, _, length, checksum = struct.unpack_from(">HIqII", body, at)
        at += 22
        assert checksum == _checksum._crc32c(body[at : at + length])
        for _ in range(count):
            (size,) = struct.unpack_from(">I", body, at)
            event = body[at + 4 : at + 4 + size]
            at += 4 + size
            key, headers, place = None, {}, 1
            if event[0] & 1:
                key, place = text(event, place)
            if event[0] & 2:
                place = varint(event, varint(event, place)[1])[1]
            if event[0] & 16:
                many, place = varint(event, place)
                for _ in range(many):
                    name, place = text(event, place)
                    headers[name], place = text(event, place)
            if event[0] >> 5 == 3:
                place = text(event, place)[1]
            found.append((shard, key, headers, event[place:]))
    return found


def stored(connection: Connection, asked: Asked) -> None:
    """Answers as if all were new; the ids are the payloads."""
    if asked.headers["Content-Type"] == BATCH:
        ids = [payload.decode() for _, _, _, payload in events_of(asked.body)]
    else:
        ids = [str(line["payload"]) for line in asked.lines()]
    ok({"accepted": len(ids), "duplicates": 0, "ids": ids}, 202)(connection, asked)


def definition(tag: str = "t1", **options: Any) -> Answer:
    return ok({"name": "s", "generation": 1, "tag": tag, "shards": 16, **options})


class BatchAppenderTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.server.otherwise = stored
        self.stream = self.client.stream("s")

    def append(self, count: int = 20, keys: int = 7, **options: Any) -> List[str]:
        with self.stream.appender(batch=count, linger=30, form="batch", **options) as appender:
            futures = [appender.append(number, key=f"k{number % keys}" if keys else None) for number in range(count)]
        return [str(future.result()) for future in futures]

    def forms(self) -> List[str]:
        return [asked.headers["Content-Type"] for asked in self.server.asked if asked.method == "POST"]

    def test_the_definition_is_read_once_and_every_event_gets_its_own_id(self) -> None:
        self.script(definition())
        with self.stream.appender(batch=50, linger=30, form="batch") as appender:
            futures = [appender.append(number, key=f"k{number % 30}") for number in range(100)]
        self.assertEqual([str(number) for number in range(100)], [future.result() for future in futures])
        self.assertEqual(["GET", "POST", "POST"], [asked.method for asked in self.server.asked])
        self.assertEqual('"t1"', self.server.asked[1].headers["If-Match"])

    def test_a_changed_definition_is_read_again_under_the_same_key(self) -> None:
        self.script(definition(), problem(412, "precondition_failed", False), definition("t2"))
        self.assertEqual([str(number) for number in range(20)], self.append())
        first, second = (asked for asked in self.server.asked if asked.method == "POST")
        self.assertEqual((first.body, first.headers["Idempotency-Key"]), (second.body, second.headers["Idempotency-Key"]))
        self.assertEqual('"t2"', second.headers["If-Match"])

    def test_nodes_that_do_not_agree_about_the_definition_yet_are_asked_again_after_pauses(self) -> None:
        self.script(*[definition(), problem(412, "precondition_failed", False)] * 8)
        self.assertEqual(["0", "1"], self.append(2))
        self.assertEqual([BATCH] * 8 + [LINES], self.forms())
        self.assertEqual(6, len(self.pauses))

    def test_a_server_that_knows_no_batches_gets_lines_for_good(self) -> None:
        for status, code in ((415, "unsupported_media_type"), (400, "bad_request")):
            self.server.asked.clear()
            self.script(definition(), problem(status, code, False))
            with self.stream.appender(batch=2, linger=30, form="batch") as appender:
                futures = [appender.append(number, key="k") for number in range(4)]
            self.assertEqual(["0", "1", "2", "3"], [future.result() for future in futures])
            self.assertEqual([BATCH, LINES, LINES], self.forms())

    def test_what_only_the_server_can_know_goes_as_lines(self) -> None:
        self.script(definition(key="/user"))
        self.assertEqual(["0", "1"], self.append(2, keys=0))
        self.assertEqual([LINES], self.forms())

    def test_what_may_be_stored_is_not_sent_in_another_form(self) -> None:
        self.script(definition(), hang_up, problem(412, "precondition_failed", False), definition("t2", key="/user"))
        with self.assertRaises(messina.UnknownOutcome):
            self.append(2, keys=0)
        self.assertEqual([BATCH, BATCH], self.forms())

    def test_a_lost_answer_is_repeated_with_the_same_key_and_bytes(self) -> None:
        self.script(definition(), hang_up)
        self.assertEqual(["0", "1"], self.append(2))
        first, second = (asked for asked in self.server.asked if asked.method == "POST")
        self.assertEqual((first.body, first.headers["Idempotency-Key"]), (second.body, second.headers["Idempotency-Key"]))

    def test_ids_and_refusals_of_a_failed_request_are_those_of_the_body(self) -> None:
        def partly(connection: Connection, asked: Asked) -> None:
            ids = [payload.decode() for _, _, _, payload in events_of(asked.body)]
            part = {"accepted": 1, "duplicates": 0, "ids": [None if number == "0" else number for number in ids]}
            problem(503, "unavailable", True, stored=part)(connection, asked)

        self.script(definition())
        self.server.otherwise = partly
        self.stream = self.new_client(retries=0).stream("s")
        with self.assertRaises(messina.Unavailable):
            with self.stream.appender(batch=20, linger=30, form="batch") as appender:
                futures = [appender.append(number, key=f"k{number % 7}") for number in range(20)]
        self.assertIsInstance(futures[0].exception(), messina.Unavailable)
        self.assertEqual([str(number) for number in range(1, 20)], [future.result() for future in futures[1:]])

    def test_a_refused_event_fails_alone(self) -> None:
        def refusing(connection: Connection, asked: Asked) -> None:
            ids = [payload.decode() for _, _, _, payload in events_of(asked.body)]
            bad = ids.index("3")
            body = {"accepted": 19, "duplicates": 0, "ids": ids[:bad] + ids[bad + 1 :], "refused": [{"line": bad, "detail": "bad"}]}
            ok(body, 202)(connection, asked)

        self.script(definition(), refusing)
        with self.assertRaisesRegex(messina.Refused, "bad"):
            with self.stream.appender(batch=20, linger=30, form="batch") as appender:
                futures = [appender.append(number, key=f"k{number % 7}") for number in range(20)]
        self.assertIsInstance(futures[3].exception(), messina.Refused)
        self.assertEqual("19", futures[19].result())

    def test_events_that_fit_no_part_are_sent_by_the_next_request(self) -> None:
        self.script(definition())
        with mock.patch("messina._record_batch._PART_BYTES_MAX", 40):
            self.assertEqual([str(number) for number in range(20)], self.append(keys=1))
        self.assertLess(2, len(self.forms()))

    def test_bodies_are_compressed_where_that_is_chosen(self) -> None:
        def unpacking(connection: Connection, asked: Asked) -> None:
            asked.body = gzip.decompress(asked.body)
            stored(connection, asked)

        self.script(definition(), unpacking)
        self.assertEqual(["0", "1"], self.append(2, compression="gzip"))
        self.assertEqual("gzip", self.server.asked[1].headers["Content-Encoding"])
        with self.assertRaisesRegex(ValueError, "^compression: 'lz4'"):
            self.stream.appender(compression="lz4")
        with self.assertRaisesRegex(ValueError, "^form: "):
            self.stream.appender(form="lists")
        self.assertIn("gzip", COMPRESSIONS)


if __name__ == "__main__":
    unittest.main()
