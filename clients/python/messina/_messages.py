"""Messages: sending them, what became of them, and the accounts, connectors, routes and templates by which they go."""

from __future__ import annotations

from datetime import date
from typing import Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from ._arguments import whole
from ._definitions import Defined
from ._errors import MessinaError
from ._features import part, path_of
from ._http import Http, Request
from ._message_types import (
    AcceptedMessage, AccountOptions, ConnectorOptions, NewMessage, RouteOptions, TemplateOptions, message_fields, new_key, read_accepted,
)
from ._values import Json, Time
from ._wire import encode_json, in_chunks, time_text, without_none

Day = Union[date, str]
"""A day, such as ``"2026-03-01"``."""

MESSAGES_MAX = 1_000
"""The most messages that are sent in one request; more are sent in several."""


class Messages:
    """All that is about messages; from `Client.messages`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def accept(self, message: NewMessage) -> AcceptedMessage:
        """Takes a message, which will be sent once, or somebody is told; durable when it returns.

        A message with a key that comes again within 24 hours is the same message; with another content it is Refused with code
        ``key_mismatch``. One without gets a key of this call, so that the client may send it again; after UnknownOutcome, accept it
        again with the error's ``idempotency_key`` as its key.
        """
        body = message_fields(message, new_key())
        try:
            answer = self._http.json("POST", "/v1/messages", body=body)
        except MessinaError as error:
            error.idempotency_key = body["key"]
            raise
        return AcceptedMessage(answer["message"], bool(answer.get("repeated", False)))

    def check(self, message: NewMessage) -> Json:
        """Checks a message and renders it, but neither keeps nor sends anything; returns its content."""
        body = message_fields(message, new_key())
        return self._http.json("POST", "/v1/messages", query={"dry_run": "true"}, body=body)

    def accept_all(
        self, messages: Iterable[NewMessage], progress: Optional[Callable[[int], object]] = None
    ) -> List[AcceptedMessage]:
        """Takes many messages, a thousand in a request; what became of each, in their order. A refused one hinders no other.

        After an error some are accepted. Messages with keys of their own may simply all be given again.

        progress: is told how many are done, after each request.
        """
        key = new_key()
        lines = (encode_json(message_fields(message, f"{key}#{number}")) for number, message in enumerate(messages))
        results: List[AcceptedMessage] = []
        for chunk in in_chunks(lines, MESSAGES_MAX):
            request = Request("POST", "/v1/messages", b"\n".join(chunk) + b"\n", {"Content-Type": "application/x-ndjson"})
            results += read_accepted(self._http.answer(request)["messages"])
            if progress is not None:
                progress(len(results))
        return results

    def get(self, message: str) -> Json:
        """How far a message has come, and what has happened to it: a mapping of message, state and events; NotFound."""
        return self._http.json("GET", path_of("messages", message=message))

    def search(
        self,
        account: str,
        *,
        campaign: Optional[str] = None,
        to: Optional[str] = None,
        state: Optional[str] = None,
        limit: int = 1_000,
    ) -> Iterator[Json]:
        """The messages of a campaign, or to a recipient, page by page.

        campaign, to: one of the two. state: only those in it, such as ``"uncertain"``. limit: how many come in one answer, 1 to 1,000.
        """
        if (campaign is None) == (to is None):
            raise ValueError("campaign, to: both or none (expected: one of them)")
        query = without_none(account=account, campaign=campaign, to=to, state=state, limit=whole("limit", limit, 1, MESSAGES_MAX))
        return self._http.pages("/v1/messages", "messages", query)

    def cancel(self, message: str) -> None:
        """Takes a message back; Refused once its sending has begun."""
        self._http.json("POST", path_of("messages", message=message) + "/cancel", safe=False)

    def resolve(self, message: str, as_: str) -> None:
        """Decides what an uncertain message is: ``"sent"``, ``"refused"``, or ``"again"``, which may send it twice."""
        self._http.json("POST", path_of("messages", message=message) + "/resolve", body={"as": as_}, safe=False)

    def usage(self, *, account: Optional[str] = None, from_: Optional[Day] = None, to: Optional[Day] = None) -> Json:
        """What was sent, by account, channel, connector, country and day: a mapping of rows, complete_to and missing.

        Pandas takes the rows as they are. account: only its messages. from_, to: only days of UTC from from_ on, and before to.
        """
        days = {name: str(day) for name, day in (("from", from_), ("to", to)) if day is not None}
        query: Dict[str, Json] = {**without_none(account=account), **days}
        page = self._http.json("GET", "/v1/usage", query=query)
        rows = list(page["rows"])
        while page.get("next") is not None:
            page = self._http.json("GET", "/v1/usage", query={**query, "after": page["next"]})
            rows += page["rows"]
        return {"rows": rows, "complete_to": page.get("complete_to"), "missing": page.get("missing") or []}

    def accounts(self) -> List[Json]:
        """The definitions of all accounts."""
        return self._http.listed("/v1/accounts", "accounts")

    def account(self, name: str) -> Account:
        """The account of this name. Asks nobody: whether it is there shows when it is used."""
        return Account(self._http, "accounts", name)

    def connectors(self) -> List[Json]:
        """The definitions of all connectors, and how they go on all nodes."""
        return self._http.listed("/v1/connectors", "connectors")

    def connector(self, name: str) -> Connector:
        """The connector of this name. Asks nobody."""
        return Connector(self._http, "connectors", name)

    def routes(self) -> List[Json]:
        """The definitions of all routes."""
        return self._http.listed("/v1/routes", "routes")

    def route(self, name: str) -> Defined[RouteOptions]:
        """The route of this name. Asks nobody."""
        return Defined(self._http, "routes", name)


class Connector(Defined[ConnectorOptions]):
    """A connector, which speaks to a provider; from `Messages.connector`."""

    def uncertain(self) -> Iterator[Json]:
        """Its messages of which nobody knows whether the provider has them, and from when on `Messages.resolve` decides."""
        return self._http.pages(self._path + "/uncertain", "uncertain")

    def resolve(self, as_: str, *, reason: Optional[str] = None, from_: Optional[str] = None, to: Optional[str] = None) -> int:
        """Decides what its uncertain messages are, as `Messages.resolve` does for one; returns how many were decided.

        reason: only those whose reason has this in it. from_, to: only those that are uncertain since then, and since before; as
        ``"2026-11-28T10:00:00Z"``. Those whose call may be under way are left, and can be asked for again.
        """
        resolved, after = 0, None
        while True:
            body = without_none(reason=reason, to=to, after=after)
            page = self._http.json("POST", self._path + "/uncertain/resolve", body={"as": as_, **body, **({"from": from_} if from_ else {})}, safe=False)
            resolved, after = resolved + page["resolved"], page.get("next")
            if after is None:
                return int(resolved)


class Account(Defined[AccountOptions]):
    """An account, with templates and suppressions of its own; from `Messages.account`."""

    def templates(self) -> List[Json]:
        """The latest versions of its templates."""
        return self._http.listed(self._path + "/templates", "templates")

    def template(self, name: str) -> Template:
        """Its template of this name. Asks nobody."""
        return Template(self._http, f"accounts/{part('name', self.name)}/templates", name)

    def campaign(self, name: str) -> Json:
        """How many messages of a campaign are in which state: a mapping with totals, complete_to and missing."""
        return self._http.json("GET", f"{self._path}/campaigns/{part('name', name)}")

    def suppressions(self, *, channel: Optional[str] = None) -> Iterator[Json]:
        """Who gets nothing from it, and why."""
        return self._http.pages(self._path + "/suppressions", "suppressions", without_none(channel=channel))

    def suppress(self, channel: str, recipient: str) -> Json:
        """Lets a recipient get nothing more from it by this channel; returns what is noted."""
        return self._http.json("PUT", self._suppression(channel, recipient), body={})

    def unsuppress(self, channel: str, recipient: str) -> None:
        """Lets a recipient get messages again; NotFound if it gets them."""
        self._http.json("DELETE", self._suppression(channel, recipient), safe=False)

    def endpoints(self) -> Iterator[Json]:
        """The endpoints of its webhooks that have taken nothing since they failed."""
        return self._http.pages(self._path + "/endpoints", "endpoints")

    def replay(self, to: str, from_: Time) -> List[str]:
        """Sends the webhooks again that an endpoint has not taken since from_, each as another message; returns the new ids.

        Each is sent again once, however often this is asked for. to: the endpoint's URL.
        """
        body: Dict[str, Json] = {"to": to, "from": time_text("from_", from_)}
        messages: List[str] = []
        while True:
            page = self._http.json("POST", self._path + "/replay", body=body)
            messages += page["messages"]
            if page.get("next") is None:
                return messages
            body["after"] = page["next"]

    def _suppression(self, channel: str, recipient: str) -> str:
        return f"{self._path}/suppressions/{part('channel', channel)}/{part('recipient', recipient)}"


class Template(Defined[TemplateOptions]):
    """A template of an account; from `Account.template`. Other options than its latest version has make the next one."""

    def version(self, version: int) -> Json:
        """A version of it, from 1; NotFound."""
        return self._http.json("GET", self._path, query={"version": whole("version", version, 1)})

    def versions(self) -> List[Json]:
        """All its versions."""
        return self._http.listed(self._path + "/versions", "versions")

    def preview(
        self, parameters: Mapping[str, Json], *, version: Optional[int] = None, language: Optional[str] = None
    ) -> Json:
        """What a message of it would say; Refused with a sentence that names a parameter that is missing."""
        body = {"parameters": dict(parameters), **without_none(version=version, language=language)}
        return self._http.json("POST", self._path + "/preview", body=body)
