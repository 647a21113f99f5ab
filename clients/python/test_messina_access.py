"""How the Python client gets in: tokens and certificate authorities."""

from __future__ import annotations

import os
import pickle
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from small_server import SmallServerTest, nothing, problem

import messina
from messina._access import Access
from messina._work import Work


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

    def test_what_can_be_no_token_is_refused_and_not_shown(self) -> None:
        for token in ("secret\nx", "sécret", "\ufeffsecret", "a secret"):
            with self.assertRaises(ValueError) as raised:
                messina.Client(self.server.url, token=token)
            self.assertEqual("token: other characters (expected: a token, of visible characters of ASCII)", str(raised.exception))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "token"
            for content, found in ((b"", "empty"), (b"\n", "empty"), (b"\xef\xbb\xbfsecret\n", "other characters"), (b"\xffsecret", "other characters")):
                file.write_bytes(content)
                with self.assertRaises(ValueError) as raised:
                    messina.Client(self.server.url, token_file=str(file))
                self.assertEqual(f"token file: {file}: {found} (expected: a token, of visible characters of ASCII)", str(raised.exception))

    def test_a_token_of_workers_and_followers_goes_with_their_requests(self) -> None:
        self.server.otherwise = problem(404, "not_found", False)
        with self.assertRaises(messina.NotFound):
            messina.worker(self.server.url, "s", "g", print, processes=0, token="of-worker")
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(messina.NotFound):
            messina.stateful(print, folder, url=self.server.url, stream="s", group="g", processes=0, token="of-follower")
        self.assertEqual(["Bearer of-worker", "Bearer of-follower"], [asked.headers.get("Authorization") for asked in self.server.asked])

    def test_what_is_wrong_is_refused_before_a_worker_or_follower_begins(self) -> None:
        with self.assertRaisesRegex(ValueError, "token, token_file: both"):
            messina.worker(self.server.url, "s", "g", print, processes=0, token="a", token_file="b")
        with self.assertRaises(FileNotFoundError):
            messina.stateful(print, "folder", url=self.server.url, stream="s", group="g", processes=0, token_file="/absent/token")

    def test_what_processes_are_told_has_the_token_and_does_not_show_it(self) -> None:
        work = Work("http://127.0.0.1:1", "s", "g", print, None, 1, 30.0, None, 0.0, 30.0, access=Access("secret"))
        self.assertNotIn("secret", repr(work))
        self.assertEqual({"Authorization": "Bearer secret"}, pickle.loads(pickle.dumps(work)).access.headers())

    def test_a_token_is_not_shown(self) -> None:
        self.assertNotIn("secret", repr(Access("secret", None, None)))


if __name__ == "__main__":
    unittest.main()
