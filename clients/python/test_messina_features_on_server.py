"""Tests of features in the Python client together with a server, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import subprocess
import sys
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Dict, List, Tuple

from small_server import HERE, URL, until

import messina
from messina import features
from messina._wire import parse_time

TIME = "2015-09-12T00:46:58.771000001Z"


@unittest.skipUnless(URL, "MESSINA_URL is not set: it is to be the base URL of a running server, such as http://127.0.0.1:8420")
class FeatureServerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = messina.Client(str(URL))
        self.addCleanup(self.client.close)
        self.entity_type = f"user-{uuid.uuid4().hex[:12]}"

    def new_list(self, value_type: str, **options: Any) -> features.ListFeature:
        name = f"list {len(options)} of {value_type}"
        feature = self.client.create_feature(self.entity_type, name, feature_type="list", value_type=value_type, **options)
        self.addCleanup(feature.delete)
        return self.client.list(self.entity_type, name)

    def new_scalar(self, name: str, value_type: str, **options: Any) -> features.Feature:
        feature = self.client.create_feature(self.entity_type, name, feature_type="scalar", value_type=value_type, **options)
        self.addCleanup(feature.delete)
        return feature


VALUES: List[Tuple[str, List[Any]]] = [
    ("text", ["", "a+b c&d=e", "ü/%#|~\n", "null", "5", "x" * 60_000]),
    ("bytes", [b"", b"\x00\xff", bytes(range(256)) * 200]),
    ("integer", [0, -(2**63), 2**63 - 1]),
    ("double", [0.1, -1e300]),
    ("boolean", [True, False]),
    ("vector", [[0.0], [0.5, -1.0, 3.0]]),
    ("json", ["text", 5, [1, None], {"ü": {"a": False}}, True, None]),
]


class ListsOnAServerTest(FeatureServerTest):
    def test_values_of_every_type_come_back_as_they_went_and_are_found_and_removed(self) -> None:
        for value_type, values in VALUES:
            with self.subTest(value_type):
                of_type = self.new_list(value_type)
                times = [f"2015-09-12T00:46:58.7710000{10 + place}Z" for place in range(len(values))]
                self.assertEqual(len(values), of_type.add("ada", zip(values, times)).stored)
                items = list(of_type.items("ada", page=2))
                self.assertEqual(values[::-1], [item.value for item in items])
                self.assertEqual([parse_time(time) for time in times[::-1]], [item.time for item in items])
                for left, value in zip(range(len(values))[::-1], values):
                    self.assertTrue(of_type.contains("ada", value))
                    self.assertEqual((1, left), (of_type.remove("ada", value), of_type.count("ada")))
                    self.assertFalse(of_type.contains("ada", value))

    def test_entities_may_be_called_anything(self) -> None:
        pages = self.new_list("text")
        entities = ["..", ".", "a/b", "%2F", "#?&", "ü \n", "count", "x" * 800, "é" * 400]
        for entity in entities:
            pages.add(entity, [(entity[:9], TIME)])
            self.assertEqual([entity[:9]], pages.get(entity).values)
            self.assertEqual(1, pages.count(entity))
        self.assertEqual({entity: [entity[:9]] for entity in entities}, {e: a.values for e, a in pages.get_each(entities).items()})

    def test_many_lists_are_read_on_each_from_its_own_place(self) -> None:
        pages = self.new_list("text")
        pages.add("ada", [("Engine", TIME), ("Loom", "2015-09-12T00:46:58.9Z")])
        first = pages.get_each(["ada", "bob"], 1)
        self.assertEqual((["Loom"], [], None), (first["ada"].values, first["bob"].values, first["bob"].page.next))
        second = pages.get_each(["ada"], 1, after={"ada": first["ada"].page.next or ""})
        self.assertEqual(["Engine"], second["ada"].values)

    def test_an_item_that_was_read_is_the_same_elsewhere(self) -> None:
        pages = self.new_list("text")
        pages.add("ada", [("Engine", "2015-09-12T00:46:58.000000001Z"), ("Engine", "2015-09-12T00:46:58.000000002Z")])
        for _ in range(2):
            self.assertEqual(2, pages.add("bob", pages.get("ada").items).stored)
        self.assertEqual(pages.get("ada"), pages.get("bob"))
        self.assertEqual(2, pages.remove("ada", "Engine"))
        self.assertEqual([], pages.get("ada").items)

    def test_a_part_of_a_list_is_read_counted_and_kept(self) -> None:
        pages = self.new_list("integer")
        start = datetime(2015, 9, 12, tzinfo=timezone.utc)
        pages.add("ada", [(number, start + timedelta(minutes=number)) for number in range(1_200)])
        since, before = start + timedelta(minutes=10), start + timedelta(minutes=20)
        self.assertEqual(list(range(10, 20))[::-1], pages.get("ada", since=since, before=before).values)
        self.assertEqual(10, pages.count("ada", since=since, before=before))
        self.assertEqual(list(range(1_200))[::-1], [item.value for item in pages.items("ada", page=500)])
        self.assertEqual((1_150, 50), (pages.keep_newest("ada", 50), pages.count("ada")))
        pages.remove_all("ada")
        self.assertEqual([], list(pages.items("ada")))

    def test_a_unique_list_shows_each_value_once_and_an_item_that_is_over_is_not_stored(self) -> None:
        pages = self.new_list("text", unique=True, ttl="1d")
        now = datetime.now(timezone.utc)
        items = [("Engine", now - timedelta(hours=1)), ("Loom", now), ("Engine", now), ("old", now - timedelta(days=2))]
        self.assertEqual(features.Added(3, 1), pages.add("ada", items))
        self.assertEqual({"Engine", "Loom"}, set(pages.get("ada").values))
        self.assertEqual(2, pages.count("ada"))

    def test_lines_are_imported(self) -> None:
        pages = self.new_list("text")
        lines: List[features.NewLine] = [(f"u{n % 7}", f"page {n}", TIME) for n in range(700)]
        done: List[int] = []
        again: List[features.NewLine] = ['{"entity":"u0","value":"page 0","time":"%s"}' % TIME, "\n"]
        self.assertEqual(701, pages.import_lines(lines + again, done.append).stored)
        self.assertEqual([702], done)
        self.assertEqual(100, pages.count("u0"))
        with self.assertRaisesRegex(messina.Refused, "line 2"):
            pages.import_lines([("u0", "page", TIME), '{"entity":"u0"}'])

    def test_versions_have_contents_of_their_own_and_latest_moves(self) -> None:
        pages = self.new_list("text")
        feature = self.client.feature(self.entity_type, pages.name)
        self.assertEqual(["", "v2"], feature.create_version("v2")["versions"])
        second, latest = [self.client.list(self.entity_type, pages.name, version) for version in ("v2", "latest")]
        pages.add("ada", [("first", TIME)])
        second.add("ada", [("second", TIME)])
        self.assertEqual(["first"], latest.get("ada").values)
        self.assertEqual("v2", feature.complete("v2")["latest"])
        self.assertEqual(["second"], latest.get_each(["ada"])["ada"].values)
        self.assertEqual("", feature.complete()["latest"])
        feature.delete_version("v2")
        with self.assertRaises(messina.NotFound) as raised:
            second.get("ada")
        self.assertEqual("feature_not_found", raised.exception.code)

    def test_a_definition_that_somebody_else_has_changed_is_left_alone(self) -> None:
        self.new_list("text")
        feature = self.client.feature(self.entity_type, "list 0 of text")
        read = feature.definition()["tag"]
        self.assertNotEqual(read, feature.create_version("v2", if_absent=True)["tag"])
        for changing in (
            lambda: feature.change(ttl=60, if_match=read),
            lambda: feature.complete("v2", if_match=read),
            lambda: feature.create_version("v2", if_absent=True),
            lambda: feature.delete_version("v2", if_match=read),
            lambda: feature.delete(if_match=read),
            lambda: self.client.create_feature(self.entity_type, feature.name, if_absent=True),
        ):
            with self.assertRaises(messina.Refused) as refused:
                changing()
            self.assertEqual("precondition_failed", refused.exception.code)
        feature.complete("v2", if_match=feature.definition()["tag"])
        with self.assertRaises(ValueError):
            self.client.create_feature(self.entity_type, feature.name, if_match=read, if_absent=True)

    def test_what_a_deleted_feature_has_left_is_found_and_swept(self) -> None:
        feature = self.client.create_feature(self.entity_type, "gone", feature_type="list", value_type="text")
        self.client.list(self.entity_type, "gone").import_lines((entity, "Engine", TIME) for entity in ["ada", "bob"])
        feature.delete()
        for dry_run, found in [(True, [2]), (False, [2]), (True, [])]:
            swept = self.client.sweep_features(dry_run=dry_run, limit=10_000)["features"]
            self.assertEqual(found, [each["entities"] for each in swept if each["entity_type"] == self.entity_type])


class ValuesOnAServerTest(FeatureServerTest):
    def test_values_of_every_type_come_back_as_they_went(self) -> None:
        scalars = self.client.values(self.entity_type)
        for value_type, values in VALUES:
            self.new_scalar(value_type, value_type)
            for value in values:
                scalars.put(value_type, "ada", value)
                self.assertEqual(value, scalars.get(value_type, "ada")["ada"][value_type].value)

    def test_the_newest_event_time_wins_and_what_is_over_or_deleted_is_said(self) -> None:
        scalars = self.client.values(self.entity_type)
        self.new_scalar("age", "integer")
        self.new_scalar("mood", "text", ttl="1d")
        now = datetime.now(timezone.utc)
        for days, age in [(2, 36), (3, 35)]:
            scalars.put("age", "ada", age, now - timedelta(days=days))
        scalars.put("mood", "ada", "fine", now - timedelta(days=2))
        found = scalars.get(["age", "mood"], ["ada", "bob"])
        self.assertEqual((36, now - timedelta(days=2)), (found["ada"]["age"].value, found["ada"]["age"].time))
        self.assertEqual(("expired", None), (found["ada"]["mood"].status, found["ada"]["mood"].value))
        self.assertEqual("missing", found["bob"]["age"].status)
        same = found["ada"]["age"].time_text
        scalars.put("age", "ada", 9, same)
        self.assertEqual(9, scalars.get("age", "ada")["ada"]["age"].value)
        scalars.delete("age", "ada", same)
        self.assertEqual("missing", scalars.get("age", "ada")["ada"]["age"].status)
        scalars.put("age", "ada", 37)
        scalars.delete("age", "ada")
        self.assertEqual("missing", scalars.get("age", "ada")["ada"]["age"].status)
        with self.assertRaises(messina.Refused):
            scalars.put("age", "ada", "36")
        with self.assertRaises(messina.NotFound):
            scalars.get("absent", "ada")


class FeedsOnAServerTest(FeatureServerTest):
    def test_a_stream_feeds_a_list(self) -> None:
        pages = self.new_list("text")
        stream = self.client.create_stream(f"edits-{uuid.uuid4().hex[:12]}", shards=2)
        self.addCleanup(stream.delete)
        options: Dict[str, Any] = dict(entity="/user", list_name=pages.name, value="/page", time="/at", entity_type=self.entity_type)
        feed = f"feed-{uuid.uuid4().hex[:12]}"
        self.assertEqual(1, self.client.create_feed(feed, stream.name, **options)["generation"])
        stream.append([{"user": "ada", "page": "Engine", "at": TIME}, {"user": "ada"}])
        until("both events were looked at", lambda: self.is_fed(feed))
        item = pages.get("ada").items[0]
        self.assertEqual(("Engine", TIME), (item.value, item.time_text))
        self.assertIn(feed, [definition["name"] for definition in self.client.feeds()])
        self.client.delete_feed(feed)
        with self.assertRaises(messina.NotFound):
            self.client.feed(feed)

    def is_fed(self, feed: str) -> bool:
        definition = self.client.feed(feed)
        return bool(definition["fed"] == 1 and definition["skipped"] == 1)


class FeatureDocumentationTest(FeatureServerTest):
    def test_the_features_of_the_readme_run(self) -> None:
        self.assertIn("['Engine', 'Loom']", self.run_blocks(HERE / "README.md"))

    def test_the_lines_in_the_documentation_of_features_run(self) -> None:
        documentation = HERE.parents[1] / "docs" / "features.md"
        if not documentation.is_file():
            self.skipTest(f"the documentation is not there: {documentation}")
        for name in ("age", "country"):
            self.new_scalar(name, "integer")
        self.run_blocks(documentation)

    def run_blocks(self, file: Path) -> str:
        """Runs what the file shows of features, for entities of a type of this test; what it printed."""
        blocks = [block.partition("```")[0] for block in file.read_text(encoding="utf-8").split("```python\n")[1:]]
        setting = ["import messina", f"client = messina.Client({URL!r})"]
        program = "\n".join(setting + [block for block in blocks if "create_feature" in block])
        program = program.replace("http://127.0.0.1:8420", str(URL)).replace('"user"', repr(self.entity_type))
        run = subprocess.run([sys.executable, "-c", program], cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for name in ("recent_pages", "edits"):
            self.addCleanup(self.delete_if_there, name)
        output = run.stdout.decode("utf-8", "replace")
        self.assertEqual(0, run.returncode, output)
        return output

    def delete_if_there(self, name: str) -> None:
        try:
            self.client.feature(self.entity_type, name).delete()
        except messina.NotFound:
            pass


if __name__ == "__main__":
    unittest.main()
