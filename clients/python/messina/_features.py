"""What lists and scalar values of entities share: definitions of features, and values in their form of JSON."""

from __future__ import annotations

import base64
import time
import urllib.parse
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from ._arguments import many, nonempty
from ._errors import MessinaError, Unavailable
from ._http import Http
from ._values import Duration, Json
from ._wire import duration_text, without_none

TypeOf = Callable[[], str]
ENTITIES_MAX = 100
"""The most entities, and the most features, that are asked for in one request; more are asked for in several."""

VALUE_TYPE_SECONDS = 60.0
"""For how long a client remembers the type of a feature's values; only a feature that is created anew has another."""

_VALUE_TYPES_MAX = 2_000
_BYTES = (bytes, bytearray, memoryview)


class ValueTypes:
    """The types of features' values, which a client asks for where it has to know them, each once in VALUE_TYPE_SECONDS."""

    def __init__(self, http: Http) -> None:
        self.http = http
        self._known: Dict[Tuple[str, str], Tuple[str, float]] = {}

    def of(self, entity_type: str, name: str) -> str:
        known = self._known.get((entity_type, name))
        now = time.monotonic()
        if known is None or now - known[1] > VALUE_TYPE_SECONDS:
            known = (Feature(self, entity_type, name).definition()["value_type"], now)
            if len(self._known) >= _VALUE_TYPES_MAX:
                self._known.clear()
            self._known[entity_type, name] = known
        return known[0]

    def forget(self, entity_type: str, name: str) -> None:
        self._known.pop((entity_type, name), None)


class Feature:
    """A feature of a type of entities; from `Client.feature` or `Client.create_feature`."""

    def __init__(self, types: ValueTypes, entity_type: str, name: str) -> None:
        self._types = types
        self._http = types.http
        self.entity_type = entity_type
        self.name = name
        self._path = path_of("features", entity_type=entity_type, name=name)

    def definition(self) -> Json:
        """Its definition, a mapping: entity_type, name, type, value_type, ttl, unique, latest, versions, tag. NotFound."""
        return self._http.json("GET", self._path)

    def change(self, *, ttl: Optional[Duration], if_match: Optional[str] = None) -> Json:
        """Changes how long its contents are kept, where None is forever; the other options stay as they were created.

        Gives the definition as it is now. NotFound if it is not there.

        if_match: the tag that its definition must still have: Refused with code ``precondition_failed`` if it has another one.
        """
        body = {"ttl": None if ttl is None else duration_text("ttl", ttl)}
        return self._http.json("PATCH", self._path, body=body, if_match=if_match)

    def delete(self, *, if_match: Optional[str] = None) -> None:
        """Deletes it: nobody reaches what it holds any more. NotFound if it is not there; Refused while a feed feeds it.

        if_match: as of `change`.
        """
        try:
            self._http.json("DELETE", self._path, safe=False, if_match=if_match)
        finally:
            self._types.forget(self.entity_type, self.name)

    def create_version(self, version: str, *, if_absent: bool = False) -> Json:
        """Creates a version, with contents of its own, if it is not there; returns the definition.

        if_absent: Refused with code ``precondition_failed`` if it is there.
        """
        return self._http.json("PUT", self._path, query={"version": version}, if_absent=if_absent)

    def delete_version(self, version: str, *, if_match: Optional[str] = None) -> None:
        """Deletes a version: nobody reaches what it holds any more. NotFound if it is not there. if_match: as of `change`."""
        self._http.json("DELETE", self._path, query={"version": version}, safe=False, if_match=if_match)

    def complete(self, version: Optional[str] = None, *, if_match: Optional[str] = None) -> Json:
        """Makes a version, None for the first one, what ``"latest"`` means; returns the definition.

        Repeated only if nothing was done, so that a version that others have completed meanwhile stays the latest.
        if_match: as of `change`.
        """
        query = without_none(version=version)
        return self._http.json("POST", self._path + "/complete", query=query, safe=False, if_match=if_match)

    def _define(self, definition: Json, if_match: Optional[str], if_absent: bool) -> None:
        try:
            self._http.json("PUT", self._path, body=definition, if_match=if_match, if_absent=if_absent)
        finally:
            self._types.forget(self.entity_type, self.name)


def failed(what: str, error: Optional[str], retryable: bool) -> MessinaError:
    if retryable:
        return Unavailable(f"{what}: {error}", "unavailable", 200, retryable=True)
    return MessinaError(f"{what}: {error}", "internal", 200)


def path_of(kind: str, **parts: str) -> str:
    return f"/v1/{kind}" + "".join("/" + part(name, text) for name, text in parts.items())


def part(name: str, text: str) -> str:
    return urllib.parse.quote(nonempty(name, text), safe="")


def each_once(name: str, given: Union[str, Iterable[str]]) -> List[str]:
    """One name, or many, each once."""
    names = [given] if isinstance(given, str) else list(dict.fromkeys(many(name, given)))
    for each in names:
        part(name, each)
    return names


def in_slices(names: List[str]) -> Iterator[List[str]]:
    return (names[start : start + ENTITIES_MAX] for start in range(0, len(names), ENTITIES_MAX))


def to_wire(value: Json, type_of: TypeOf) -> Json:
    """As JSON says it. Of texts and bytes the server could not tell which they were."""
    is_bytes = isinstance(value, _BYTES)
    if (is_bytes or isinstance(value, str)) and is_bytes != (type_of() == "bytes"):
        raise TypeError(f"value: a {type(value).__name__} (expected: of the type {type_of()})")
    return base64.b64encode(value).decode("ascii") if is_bytes else value


def from_wire(value: Json, type_of: TypeOf) -> Json:
    return base64.b64decode(value) if isinstance(value, str) and type_of() == "bytes" else value
