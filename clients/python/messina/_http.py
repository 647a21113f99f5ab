"""Requests to a server: a connection for each thread, and what is repeated when."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import itertools
import json
import os
import random
import selectors
import threading
import time
import urllib.parse
from typing import Callable, Iterator, List, Mapping, Optional, Tuple, TypeVar

from ._access import Access
from ._arguments import whole
from ._errors import MessinaError, Overloaded, Unavailable, no_answer, read_error, text_of_error
from ._servers import Failures, Server, Servers, Urls, may_be_done_elsewhere
from ._values import Duration, Json
from ._wire import encode_json, to_seconds

_BACKOFF_FIRST_SECONDS = 0.1
_BACKOFF_LONGEST_SECONDS = 5.0
_TIMEOUT_LONGEST_SECONDS = 7 * 86_400.0  # what sockets take ends at 24 days
RETRY_AFTER_LONGEST_SECONDS = 60.0

_T = TypeVar("_T")

TAIL_PATIENCE_SECONDS = 300.0
"""For so long `Stream.tail` and `Aggregate.watch` try to open a connection again that has broken."""


class _Connection:
    """A connection of one thread; it closes its socket when the thread is gone."""

    def __init__(self, server: Server, http_connection: http.client.HTTPConnection) -> None:
        self.server = server
        self.http = http_connection
        self.pid = os.getpid()

    def is_stale(self) -> bool:
        """Whether the server has closed it, or said what nobody asked for."""
        if self.http.sock is None:
            return True
        with selectors.DefaultSelector() as selector:
            selector.register(self.http.sock, selectors.EVENT_READ)
            return bool(selector.select(0))

    def close(self) -> None:
        self.http.close()

    def __del__(self) -> None:
        self.http.close()


@dataclasses.dataclass(frozen=True)
class Request:
    """safe: whether doing it twice is the same as doing it once. whole: whether it is done as a whole or not at all, so that one
    that is refused for now is not done in part. wait: the seconds that the server may take on purpose. repeated: hears of each failure
    after which it is sent again. target: without what the path of the server's URL begins with."""

    method: str
    target: str
    body: Optional[bytes] = None
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    safe: bool = True
    whole: bool = True
    wait: float = 0.0
    repeated: Optional[Callable[[MessinaError], object]] = None


