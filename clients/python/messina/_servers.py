"""The servers of a client: their URLs, and which of them is asked."""

from __future__ import annotations

import dataclasses
import threading
import urllib.parse
from typing import Collection, Dict, List, Optional, Sequence, Tuple, Type, Union

from ._errors import MessinaError, Unavailable, UnknownOutcome

Urls = Union[str, Sequence[str]]
"""One base URL, several with commas between, or a list of them."""

_EXPECTED = "expected: a base URL such as http://127.0.0.1:8420"
_GATEWAY_STATUSES = (502, 503, 504)


@dataclasses.dataclass(frozen=True)
class Server:
    """Where a server is. url: without a slash at its end. prefix: what the path of each request begins with."""

    url: str
    secure: bool
    host: str
    port: int
    prefix: str

    def has_place_of(self, other: Server) -> bool:
        return dataclasses.replace(self, url="") == dataclasses.replace(other, url="")


class Servers:
    """One of them is asked as long as it answers; then that which has not failed for longest. Safe for use by several threads."""

    def __init__(self, urls: Urls) -> None:
        self._all = _read(urls)
        self._lock = threading.Lock()
        # Both under _lock. The number of the last failure of each that has failed and not answered since.
        self._failures: Dict[Server, int] = {}
        self._failed = 0
        self._preferred = self._all[0]

    def are_several(self) -> bool:
        return len(self._all) > 1

    def are_any_secure(self) -> bool:
        return any(server.secure for server in self._all)

    def in_order(self) -> List[Server]:
        """All, beginning with the one to ask first."""
        first = self._all.index(self._preferred)
        return self._all[first:] + self._all[:first]

    def preferred(self) -> Server:
        """The one to ask first."""
        return self._preferred

    def other_than(self, asked: Collection[Server]) -> Optional[Server]:
        """The one to ask after these, if there is one."""
        with self._lock:
            return self._other_than(asked)

    def _other_than(self, asked: Collection[Server]) -> Optional[Server]:
        left = [server for server in self.in_order() if server not in asked]
        if self._preferred in left:
            return self._preferred
        return min(left, key=lambda server: self._failures.get(server, 0), default=None)

    def failed(self, server: Server) -> None:
        """It was not there, or not ready."""
        with self._lock:
            self._failed += 1
            self._failures[server] = self._failed
            if server is self._preferred:
                self._preferred = self._other_than([server]) or server

    def answered(self, server: Server) -> None:
        """It is there."""
        if self._failures:
            with self._lock:
                self._failures.pop(server, None)


def may_be_done_elsewhere(error: MessinaError) -> bool:
    """Whether the server is not there, or not ready, so that another one may do it."""
    if error.code in ("unreachable", "no_answer"):
        return True
    if error.code == "unexpected_answer":
        return error.status in _GATEWAY_STATUSES
    return isinstance(error, Unavailable) and error.status == 503


class Failures:
    """What an attempt at a request has failed with at each server, and whether one of all attempts may have done it."""

    def __init__(self) -> None:
        self._errors: Dict[Server, MessinaError] = {}
        self._doubt: Optional[MessinaError] = None

    def is_in_doubt(self) -> bool:
        return self._doubt is not None

    def servers(self) -> Collection[Server]:
        return self._errors

    def begin(self) -> None:
        self._errors = {}

    def add(self, server: Server, error: MessinaError) -> None:
        self._errors[server] = error

    def note(self, error: MessinaError) -> None:
        if isinstance(error, UnknownOutcome) or "stored" in error.problem:
            self._doubt = error

    def error(self) -> MessinaError:
        """One for those of all servers, in their order: ``unreachable`` only if each is."""
        errors = list(self._errors.values())
        if len(errors) == 1:
            return errors[0]
        told = self._doubt or next((error for error in errors if error.code != "unreachable"), errors[-1])
        kind: Type[MessinaError] = UnknownOutcome if isinstance(told, UnknownOutcome) else Unavailable
        causes = ", ".join(f"{server.url} ({error})" for server, error in self._errors.items())
        return kind(f"all servers failed: {causes}", told.code, told.status, True, errors[-1].retry_after, told.problem)


def _read(urls: Urls) -> List[Server]:
    if isinstance(urls, str):
        texts: Sequence[str] = [url.strip() for url in urls.split(",")]
    elif isinstance(urls, (list, tuple)):
        texts = urls
    else:
        raise TypeError(f"url: {urls!r} ({_EXPECTED}, or several)")
    if not texts:
        raise ValueError(f"url: {urls!r} ({_EXPECTED}, or several)")
    servers: List[Server] = []
    for text in texts:
        server = _server(text)
        if any(server.has_place_of(other) for other in servers):
            raise ValueError(f"url: {text!r} twice (expected: each server once)")
        servers.append(server)
    return servers


def _server(url: str) -> Server:
    parts, port = _parts(url)
    secure = parts.scheme == "https"
    return Server(url.rstrip("/"), secure, str(parts.hostname), port or (443 if secure else 80), parts.path.rstrip("/"))


def _parts(url: str) -> Tuple[urllib.parse.SplitResult, Optional[int]]:
    if not isinstance(url, str):
        raise TypeError(f"url: {url!r} ({_EXPECTED})")
    try:
        parts = urllib.parse.urlsplit(url)
        port = parts.port
        is_base = parts.scheme in ("http", "https") and parts.hostname and not parts.query and not parts.fragment and port != 0
        (parts.hostname or "").encode("idna")
    except ValueError as error:
        raise ValueError(f"url: {url!r}: {error} ({_EXPECTED})") from error
    if not is_base:
        raise ValueError(f"url: {url!r} ({_EXPECTED})")
    return parts, port
