"""Scalar values of entities."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Dict, Iterable, Iterator, Mapping, Optional, Tuple, Union

from ._features import TypeOf, ValueTypes, each_once, failed, from_wire, in_slices, path_of, to_wire
from ._values import Json, Time
from ._wire import parse_time, time_text, without_none


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
            raise failed(f"{self.entity}, {self.feature}", self.error, self.retryable)
        return self.found


class Values:
    """The values of scalar features of a type of entities; from `Client.values`."""

    def __init__(self, types: ValueTypes, entity_type: str, version: Optional[str] = None) -> None:
        self._types = types
        self._http = types.http
        self.entity_type = entity_type
        self.version = version

    def put(self, feature: str, entity: str, value: Json, time: Optional[Time] = None) -> None:
        """Puts a value, unless one with a newer event time is there; when it returns it is durable. Of several with one event
        time the one that came last stands.

        time: the event time, from 1970-01-02 to a day ahead; None for now by the server's clock, and then it is repeated only
            where nothing was done, so that it does not hide what others put meanwhile.
        """
        body = {"value": to_wire(value, self._type(feature))}
        if time is not None:
            body["time"] = time_text("time", time)
        self._http.json("PUT", self._path(feature, entity), query=self._query(), body=body, safe=time is not None)

    def get(
        self, features: Union[str, Iterable[str]], entities: Union[str, Iterable[str]]
    ) -> Dict[str, Dict[str, ValueAnswer]]:
        """The values of features of entities, by entity and feature: ``get(["age", "country"], ids)["ada"]["age"].value``.

        Up to ENTITIES_MAX of each are asked for in one request. What cannot be read is an error of its own.
        """
        names = each_once("features", features)
        answers: Dict[str, Dict[str, ValueAnswer]] = {entity: {} for entity in each_once("entities", entities)}
        for some in in_slices(list(answers)):
            for columns in in_slices(names):
                body = {"entity_type": self.entity_type, "features": columns, "entities": some, **self._query()}
                for row in self._http.json("POST", "/v1/values:get", body=body)["entities"]:
                    answers[row["entity"]].update(self._answers(row))
        return answers

    def delete(self, feature: str, entity: str, time: Optional[Time] = None) -> None:
        """Deletes a value, unless one with a newer event time is there; one with an older event time that comes later is not seen.

        time: the event time of the deletion, as of put; None for now by the server's clock, or just after a value of the future,
            and then it is repeated only where nothing was done, so that what others put meanwhile stays.
        """
        query = self._query()
        if time is not None:
            query["time"] = time_text("time", time)
        self._http.json("DELETE", self._path(feature, entity), query=query, safe=time is not None)

    def _type(self, feature: str) -> TypeOf:
        return lambda: self._types.of(self.entity_type, feature)

    def _path(self, feature: str, entity: str) -> str:
        return path_of("values", entity_type=self.entity_type, feature=feature, entity=entity)

    def _query(self) -> Dict[str, Json]:
        return without_none(version=self.version)

    def _answers(self, row: Mapping[str, Json]) -> Iterator[Tuple[str, ValueAnswer]]:
        for feature, fields in row["features"].items():
            time = fields.get("time")
            yield feature, ValueAnswer(
                entity=row["entity"],
                feature=feature,
                status=fields["status"],
                found=from_wire(fields.get("value"), self._type(feature)),
                time=None if time is None else parse_time(time),
                error=fields.get("detail"),
                retryable=bool(fields.get("retryable")),
                time_text=time,
            )
