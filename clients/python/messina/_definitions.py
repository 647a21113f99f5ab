"""What a server has by a name and a definition."""

from __future__ import annotations

from typing import Any, Generic, Mapping, Optional, TypeVar

from ._features import path_of
from ._http import Http
from ._values import Json
from ._wire import without_none


class Definition:
    """Something with a definition; asks nobody when it is made."""

    def __init__(self, http: Http, kind: str, name: str) -> None:
        self.name = name
        self._http = http
        self._path = path_of(kind, name=name)

    def definition(self) -> Json:
        """Its definition, with its tag, and how it goes on all nodes where that is known; NotFound."""
        return self._http.json("GET", self._path)

    def delete(self, *, if_match: Optional[str] = None) -> None:
        """Ends it; what it has made is out of reach then. NotFound if it is not there.

        if_match: the tag that its definition must still have: Refused with code ``precondition_failed`` if it has another one.
        """
        self._http.json("DELETE", self._path, safe=False, if_match=if_match)

    def _define(self, options: Mapping[str, Json], if_match: Optional[str], if_absent: bool) -> Json:
        return self._http.json("PUT", self._path, body=without_none(**options), if_match=if_match, if_absent=if_absent)


_O = TypeVar("_O", bound=Mapping[str, Any])


class Defined(Definition, Generic[_O]):
    """An account, a connector, a route or a template; from `Client.messages`."""

    def put(self, options: _O, *, if_match: Optional[str] = None, if_absent: bool = False) -> Json:
        """Creates it, or changes it to be like this; returns the definition. An option that is absent gets its default.

        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        return self._define(options, if_match, if_absent)
