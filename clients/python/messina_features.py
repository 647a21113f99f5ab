"""Features, for the Python client of Messina: lists of timed items, and scalar values, of entities. It stands beside messina.py.

    import messina

    client = messina.Client("http://127.0.0.1:8420")
    client.create_feature("user", "recent_pages", type="list", value_type="text", ttl="36500d")
    pages = client.list("user", "recent_pages")
    pages.add("ada", [("Loom", "2015-09-12T00:46:58.771Z"), ("Engine", datetime.now(timezone.utc))])
    print(pages.get("ada", limit=5).values)

Values are those of the feature's type: a str, an int, a float, a bool, bytes, a list of numbers, or whatever JSON can say; arrays
and numbers of NumPy are taken too. Nothing is converted: a number is no text, and bytes are none. JSON comes back in one form,
with sorted members and 1.0 as 1, so that a float may come back as an int.

Times of items are told to the nanosecond as text, `Item.time_text`, and to the microsecond as a ``datetime``. An item that was
read may be added elsewhere as it is, and keeps its nanoseconds.

A client asks for the type of a feature's values, where it has to know it, once in VALUE_TYPE_SECONDS.

Retries: as messina.py says. What is added again is there once; only where others have removed it meanwhile, is it there again.
So it is with features and versions that are created again: what others have deleted meanwhile is there again, empty.
"""

from __future__ import annotations

import base64
import dataclasses
import importlib
import time as _clock
import urllib.parse
from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

if TYPE_CHECKING:
    import messina
else:  # it is where this module is, in whatever package that may be
    messina = importlib.import_module(__name__[: -len("_features")])

__all__ = ["Added", "Feature", "Item", "ItemPage", "ListAnswer", "ListFeature", "ValueAnswer", "Values"]

Json = Any
Time = Union[datetime, str]

ADD_ITEMS_MAX = 500
"""The most items that are added in one request, all or none; more are added in several."""

ADD_BYTES_MAX = 1024 * 1024
"""The most bytes of JSON that are added in one request, but for a single item that is larger by itself."""

ENTITIES_MAX = 100
"""The most entities, and the most features, that are asked for in one request; more are asked for in several."""

VALUE_TYPE_SECONDS = 60.0
"""For how long a client takes the type of a feature's values for what it was; only a feature that is made anew changes it."""

_VALUE_TYPES_MAX = 2_000
_BYTES = (bytes, bytearray, memoryview)


# ---------------------------------------------------------------------------------------------------------------- answers


@dataclasses.dataclass(frozen=True)
class Item:
    """An item of a list, as it was read. time: to the microsecond. time_text: RFC 3339, to the nanosecond."""

    value: Json
    time: datetime
    time_text: str


NewItem = Union[Item, Tuple[Json, Time]]


@dataclasses.dataclass(frozen=True)
class ItemPage:
    """Items, newest first, and what to pass as after to go on; None where there are no more."""

    items: List[Item]
    next: Optional[str]

    @property
    def values(self) -> List[Json]:
        """Their values."""
        return [item.value for item in self.items]


@dataclasses.dataclass(frozen=True)
class ListAnswer:
    """The items of one of several entities.

    error: why they could not be read, or None. retryable: whether asking again may help.
    """

    entity: str
    error: Optional[str]
    found: Optional[ItemPage]
    retryable: bool = False

    @property
    def page(self) -> ItemPage:
        """The items, perhaps none. Where they could not be read: Unavailable, or MessinaError if asking again does not help."""
        if self.found is None:
            raise _failed(self.entity, self.error, self.retryable)
        return self.found

    @property
    def values(self) -> List[Json]:
        """Their values. Errors as of page."""
        return self.page.values


@dataclasses.dataclass(frozen=True)
class ValueAnswer:
    """What is known of a value.

    status: ``present``, ``missing``, ``expired``, or ``error`` where it could not be read.
    time: its event time, where it is present or expired; time_text: the same in RFC 3339, with its nanoseconds. error: why it
    could not be read. retryable: whether asking again may help.
    """

    entity: str
    feature: str
    status: str
    found: Json = None
    time: Optional[datetime] = None
    error: Optional[str] = None
    retryable: bool = False
    time_text: Optional[str] = None

    @property
    def value(self) -> Json:
        """The value; None where it is missing or expired.

        Where it could not be read: Unavailable, or MessinaError if asking again does not help.
        """
        if self.status == "error":
            raise _failed(f"{self.entity}, {self.feature}", self.error, self.retryable)
        return self.found


