"""What calls fail with, and how an answer of the server becomes that."""

from __future__ import annotations

import http.client
import json
from typing import Dict, Optional, Type

from ._values import Json


class MessinaError(Exception):
    """What the server answered instead of doing what was asked, or that it did not answer.

    code: the server's stable code, such as ``stream_not_found``; or one of this client's: ``unreachable`` (no connection,
        nothing was done), ``no_answer`` (the request was sent and no answer came), ``unexpected_answer`` (not Messina's).
    status: the HTTP status, 0 where there was no answer.
    retryable: whether the same call may succeed later.
    retry_after: the seconds that the server asked to wait, or None.
    problem: the whole problem document, for example ``stored`` where a part of an append is stored.
    idempotency_key: of an append, the key that makes a repeat of it safe, or None.
    """

    def __init__(
        self,
        message: str,
        code: str = "internal",
        status: int = 0,
        retryable: bool = False,
        retry_after: Optional[float] = None,
        problem: Optional[Dict[str, Json]] = None,
    ) -> None:
        super().__init__(message, code, status, retryable, retry_after, problem)
        self.message = message
        self.code = code
        self.status = status
        self.retryable = retryable
        self.retry_after = retry_after
        self.problem: Dict[str, Json] = problem or {}
        self.idempotency_key: Optional[str] = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


class Overloaded(MessinaError):
    """A buffer is full (429): nothing was done; later it may be."""


class Unavailable(MessinaError):
    """The server cannot at the moment, or cannot be reached: nothing was done, but for ``problem["stored"]`` of an append."""


class UnknownOutcome(MessinaError):
    """It may have been done, or not. An append may be sent again with its ``idempotency_key``: it is stored once."""


class NotFound(MessinaError):
    """What was named is not there (404)."""


class Refused(MessinaError):
    """The request is wrong and stays so: malformed, out of bounds, too large, in conflict, against the schema (4xx)."""


class Reject(Exception):
    """Raised for an event that is not to be tried again, with a text that says why.

    Of a handler of `worker`, the event goes to the dead letters with this text. Of a function of `stateful`, the event is left out of
    the state, and told with this text by `StateFiles.shards`.
    """


class WrongFolder(ValueError):
    """The folder of a state is of something else, or is none."""


def no_answer(method: str, target: str, cause: Exception) -> MessinaError:
    detail = f"{method} {target}: no answer: {text_of_error(cause)}"
    kind = Unavailable if method == "GET" else UnknownOutcome
    return kind(detail, "no_answer", retryable=True)


def read_error(status: int, headers: http.client.HTTPMessage, body: bytes, target: str) -> MessinaError:
    problem: Dict[str, Json] = {}
    try:
        parsed = json.loads(body)
        if isinstance(parsed, dict):
            problem = parsed
    except ValueError:
        pass
    code = problem.get("code")
    if not isinstance(code, str):
        code = "unexpected_answer"
    detail = problem.get("detail") or problem.get("title") or f"the server answered {status}"
    by_gateway = status in (502, 503, 504) and code == "unexpected_answer"
    retryable = bool(problem.get("retryable", status in (429, 503) or by_gateway))
    return _kind(status, code)(f"{target}: {detail}", code, status, retryable, _retry_after(headers), problem)


def _kind(status: int, code: str) -> Type[MessinaError]:
    if code == "unknown_outcome" or status in (502, 504):
        return UnknownOutcome
    if code == "key_pending":  # of a message that is being accepted: the same may succeed a little later
        return Unavailable
    if status == 503:
        return Unavailable if code != "unexpected_answer" else UnknownOutcome
    if status == 429:
        return Overloaded
    if status == 404:
        return NotFound
    return Refused if 400 <= status < 500 else MessinaError


def _retry_after(headers: http.client.HTTPMessage) -> Optional[float]:
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return None


def text_of_error(cause: BaseException) -> str:
    text = said_by(cause)
    return f"{type(cause).__name__}: {text}" if text else type(cause).__name__


def said_by(cause: BaseException) -> str:
    """Its text; of one of a user's that cannot be made, that this is so."""
    try:
        return str(cause)
    except Exception as error:
        return f"its text cannot be made: {type(error).__name__}"
