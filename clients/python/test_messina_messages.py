"""Tests of messages: what the client sends, against a small server."""

from __future__ import annotations

import unittest
from datetime import date, datetime, timezone
from typing import Any, List

from small_server import Asked, Connection, SmallServerTest, hang_up, nothing, ok, problem

import messina

SMS: messina.NewMessage = {"account": "shop", "channel": "sms", "to": "+390612345678", "content": {"text": "hello"}}


def all_accepted(connection: Connection, asked: Asked) -> None:
    results = [{"message": f"m-{line['to']}", "repeated": False} for line in asked.lines()]
    ok({"accepted": len(results), "repeated": 0, "refused": 0, "messages": results}, 202)(connection, asked)


class AcceptTest(SmallServerTest):
    def test_a_message_without_a_key_gets_one_and_keeps_it_when_it_is_sent_again(self) -> None:
        self.script(hang_up, ok({"message": "m1", "repeated": True}, 202))
        accepted = self.client.messages.accept({**SMS, "send_at": datetime(2026, 3, 1, 8, tzinfo=timezone.utc)})
        self.assertEqual(messina.AcceptedMessage("m1", True), accepted)
        self.assertTrue(accepted.ok)
        first, second = [asked.json() for asked in self.server.asked]
        self.assertEqual(first, second)
        self.assertEqual("2026-03-01T08:00:00Z", first["send_at"])
        self.assertRegex(first["key"], "^[0-9a-f]{32}$")

    def test_a_key_of_ones_own_is_kept_and_told_with_an_error(self) -> None:
        client = self.new_client(retries=0)
        self.script(problem(503, "unknown_outcome", True))
        with self.assertRaises(messina.UnknownOutcome) as raised:
            client.messages.accept({**SMS, "key": "order-17"})
        self.assertEqual(("order-17", "order-17"), (raised.exception.idempotency_key, self.server.asked[0].json()["key"]))

    def test_a_key_that_is_pending_is_tried_again(self) -> None:
        self.script(problem(409, "key_pending", True), ok({"message": "m1", "repeated": True}, 202))
        self.assertEqual("m1", self.client.messages.accept(SMS).message)

    def test_many_go_a_thousand_at_a_time_and_each_has_its_result_in_its_place(self) -> None:
        self.script(all_accepted, all_accepted, all_accepted)
        done: List[int] = []
        given: List[messina.NewMessage] = [{**SMS, "to": f"+39{number}"} for number in range(2_500)]
        results = self.client.messages.accept_all(given, progress=done.append)
        self.assertEqual([f"m-+39{number}" for number in range(2_500)], [result.message for result in results])
        self.assertEqual([1_000, 2_000, 2_500], done)
        keys = {line["key"] for asked in self.server.asked for line in asked.lines()}
        self.assertEqual(2_500, len(keys))
        self.assertEqual("application/x-ndjson", self.server.asked[0].headers["Content-Type"])

    def test_a_refused_one_says_why(self) -> None:
        refused = {"line": 0, "code": "wrong_type", "detail": "to: x (expected: a telephone number)"}
        self.script(ok({"accepted": 1, "repeated": 0, "refused": 1, "messages": [refused, {"message": "m2", "repeated": False}]}, 202))
        first, second = self.client.messages.accept_all([SMS, SMS])
        self.assertEqual((False, None, "wrong_type", "to: x (expected: a telephone number)"), (first.ok, first.message, first.code, first.detail))
        self.assertTrue(second.ok)