@dataclasses.dataclass(frozen=True)
class Added:
    """What an add did. stored: how many items are there now. expired: how many were over already, and are not stored."""

    stored: int
    expired: int

    def __add__(self, other: Added) -> Added:
        return Added(self.stored + other.stored, self.expired + other.expired)


def _failed(what: str, error: Optional[str], retryable: bool) -> messina.MessinaError:
    if retryable:
        return messina.Unavailable(f"{what}: {error}", "unavailable", 200, retryable=True)
    return messina.MessinaError(f"{what}: {error}", "internal", 200)


# ------------------------------------------------------------------------------------------------------ what is on the wire

_TypeOf = Callable[[], str]


def _path(kind: str, **parts: str) -> str:
    return f"/v1/{kind}" + "".join("/" + _part(name, text) for name, text in parts.items())


def _part(name: str, text: str) -> str:
    if not isinstance(text, str) or not text:
        raise TypeError(f"{name}: {text!r} (expected: a str that is not empty)")
    return urllib.parse.quote(text, safe="")


def _several(name: str, given: Union[str, Iterable[str]]) -> List[str]:
    """One name, or many, each once."""
    names = [given] if isinstance(given, str) else list(dict.fromkeys(given))
    for each in names:
        _part(name, each)
    return names


def _slices(names: List[str]) -> Iterator[List[str]]:
    return (names[start : start + ENTITIES_MAX] for start in range(0, len(names), ENTITIES_MAX))


def _value_type(client: messina.Client, entity_type: str, name: str) -> str:
    known = client._value_types.get((entity_type, name))
    now = _clock.monotonic()
    if known is None or now - known[1] > VALUE_TYPE_SECONDS:
        known = (client.feature(entity_type, name).definition()["value_type"], now)
        if len(client._value_types) >= _VALUE_TYPES_MAX:
            client._value_types.clear()
        client._value_types[entity_type, name] = known
    return known[0]


def _to_wire(value: Json, type_of: _TypeOf) -> Json:
    """As JSON says it. Of texts and bytes the server could not tell which they were."""
    is_bytes = isinstance(value, _BYTES)
    if (is_bytes or isinstance(value, str)) and is_bytes != (type_of() == "bytes"):
        raise TypeError(f"value: a {type(value).__name__} (expected: of the type {type_of()})")
    return base64.b64encode(value).decode("ascii") if is_bytes else value


def _from_wire(value: Json, type_of: _TypeOf) -> Json:
    return base64.b64decode(value) if isinstance(value, str) and type_of() == "bytes" else value


def _item_fields(value: Json, time: Time, type_of: _TypeOf) -> Dict[str, Json]:
    return {"value": _to_wire(value, type_of), "time": messina._time_text("time", time)}


def _new_item(item: NewItem, type_of: _TypeOf) -> bytes:
    if isinstance(item, Item):
        return messina._encode(_item_fields(item.value, item.time_text, type_of))
    if not isinstance(item, tuple) or len(item) != 2:
        raise TypeError(f"items: {item!r} (expected: each a tuple of a value and a time, or an Item)")
    return messina._encode(_item_fields(item[0], item[1], type_of))


def _new_line(line: NewLine, type_of: _TypeOf) -> bytes:
    if isinstance(line, str):
        line = line.encode("utf-8")
    if isinstance(line, bytes):
        return line.rstrip(b"\r\n")
    if not isinstance(line, tuple) or len(line) != 3:
        raise TypeError(f"lines: {line!r} (expected: each a line of JSON, or a tuple of an entity, a value and a time)")
    entity, value, time = line
    _part("entity", entity)
    return messina._encode({"entity": entity, **_item_fields(value, time, type_of)})


def _item_page(answer: Mapping[str, Json], type_of: _TypeOf) -> ItemPage:
    items = [
        Item(_from_wire(item["value"], type_of), messina._time(item["time"]), item["time"]) for item in answer["items"]
    ]
    return ItemPage(items, answer.get("next"))


