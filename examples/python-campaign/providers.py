"""Providers of messages for trying out: a mail server and three APIs over HTTP, each with a ledger of what it has accepted."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Callable, Coroutine, Dict, List, Optional, Set, Tuple

Headers = Dict[str, str]
Answer = Tuple[int, Headers, Dict[str, str]]


class Ledger:
    """What a provider has accepted: how often, and for how many messages."""

    def __init__(self) -> None:
        self._messages: Set[str] = set()
        self._accepted = 0
        self.repeats = 0
        self.throttled = 0

    def accept(self, message: str) -> None:
        self._accepted += 1
        self._messages.add(message)

    @property
    def accepted(self) -> int:
        """Messages that its customers got, those that they got twice included."""
        return self._accepted

    @property
    def doubles(self) -> int:
        return self._accepted - len(self._messages)


class HttpProvider:
    """Takes messages over HTTP. It recognises a repeat by its key if it has one, and throttles if it is told so."""

    def __init__(self, key: Optional[str] = None, per_second: Optional[int] = None) -> None:
        self.ledger = Ledger()
        self.port = 0
        self._key = key
        self._per_second = per_second
        self._second = 0
        self._taken = 0
        self._seen: Set[str] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            headers = {}
            for line in head.decode("latin-1").split("\r\n")[1:-2]:
                name, _, value = line.partition(":")
                headers[name.strip().lower()] = value.strip()
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            status, more, answer = self._answer(headers, body)
            content = json.dumps(answer).encode()
            lines = [f"HTTP/1.1 {status} {'OK' if status < 300 else 'No'}", f"Content-Length: {len(content)}"]
            lines += ["Content-Type: application/json", *(f"{name}: {value}" for name, value in more.items())]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
            await writer.drain()

    def _answer(self, headers: Headers, body: bytes) -> Answer:
        if self._per_second is not None and self._is_too_much(self._per_second):
            self.ledger.throttled += 1
            return 429, {"Retry-After": "1"}, {"error": "too many requests"}
        message = headers.get("webhook-id") or json.loads(body)["id"]
        key = headers.get(self._key) if self._key else None
        if key is not None and key in self._seen:
            self.ledger.repeats += 1
        else:
            if key is not None:
                self._seen.add(key)
            self.ledger.accept(message)
        return 202, {}, {"id": f"p-{message}"}

    def _is_too_much(self, per_second: int) -> bool:
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._taken = second, 0
        self._taken += 1
        return self._taken > per_second


class MailServer:
    """Takes mail by SMTP. While it hangs, it greets nobody, and answers nothing to the end of a mail that it has accepted."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.port = 0
        self.hangs = True

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._answer(writer, "220 mail.example")
        while True:
            line = (await reader.readline()).decode("latin-1").strip()
            verb = line[:4].upper()
            if not line or verb == "QUIT":
                return
            if verb == "DATA":
                await self._answer(writer, "354 go on")
                mail = await reader.readuntil(b"\r\n.\r\n")
                self.ledger.accept(self._message_id(mail))
            await self._answer(writer, "250 OK")

    async def _answer(self, writer: asyncio.StreamWriter, text: str) -> None:
        while self.hangs and not writer.is_closing():
            await asyncio.sleep(0.1)
        writer.write(text.encode() + b"\r\n")
        await writer.drain()

    @staticmethod
    def _message_id(mail: bytes) -> str:
        for line in mail.decode("latin-1").split("\r\n"):
            if line.lower().startswith("message-id:"):
                return line.partition(":")[2].strip()
        raise ValueError("a mail without Message-ID")


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


def start(*providers: "HttpProvider | MailServer") -> None:
    """Runs them in a thread of their own, each at a free port, until the process ends."""
    listening = threading.Event()

    def quietly(handler: Handler) -> Handler:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await handler(reader, writer)
            except (asyncio.IncompleteReadError, ConnectionError):
                pass  # the client is gone
            finally:
                writer.close()

        return serve

    async def run() -> None:
        servers: List[asyncio.AbstractServer] = []
        for provider in providers:
            server = await asyncio.start_server(quietly(provider.serve), "127.0.0.1", 0)
            provider.port = server.sockets[0].getsockname()[1]
            servers.append(server)
        listening.set()
        await asyncio.gather(*(server.serve_forever() for server in servers))

    threading.Thread(target=lambda: asyncio.run(run()), name="providers", daemon=True).start()
    listening.wait()
