"""Sinks: the events of a stream are posted to a URL."""

from __future__ import annotations

from ._dead_letters import DeadLetters
from ._definitions import Definition
from ._http import Http


class Sink(Definition):
    """A sink of a server; from `Client.sink` or `Client.create_sink`. `definition` tells what it has posted, and its lag."""

    def __init__(self, http: Http, name: str) -> None:
        super().__init__(http, "sinks", name)
        self.dead_letters = DeadLetters(http, self._path)
