"""Tests of messages together with a server, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import unittest
import uuid
from datetime import datetime, timedelta, timezone
from typing import ClassVar, List

from small_server import URL, until

import messina


@unittest.skipUnless(URL, "MESSINA_URL is not set: it is to be the base URL of a running server, such as http://127.0.0.1:8420")
class MessagesOnServerTest(unittest.TestCase):
    client: ClassVar[messina.Client]
    account: ClassVar[messina.Account]
    name: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        """Definitions are the same for all tests, since each change waits until all nodes have it."""
        assert URL is not None
        cls.client = messina.Client(URL)
        cls.addClassCleanup(cls.client.close)
        cls.name = f"m-{uuid.uuid4().hex[:12]}"
        cls.account = cls.client.messages.account(cls.name)
        cls.account.put({})
        cls.addClassCleanup(cls.account.delete)
        cls.client.messages.connector(cls.name).put({"account": cls.name, "sandbox": {}})
        route = cls.client.messages.route(cls.name)
        route.put({"channel": "sms", "account": cls.name, "weights": {cls.name: 1}})
        cls.addClassCleanup(route.delete)

    def setUp(self) -> None:
        self.messages = self.client.messages
        self.campaign = f"c-{uuid.uuid4().hex[:12]}"

    def sms(self, text: str, **more: str) -> messina.NewMessage:
        message: messina.NewMessage = {
            "account": self.name, "channel": "sms", "to": "+390612345678", "campaign": self.campaign, "content": {"text": text},
        }
        message.update(more)  # type: ignore[typeddict-item]
        return message

    def until_state(self, message: str, state: str) -> None:
        until(state, lambda: bool(self.messages.get(message)["state"] == state))

    def test_a_message_is_sent_once_found_and_counted(self) -> None:
        first = self.messages.accept(self.sms("hello", key="order-17"))
        again = self.messages.accept(self.sms("hello", key="order-17"))
        self.assertEqual((first.message, False, True), (again.message, first.repeated, again.repeated))
        with self.assertRaises(messina.Refused) as refused:
            self.messages.accept(self.sms("another", key="order-17"))
        self.assertEqual("key_mismatch", refused.exception.code)
        assert first.message is not None
        message = first.message
        self.until_state(message, "sent")
        self.assertEqual([message], [each["message"] for each in self.messages.search(self.name, campaign=self.campaign)])
        self.assertEqual([], list(self.messages.search(self.name, campaign=self.campaign, state="failed")))
        until("counted", lambda: bool(self.account.campaign(self.campaign)["totals"].get("sent") == 1))
        until("on the bill", lambda: sum(row["messages"] for row in self.messages.usage(account=self.name)["rows"]) >= 1)
        self.assertEqual([], list(self.messages.connector(self.name).uncertain()))

    def test_many_are_accepted_in_their_order_and_refused_ones_say_why(self) -> None:
        given: List[messina.NewMessage] = [self.sms(f"number {number}") for number in range(1_500)]
        given[1_200] = {**given[1_200], "to": "nobody"}
        results = self.messages.accept_all(given)
        self.assertEqual([1_200], [number for number, result in enumerate(results) if not result.ok])
        self.assertIn("nobody", results[1_200].detail or "")
        self.assertEqual(1_499, len({result.message for result in results if result.ok}))

    def test_what_waits_is_cancelled(self) -> None:
        tomorrow = datetime.now(timezone.utc) + timedelta(days=1)
        late: messina.NewMessage = {**self.sms("late"), "send_at": tomorrow}
        message = self.messages.accept(late).message
        assert message is not None
        self.messages.cancel(message)
        self.until_state(message, "cancelled")

    def test_a_template_says_what_is_missing(self) -> None:
        template = self.account.template("shipped")
        template.put({"channel": "sms", "language": "en", "languages": {"en": {"text": "Order {{order}}"}}})
        self.assertIn("Order 17", str(template.preview({"order": 17})))
        with self.assertRaises(messina.Refused) as refused:
            template.preview({})
        self.assertIn("order", str(refused.exception))
        use: messina.NewMessage = {
            "account": self.name, "channel": "sms", "to": "+390612345678", "template": {"name": "shipped", "parameters": {"order": 17}},
        }
        self.assertIn("Order 17", str(self.messages.check(use)))
        self.assertEqual([1], [each["version"] for each in template.versions()])
        self.assertEqual("sms", template.version(1)["channel"])
        template.delete()
        with self.assertRaises(messina.NotFound):
            template.definition()

    def test_a_suppressed_recipient_is_listed(self) -> None:
        self.account.suppress("sms", "+390612345678")
        self.assertEqual(["+390612345678"], [each["recipient"] for each in self.account.suppressions()])
        self.account.unsuppress("sms", "+390612345678")
        self.assertEqual([], list(self.account.suppressions(channel="sms")))


if __name__ == "__main__":
    unittest.main()