def _range(since: Optional[Time], before: Optional[Time]) -> Dict[str, Json]:
    return messina._given(
        min_time=None if since is None else messina._time_text("since", since),
        max_time=None if before is None else messina._time_text("before", before),
    )


# --------------------------------------------------------------------------------------------------------------- features


class Feature:
    """A feature of a type of entities; from `Client.feature` or `Client.create_feature`."""

    def __init__(self, client: messina.Client, entity_type: str, name: str) -> None:
        self.client = client
        self.entity_type = entity_type
        self.name = name
        self._path = _path("features", entity_type=entity_type, name=name)

    def definition(self) -> Json:
        """Its definition, a mapping: entity_type, name, type, value_type, ttl, unique, latest, versions. NotFound."""
        return self.client._json("GET", self._path)

    def delete(self) -> None:
        """Deletes it: nobody reaches what it holds any more. NotFound if it is not there; Refused while a feed feeds it."""
        try:
            self.client._json("DELETE", self._path, safe=False)
        finally:
            self._forget_type()

    def create_version(self, version: str) -> Json:
        """Creates a version, with contents of its own, if it is not there; returns the definition."""
        return self.client._json("PUT", self._path, query={"version": version})

    def delete_version(self, version: str) -> None:
        """Deletes a version: nobody reaches what it holds any more. NotFound if it is not there."""
        self.client._json("DELETE", self._path, query={"version": version}, safe=False)

    def complete(self, version: Optional[str] = None) -> Json:
        """Makes a version, None for the first one, what ``"latest"`` means; returns the definition.

        Repeated only where nothing was done, so that a version that others have completed meanwhile stays the latest.
        """
        return self.client._json("POST", self._path + "/complete", query=messina._given(version=version), safe=False)

    def _define(self, definition: Json) -> None:
        try:
            self.client._json("PUT", self._path, body=definition)
        finally:
            self._forget_type()

    def _forget_type(self) -> None:
        self.client._value_types.pop((self.entity_type, self.name), None)


# ------------------------------------------------------------------------------------------------------------------ lists

NewLine = Union[str, bytes, Tuple[str, Json, Time]]


