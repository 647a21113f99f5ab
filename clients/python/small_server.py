"""A small server, whose answers each test says, and what the tests share."""

from __future__ import annotations

import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import messina  # noqa: E402

URL = os.environ.get("MESSINA_URL")
DEADLINE_SECONDS = 60.0

# For a test that is long, and stands beside a shorter one of the same thing.
thorough = unittest.skipIf("MESSINA_QUICK" in os.environ, "MESSINA_QUICK is set")


def until(what: str, condition: Callable[[], bool]) -> None:
    """Waits for a condition of other processes."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {DEADLINE_SECONDS} s: {what}")
        time.sleep(0.05)


def started(test: unittest.TestCase, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """A file of tests, run as a program, which is gone when the test is over."""
    process = subprocess.Popen([sys.executable, str(HERE / program), *arguments])
    test.addCleanup(process.wait)
    test.addCleanup(process.kill)
    return process


class Asked:
    """A request that the small server got; connection tells requests of one connection from those of others."""

    def __init__(self, method: str, path: str, headers: Dict[str, str], body: bytes, connection: Tuple[str, int]) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.connection = connection

    def json(self) -> Any:
        return json.loads(self.body)

    def lines(self) -> List[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


Answer = Callable[["Connection", Asked], None]


class Connection(http.server.BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 as it is; what it answers is next in the script of its server."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "SmallServer"

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Asked(self.command, self.path, dict(self.headers.items()), body, self.client_address)
        with self.server.lock:
            self.server.asked.append(asked)
            answer = self.server.script.pop(0) if self.server.script else self.server.otherwise
        answer(self, asked)

    do_GET = do_PUT = do_PATCH = do_POST = do_DELETE = answer

    def say(self, status: int, body: bytes, headers: Dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class SmallServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        self.lock = threading.Lock()
        self.asked: List[Asked] = []
        self.script: List[Answer] = []
        self.otherwise: Answer = ok({})
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients that go away are a part of the tests


def ok(body: Any, status: int = 200) -> Answer:
    return lambda connection, asked: connection.say(status, json.dumps(body).encode(), {"Content-Type": "application/json"})


def problem(status: int, code: str, retryable: bool, headers: Optional[Dict[str, str]] = None, **more: Any) -> Answer:
    body = {"type": "about:blank", "title": code, "status": status, "code": code, "detail": "why", "retryable": retryable, **more}
    all_headers = {"Content-Type": "application/problem+json", **(headers or {})}
    return lambda connection, asked: connection.say(status, json.dumps(body).encode(), all_headers)


def nothing(connection: Connection, asked: Asked) -> None:
    connection.say(204, b"", {})


def hang_up(connection: Connection, asked: Asked) -> None:
    connection.close_connection = True
    connection.connection.shutdown(socket.SHUT_RDWR)


def stored(connection: Connection, asked: Asked) -> None:
    """Answers an append as if all were new; the ids are the payloads."""
    ids = [str(line.get("payload")) for line in asked.lines()]
    ok({"accepted": len(ids), "duplicates": 0, "ids": ids}, 202)(connection, asked)


def all_ok(connection: Connection, asked: Asked) -> None:
    receipts = [entry if isinstance(entry, str) else entry["receipt"] for entry in asked.json()["receipts"]]
    ok({"results": [{"receipt": receipt, "status": "ok"} for receipt in receipts]})(connection, asked)


def event_fields(number: int, **more: Any) -> Dict[str, Any]:
    return {
        "id": f"id-{number}",
        "shard": 0,
        "position": f"1.{number}",
        "key": f"key-{number}",
        "time": "2015-09-12T00:46:58.771Z",
        "append_time": "2015-09-12T00:46:59.123456Z",
        "headers": {},
        "content_type": "application/json",
        "payload": {"n": number},
        **more,
    }


class SmallServerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = SmallServer()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.pauses: List[float] = []
        self.client = self.new_client()

    def new_client(self, **options: Any) -> messina.Client:
        client = messina.Client(self.server.url, **options)
        client._http.pause = self.pauses.append
        self.addCleanup(client.close)
        return client

    def script(self, *answers: Answer) -> None:
        self.server.script = list(answers)
