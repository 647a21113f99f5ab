"""Aggregates: one value for each window and group of a stream."""

from __future__ import annotations

import json
from typing import Dict, Iterator, Mapping, Optional

from ._arguments import whole
from ._definitions import Definition
from ._errors import MessinaError, Unavailable
from ._http import Reopening, Request
from ._values import Json, Time
from ._wire import SSE_SILENCE_SECONDS, encode_json, sse_data, time_text, without_none


class Aggregate(Definition):
    """An aggregate of a server; from `Client.aggregate` or `Client.create_aggregate`."""

    def rows(
        self, *, key: Json = None, from_: Optional[Time] = None, to: Optional[Time] = None, sketch: bool = False, limit: int = 1_000
    ) -> Iterator[Json]:
        """Its rows, by window and then by key: mappings of key, window_start, window_end, value, closed where no event
        in time can change it any more, and incomplete where events may be missing.

        Pandas takes them as they are: ``pandas.DataFrame(aggregate.rows())``. What is in shards that the server cannot read
        now is not in them; ``Accept: text/csv`` and JSON of ``GET …/rows`` name these shards.

        key: only those of one group, as it stands in payloads; a list where there are several pointers.
        from_, to: only windows that begin at from_ or later, and before to. sketch: with the bytes of sketches and bitmaps, in
        Base64, for `messina.sketches`. limit: how many come in one answer, 1 to 10,000.
        """
        query = self._query(key, from_, to)
        query.update(without_none(limit=whole("limit", limit, 1, 10_000), sketch="true" if sketch else None))
        return self._http.pages(self._path + "/rows", "rows", query)

    def complete_to(self) -> Optional[str]:
        """The event time up to which no event in time is missing; None before the first event."""
        complete_to: Optional[str] = self._http.json("GET", self._path + "/rows", query={"limit": 1}).get("complete_to")
        return complete_to

    def watch(self, *, key: Json = None, from_: Optional[Time] = None) -> Iterator[Json]:
        """Rows as they change, each at most once a second, without end; close the generator to end it.

        After a broken connection, which is opened again as that of `Stream.tail`, all rows from from_ on come again.
        """
        return self._watched(self._query(key, from_, None))

    def _watched(self, query: Mapping[str, Json]) -> Iterator[Json]:
        reopening = Reopening(self._http)
        while True:
            try:
                yield from self._watch_once(query, reopening)
                raise Unavailable(f"watch of {self.name}: the server ended it", "no_answer", retryable=True)
            except MessinaError as error:
                reopening.wait_after(error)

    def _watch_once(self, query: Mapping[str, Json], reopening: Reopening) -> Iterator[Json]:
        headers = {"Accept": "text/event-stream"}
        request = Request("GET", self._http.target(self._path + "/rows", query), headers=headers)
        with self._http.open(request, SSE_SILENCE_SECONDS) as response:
            reopening.is_open()
            for data in sse_data(response):
                yield json.loads(data)

    @staticmethod
    def _query(key: Json, from_: Optional[Time], to: Optional[Time]) -> Dict[str, Json]:
        times = {name: time_text(name, time) for name, time in (("from", from_), ("to", to)) if time is not None}
        text = key if key is None or isinstance(key, str) else encode_json(key).decode("utf-8")
        return {**without_none(key=text), **times}
