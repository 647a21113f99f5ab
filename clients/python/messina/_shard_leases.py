"""Which shards a follower has: leases on the events of a small stream, one event for each shard."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import logging
import time
from typing import Dict, Iterator, List, Optional

from ._client import Client
from ._errors import MessinaError, Refused
from ._groups import CLAIM_MAX, Group
from ._streams import Stream
from ._values import Event
from ._wire import REQUEST_EVENTS_MAX, receipt_of

_NAME_MAX = 100
_ATTEMPTS_MAX = 100
_BACKOFF = {"first": "100ms", "longest": "1s"}

_LOG = logging.getLogger("messina")


@dataclasses.dataclass
class Lease:
    """A lease on an event, and until when it certainly runs, by the monotonic clock: set by one thread, read by others."""

    receipt: str
    until: float

    def is_held(self) -> bool:
        return time.monotonic() < self.until


def lease_stream(stream: str, generation: int, job: str) -> str:
    """The name of the stream whose events stand for the shards of another one."""
    name = f"leases.{stream}.{generation}.{job}"
    return name if len(name) <= _NAME_MAX else "leases." + hashlib.sha256(name.encode("utf-8")).hexdigest()[:32]


class ShardLeases:
    """The shards that this follower has, and its seat. For one thread, which calls `tend` several times within a lease.

    Each follower has a lease on a seat, and on its share of the shards: as many as there are for each seat that is taken, rounded
    up. It claims until it has so many, and gives those beyond back, so that a new follower gets its share. A seat is an event of
    the same stream in another group. If more follow than there are shards, the others wait for a seat.

    client: for making the stream. tending: for all else, with time for several requests within a lease. lease: seconds. shards_max: how many it takes however few follow.
    """

    def __init__(
        self, client: Client, name: str, shards: int, *, tending: Client, lease: float, worker: str, shards_max: int
    ) -> None:
        self._shards = shards
        self._lease = lease
        self._worker = worker
        self._shards_max = shards_max
        self._tending = tending
        self._seats = tending.group(name, "seats")
        self._tokens = tending.group(name, "shards")
        self._seat: Optional[Lease] = None
        self.share = 0
        self.held: Dict[int, Lease] = {}
        self._make(client, name)
        self._events = self._found(client.stream(name))

    def _make(self, client: Client, name: str) -> None:
        """Whoever is first makes the stream, its groups, and its events, which are one numbered batch: of several at a time one does."""
        with _unless_there():
            client.create_stream(name, if_absent=True, shards=1, retention="forever")
        for group in (self._seats, self._tokens):
            with _unless_there():
                client.create_group(
                    name, group.name, if_absent=True, start="earliest", max_attempts=_ATTEMPTS_MAX,
                    max_in_flight=CLAIM_MAX, backoff=_BACKOFF,
                )
        stream = client.stream(name)
        if len(self._found(stream)) < self._shards:
            stream.append([{"shard": shard} for shard in range(self._shards)], source="shards", batch=0)

    def _found(self, stream: Stream) -> Dict[int, str]:
        """The event of each shard: the first one of it. The number of a batch is not remembered for ever, so there could be others."""
        found: Dict[int, str] = {}
        page = stream.read(0, limit=REQUEST_EVENTS_MAX)
        while page.events and len(found) < self._shards:
            for event in page.events:
                found.setdefault(event.payload["shard"], event.id)
            page = stream.read(0, page.next, limit=REQUEST_EVENTS_MAX)
        return found

    def tend(self) -> None:
        """Extends what is held, forgets what is lost, and claims what is free up to the share."""
        self.tend_held()
        with self._patience("claiming"):
            if self._seat is None:
                self._seat = next((self._lease_of(event) for event in self._claim(self._seats, 1)), None)
            if self._seat is not None:
                self.share = self._fair_share()
                self._claim_up_to(self.share)

    def tend_held(self) -> None:
        """Extends what has run for a third of its time, and forgets what is lost."""
        with self._patience("extending leases"):
            self._extend(self._tokens, list(self.held.values()))
            self._extend(self._seats, [self._seat] if self._seat else [])
        self.held = {shard: lease for shard, lease in self.held.items() if lease.is_held()}
        self._seat = self._seat if self._seat and self._seat.is_held() else None

    def excess(self) -> List[int]:
        """The shards beyond its share."""
        return list(self.held)[self.share :] if self._seat is not None else []

    def are_all_taken(self) -> bool:
        """Whether each shard is some follower's: none is free, or of one that died a lease ago."""
        return bool(self._tokens.status()["in_flight"] == self._shards)

    def give_back(self, shards: List[int]) -> None:
        """Lets others have these at once; whoever works on them can store nothing more."""
        leases = [self.held.pop(shard) for shard in shards if shard in self.held]
        self._release(self._tokens, leases)

    def close(self) -> None:
        """Gives everything back."""
        self.give_back(list(self.held))
        self._release(self._seats, [self._seat] if self._seat else [])
        self._seat = None

    def _fair_share(self) -> int:
        followers = max(1, int(self._seats.status()["in_flight"]))
        return min(self._shards_max, -(-self._shards // followers))

    def _claim_up_to(self, share: int) -> None:
        while len(self.held) < share:
            events = self._claim(self._tokens, share - len(self.held))
            if not events:
                return
            spare = [event for event in events if self._events.get(event.payload["shard"]) != event.id]
            self._tokens.ack(spare)
            self.held.update({event.payload["shard"]: self._lease_of(event) for event in events if event not in spare})

    def _claim(self, group: Group, limit: int) -> List[Event]:
        """What is free; a dead letter, as of one whose followers have died a hundred times, becomes free by that."""
        events = group.claim(limit, lease=self._lease, worker=self._worker)
        if not events and group.status()["dead"]:
            group.redrive()
        return events

    def _lease_of(self, event: Event) -> Lease:
        remaining = self._lease if event.lease_remaining is None else event.lease_remaining
        return Lease(receipt_of(event), self._tending.answer_began() + remaining)

    def _extend(self, group: Group, leases: List[Lease]) -> None:
        now = time.monotonic()
        by_receipt = {lease.receipt: lease for lease in leases if lease.until - now < self._lease * 2 / 3}
        for result in group.extend(list(by_receipt), self._lease) if by_receipt else ():
            lease = by_receipt[result.receipt]
            if result.ok:
                lease.until = now + self._lease
            elif result.status != "retry":
                lease.until = now  # somebody else has it

    def _release(self, group: Group, leases: List[Lease]) -> None:
        for lease in leases:
            lease.until = 0.0
        with self._patience("giving back leases"):
            if leases:
                group.release([lease.receipt for lease in leases])

    @contextlib.contextmanager
    def _patience(self, what: str) -> Iterator[None]:
        """What fails for now is tried again with the next `tend`; leases run out meanwhile."""
        try:
            yield
        except MessinaError as error:
            if not error.retryable:
                raise
            _LOG.warning("%s of shards failed, trying again: %s", what, error)


@contextlib.contextmanager
def _unless_there() -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        if refused.code != "precondition_failed":
            raise
