"""How the Python client gets in: tokens and certificate authorities."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from small_server import SmallServerTest, nothing

import messina
from messina._access import Access


class AccessTest(SmallServerTest):
    def sent(self) -> "str | None":
        self.script(nothing)
        self.client.stream("edits").delete()
        return self.server.asked[-1].headers.get("Authorization")

    def test_a_client_without_a_token_sends_none(self) -> None:
        self.assertIsNone(self.sent())

    def test_a_token_is_sent_with_each_request(self) -> None:
        self.client = self.new_client(token="abc")
        self.assertEqual("Bearer abc", self.sent())
        self.assertEqual("Bearer abc", self.sent())

    def test_a_file_is_read_for_each_request(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "token"
            file.write_text("first\n")
            self.client = self.new_client(token_file=str(file))
            self.assertEqual("Bearer first", self.sent())
            file.write_text("second\n")
            self.assertEqual("Bearer second", self.sent())

    def test_the_environment_is_asked_where_nothing_is_given(self) -> None:
        with mock.patch.dict(os.environ, {"MESSINA_TOKEN": "of-environment"}):
            self.client = self.new_client()
            self.assertEqual("Bearer of-environment", self.sent())
            self.client = self.new_client(token="given")
            self.assertEqual("Bearer given", self.sent())

    def test_what_is_wrong_is_refused_when_the_client_is_made(self) -> None:
        with self.assertRaisesRegex(ValueError, "token, token_file: both"):
            messina.Client(self.server.url, token="a", token_file="b")
        with self.assertRaises(FileNotFoundError):
            messina.Client(self.server.url, token_file="/absent/token")
        with self.assertRaises(FileNotFoundError):
            messina.Client(self.server.url, ca_file="/absent/ca.pem")

    def test_a_token_is_not_shown(self) -> None:
        self.assertNotIn("secret", repr(Access("secret", None, None)))


if __name__ == "__main__":
    unittest.main()