class MessagesTest(SmallServerTest):
    def asked(self) -> List[Any]:
        return [(asked.method, asked.path) for asked in self.server.asked]

    def test_a_search_goes_page_by_page(self) -> None:
        self.script(ok({"messages": [{"message": "a"}], "next": "x"}), ok({"messages": [{"message": "b"}]}))
        found = list(self.client.messages.search("shop", campaign="spring", state="failed", limit=1))
        self.assertEqual(["a", "b"], [each["message"] for each in found])
        query = "/v1/messages?account=shop&campaign=spring&state=failed&limit=1"
        self.assertEqual([("GET", query), ("GET", query + "&after=x")], self.asked())
        with self.assertRaises(ValueError):
            self.client.messages.search("shop")

    def test_what_can_be_done_with_a_message(self) -> None:
        messages = self.client.messages
        self.script(ok({"message": "m 1", "state": "sent", "events": []}), ok({"cancelled": True}), ok({"message": "m 1", "as": "sent"}))
        self.assertEqual("sent", messages.get("m 1")["state"])
        messages.cancel("m 1")
        messages.resolve("m 1", "sent")
        self.assertEqual({"as": "sent"}, self.server.asked[-1].json())
        path = "/v1/messages/m%201"
        self.assertEqual([("GET", path), ("POST", path + "/cancel"), ("POST", path + "/resolve")], self.asked())

    def test_uncertain_messages_are_resolved_page_by_page(self) -> None:
        self.script(ok({"resolved": 2, "left": 1, "next": "n"}), ok({"resolved": 1, "left": 0}))
        carrier = self.client.messages.connector("carrier")
        self.assertEqual(3, carrier.resolve("refused", reason="status 502", from_="2026-11-28T10:00:00Z"))
        first = {"as": "refused", "reason": "status 502", "from": "2026-11-28T10:00:00Z"}
        self.assertEqual([first, {**first, "after": "n"}], [each.json() for each in self.server.asked])
        self.assertEqual([("POST", "/v1/connectors/carrier/uncertain/resolve")] * 2, self.asked())

    def test_definitions_are_put_shown_listed_and_deleted(self) -> None:
        messages = self.client.messages
        self.script(ok({"name": "shop", "tag": "t"}), ok({"accounts": [{"name": "shop"}]}), ok({"name": "shop"}), nothing)
        account = messages.account("shop")
        self.assertEqual("t", account.put({"per_day": 10}, if_absent=True)["tag"])
        self.assertEqual("*", self.server.asked[0].headers["If-None-Match"])
        self.assertEqual([{"name": "shop"}], messages.accounts())
        self.assertEqual({"name": "shop"}, account.definition())
        account.delete(if_match="t")
        self.assertEqual('"t"', self.server.asked[3].headers["If-Match"])
        path = "/v1/accounts/shop"
        self.assertEqual([("PUT", path), ("GET", "/v1/accounts"), ("GET", path), ("DELETE", path)], self.asked())

    def test_an_account_has_templates_campaigns_and_suppressions(self) -> None:
        account = self.client.messages.account("shop")
        self.script(ok({"version": 2}), ok({"text": "hi ada"}), ok({"totals": {}}), ok({"suppressions": []}), ok({"recipient": "a@b.c"}), nothing)
        template = account.template("welcome")
        self.assertEqual(2, template.put({"channel": "sms", "language": "en", "languages": {"en": {"text": "hi {{name}}"}}})["version"])
        self.assertEqual("hi ada", template.preview({"name": "ada"}, language="en")["text"])
        account.campaign("spring sale")
        self.assertEqual([], list(account.suppressions(channel="email")))
        account.suppress("email", "a@b.c")
        account.unsuppress("email", "a@b.c")
        path = "/v1/accounts/shop"
        self.assertEqual(
            [
                ("PUT", path + "/templates/welcome"),
                ("POST", path + "/templates/welcome/preview"),
                ("GET", path + "/campaigns/spring%20sale"),
                ("GET", path + "/suppressions?channel=email"),
                ("PUT", path + "/suppressions/email/a%40b.c"),
                ("DELETE", path + "/suppressions/email/a%40b.c"),
            ],
            self.asked(),
        )

    def test_a_replay_goes_on_until_there_are_no_more(self) -> None:
        self.script(ok({"messages": ["a"], "next": "x"}), ok({"messages": ["b"]}))
        begin = datetime(2026, 3, 1, tzinfo=timezone.utc)
        self.assertEqual(["a", "b"], self.client.messages.account("shop").replay("https://a.example", begin))
        self.assertEqual(
            {"to": "https://a.example", "from": "2026-03-01T00:00:00Z", "after": "x"}, self.server.asked[1].json()
        )

    def test_usage_is_of_all_pages(self) -> None:
        self.script(
            ok({"rows": [{"messages": 1}], "missing": [], "next": "n"}),
            ok({"rows": [{"messages": 2}], "complete_to": "2026-03-01T00:00:00Z", "missing": [3]}),
        )
        usage = self.client.messages.usage(account="shop", from_=date(2026, 2, 1))
        self.assertEqual({"rows": [{"messages": 1}, {"messages": 2}], "complete_to": "2026-03-01T00:00:00Z", "missing": [3]}, usage)
        self.assertEqual(("GET", "/v1/usage?account=shop&from=2026-02-01&after=n"), self.asked()[1])


if __name__ == "__main__":
    unittest.main()