class Http:
    """A server, or several of a keyspace, as requests to them go: from each thread by a connection of its own, and again where
    that is safe: to each server once, then after a pause.

    pause: waits so many seconds before a request is repeated.
    """

    def __init__(self, url: Urls, timeout: Duration, retries: int, access: Optional[Access] = None) -> None:
        self.servers = Servers(url)
        self._access = Access.of(None, None, None) if access is None else access
        self._tls = self._access.context() if self.servers.are_any_secure() else None
        self._timeout = to_seconds("timeout", timeout)
        if not 0 < self._timeout <= _TIMEOUT_LONGEST_SECONDS:
            raise ValueError(f"timeout: {timeout!r} (expected: more than 0 seconds, at most 7 d)")
        self.retries = whole("retries", retries, 0)
        self.pause: Callable[[float], object] = time.sleep
        self._local = threading.local()

    def json(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Json]] = None,
        body: Optional[Json] = None,
        safe: bool = True,
        whole: bool = True,
        wait: float = 0.0,
        if_match: Optional[str] = None,
        if_absent: bool = False,
    ) -> Json:
        """The answer to a request whose body is JSON; see `Request` and `answer`.

        if_match: the tag that must stand. if_absent: nothing must. What was done would be refused if it were sent again.
        """
        encoded = None if body is None else encode_json(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        if if_match is not None or if_absent:
            if if_match is not None and if_absent:
                raise ValueError(f"if_absent: True with if_match {if_match!r} (expected: one of them)")
            safe = whole = False
            headers.update({"If-None-Match": "*"} if if_absent else {"If-Match": f'"{if_match}"'})
        return self.answer(Request(method, self.target(path, query), encoded, headers, safe, whole, wait))

    def listed(self, path: str, field: str) -> List[Json]:
        """All that a list has."""
        return list(self.pages(path, field))

    def pages(self, path: str, field: str, query: Optional[Mapping[str, Json]] = None) -> Iterator[Json]:
        """All that a list has, page after page, each asked for when it is wanted."""
        asked = dict(query or {})
        while True:
            page = self.json("GET", path, query=asked)
            yield from page[field]
            if page.get("next") is None:
                return
            asked["after"] = page["next"]

    def target(self, path: str, query: Optional[Mapping[str, Json]] = None) -> str:
        return path + ("?" + urllib.parse.urlencode(query) if query else "")

    def answer(self, request: Request) -> Json:
        """The decoded answer, None where there is none; repeats the request where that is safe."""
        failures = Failures()
        for attempt in itertools.count():
            try:
                return self._of_any(request, failures, lambda server: self._decoded(request, server))
            except MessinaError as error:
                if attempt >= self.retries or not _may_repeat(request, error):
                    raise
                if request.repeated is not None:
                    request.repeated(error)
                self.pause(backoff_seconds(attempt, error.retry_after))
        raise AssertionError("unreachable")

    def answer_began(self) -> float:
        """When the last answer to this thread began, by the monotonic clock."""
        return float(self._local.answer_began)

    def is_ready(self) -> bool:
        return any(self._is_ready(server) for server in self.servers.in_order())

    def _is_ready(self, server: Server) -> bool:
        try:
            return self._once(Request("GET", "/health/ready"), server)[0] == 200
        except MessinaError:
            return False

    @contextlib.contextmanager
    def open(self, request: Request, silence: float) -> Iterator[http.client.HTTPResponse]:
        """An answer that is read as it comes, by a connection of its own; it fails after so many seconds of silence."""
        server, connection, response = self._of_any(request, Failures(), lambda server: self._opened(request, server, silence))
        try:
            yield response
        except (OSError, http.client.HTTPException) as error:
            self.servers.failed(server)
            raise no_answer("GET", request.target, error) from error
        finally:
            connection.close()

    def _opened(
        self, request: Request, server: Server, silence: float
    ) -> Tuple[Server, http.client.HTTPConnection, http.client.HTTPResponse]:
        asked = self._at(server, request)
        connection = self._connect(request, server)
        try:
            assert connection.sock is not None
            connection.sock.settimeout(silence)
            response = exchange(connection, asked)
            if response.status != 200:
                raise read_error(response.status, response.headers, response.read(), f"GET {request.target}")
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise no_answer("GET", request.target, error) from error
        except BaseException:
            connection.close()
            raise
        return server, connection, response

    def close(self) -> None:
        """Closes the connection of the calling thread."""
        connection: Optional[_Connection] = getattr(self._local, "connection", None)
        self._local.connection = None
        if connection is not None:
            connection.close()

    def _of_any(self, request: Request, failures: Failures, ask: Callable[[Server], _T]) -> _T:
        """What one of the servers answers: while one is not there or not ready the next is asked, each once at most."""
        failures.begin()
        server = self.servers.preferred()
        while True:
            try:
                answer = ask(server)
            except MessinaError as error:
                failures.note(error)
                if not may_be_done_elsewhere(error):
                    self.servers.answered(server)
                    raise
                self.servers.failed(server)
                failures.add(server, error)
                other = self.servers.other_than(failures.servers())
                # One that repeats nothing asks another only where nothing was done.
                if other is None or not _is_safe(request, error) or (self.retries == 0 and failures.is_in_doubt()):
                    failure = failures.error()
                    if failure is error:
                        raise
                    raise failure from error
                if request.repeated is not None:
                    request.repeated(error)
                server = other
            else:
                self.servers.answered(server)
                return answer

    def _decoded(self, request: Request, server: Server) -> Json:
        status, headers, body = self._once(request, server)
        if not 200 <= status < 300:
            raise read_error(status, headers, body, f"{request.method} {request.target}")
        if not body:
            return None
        try:
            return json.loads(body)
        except ValueError as error:
            detail = f"{request.method} {request.target}: the answer is not JSON: {error}"
            raise MessinaError(detail, "unexpected_answer", status) from error

    def _once(self, request: Request, server: Server) -> Tuple[int, http.client.HTTPMessage, bytes]:
        asked = self._at(server, request)
        connection = self._connection(request, server)
        try:
            assert connection.http.sock is not None
            connection.http.sock.settimeout(self._timeout + request.wait)
            response = exchange(connection.http, asked)
            self._local.answer_began = time.monotonic()
            body = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise no_answer(request.method, request.target, error) from error
        except BaseException:
            self.close()  # half an answer is of no use to the next request
            raise
        return response.status, response.headers, body

    def _connection(self, request: Request, server: Server) -> _Connection:
        """The connection of this thread, open, to a server."""
        connection: Optional[_Connection] = getattr(self._local, "connection", None)
        if connection is not None and connection.server is server and connection.pid == os.getpid() and not connection.is_stale():
            return connection
        if connection is not None:
            connection.close()
        connection = _Connection(server, self._connect(request, server))
        self._local.connection = connection
        return connection

    def _connect(self, request: Request, server: Server) -> http.client.HTTPConnection:
        connection = (
            http.client.HTTPSConnection(server.host, server.port, timeout=self._timeout, context=self._tls)
            if server.secure
            else http.client.HTTPConnection(server.host, server.port, timeout=self._timeout)
        )
        try:
            connection.connect()
        except OSError as error:
            connection.close()
            detail = f"{request.method} {request.target}: {server.url} cannot be reached: {text_of_error(error)}"
            raise Unavailable(detail, "unreachable", retryable=True) from error
        return connection

    def _at(self, server: Server, request: Request) -> Request:
        """The request as this server takes it."""
        try:
            own = self._access.headers()
        except (OSError, ValueError) as error:  # the file is being replaced
            raise Unavailable(f"{request.method} {request.target}: {error}", "no_token", retryable=True) from error
        if not own and not server.prefix:
            return request
        return dataclasses.replace(request, target=server.prefix + request.target, headers={**own, **request.headers})


class Reopening:
    """How often a connection of events is opened again: as a call is repeated until it has been open, from then on for
    TAIL_PATIENCE_SECONDS of pauses in succession."""

    def __init__(self, http: Http) -> None:
        self._http = http
        self._failures = 0
        self._paused = 0.0
        self._was_open = False

    def is_open(self) -> None:
        self._failures, self._paused, self._was_open = 0, 0.0, True

    def wait_after(self, error: MessinaError) -> None:
        """Pauses, or raises the error where it is not to be opened again."""
        is_over = self._paused >= TAIL_PATIENCE_SECONDS if self._was_open else self._failures >= self._http.retries
        if not error.retryable or is_over:
            raise error
        at_once = self._was_open and self._failures == 0 and self._http.servers.are_several()
        seconds = 0.0 if at_once else backoff_seconds(self._failures, error.retry_after)
        self._failures += 1
        self._paused += seconds
        if seconds > 0:
            self._http.pause(seconds)


def exchange(connection: http.client.HTTPConnection, request: Request) -> http.client.HTTPResponse:
    headers = {"Accept": "application/json", **request.headers}
    try:
        connection.request(request.method, request.target, request.body, headers)
    except (BrokenPipeError, ConnectionResetError):
        return connection.getresponse()  # a server that refuses a body may answer and close before it has read it
    return connection.getresponse()


def _may_repeat(request: Request, error: MessinaError) -> bool:
    """Whether it may be sent again after a pause."""
    too_long = error.retry_after is not None and error.retry_after > RETRY_AFTER_LONGEST_SECONDS
    return not too_long and _is_safe(request, error)


def _is_safe(request: Request, error: MessinaError) -> bool:
    """Whether it may be sent again at all."""
    if not request.whole:
        return isinstance(error, Overloaded) or error.code == "unreachable"
    nothing_done = isinstance(error, (Overloaded, Unavailable)) and "stored" not in error.problem
    return nothing_done or (request.safe and error.retryable)


def backoff_seconds(attempt: int, retry_after: Optional[float]) -> float:
    longest = min(_BACKOFF_LONGEST_SECONDS, _BACKOFF_FIRST_SECONDS * 2.0 ** min(attempt, 20))
    return (retry_after or 0.0) + longest * random.uniform(0.5, 1.0)
