"""Groups: claiming and acknowledging, following and committing, dead letters."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._arguments import many, nonempty, shard_numbers, whole, whole_or_none
from ._dead_letters import DeadLetters
from ._errors import MessinaError
from ._features import part
from ._http import Http, Request
from ._options import UNCHANGED, GroupOptions, option_fields, taking
from ._values import Ack, Duration, Event, Json, Nack, Output, Receipt, Result, Time
from ._wire import (
    REQUEST_EVENTS_MAX, duration_text, encode_json, in_chunks, read_event, read_results, receipt_entry, time_text, to_seconds, wait_of,
    without_none,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack  # in typing from Python 3.11 on

CLAIM_MAX = 10_000
"""The most events that one claim may ask for."""

_PAUSE_SECONDS = 1.0


class Group(DeadLetters):
    """A consumer group of a stream; from `Stream.group`, `Stream.create_group`, `Client.group` or `Client.create_group`.

    Two ways to consume: *claim* events, each with a lease, and acknowledge each; or *follow* a shard in order, and commit.
    """

    def __init__(self, http: Http, stream: str, name: str) -> None:
        super().__init__(http, f"/v1/streams/{part('stream', stream)}/groups/{part('group', name)}")
        self.stream = stream
        self.name = name

    def status(self) -> Json:
        """Its definition, and per shard and in all how far it is: a mapping with shards, lag, in_flight, dead.

        lag and dead are None where some owners did not answer: missing lists their shards. A shard that hands nothing out, as
        something is wrong with the group there, says by set_aside what.
        """
        return self._http.json("GET", self._path)

    def unfinished(
        self,
        *,
        state: Optional[str] = None,
        worker: Optional[str] = None,
        held_for: Optional[Duration] = None,
        limit: int = 100,
    ) -> Json:
        """Events that are not finished, as far as the shards' owners have read: a mapping of events, those that workers have first,
        the longest held of them first, and missing, the shards whose owners did not answer, if there are any.

        state: ``"PROCESSING"`` for those that a worker has, ``"RECEIVED"`` for the others; None for both.
        worker: only those that it has. held_for: only those that a worker has had at least so long. limit: from 1 to 10,000.
        """
        whole("limit", limit, 1, CLAIM_MAX)
        held = None if held_for is None else duration_text("held_for", held_for)
        query = without_none(state=state, worker=worker, held_for=held, limit=limit)
        return self._http.json("GET", self._path + "/unfinished", query=query)

    def delete(self, *, if_match: Optional[str] = None) -> None:
        """Deletes it, with if_match as `change` does. NotFound if it is not there."""
        self._http.json("DELETE", self._path, safe=False, if_match=if_match)

    @taking(GroupOptions, UNCHANGED)
    def change(self, *, if_match: Optional[str] = None, **options: Unpack[GroupOptions]) -> Json:
        """Changes the options that are named; None sets the default again.

        Changes that others make at the same time are kept. Returns the definition as it is now. NotFound if it does not exist.

        if_match: the tag that its definition must still have: Refused with code ``precondition_failed`` if it has another one.
        """
        body = option_fields(GroupOptions, options)
        return self._http.json("PATCH", self._path, body=body, if_match=if_match)

    def claim(
        self,
        limit: int = 100,
        *,
        max_bytes: Optional[int] = None,
        wait: Duration = 0,
        lease: Optional[Duration] = None,
        worker: Optional[str] = None,
        shards: Optional[Sequence[int]] = None,
    ) -> List[Event]:
        """Up to limit events to work on; nobody else gets an event until its lease runs out.

        limit: 1 to CLAIM_MAX. max_bytes: of all events together, None for 16 MiB; one event is handed out however large it is.
        wait: how long to wait for the first event if there is none, at most 60 s.
        lease: 1 s to 12 h; None for the group's. worker: a name to be shown to people. shards: one or more, None for all.
        UnknownOutcome where no answer came: such events come again once their leases have run out.
        """
        return self.ack_and_claim(
            None, limit, max_bytes=max_bytes, wait=wait, lease=lease, worker=worker, shards=shards
        )[1]

    def ack_and_claim(
        self,
        receipts: Optional[Iterable[Receipt]],
        limit: int = 100,
        *,
        max_bytes: Optional[int] = None,
        wait: Duration = 0,
        lease: Optional[Duration] = None,
        worker: Optional[str] = None,
        shards: Optional[Sequence[int]] = None,
    ) -> Tuple[List[Result], List[Event]]:
        """Acknowledges events, then claims others, in one request; see `ack` and `claim`.

        receipts: up to 10,000, or None. They stay acknowledged whatever becomes of the claim. Where it fails or waits, nobody
        knows of them meanwhile: acknowledging them again is harmless.
        """
        wait_seconds = wait_of(wait)
        body = without_none(
            limit=whole("limit", limit, 1, CLAIM_MAX),
            max_bytes=whole_or_none("max_bytes", max_bytes, 1),
            worker=None if worker is None else nonempty("worker", worker),
            shards=shard_numbers(shards),
        )
        body["wait"] = duration_text("wait", wait)
        if lease is not None:
            body["lease"] = duration_text("lease", lease)
        if receipts is not None:
            body["ack"] = [receipt_entry(item) for item in many("receipts", receipts)]
        answer = self._http.json("POST", self._path + "/claim", body=body, safe=False, wait=wait_seconds)
        return read_results(answer), [read_event(fields) for fields in answer["events"]]

    def ack(self, receipts: Union[Receipt, Iterable[Receipt]], outputs: Sequence[Output] = ()) -> List[Result]:
        """Says that events are done, durably; of one event, with outputs to append. For many with outputs pass `Ack`s.

        Events and outputs are done together: an output is appended once for its event, however often the ack is sent.
        """
        if many("outputs", outputs):
            if not isinstance(receipts, (str, Event)):
                raise TypeError("outputs: beside several receipts (expected: with one Event or receipt; else in Acks)")
            receipts = Ack(receipts, outputs)
        return self._settle("ack", receipts, {})

    def nack(
        self,
        receipts: Union[Receipt, Nack, Iterable[Union[Receipt, Nack]]],
        *,
        delay: Optional[Duration] = None,
        error: Optional[str] = None,
        dead: bool = False,
    ) -> List[Result]:
        """Says that events failed: they come again, or go to the dead letters if dead or once their attempts are used up.

        delay: until they come again; None for the group's backoff. error: why, kept for the dead letters. What a `Nack` says
        of its own event goes before these.
        One that was repeated because its answer was lost may be answered ``stale``; it was done once.
        """
        extra = without_none(error=error, dead=True if dead else None)
        if delay is not None:
            extra["delay"] = duration_text("delay", delay)
        return self._settle("nack", receipts, extra)

    def extend(self, receipts: Union[Receipt, Iterable[Receipt]], lease: Optional[Duration] = None) -> List[Result]:
        """Lets leases run this long from now; None for the group's lease."""
        return self._settle("extend", receipts, {} if lease is None else {"lease": duration_text("lease", lease)})

    def release(self, receipts: Union[Receipt, Iterable[Receipt]]) -> List[Result]:
        """Gives events back at once; no attempt is counted. Repeats as of `nack`."""
        return self._settle("release", receipts, {})

    def follow(
        self, shard: int, *, limit: int = 100, wait: Duration = 20, commit_every: Duration = 5
    ) -> Iterator[Event]:
        """Events of a shard in order, without end, from where the group has committed.

        An event counts as consumed when the next is asked for. What is consumed is committed with each batch, every
        commit_every, and when the generator is closed: the place of the next event, which is behind the last one consumed.
        So the event in hand at a break or a crash comes again, with those since the last commit.

        limit: events of a batch. wait: how long a request waits; it also bounds how long `next` takes to notice that nothing
            listens.
        """
        path = f"{self._path}/shards/{whole('shard', shard, 0)}/events"
        query = {"limit": whole("limit", limit, 1, REQUEST_EVENTS_MAX), "wait": duration_text("wait", wait)}
        return self._followed(shard, path, query, wait_of(wait), to_seconds("commit_every", commit_every))

    def _followed(self, shard: int, path: str, query: Mapping[str, Json], wait: float, commit_every: float) -> Iterator[Event]:
        while True:
            answer = self._http.json("GET", path, query=query, wait=wait)
            if answer["events"]:
                events = [read_event(fields) for fields in answer["events"]]
                yield from self._committing(shard, events, answer, commit_every)

    def _committing(self, shard: int, events: Sequence[Event], answer: Mapping[str, Any], commit_every: float) -> Iterator[Event]:
        uncommitted: Optional[str] = None
        committed = time.monotonic()
        try:
            # Behind an event is the place of the next one.
            for event, behind in zip(events, [following.position for following in events[1:]] + [answer["next"]]):
                yield event
                uncommitted = behind
                if time.monotonic() - committed >= commit_every:
                    self.commit(shard, uncommitted, run=answer.get("run"))
                    uncommitted = None
                    committed = time.monotonic()
        finally:
            if uncommitted is not None:
                self.commit(shard, uncommitted, run=answer.get("run"))

    def commit(self, shard: int, position: str, run: Optional[int] = None) -> None:
        """Says that a follower is done with a shard up to this position.

        run: that of the read that gave the position: once the group was sought elsewhere, nothing changes.
        """
        body = {"position": nonempty("position", position), **without_none(run=whole_or_none("run", run, 0))}
        self._http.json("POST", f"{self._path}/shards/{whole('shard', shard, 0)}/commit", body=body)

    def redrive_all(self, *, rate: Optional[int] = None, progress: Callable[[int], None] = lambda count: None) -> int:
        """Hands each dead letter there is out again once, page by page; how many.

        It waits where the group has no room or the server is away, and can be broken off and begun again later:
        what is handed out is not listed meanwhile.

        rate: events per second; None for no limit.
        progress: is called with the count so far.
        """
        limit = 500 if rate is None else min(500, whole("rate", rate, 1) * 5)
        count = 0
        after: Optional[str] = None
        while True:
            page = self._patient(lambda: self._dead_letter_page(limit, after))
            count = self._redrive_page(page, limit, after, rate, count, progress)
            after = page.get("next")
            if after is None:
                return count

    def _redrive_page(
        self,
        page: Mapping[str, Any],
        limit: int,
        after: Optional[str],
        rate: Optional[int],
        count: int,
        progress: Callable[[int], None],
    ) -> int:
        left = _died(page)
        while left:
            ids = list(left)
            if self._patient(lambda: self.redrive(ids, rate=rate), once=True) == len(ids):
                left = {}
            else:
                # There was no room, others have taken some, or it is not known: those that are left say it.
                listed = _died(self._patient(lambda: self._dead_letter_page(limit, after)))
                left = {dead: died for dead, died in left.items() if listed.get(dead) == died}
            count += len(ids) - len(left)
            progress(count)
            if left:
                self._http.pause(_PAUSE_SECONDS)
        return count

    def _dead_letter_page(self, limit: int, after: Optional[str]) -> Dict[str, Any]:
        query = without_none(limit=limit, after=after)
        return dict(self._http.json("GET", self._path + "/dead-letters", query=query))

    def _patient(self, request: Callable[[], Any], once: bool = False) -> Any:
        """Asks until there is an answer, or once: None where there is none."""
        while True:
            try:
                return request()
            except MessinaError as error:
                if not error.retryable:
                    raise
                self._http.pause(_PAUSE_SECONDS)
                if once:
                    return None

    def seek(self, to: Time) -> None:
        """Goes on from ``"earliest"``, ``"latest"`` or a time; receipts from before become stale.

        Where it fails it may be done on some shards, so it is repeated only where the server was not reached or had no room.
        """
        self._http.json("POST", self._path + "/seek", body={"to": time_text("to", to)}, safe=False, whole=False)

    def pause(self) -> None:
        """Hands out nothing until `resume`."""
        self._http.json("POST", self._path + "/pause")

    def resume(self) -> None:
        """Hands out events again."""
        self._http.json("POST", self._path + "/resume")

    def purge(self) -> None:
        """Drops what is waiting; receipts from before become stale. Repeated only as a `seek`."""
        self._http.json("POST", self._path + "/purge", safe=False, whole=False)

    def _define(self, options: Mapping[str, Json], if_match: Optional[str], if_absent: bool) -> None:
        self._http.json("PUT", self._path, body=without_none(**options), if_match=if_match, if_absent=if_absent)

    def _settle(
        self, action: str, receipts: Union[Receipt, Nack, Iterable[Union[Receipt, Nack]]], extra: Mapping[str, Json]
    ) -> List[Result]:
        one = isinstance(receipts, (str, Event, Ack, Nack))
        if not one and not isinstance(receipts, Iterable):
            raise TypeError(f"receipts: {receipts!r} (expected: an Event that was claimed, its receipt, an Ack, or several of these)")
        items: Iterable[Any] = [receipts] if one else receipts
        tail = (b"," + encode_json(dict(extra))[1:]) if extra else b"}"
        target = self._http.target(f"{self._path}/{action}")
        results: List[Result] = []
        for chunk in in_chunks(encode_json(receipt_entry(item, action == "nack")) for item in items):
            body = b'{"receipts":[' + b",".join(chunk) + b"]" + tail
            answer = self._http.answer(Request("POST", target, body, {"Content-Type": "application/json"}))
            results += read_results(answer)
        return results


def _died(page: Mapping[str, Any]) -> Dict[str, Json]:
    """By id when they died: an event that was handed out and died again is another letter."""
    return {letter["id"]: letter["died"] for letter in page["dead_letters"]}
