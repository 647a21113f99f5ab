"""Messages, and what they go by: the values that calls take and return, as JSON has them."""

from __future__ import annotations

import dataclasses
import uuid
from typing import Any, Dict, List, Mapping, Optional, Sequence, TypedDict

from ._values import Json, Time
from ._wire import time_text


class MessageContent(TypedDict, total=False):
    """What a message says: of mail a subject with a text, HTML or both; of SMS a text; of the others a text or data."""

    subject: str
    text: str
    html: str
    # The body of a webhook, or what a provider's own template needs.
    data: Json


class TemplateUse(TypedDict, total=False):
    """A template, and what is put into it."""

    # Always given.
    name: str
    # The latest one unless given.
    version: int
    # That of the template unless given.
    language: str
    parameters: Mapping[str, Json]


_From = TypedDict("_From", {"from": str}, total=False)


class NewMessage(_From, total=False):
    """A message that is to be sent. It has a content or a template; ``from`` is the sender, the connector's unless given."""

    # Always given.
    account: str
    # ``"email"``, ``"sms"``, ``"whatsapp"``, ``"rcs"`` or ``"webhook"``; always given.
    channel: str
    # The recipient, as the channel has it; always given.
    to: str
    content: MessageContent
    template: TemplateUse
    # Not before this time, up to a year away.
    send_at: Time
    # Not after this time.
    expires_at: Time
    # What it belongs to, up to 100 characters.
    campaign: str
    # Up to 20 short texts of one's own.
    metadata: Mapping[str, str]
    # By which a repeat is recognised for 24 hours, up to 200 characters.
    key: str
    # Of the recipient, for quiet hours, such as ``"Europe/Rome"``.
    time_zone: str
    # Whether it is for trying out.
    test: bool


class AccountOptions(TypedDict, total=False):
    """The options of an account."""

    # How many messages are accepted in a day of UTC at most.
    per_day: int
    # How many messages are accepted in a second at most.
    per_second: int
    # When recipients get nothing, such as ``{"from": "21:00", "to": "08:00", "zone": "Europe/Rome"}``.
    quiet_hours: Mapping[str, str]
    # What messages may have as ``from``, of mail the address; none for any.
    senders: Sequence[str]


class ConnectorOptions(TypedDict, total=False):
    """The options of a connector: exactly one of smtp, http, smpp, webhook and sandbox, and how messages go through it."""

    # Whose messages alone it takes.
    account: str
    smtp: Mapping[str, Json]
    http: Mapping[str, Json]
    smpp: Mapping[str, Json]
    webhook: Mapping[str, Json]
    # Takes everything and sends nothing.
    sandbox: Mapping[str, Json]
    # How many messages are with the provider at a time.
    concurrency: int
    # How long the sending of a message may take, such as ``"30s"``.
    timeout: str
    # How long a message is tried again that the provider certainly does not have, such as ``"24h"``.
    retry_for: str
    backoff: Mapping[str, Json]
    # How fast messages leave, such as ``{"per_minute": 6000}``.
    pace: Mapping[str, Json]
    # How callbacks of the provider are read.
    receipts: Mapping[str, Json]
    # Of a part, by country or ``"*"``, such as ``{"IT": "0.045"}``.
    prices: Mapping[str, str]
    currency: str


class RouteOptions(TypedDict, total=False):
    """The options of a route."""

    # Always given.
    channel: str
    # Of the messages; all accounts unless given.
    account: str
    # What recipients begin with; all unless given.
    prefixes: Sequence[str]
    # By connector which part of the messages it takes, such as ``{"a": 9, "b": 1}``; always given.
    weights: Mapping[str, int]
    # Connectors for what all of those have refused, in their order.
    fallback: Sequence[str]


class TemplateOptions(TypedDict, total=False):
    """The options of a template."""

    # Always given.
    channel: str
    # That of messages that name none; always given.
    language: str
    # By language what messages say; always given.
    languages: Mapping[str, MessageContent]


@dataclasses.dataclass(frozen=True)
class AcceptedMessage:
    """What became of a message that was given.

    message: its id; None where it was refused.
    repeated: whether it had been accepted before, by its key.
    code, detail: why it was refused; None where it was not.
    """

    message: Optional[str]
    repeated: bool = False
    code: Optional[str] = None
    detail: Optional[str] = None

    @property
    def ok(self) -> bool:
        """Whether it was accepted, now or before."""
        return self.message is not None


def message_fields(message: NewMessage, key: str) -> Dict[str, Json]:
    """As JSON has it, with a key for one that has none, so that it may be sent again."""
    if not isinstance(message, Mapping):
        raise TypeError(f"message: {message!r} (expected: a mapping, such as a dict)")
    fields: Dict[str, Any] = {name: value for name, value in message.items() if value is not None}
    for name in ("send_at", "expires_at"):
        if name in fields:
            fields[name] = time_text(name, fields[name])
    return fields if "key" in fields else {**fields, "key": key}


def new_key() -> str:
    return uuid.uuid4().hex


def read_accepted(results: Sequence[Mapping[str, Json]]) -> List[AcceptedMessage]:
    return [
        AcceptedMessage(each.get("message"), bool(each.get("repeated", False)), each.get("code"), each.get("detail"))
        for each in results
    ]
