"""Tests of messages together with a server, whose base URL is in the environment variable MESSINA_URL."""

from __future__ import annotations

import unittest
import uuid
from datetime import datetime, timedelta, timezone
from typing import List

from small_server import URL, until

import messina


@unittest.skipUnless(URL, "MESSINA_URL is not set: it is to be the base URL of a running server, such as http://127.0.0.1:8420")
class MessagesOnServerTest(unittest.TestCase):
    def setUp(self) -> None:
        assert URL is not None
        client = messina.Client(URL)
        self.addCleanup(client.close)
        self.messages = client.messages
        self.name = f"m-{uuid.uuid4().hex[:12]}"
        self.account = self.messages.account(self.name)
        self.account.put({})
        self.addCleanup(self.account.delete)
        self.messages.connector(self.name).put({"account": self.name, "sandbox": {}})
        route = self.messages.route(self.name)
        route.put({"channel": "sms", "account": self.name, "weights": {self.name: 1}})
        self.addCleanup(route.delete)

    def sms(self, text: str, **more: str) -> messina.NewMessage:
        message: messina.NewMessage = {
            "account": self.name, "channel": "sms", "to": "+390612345678", "campaign": "spring", "content": {"text": text},
        }
        message.update(more)  # type: ignore[typeddict-item]
        return message

    def until_state(self, message: str, state: str) -> None:
        """A message is known a moment after it is accepted."""

        def reached() -> bool:
            try:
                return bool(self.messages.get(message)["state"] == state)
            except messina.NotFound:
                return False

        until(state, reached)

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
        self.assertEqual([message], [each["message"] for each in self.messages.search(self.name, campaign="spring")])
        self.assertEqual([], list(self.messages.search(self.name, to="+390612345678", state="failed")))
        until("counted", lambda: bool(self.account.campaign("spring")["totals"].get("sent") == 1))
        until("on the bill", lambda: [row["messages"] for row in self.messages.usage(account=self.name)["rows"]] == [1])
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
