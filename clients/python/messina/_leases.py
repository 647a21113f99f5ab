"""The events that a process of a worker holds: their leases, and their outcomes until the server knows them."""

from __future__ import annotations

import logging
import os
import threading
import time
from types import TracebackType
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple, Type

from ._errors import MessinaError, NotFound
from ._groups import Group
from ._http import Http
from ._values import Ack, Event, Nack, Result
from ._wire import REQUEST_BYTES_MAX, REQUEST_EVENTS_MAX, receipt_of
from ._work import ERROR_TEXT_MAX, Outcome, Work

_SETTLE_EVERY_SECONDS = 0.5
_MARGIN_LONGEST_SECONDS = 5.0
EXIT_OVERDUE = 75
_LOG = logging.getLogger("messina")
_end_process: Callable[[int], Any] = os._exit


class Leases:
    """The events that a worker holds.

    One of its threads extends their leases, and ends the process where a handler takes too long; another sends outcomes while
    the handler is at work. Neither waits for an answer to the other.
    """

    def __init__(self, work: Work) -> None:
        self._lease = work.lease
        self._handling_max = work.handling_max
        self._ends_process = work.has_own_process
        self._margin = min(work.lease / 10, _MARGIN_LONGEST_SECONDS)
        sending = Http(work.url, work.timeout, retries=1, access=work.access)
        self._group = Group(sending, work.stream, work.group)
        # One without an answer must leave time for another.
        patience = min(work.timeout, max(1.0, work.lease / 2))
        extending = Http(work.url, patience, retries=0, access=work.access)
        self._extending = Group(extending, work.stream, work.group)
        self._ended = threading.Event()
        self._sending = threading.Lock()  # one sender at a time; taken before _lock
        self._lock = threading.Lock()
        # All of these under _lock.
        self._until: Dict[str, float] = {}  # when the lease of each certainly still runs, by the monotonic clock
        self._done: List[Outcome] = []
        self._failed: List[Outcome] = []
        self._current: Optional[Tuple[Event, float]] = None
        self._asked = 0.0
        self._is_giving_up = False  # begin gives nothing out meanwhile
        self._threads = [
            threading.Thread(target=self._repeat, args=(task, http), name=f"messina-{name}", daemon=True)
            for name, task, http in [("leases", self._keep, extending), ("outcomes", self.send_outcomes, sending)]
        ]

    def __enter__(self) -> Leases:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def hold(self, events: Sequence[Event], answer_began: float) -> None:
        with self._lock:
            for event in events:
                remaining = self._lease if event.lease_remaining is None else event.lease_remaining
                self._until[receipt_of(event)] = answer_began + remaining
            self._asked = 0.0

    def forget(self, receipts: Iterable[str]) -> None:
        with self._lock:
            for receipt in receipts:
                self._until.pop(receipt, None)

    def has(self, event: Event) -> bool:
        """Whether nothing is known of the event being somebody else's."""
        with self._lock:
            return event.receipt in self._until

    def begin(self, event: Event) -> bool:
        """Notes that the handler begins with the event, unless its lease is over or about to be."""
        now = time.monotonic()
        with self._lock:
            timely = not self._is_giving_up and self._until.get(receipt_of(event), now) - now > self._margin
            self._current = (event, now) if timely else None
            return timely

    def settle(self, outcome: Outcome) -> bool:
        """Takes the outcome of the event in hand, to be sent within half a second, or with the next send_outcomes or take_done.
        False if it has one already: what a handler returns after its time counts no more."""
        with self._lock:
            if self._current is None or self._current[0] is not outcome.event:
                return False
            self._current = None
            if outcome.event.receipt in self._until:
                (self._done if outcome.error is None else self._failed).append(outcome)
                return True
        _LOG.warning("an outcome came too late: the lease of event %s had run out", outcome.event.id)
        return True

    def take_done(self) -> List[Outcome]:
        """Takes what is done and is not being sent, as much as one request holds, to be given to `put_back` or `acknowledged`."""
        with self._lock:
            count, size = 0, 0
            for outcome in self._done[:REQUEST_EVENTS_MAX]:
                size += outcome.size + 1
                if count > 0 and size > REQUEST_BYTES_MAX:
                    break
                count += 1
            taken, self._done = self._done[:count], self._done[count:]
            return taken

    def put_back(self, done: List[Outcome]) -> None:
        """They are to be sent again."""
        with self._lock:
            self._done = done + self._done

    def acknowledged(self, done: List[Outcome], results: Sequence[Result]) -> bool:
        """Takes what the server answered to the acknowledgements; False if some have to be sent again."""
        again, refused = self._answered(done, results)
        self._sent(done, again, refused)
        return not again

    def send_outcomes(self) -> bool:
        """Sends all outcomes; False if some have to be sent again."""
        is_done = self._send_done()
        return self.send_failures() and is_done

    def send_failures(self) -> bool:
        """Sends what failed; False if some has to be sent again."""
        with self._sending:
            with self._lock:
                failed, self._failed = self._failed, []
            try:
                again = self._nack(failed) if failed else []
            except MessinaError as error:
                again = self._not_sent(failed, error)
            self._sent(failed, [], again)
            return not again

    def _send_done(self) -> bool:
        with self._sending:
            with self._lock:
                done, self._done = self._done, []
            try:
                again, refused = self._acknowledge(done) if done else ([], [])
            except MessinaError as error:
                again, refused = self._not_sent(done, error), []
            self._sent(done, again, refused)
            return not again

    def _not_sent(self, outcomes: List[Outcome], error: MessinaError) -> List[Outcome]:
        """Those that are to be sent again."""
        _LOG.warning("acknowledging to group %s failed: %s", self._group.name, error)
        return outcomes if error.retryable else []

    def _sent(self, outcomes: List[Outcome], done: List[Outcome], failed: List[Outcome]) -> None:
        """Of the outcomes these are to be sent again; the server knows the others, whose leases are over."""
        again = {outcome.event.receipt for outcome in done + failed}
        with self._lock:
            self._done = done + self._done
            self._failed = failed + self._failed
            for outcome in outcomes:
                if outcome.event.receipt not in again:
                    self._until.pop(receipt_of(outcome.event), None)

    def _acknowledge(self, done: List[Outcome]) -> Tuple[List[Outcome], List[Outcome]]:
        """Those that stay in doubt, and those that fail as their outputs are refused."""
        try:
            results = self._group.ack([Ack(outcome.event, outcome.outputs) for outcome in done])
        except MessinaError as error:
            if error.retryable or self._is_gone(error):
                raise
            if len(done) == 1:
                return [], [_refused(done[0], str(error))]
            middle = len(done) // 2
            first, second = self._acknowledge(done[:middle]), self._acknowledge(done[middle:])
            return first[0] + second[0], first[1] + second[1]
        return self._answered(done, results)

    def _is_gone(self, error: MessinaError) -> bool:
        """Whether the group is not there any more; a stream that is not there may be that of an output, too."""
        if error.code != "stream_not_found":
            return error.code == "group_not_found"
        try:
            self._group.status()
        except NotFound:
            return True
        return False

    def _answered(self, done: List[Outcome], results: Sequence[Result]) -> Tuple[List[Outcome], List[Outcome]]:
        """As `_acknowledge`."""
        why = {result.receipt: result.detail for result in results if result.status == "refused"}
        refused = [outcome for outcome in done if outcome.event.receipt in why]
        others = [outcome for outcome in done if outcome.event.receipt not in why]
        again = self._in_doubt(others, [result for result in results if result.status != "refused"])
        return again, [_refused(outcome, why[receipt_of(outcome.event)]) for outcome in refused]

    def _nack(self, failed: List[Outcome]) -> List[Outcome]:
        """Those that stay in doubt. One whose nack is refused is left to its lease."""
        nacks = [Nack(outcome.event, error=_well_formed(outcome.error), dead=outcome.dead or None) for outcome in failed]
        try:
            return self._in_doubt(failed, self._group.nack(nacks))
        except MessinaError as error:
            if error.retryable or self._is_gone(error):
                raise
            if len(failed) == 1:
                _LOG.warning("giving back event %s was refused: %s", failed[0].event.id, error)
                return []
            middle = len(failed) // 2
            return self._nack(failed[:middle]) + self._nack(failed[middle:])

    def _in_doubt(self, outcomes: Sequence[Outcome], results: Sequence[Result]) -> List[Outcome]:
        """Those that are to be sent again: as long as their leases run."""
        now = time.monotonic()
        statuses = {result.receipt: result.status for result in results}
        doubtful = [outcome for outcome in outcomes if statuses.get(receipt_of(outcome.event), "retry") == "retry"]
        with self._lock:
            again = [outcome for outcome in doubtful if self._until.get(receipt_of(outcome.event), now) > now]
        late = len(outcomes) - len(again) - sum(1 for result in results if result.ok)
        if late > 0:
            _LOG.warning("%d of %d outcomes came too late: their leases had run out", late, len(outcomes))
        return again

    def _repeat(self, task: Callable[[], Any], http: Http) -> None:
        while not self._ended.wait(_SETTLE_EVERY_SECONDS / 2):
            try:
                task()
            except Exception:  # the thread has to live on: without it, leases run out
                _LOG.warning("tending events of group %s failed, trying again", self._group.name, exc_info=True)
        http.close()

    def _keep(self) -> None:
        now = time.monotonic()
        with self._lock:
            current = self._current
            due = [receipt for receipt, until in self._until.items() if until - now < self._lease * 2 / 3]
            is_time = now - self._asked >= min(1.0, self._lease / 3)
            self._asked = now if due and is_time else self._asked
        if current is not None and now - current[1] >= self._handling_max:
            self._give_up(current[0])
        elif due and is_time:
            self._extend(due, now)

    def _extend(self, receipts: Sequence[str], now: float) -> None:
        for result in self._extending.extend(receipts, self._lease):
            with self._lock:
                if result.ok and result.receipt in self._until:
                    self._until[result.receipt] = max(self._until[result.receipt], now + self._lease)
                elif result.status != "retry":
                    self._until.pop(result.receipt, None)

    def _give_up(self, event: Event) -> None:
        """Gives back all that is held. Nothing stops a handler for certain but the end of its process, so that ends, too, where it
        is a process of its own."""
        text = f"the handler took longer than {self._handling_max:g} s"
        self._is_giving_up = True
        try:
            if not self.settle(Outcome(event, error=text)):
                return  # the handler has just returned
            _LOG.error("event %s is given back%s: %s", event.id, ", and its process ends" if self._ends_process else "", text)
            try:
                self.let_go()
            finally:
                if self._ends_process:
                    _end_process(EXIT_OVERDUE)
        finally:
            self._is_giving_up = False

    def let_go(self) -> None:
        """Sends outcomes once, and gives back what else is held."""
        self.send_outcomes()
        with self._sending, self._lock:  # what is being acknowledged is neither in _done nor to be released
            others: Set[str] = set(self._until) - {outcome.event.receipt for outcome in self._done + self._failed}
            for receipt in others:  # first, so that no handler begins with what is being released
                del self._until[receipt]
        try:
            if others:
                self._group.release(others)
        except MessinaError as error:
            _LOG.warning("events of group %s come again when their leases run out: %s", self._group.name, error)


def _refused(outcome: Outcome, why: Optional[str]) -> Outcome:
    return Outcome(outcome.event, error=f"acknowledging failed: {why}"[:ERROR_TEXT_MAX])


def _well_formed(text: Optional[str]) -> Optional[str]:
    """Without lone surrogates, as in names of files that are not UTF-8."""
    return None if text is None else text.encode("utf-8", "replace").decode("utf-8")