class ListFeature:
    """The lists of a feature, one per entity; from `Client.list`.

    since, before: times, the first one and the first one that is too late; None from the beginning, to the end.
    """

    def __init__(self, client: messina.Client, entity_type: str, name: str, version: Optional[str] = None) -> None:
        self.client = client
        self.entity_type = entity_type
        self.name = name
        self.version = version
        self._path = _path("lists", entity_type=entity_type, name=name)

    def pinned(self) -> ListFeature:
        """The same lists in the version that is meant now, whatever ``"latest"`` will mean later; asks the server for that."""
        if self.version != "latest":
            return self
        latest = self.client.feature(self.entity_type, self.name).definition()["latest"]
        return ListFeature(self.client, self.entity_type, self.name, latest or None)

    def add(self, entity: str, items: Iterable[NewItem]) -> Added:
        """Adds items, each a value and its time; when it returns they are durable. Those that are there stay as they are.

        Up to ADD_ITEMS_MAX items of ADD_BYTES_MAX are added together, all or none. More are added in several requests, each by
        itself; after an error simply add all again. With the version ``"latest"`` each request means the latest of its moment:
        use `pinned` for more.
        """
        target = self._target(self._of(entity))
        total = Added(0, 0)
        for chunk in messina._chunks((_new_item(item, self._type) for item in items), ADD_ITEMS_MAX, ADD_BYTES_MAX):
            total += self._add(target, b'{"items":[' + b",".join(chunk) + b"]}", "application/json")
        return total

    def import_lines(self, lines: Iterable[NewLine], progress: Optional[Callable[[int], object]] = None) -> Added:
        """Adds items of many entities, some thousand per request; after an error simply import all again.

        All go to one version: with ``"latest"`` to the one that is the latest when it begins.
        lines: each a tuple of an entity, a value and a time; or a line of JSON, as text or bytes, such as those of an open file:
            ``{"entity":"ada","value":"Engine","time":"2015-09-12T00:46:58.771Z"}``.
        progress: is told how many lines are done, after each request.
        """
        pinned = self.pinned()
        target = pinned._target(pinned._path)
        total = Added(0, 0)
        done = 0
        for chunk in messina._chunks(_new_line(line, self._type) for line in lines):
            try:
                total += self._add(target, b"\n".join(chunk) + b"\n", "application/x-ndjson")
            except messina.MessinaError as error:
                raise _behind(done, error) from error
            done += len(chunk)
            if progress is not None:
                progress(done)
        return total

    def get(
        self,
        entity: str,
        limit: int = 100,
        *,
        since: Optional[Time] = None,
        before: Optional[Time] = None,
        after: Optional[str] = None,
    ) -> ItemPage:
        """The newest items of an entity; none where there are none. limit: 1 to 10,000. after: `ItemPage.next`."""
        query = messina._given(limit=limit, after=after, **_range(since, before))
        return _item_page(self._ask("GET", self._of(entity), query), self._type)

    def items(
        self, entity: str, *, since: Optional[Time] = None, before: Optional[Time] = None, page: int = 1_000
    ) -> Iterator[Item]:
        """All items of an entity, newest first, page by page, all of one version. page: 1 to 10,000 items."""
        pinned = self.pinned()
        after: Optional[str] = None
        while True:
            found = pinned.get(entity, page, since=since, before=before, after=after)
            yield from found.items
            after = found.next
            if after is None:
                return

    def get_each(
        self,
        entities: Union[str, Iterable[str]],
        limit: int = 100,
        *,
        since: Optional[Time] = None,
        before: Optional[Time] = None,
        after: Optional[Mapping[str, str]] = None,
    ) -> Dict[str, ListAnswer]:
        """The newest items of each entity, up to ENTITIES_MAX in one request; what cannot be read is an error of its own.

        after: by entity where to go on, the `ItemPage.next` of its list before; the others begin with the newest item.
        """
        places = dict(after or {})
        query = messina._given(entity_type=self.entity_type, feature=self.name, version=self.version, limit=limit)
        query.update(_range(since, before))
        answers: Dict[str, ListAnswer] = {}
        asked = _several("entities", entities)
        if not places.keys() <= set(asked):
            raise ValueError(f"after: {sorted(places.keys() - set(asked))} (expected: of entities that are asked for)")
        for some in _slices(asked):
            onwards = {entity: places.pop(entity) for entity in some if entity in places}
            body = {**query, "entities": some, **({"after": onwards} if onwards else {})}
            answer = self.client._json("POST", "/v1/lists:get", body=body)
            answers.update((fields["entity"], self._answer(fields)) for fields in answer["lists"])
        return answers

    def contains(self, entity: str, value: Json) -> bool:
        """Whether an entity has an item of this value."""
        return bool(self._post(entity, "contains", value, safe=True)["contains"])

    def count(self, entity: str, *, since: Optional[Time] = None, before: Optional[Time] = None) -> int:
        """How many items an entity has; of a unique list how many different values."""
        return int(self._ask("GET", self._of(entity) + "/count", _range(since, before))["count"])

    def remove(self, entity: str, value: Json) -> int:
        """Removes the items of this value, whatever their times; how many there were."""
        return int(self._post(entity, "remove", value, safe=False)["removed"])

    def remove_all(self, entity: str) -> None:
        """Removes all items of an entity."""
        self._ask("DELETE", self._of(entity), {})

    def keep_newest(self, entity: str, count: int) -> int:
        """Removes all but the newest items of an entity; how many were removed. count: 1 to 100,000."""
        return int(self._ask("DELETE", self._of(entity), {"keep": count})["removed"])

    def _type(self) -> str:
        return _value_type(self.client, self.entity_type, self.name)

    def _of(self, entity: str) -> str:
        return self._path + "/" + _part("entity", entity)

    def _answer(self, fields: Mapping[str, Json]) -> ListAnswer:
        if fields["status"] == "ok":
            return ListAnswer(fields["entity"], None, _item_page(fields, self._type))
        return ListAnswer(fields["entity"], fields["detail"], None, bool(fields.get("retryable")))

    def _target(self, path: str) -> str:
        return self.client._target(path, messina._given(version=self.version))

    def _ask(self, method: str, path: str, query: Mapping[str, Json]) -> Json:
        return self.client._json(method, path, query={**messina._given(version=self.version), **query}, safe=method == "GET")

    def _post(self, entity: str, action: str, value: Json, safe: bool) -> Json:
        path = f"{self._of(entity)}/{action}"
        body = {"value": _to_wire(value, self._type)}
        return self.client._json("POST", path, query=messina._given(version=self.version), body=body, safe=safe)

    def _add(self, target: str, body: bytes, content_type: str) -> Added:
        answer = self.client._answer(messina._Request("POST", target, body, {"Content-Type": content_type}))
        return Added(answer["stored"], answer["expired"])


