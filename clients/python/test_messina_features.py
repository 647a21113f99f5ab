"""Tests of features in the Python client, by itself: what it asks of a server, and what it makes of the answers."""

from __future__ import annotations

import array
import shutil
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

from small_server import HERE, Answer, Asked, Connection, SmallServerTest, event_fields, hang_up, nothing, ok, problem

import messina
from messina import features

TIME = "2015-09-12T00:46:58.771000001Z"


def added(connection: Connection, asked: Asked) -> None:
    """Answers an add as if all were new."""
    count = len(asked.lines()) if asked.headers["Content-Type"] == "application/x-ndjson" else len(asked.json()["items"])
    ok({"stored": count, "expired": 0})(connection, asked)


def page(*values: Any, **more: Any) -> Dict[str, Any]:
    return {"items": [{"value": value, "time": TIME} for value in values], **more}


def a_feature(value_type: str) -> Answer:
    return ok({"entity_type": "user", "name": "f", "value_type": value_type})


def wire(asked: Asked) -> Tuple[str, str]:
    return asked.method, asked.path


class FeatureTest(SmallServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.list = self.client.list("user", "f")
        self.values = self.client.values("user")
        self.know("text")

    def know(self, value_type: str) -> None:
        """Has the client know of what type the values of f are."""
        self.client._types._known["user", "f"] = (value_type, float("inf"))


class DefinitionsTest(SmallServerTest):
    def test_features_are_created_shown_and_deleted(self) -> None:
        feature = self.client.create_feature("user", "a/b", feature_type="list", value_type="text", ttl=timedelta(days=1), unique=True)
        feature.change(ttl="forever")
        self.script(ok({"name": "a/b"}), ok({"versions": ["", "v2"]}), ok({}), ok({}), nothing, nothing)
        self.assertEqual({"name": "a/b"}, feature.definition())
        self.assertEqual({"versions": ["", "v2"]}, feature.create_version("v2"))
        feature.complete("v2")
        feature.complete()
        feature.delete_version("v2")
        feature.delete()
        path = "/v1/features/user/a%2Fb"
        self.assertEqual(
            [
                ("PUT", path),
                ("PATCH", path),
                ("GET", path),
                ("PUT", path + "?version=v2"),
                ("POST", path + "/complete?version=v2"),
                ("POST", path + "/complete"),
                ("DELETE", path + "?version=v2"),
                ("DELETE", path),
            ],
            [wire(asked) for asked in self.server.asked],
        )
        self.assertEqual(
            [{"type": "list", "value_type": "text", "unique": True, "ttl": "86400s"}, {"ttl": "forever"}],
            [asked.json() for asked in self.server.asked[:2]],
        )

    def test_feeds_are_created_shown_and_deleted(self) -> None:
        self.script(ok({"generation": 1}), ok({"fed": 3}), ok({"feeds": [{"name": "r"}]}), nothing, ok({"features": []}))
        created = self.client.create_feed("r", "edits", entity="/user", list_name="recent", value="/page", time="/time")
        self.assertEqual({"generation": 1}, created)
        self.assertEqual(3, self.client.feed("r")["fed"])
        self.assertEqual(["r"], [feed["name"] for feed in self.client.feeds()])
        self.client.delete_feed("r")
        self.assertEqual([], self.client.features())
        self.assertEqual(
            {"stream": "edits", "entity": "/user", "list": "recent", "value": "/page", "time": "/time"},
            self.server.asked[0].json(),
        )
        self.assertEqual(("DELETE", "/v1/feeds/r"), wire(self.server.asked[3]))

    def test_enrichments_are_created_shown_read_and_deleted(self) -> None:
        self.script(ok({"generation": 1}), ok({"rounds": 3}), ok({"enrichments": [{"name": "p"}]}), ok({"state": {"n": 1}}), nothing)
        fields: Dict[str, messina.StateField] = {
            "n": {"function": "count", "value": None},
            "pages": {"function": "append_to_list", "value": "/page", "max": 10},
        }
        self.assertEqual({"generation": 1}, self.client.create_enrichment("p", "edits", fields, if_absent=True))
        self.assertEqual(3, self.client.enrichment("p")["rounds"])
        self.assertEqual(["p"], [each["name"] for each in self.client.enrichments()])
        self.assertEqual({"n": 1}, self.client.state("p", "ada b/")["state"])
        self.client.delete_enrichment("p")
        self.assertEqual(
            {"stream": "edits", "fields": {"n": {"function": "count"}, "pages": fields["pages"]}}, self.server.asked[0].json()
        )
        self.assertEqual(("GET", "/v1/enrichments/p/ada%20b%2F"), wire(self.server.asked[3]))
        self.assertEqual(("DELETE", "/v1/enrichments/p"), wire(self.server.asked[4]))

    def test_what_an_enrichment_set_aside_is_listed_redriven_and_deleted(self) -> None:
        letter = event_fields(1, cause="write", attempts=6, errors=[{"attempt": 6, "error": "e"}], applied="unknown")
        self.script(ok({"dead_letters": [letter]}), ok({"redriven": 1}), ok({"discarded": 2}), ok({"state": {}}))
        dead = self.client.enrichment_dead_letters("p")
        self.assertEqual([("write", 6, "unknown")], [(each.cause, each.attempts, each.applied) for each in dead.dead_letters()])
        self.assertEqual(1, dead.redrive(rate=5))
        self.assertEqual(2, dead.delete_dead_letters())
        self.assertEqual(("POST", "/v1/enrichments/p/dead-letters/redrive"), wire(self.server.asked[1]))
        self.assertEqual({"all": True, "rate": 5}, self.server.asked[1].json())
        self.assertEqual(("POST", "/v1/enrichments/p/dead-letters/discard"), wire(self.server.asked[2]))
        self.client.state("p", "dead-letters")
        self.assertEqual(("GET", "/v1/enrichments/p/%64ead-letters"), wire(self.server.asked[3]))

    def test_sinks_are_created_shown_redriven_and_deleted(self) -> None:
        self.script(ok({}), ok({"lag": 3}), ok({"sinks": [{"name": "s"}]}), ok({"redriven": 2}), nothing)
        sink = self.client.create_sink("s", stream="edits", url="http://h/in", backoff_first=0.5, headers={"a": "b"}, if_absent=True)
        self.assertEqual(3, sink.definition()["lag"])
        self.assertEqual(["s"], [each["name"] for each in self.client.sinks()])
        self.assertEqual(2, sink.dead_letters.redrive())
        sink.delete()
        self.assertEqual(
            {"stream": "edits", "url": "http://h/in", "backoff_first": "500ms", "headers": {"a": "b"}}, self.server.asked[0].json()
        )
        self.assertEqual(("POST", "/v1/sinks/s/dead-letters/redrive"), wire(self.server.asked[3]))
        self.assertEqual(("DELETE", "/v1/sinks/s"), wire(self.server.asked[4]))

    def test_a_sweep_says_what_it_is_to_do(self) -> None:
        self.script(ok({"deleted": 3, "next": "n"}), ok({"deleted": 0}))
        self.assertEqual({"deleted": 3, "next": "n"}, self.client.sweep_features())
        self.assertEqual({"deleted": 0}, self.client.sweep_features(dry_run=True, limit=7, after="n"))
        self.assertEqual([("POST", "/v1/features:sweep")] * 2, [wire(asked) for asked in self.server.asked])
        self.assertEqual(
            [{"dry_run": False}, {"dry_run": True, "limit": 7, "after": "n"}], [asked.json() for asked in self.server.asked]
        )


class ListsTest(FeatureTest):
    def test_each_item_is_sent_with_its_time(self) -> None:
        self.server.otherwise = added
        at = datetime(2015, 9, 12, 2, 46, 58, 771000, timezone(timedelta(hours=2)))
        read = features.Item("c", at, TIME)
        self.assertEqual(features.Added(3, 0), self.list.add("ada", [("a", at), ("b", TIME), read]))
        self.assertEqual(
            {
                "items": [
                    {"value": "a", "time": "2015-09-12T00:46:58.771000Z"},
                    {"value": "b", "time": TIME},
                    {"value": "c", "time": TIME},
                ]
            },
            self.server.asked[0].json(),
        )
        self.assertEqual(("POST", "/v1/lists/user/f/ada"), wire(self.server.asked[0]))

    def test_many_items_are_sent_in_several_requests(self) -> None:
        self.server.otherwise = added
        self.assertEqual(1_001, self.list.add("ada", ((str(number), TIME) for number in range(1_001))).stored)
        self.assertEqual([500, 500, 1], [len(asked.json()["items"]) for asked in self.server.asked])
        self.server.asked.clear()
        self.list.add("ada", [("x" * 60_000, TIME)] * 20)
        self.assertEqual([17, 3], [len(asked.json()["items"]) for asked in self.server.asked])
        self.assertEqual(0, self.list.add("ada", []).stored)

    def test_items_are_read_with_their_times(self) -> None:
        self.server.otherwise = ok(page("new", "old", next="k"))
        since = datetime(2015, 1, 1, tzinfo=timezone.utc)
        found = self.list.get("a/da", 2, since=since, before=TIME, after="j")
        self.assertEqual((["new", "old"], "k"), (found.values, found.next))
        self.assertEqual(datetime(2015, 9, 12, 0, 46, 58, 771000, timezone.utc), found.items[0].time)
        self.assertEqual(TIME, found.items[0].time_text)
        query = "limit=2&after=j&min_time=2015-01-01T00%3A00%3A00Z&max_time=2015-09-12T00%3A46%3A58.771000001Z"
        self.assertEqual(("GET", "/v1/lists/user/f/a%2Fda?" + query), wire(self.server.asked[0]))

    def test_all_items_are_read_page_by_page(self) -> None:
        self.script(ok(page(1, 2, next="k")), ok(page(3)))
        self.assertEqual([1, 2, 3], [item.value for item in self.list.items("ada", page=2)])
        self.assertEqual(
            ["/v1/lists/user/f/ada?limit=2", "/v1/lists/user/f/ada?limit=2&after=k"], [asked.path for asked in self.server.asked]
        )

    def test_many_entities_are_asked_for_in_several_requests(self) -> None:
        def answer(connection: Connection, asked: Asked) -> None:
            ok({"lists": [{"entity": entity, "status": "ok", **page(1)} for entity in asked.json()["entities"]]})(
                connection, asked
            )

        self.server.otherwise = answer
        entities = [f"user {number}" for number in range(101)]
        latest = self.client.list("user", "f", version="latest")
        self.assertEqual({entity: [1] for entity in entities}, {e: a.values for e, a in latest.get_each(entities, 5).items()})
        self.assertEqual([100, 1], [len(asked.json()["entities"]) for asked in self.server.asked])
        self.assertEqual(
            {"entity_type": "user", "feature": "f", "version": "latest", "limit": 5, "entities": ["user 100"]},
            self.server.asked[1].json(),
        )
        self.assertEqual(["ada"], list(self.list.get_each("ada")))

    def test_many_lists_are_read_on_each_from_its_own_place(self) -> None:
        def answer(connection: Connection, asked: Asked) -> None:
            ok({"lists": [{"entity": entity, "status": "ok", **page(1)} for entity in asked.json()["entities"]]})(
                connection, asked
            )

        self.server.otherwise = answer
        entities = [f"user {number}" for number in range(101)]
        self.list.get_each(entities, after={"user 7": "x", "user 100": "y"})
        self.assertEqual([{"user 7": "x"}, {"user 100": "y"}], [asked.json()["after"] for asked in self.server.asked])
        with self.assertRaisesRegex(ValueError, "after: .'eve'. "):
            self.list.get_each(entities, after={"eve": "x"})

    def test_a_list_that_could_not_be_read_is_never_taken_for_an_empty_one(self) -> None:
        lists = [
            {"entity": "ada", "status": "ok", **page()},
            {"entity": "bob", "status": "error", "detail": "busy", "retryable": True},
            {"entity": "eve", "status": "error", "detail": "damaged", "retryable": False},
        ]
        self.script(ok({"lists": lists}))
        answers = self.list.get_each(["ada", "bob", "eve"])
        self.assertEqual(([], None), (answers["ada"].values, answers["ada"].error))
        self.assertEqual("busy", answers["bob"].error)
        with self.assertRaisesRegex(messina.Unavailable, "bob: busy"):
            answers["bob"].values
        with self.assertRaisesRegex(messina.MessinaError, "eve: damaged") as raised:
            answers["eve"].values
        self.assertFalse(raised.exception.retryable)

    def test_what_is_asked_of_a_list_names_its_version(self) -> None:
        removed = ok({"removed": 2})
        self.script(ok({"contains": True}), ok({"count": 3}), removed, removed, ok({}))
        versioned = self.client.list("user", "f", "v 2")
        self.assertIs(True, versioned.contains("ada", "Engine"))
        self.assertEqual(3, versioned.count("ada", since=TIME))
        self.assertEqual((2, 2), (versioned.remove("ada", ""), versioned.keep_newest("ada", 10)))
        versioned.remove_all("ada")
        one, version = "/v1/lists/user/f/ada", "?version=v+2"
        self.assertEqual(
            [
                ("POST", one + "/contains" + version),
                ("GET", one + "/count" + version + "&min_time=2015-09-12T00%3A46%3A58.771000001Z"),
                ("POST", one + "/remove" + version),
                ("DELETE", one + version + "&keep=10"),
                ("DELETE", one + version),
            ],
            [wire(asked) for asked in self.server.asked],
        )
        self.assertEqual([{"value": "Engine"}, {"value": ""}], [self.server.asked[place].json() for place in (0, 2)])

    def test_lines_of_many_entities_are_imported(self) -> None:
        self.server.otherwise = added
        lines: List[Any] = [("ada", "Engine", TIME), '{"entity":"bob"}\n', b'{"entity":"eve"}\r\n']
        self.assertEqual(3, self.list.import_lines(lines).stored)
        self.assertEqual(
            [{"entity": "ada", "value": "Engine", "time": TIME}, {"entity": "bob"}, {"entity": "eve"}], self.server.asked[0].lines()
        )
        self.assertEqual(("POST", "/v1/lists/user/f"), wire(self.server.asked[0]))

    def test_a_long_import_tells_how_far_it_is_and_where_it_failed(self) -> None:
        done: List[int] = []
        count = messina.REQUEST_EVENTS_MAX * 2 + 1
        self.server.otherwise = added
        self.assertEqual(count, self.list.import_lines((("ada", str(n), TIME) for n in range(count)), done.append).stored)
        self.assertEqual([10_000, 20_000, 20_001], done)
        self.script(added, problem(400, "wrong_type", False, detail="line 7: no text"))
        with self.assertRaisesRegex(messina.Refused, "line 7: no text; .* behind the first 10,000") as raised:
            self.list.import_lines(("ada", str(n), TIME) for n in range(count))
        self.assertEqual("wrong_type", raised.exception.code)


class ValuesTest(FeatureTest):
    def test_values_are_read_by_entity_and_feature(self) -> None:
        row = {
            "age": {"status": "present", "value": 36, "time": TIME},
            "height": {"status": "missing"},
            "country": {"status": "expired", "time": TIME},
            "score": {"status": "error", "detail": "busy", "retryable": True},
        }
        self.script(ok({"entities": [{"entity": "ada", "features": row}]}))
        ada = self.client.values("user", "v2").get(list(row), "ada")["ada"]
        at = datetime(2015, 9, 12, 0, 46, 58, 771000, timezone.utc)
        self.assertEqual(("present", 36, at), (ada["age"].status, ada["age"].value, ada["age"].time))
        self.assertEqual(TIME, ada["age"].time_text)
        self.assertEqual(("missing", None, None), (ada["height"].status, ada["height"].value, ada["height"].time))
        self.assertEqual(("expired", None, at), (ada["country"].status, ada["country"].value, ada["country"].time))
        with self.assertRaisesRegex(messina.Unavailable, "ada, score: busy"):
            ada["score"].value
        self.assertEqual(
            {"entity_type": "user", "features": list(row), "entities": ["ada"], "version": "v2"}, self.server.asked[0].json()
        )

    def test_many_entities_and_features_are_asked_for_in_several_requests(self) -> None:
        def answer(connection: Connection, asked: Asked) -> None:
            body = asked.json()
            values = {feature: {"status": "present", "value": 1, "time": TIME} for feature in body["features"]}
            ok({"entities": [{"entity": entity, "features": values} for entity in body["entities"]]})(connection, asked)

        self.server.otherwise = answer
        found = self.values.get([f"f{n}" for n in range(101)], [f"u{n}" for n in range(150)])
        self.assertEqual((150, {101}), (len(found), {len(row) for row in found.values()}))
        self.assertEqual(4, len(self.server.asked))
        self.assertEqual({}, self.values.get(["f"], []))

    def test_a_value_is_put_and_deleted(self) -> None:
        self.server.otherwise = nothing
        self.values.put("age", "a/da", 36, TIME)
        self.values.put("age", "ada", 36.5)
        self.values.delete("age", "ada")
        self.values.delete("age", "ada", TIME)
        at = TIME.replace(":", "%3A")
        self.assertEqual(
            [
                ("PUT", "/v1/values/user/age/a%2Fda"),
                ("PUT", "/v1/values/user/age/ada"),
                ("DELETE", "/v1/values/user/age/ada"),
                ("DELETE", f"/v1/values/user/age/ada?time={at}"),
            ],
            [wire(asked) for asked in self.server.asked],
        )
        self.assertEqual([{"value": 36, "time": TIME}, {"value": 36.5}], [asked.json() for asked in self.server.asked[:2]])


class TypesTest(FeatureTest):
    def test_bytes_are_base64_on_the_way(self) -> None:
        self.know("bytes")
        self.script(added, ok(page("AP8=")), ok({"contains": True}))
        self.list.add("ada", [(b"\x00\xff", TIME), (memoryview(b"\x01"), TIME)])
        self.assertEqual(["AP8=", "AQ=="], [item["value"] for item in self.server.asked[0].json()["items"]])
        self.assertEqual([b"\x00\xff"], self.list.get("ada").values)
        self.assertTrue(self.list.contains("ada", b"\x00\xff"))
        self.assertEqual({"value": "AP8="}, self.server.asked[2].json())

    def test_a_text_of_a_feature_of_any_other_type_stays_one(self) -> None:
        for value_type in ("text", "json"):
            self.know(value_type)
            self.script(ok(page("AP8=")))
            self.assertEqual(["AP8="], self.list.get("ada").values)

    def test_bytes_are_no_text_and_a_text_is_no_bytes(self) -> None:
        for value_type, value in [("text", b"a"), ("json", b"a"), ("integer", b"a"), ("bytes", "YQ==")]:
            self.know(value_type)
            wrong: List[Callable[[], Any]] = [
                lambda: self.list.add("ada", [(value, TIME)]),
                lambda: self.list.import_lines([("ada", value, TIME)]),
                lambda: self.list.contains("ada", value),
                lambda: self.list.remove("ada", value),
                lambda: self.values.put("f", "ada", value),
            ]
            for number, call in enumerate(wrong):
                with self.subTest(value_type, number=number), self.assertRaisesRegex(TypeError, f"of the type {value_type}"):
                    call()
        self.assertEqual([], self.server.asked)

    def test_arrays_are_lists_of_numbers(self) -> None:
        self.server.otherwise = added
        self.list.add("ada", [(array.array("f", [1, 2.5]), TIME)])
        self.assertEqual([1.0, 2.5], self.server.asked[0].json()["items"][0]["value"])

    def test_the_type_is_asked_for_once_in_a_while(self) -> None:
        self.client._types._known.clear()
        self.server.otherwise = ok(page("text"))
        self.script(ok(page("text")), a_feature("text"))
        for _ in range(3):
            self.client.list("user", "f").get("ada")
        self.assertEqual(4, len(self.server.asked))
        self.assertEqual(("GET", "/v1/features/user/f"), wire(self.server.asked[1]))
        value_type, at = self.client._types._known["user", "f"]
        self.client._types._known["user", "f"] = (value_type, at - features.VALUE_TYPE_SECONDS - 1)
        self.script(ok(page("AP8=")), a_feature("bytes"))
        self.assertEqual([b"\x00\xff"], self.list.get("ada").values)
        self.assertEqual(6, len(self.server.asked))

    def test_the_type_is_not_asked_for_where_the_value_tells(self) -> None:
        self.client._types._known.clear()
        self.server.otherwise = added
        self.list.add("ada", [(5, TIME), (True, TIME), (0.5, TIME), ([1.0], TIME), ({"a": "b"}, TIME)])
        self.assertEqual(1, len(self.server.asked))

    def test_a_feature_that_this_client_defines_or_deletes_is_asked_about_anew(self) -> None:
        self.client.create_feature("user", "f", feature_type="list", value_type="bytes")
        self.script(a_feature("bytes"))
        self.assertEqual("bytes", self.list._type())
        self.client.feature("user", "f").delete()
        self.script(a_feature("json"))
        self.assertEqual("json", self.list._type())


class LatestVersionTest(FeatureTest):
    def setUp(self) -> None:
        super().setUp()
        self.latest = self.client.list("user", "f", version="latest")

    def test_all_of_an_import_goes_to_the_version_that_was_the_latest_when_it_began(self) -> None:
        self.script(ok({"latest": "v1"}), added, added)
        lines = ((f"user {number}", "a", TIME) for number in range(messina.REQUEST_EVENTS_MAX + 1))
        self.latest.import_lines(lines)
        self.assertEqual(
            [("GET", "/v1/features/user/f")] + 2 * [("POST", "/v1/lists/user/f?version=v1")],
            [wire(asked) for asked in self.server.asked],
        )

    def test_all_pages_of_a_list_are_of_one_version(self) -> None:
        self.script(ok({"latest": ""}), ok(page("a", next="x")), ok(page("b")))
        self.assertEqual(["a", "b"], [item.value for item in self.latest.items("ada")])
        path = "/v1/lists/user/f/ada?limit=1000"
        self.assertEqual(
            ["/v1/features/user/f", path, path + "&after=x"], [asked.path for asked in self.server.asked]
        )

    def test_a_version_that_is_named_is_pinned_already(self) -> None:
        self.assertIs(self.list, self.list.pinned())
        self.assertEqual([], self.server.asked)


class FeatureRetriesTest(FeatureTest):
    def test_reads_and_what_can_be_done_again_is_repeated(self) -> None:
        repeated: List[Callable[[], Any]] = [
            lambda: self.list.add("ada", [(1, TIME)]),
            lambda: self.list.import_lines([("ada", 1, TIME)]),
            lambda: self.list.get("ada"),
            lambda: self.list.count("ada"),
            lambda: self.list.contains("ada", 1),
            lambda: self.list.get_each(["ada"]),
            lambda: self.values.get("age", "ada"),
            lambda: self.values.put("age", "ada", 1, TIME),
            lambda: self.client.create_feature("user", "g", feature_type="list", value_type="text"),
            lambda: self.client.feature("user", "g").create_version("v2"),
            lambda: self.client.create_feed("r", "edits", entity="/user", list_name="f", value="/page"),
        ]
        answer = {**page(), "stored": 1, "expired": 0, "count": 0, "contains": True, "lists": [], "entities": []}
        for number, call in enumerate(repeated):
            with self.subTest(number):
                self.server.asked.clear()
                self.script(hang_up, problem(503, "unknown_outcome", True), ok(answer))
                call()
                self.assertEqual(3, len(self.server.asked))
                self.assertEqual(1, len({asked.body for asked in self.server.asked}))

    def test_what_takes_something_away_is_repeated_only_where_nothing_was_done(self) -> None:
        unrepeated: List[Callable[[], Any]] = [
            lambda: self.list.remove("ada", 1),
            lambda: self.list.remove_all("ada"),
            lambda: self.list.keep_newest("ada", 1),
            lambda: self.values.put("age", "ada", 1),
            lambda: self.values.delete("age", "ada"),
            lambda: self.client.feature("user", "g").delete(),
            lambda: self.client.feature("user", "g").delete_version("v2"),
            lambda: self.client.feature("user", "g").complete("v2"),
            lambda: self.client.delete_feed("r"),
        ]
        for number, call in enumerate(unrepeated):
            with self.subTest(number):
                self.server.asked.clear()
                self.script(problem(429, "overloaded", True), problem(503, "unavailable", True), hang_up)
                with self.assertRaises(messina.UnknownOutcome):
                    call()
                self.assertEqual(3, len(self.server.asked))

    def test_wrong_arguments_are_named_before_anything_is_sent(self) -> None:
        anything: Any = 7
        wrong: List[Callable[[], Any]] = [
            lambda: self.client.list("user", ""),
            lambda: self.client.feature("", "f"),
            lambda: self.list.remove_all(""),
            lambda: self.list.get(anything),
            lambda: self.list.get("ada", since=datetime(2015, 9, 12)),
            lambda: self.list.get_each(["ada", ""]),
            lambda: self.list.get_each([anything]),
            lambda: self.list.add("ada", anything),
            lambda: self.list.add("ada", ("Engine", TIME)),  # type: ignore[arg-type]
            lambda: self.list.add("ada", [("Engine", datetime(2015, 9, 12))]),
            lambda: self.list.add("ada", [(float("nan"), TIME)]),
            lambda: self.list.add("ada", [(object(), TIME)]),
            lambda: self.list.import_lines([("ada", 1)]),  # type: ignore[list-item]
            lambda: self.list.import_lines([("", 1, TIME)]),
            lambda: self.values.get(["age", ""], "ada"),
            lambda: self.values.put("age", "", 1),
        ]
        for number, call in enumerate(wrong):
            with self.subTest(number), self.assertRaises((ValueError, TypeError)):
                call()
        self.assertEqual([], self.server.asked)


if __name__ == "__main__":
    unittest.main()
