"""Lists of timed items, one for each entity."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from ._arguments import whole
from ._errors import MessinaError
from ._features import Feature, TypeOf, ValueTypes, each_once, failed, from_wire, in_slices, part, path_of, to_wire
from ._http import Request
from ._values import Json, Time
from ._wire import encode_json, in_chunks, parse_time, time_text, without_none

ADD_ITEMS_MAX = 500
"""The most items that are added in one request, all or none; more are added in several."""

ADD_BYTES_MAX = 1024 * 1024
"""The most bytes of JSON that are added in one request; a single larger item is added alone."""

PAGE_MAX = 10_000


@dataclasses.dataclass(frozen=True)
class Item:
    """An item of a list, as it was read. time: to the microsecond. time_text: RFC 3339, to the nanosecond."""

    value: Json
    time: datetime
    time_text: str

NewItem = Union[Item, Tuple[Json, Time]]
NewLine = Union[str, bytes, Tuple[str, Json, Time]]


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
            raise failed(self.entity, self.error, self.retryable)
        return self.found

    @property
    def values(self) -> List[Json]:
        """Their values. Errors as of page."""
        return self.page.values


@dataclasses.dataclass(frozen=True)
class Added:
    """What an add did. stored: how many items are there now. expired: how many were over already, and are not stored."""

    stored: int
    expired: int

    def __add__(self, other: Added) -> Added:
        return Added(self.stored + other.stored, self.expired + other.expired)


class ListFeature:
    """The lists of a feature, one per entity; from `Client.list`.

    since, before: times, the first one and the first one that is too late; None from the beginning, to the end.
    """

    def __init__(self, types: ValueTypes, entity_type: str, name: str, version: Optional[str] = None) -> None:
        self._types = types
        self._http = types.http
        self.entity_type = entity_type
        self.name = name
        self.version = version
        self._path = path_of("lists", entity_type=entity_type, name=name)

    def pinned(self) -> ListFeature:
        """The same lists in the version that is meant now, whatever ``"latest"`` will mean later; asks the server for that."""
        if self.version != "latest":
            return self
        latest = Feature(self._types, self.entity_type, self.name).definition()["latest"]
        return ListFeature(self._types, self.entity_type, self.name, latest or None)

    def add(self, entity: str, items: Iterable[NewItem]) -> Added:
        """Adds items, each a value and its time; when it returns they are durable. Those that are there stay as they are.

        Up to ADD_ITEMS_MAX items of ADD_BYTES_MAX are added together, all or none. More are added in several requests, each by
        itself; after an error simply add all again. With the version ``"latest"`` each request means the latest of its moment:
        use `pinned` for more.
        """
        target = self._target(self._of(entity))
        total = Added(0, 0)
        for chunk in in_chunks((_new_item(item, self._type) for item in items), ADD_ITEMS_MAX, ADD_BYTES_MAX):
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
        for chunk in in_chunks(_new_line(line, self._type) for line in lines):
            try:
                total += self._add(target, b"\n".join(chunk) + b"\n", "application/x-ndjson")
            except MessinaError as error:
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
        query = without_none(limit=whole("limit", limit, 1, PAGE_MAX), after=after, **_range(since, before))
        return _item_page(self._ask("GET", self._of(entity), query), self._type)

    def items(
        self, entity: str, *, since: Optional[Time] = None, before: Optional[Time] = None, page: int = 1_000
    ) -> Iterator[Item]:
        """All items of an entity, newest first, page by page, all of one version. page: 1 to 10,000 items."""
        whole("page", page, 1, PAGE_MAX)
        _range(since, before)
        return self._items(entity, since, before, page)

    def _items(self, entity: str, since: Optional[Time], before: Optional[Time], page: int) -> Iterator[Item]:
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
        query = without_none(entity_type=self.entity_type, feature=self.name, version=self.version, limit=whole("limit", limit, 1, PAGE_MAX))
        query.update(_range(since, before))
        answers: Dict[str, ListAnswer] = {}
        asked = each_once("entities", entities)
        if not places.keys() <= set(asked):
            raise ValueError(f"after: {sorted(places.keys() - set(asked))} (expected: of entities that are asked for)")
        for some in in_slices(asked):
            onwards = {entity: places.pop(entity) for entity in some if entity in places}
            body = {**query, "entities": some, **({"after": onwards} if onwards else {})}
            answer = self._http.json("POST", "/v1/lists:get", body=body)
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
        return int(self._ask("DELETE", self._of(entity), {"keep": whole("count", count, 1, 100_000)})["removed"])

    def _type(self) -> str:
        return self._types.of(self.entity_type, self.name)

    def _of(self, entity: str) -> str:
        return self._path + "/" + part("entity", entity)

    def _answer(self, fields: Mapping[str, Json]) -> ListAnswer:
        if fields["status"] == "ok":
            return ListAnswer(fields["entity"], None, _item_page(fields, self._type))
        return ListAnswer(fields["entity"], fields["detail"], None, bool(fields.get("retryable")))

    def _target(self, path: str) -> str:
        return self._http.target(path, without_none(version=self.version))

    def _ask(self, method: str, path: str, query: Mapping[str, Json]) -> Json:
        return self._http.json(method, path, query={**without_none(version=self.version), **query}, safe=method == "GET")

    def _post(self, entity: str, action: str, value: Json, safe: bool) -> Json:
        path = f"{self._of(entity)}/{action}"
        body = {"value": to_wire(value, self._type)}
        return self._http.json("POST", path, query=without_none(version=self.version), body=body, safe=safe)

    def _add(self, target: str, body: bytes, content_type: str) -> Added:
        answer = self._http.answer(Request("POST", target, body, {"Content-Type": content_type}))
        return Added(answer["stored"], answer["expired"])


def _behind(lines: int, error: MessinaError) -> MessinaError:
    """The error of a request that counts its lines from 1, as one that says where this request began."""
    if lines == 0:
        return error
    message = f"{error.message}; lines are counted behind the first {lines:,}, which are done"
    return type(error)(message, error.code, error.status, error.retryable, error.retry_after, error.problem)


def _item_fields(value: Json, time: Time, type_of: TypeOf) -> Dict[str, Json]:
    return {"value": to_wire(value, type_of), "time": time_text("time", time)}


def _new_item(item: NewItem, type_of: TypeOf) -> bytes:
    if isinstance(item, Item):
        return encode_json(_item_fields(item.value, item.time_text, type_of))
    if not isinstance(item, tuple) or len(item) != 2:
        raise TypeError(f"items: {item!r} (expected: each a tuple of a value and a time, or an Item)")
    return encode_json(_item_fields(item[0], item[1], type_of))


def _new_line(line: NewLine, type_of: TypeOf) -> bytes:
    if isinstance(line, str):
        line = line.encode("utf-8")
    if isinstance(line, bytes):
        return line.rstrip(b"\r\n")
    if not isinstance(line, tuple) or len(line) != 3:
        raise TypeError(f"lines: {line!r} (expected: each a line of JSON, or a tuple of an entity, a value and a time)")
    entity, value, time = line
    part("entity", entity)
    return encode_json({"entity": entity, **_item_fields(value, time, type_of)})


def _item_page(answer: Mapping[str, Json], type_of: TypeOf) -> ItemPage:
    items = [
        Item(from_wire(item["value"], type_of), parse_time(item["time"]), item["time"]) for item in answer["items"]
    ]
    return ItemPage(items, answer.get("next"))


def _range(since: Optional[Time], before: Optional[Time]) -> Dict[str, Json]:
    return without_none(
        min_time=None if since is None else time_text("since", since),
        max_time=None if before is None else time_text("before", before),
    )