def _behind(lines: int, error: messina.MessinaError) -> messina.MessinaError:
    """The error of a request that counts its lines from 1, as one that says where this request began."""
    if lines == 0:
        return error
    message = f"{error.message}; lines are counted behind the first {lines:,}, which are done"
    return type(error)(message, error.code, error.status, error.retryable, error.retry_after, error.problem)


# ---------------------------------------------------------------------------------------------------------------- scalars


class Values:
    """The values of scalar features of a type of entities; from `Client.values`."""

    def __init__(self, client: messina.Client, entity_type: str, version: Optional[str] = None) -> None:
        self.client = client
        self.entity_type = entity_type
        self.version = version

    def put(self, feature: str, entity: str, value: Json, time: Optional[Time] = None) -> None:
        """Puts a value, unless one with a newer event time is there; when it returns it is durable. Of several with one event
        time the one that came last stands.

        time: the event time, from 1970-01-02 to a day ahead; None for now by the server's clock, and then it is repeated only
            where nothing was done, so that it does not hide what others put meanwhile.
        """
        body = {"value": _to_wire(value, self._type(feature))}
        if time is not None:
            body["time"] = messina._time_text("time", time)
        self.client._json("PUT", self._path(feature, entity), query=self._query(), body=body, safe=time is not None)

    def get(
        self, features: Union[str, Iterable[str]], entities: Union[str, Iterable[str]]
    ) -> Dict[str, Dict[str, ValueAnswer]]:
        """The values of features of entities, by entity and feature: ``get(["age", "country"], ids)["ada"]["age"].value``.

        Up to ENTITIES_MAX of each are asked for in one request. What cannot be read is an error of its own.
        """
        names = _several("features", features)
        answers: Dict[str, Dict[str, ValueAnswer]] = {entity: {} for entity in _several("entities", entities)}
        for some in _slices(list(answers)):
            for columns in _slices(names):
                body = {"entity_type": self.entity_type, "features": columns, "entities": some, **self._query()}
                for row in self.client._json("POST", "/v1/values:get", body=body)["entities"]:
                    answers[row["entity"]].update(self._answers(row))
        return answers

    def delete(self, feature: str, entity: str, time: Optional[Time] = None) -> None:
        """Deletes a value, unless one with a newer event time is there; one with an older event time that comes later is not seen.

        time: the event time of the deletion, as of put; None for now by the server's clock, or just after a value of the future,
            and then it is repeated only where nothing was done, so that what others put meanwhile stays.
        """
        query = self._query()
        if time is not None:
            query["time"] = messina._time_text("time", time)
        self.client._json("DELETE", self._path(feature, entity), query=query, safe=time is not None)

    def _type(self, feature: str) -> _TypeOf:
        return lambda: _value_type(self.client, self.entity_type, feature)

    def _path(self, feature: str, entity: str) -> str:
        return _path("values", entity_type=self.entity_type, feature=feature, entity=entity)

    def _query(self) -> Dict[str, Json]:
        return messina._given(version=self.version)

    def _answers(self, row: Mapping[str, Json]) -> Iterator[Tuple[str, ValueAnswer]]:
        for feature, fields in row["features"].items():
            time = fields.get("time")
            yield feature, ValueAnswer(
                entity=row["entity"],
                feature=feature,
                status=fields["status"],
                found=_from_wire(fields.get("value"), self._type(feature)),
                time=None if time is None else messina._time(time),
                error=fields.get("detail"),
                retryable=bool(fields.get("retryable")),
                time_text=time,
            )
