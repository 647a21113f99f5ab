"""Dead letters of groups, enrichments and sinks."""

from __future__ import annotations

from typing import Dict, Iterable, Iterator, Optional

from ._arguments import many, whole, whole_or_none
from ._http import Http
from ._values import DeadLetter, Json
from ._wire import read_dead_letter, without_none

_DEAD_LETTERS_LONGEST_SECONDS = 600.0
_RATED_LONGEST_SECONDS = 86_400.0


class DeadLetters:
    """The events that a group, an enrichment or a sink gave up; from `Client.enrichment_dead_letters` and `Sink.dead_letters`, and part of each `Group`."""

    def __init__(self, http: Http, path: str) -> None:
        self._http = http
        self._path = path

    def dead_letters(self) -> Iterator[DeadLetter]:
        """The events that were given up, page by page."""
        after: Optional[str] = None
        while True:
            answer = self._http.json("GET", self._path + "/dead-letters", query=without_none(limit=100, after=after))
            yield from (read_dead_letter(fields) for fields in answer["dead_letters"])
            after = answer.get("next")
            if after is None:
                return

    def delete_dead_letters(self, ids: Optional[Iterable[str]] = None) -> int:
        """Deletes dead letters by the ids of their events, or all where ids is None; how many."""
        body: Dict[str, Json] = {"all": True} if ids is None else {"ids": many("ids", ids)}
        path, longest = self._path + "/dead-letters/discard", _DEAD_LETTERS_LONGEST_SECONDS
        return int(self._http.json("POST", path, body=body, safe=False, wait=longest)["discarded"])

    def redrive(
        self, ids: Optional[Iterable[str]] = None, *, limit: Optional[int] = None, rate: Optional[int] = None
    ) -> int:
        """Hands dead letters out again: these, or at most limit of them, or all where neither is given; how many.

        Of an enrichment: appends their events anew to its stream, but for those that may be in a state already.

        rate: events per second; None for no limit.
        Returns once the last one is handed out; the answer is waited for up to 10 minutes, with a rate up to a day.
        """
        if ids is not None and limit is not None:
            raise ValueError("ids, limit: both (expected: one of them, or neither for all)")
        body: Dict[str, Json] = {"all": True}
        if ids is not None:
            body = {"ids": many("ids", ids)}
        elif limit is not None:
            body = {"limit": whole("limit", limit, 1)}
        body.update(without_none(rate=whole_or_none("rate", rate, 1)))
        longest = _DEAD_LETTERS_LONGEST_SECONDS if rate is None else _RATED_LONGEST_SECONDS
        path = self._path + "/dead-letters/redrive"
        return int(self._http.json("POST", path, body=body, safe=False, wait=longest)["redriven"])
