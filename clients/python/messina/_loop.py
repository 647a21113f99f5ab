"""One process of a worker: its handler is given one event after the other."""

from __future__ import annotations

import itertools
import logging
import time
from typing import Callable, List, Optional, Sequence, Tuple

from ._errors import MessinaError, Reject, said_by, text_of_error
from ._groups import Group
from ._http import RETRY_AFTER_LONGEST_SECONDS, Http, backoff_seconds
from ._leases import Leases
from ._processes import TICK_SECONDS, own_name
from ._values import Ack, Event
from ._wire import encode_json, receipt_entry, receipt_of
from ._work import ERROR_TEXT_MAX, Outcome, Work, outputs_of

_STOPPING_TRIES = 3

_LOG = logging.getLogger("messina")


class WorkerLoop:
    """Claims batches and hands their events to the handler, one after another, in the thread that calls run."""

    def __init__(self, work: Work, is_stopping: Callable[[], bool]) -> None:
        self._work = work
        self._is_stopping = is_stopping
        self._name = own_name()
        # What waits here is cut short by a stop, so nothing is repeated inside of the client.
        self._http = Http(work.url, work.timeout, retries=0, access=work.access)
        self._claims = Group(self._http, work.stream, work.group)
        self._leases = Leases(work)
        self._claim_max = work.batch

    def run(self) -> None:
        with self._leases:
            try:
                self._run()
            except (KeyboardInterrupt, SystemExit):
                self._leases.let_go()
                raise

    def _run(self) -> None:
        failures = 0
        while not self._is_stopping():
            try:
                events, is_known = self._claim()
                failures = 0
            except MessinaError as error:
                if not error.retryable:
                    raise
                _LOG.warning("claiming from group %s failed, trying again: %s", self._work.group, error)
                self._rest(backoff_seconds(failures, min(error.retry_after or 0.0, RETRY_AFTER_LONGEST_SECONDS)))
                failures += 1
                continue
            if events:
                self._process(events)
            if not is_known:
                # Nothing more is claimed until the server knows what is done: what is held stays bounded, and a shard without
                # an owner is asked with pauses.
                self._send_all(self._leases.send_outcomes)
        self._send_all(self._leases.send_outcomes)

    def _claim(self) -> Tuple[List[Event], bool]:
        """Claims events and acknowledges those that are done, in one request; False if some have to be acknowledged again. One
        that acknowledges does not wait for events, so that what came of the acknowledgements is known at once."""
        work = self._work
        done = self._leases.take_done()
        try:
            results, events = self._claims.ack_and_claim(
                [Ack(outcome.event, outcome.outputs) for outcome in done] or None,
                self._claim_max,
                wait=0 if done else work.wait,
                lease=work.lease,
                worker=self._name,
                shards=work.shards,
            )
        except MessinaError as error:
            self._leases.put_back(done)
            if not done or error.retryable:
                raise
            self._send_all(self._leases.send_outcomes)  # one of the acknowledgements may be what is refused
            return [], True
        except BaseException:
            self._leases.put_back(done)
            raise
        self._leases.hold(events, self._http.answer_began())
        is_known = self._leases.acknowledged(done, results)
        # Where there is a suspect there may be more: those come alone.
        self._claim_max = 1 if any(event.suspect for event in events) else work.batch
        return events, is_known

    def _process(self, events: Sequence[Event]) -> None:
        """Handles what is no suspect, then one suspect with nothing else in hand; gives back what is left.

        What failed is told before the next claim, and what is done with it.
        """
        suspects = [event for event in events if event.suspect]
        self._give_back(suspects[1:])
        left = self._handle_all([event for event in events if not event.suspect])
        if suspects:
            self._send_all(self._leases.send_outcomes)
            self._give_back(left)
            left = self._handle_all(suspects[:1])
            self._send_all(self._leases.send_outcomes)
        self._give_back(left)
        self._send_all(self._leases.send_failures)

    def _handle_all(self, events: Sequence[Event]) -> List[Event]:
        """Returns the events that were not begun."""
        left = []
        for event in events:
            if not self._is_stopping() and self._leases.begin(event):
                self._leases.settle(self._handle(event))
            else:
                left.append(event)
        return left

    def _handle(self, event: Event) -> Outcome:
        try:
            outputs = outputs_of(self._work.handler(event), event, self._work.outputs)
            return Outcome(event, outputs, size=len(encode_json(receipt_entry(Ack(event, outputs)))))
        except Reject as rejection:
            return Outcome(event, error=(said_by(rejection) or "Reject")[:ERROR_TEXT_MAX], dead=True)
        except (KeyboardInterrupt, SystemExit) as error:
            if self._is_stopping():  # it may be a second Ctrl-C
                raise
            if not self._work.has_own_process:
                self._leases.settle(_failed(event, error))
                raise
            return _failed(event, error)
        except Exception as error:
            return _failed(event, error)

    def _send_all(self, send: Callable[[], bool]) -> None:
        """Sends outcomes until the server knows them; leases are extended meanwhile."""
        tries = 0
        for failures in itertools.count():
            if send():
                return
            tries += 1 if self._is_stopping() else 0
            if tries >= _STOPPING_TRIES:
                _LOG.warning("stopping without having acknowledged all: what is left comes again when its lease runs out")
                return
            self._rest(backoff_seconds(failures, None))

    def _give_back(self, events: Sequence[Event]) -> None:
        receipts = [receipt_of(event) for event in events if self._leases.has(event)]
        self._leases.forget(receipts)
        for failures in range(_STOPPING_TRIES):
            if not receipts:
                return
            try:
                receipts = [result.receipt for result in self._claims.release(receipts) if result.status == "retry"]
            except MessinaError as error:
                _LOG.warning("releasing %d events failed: %s", len(receipts), error)
            if receipts:
                time.sleep(backoff_seconds(failures, None))
        if receipts:
            _LOG.warning("%d events were not released, and come again when their leases run out", len(receipts))

    def _rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._is_stopping():
            time.sleep(min(TICK_SECONDS, max(0.0, until - time.monotonic())))


def _failed(event: Event, error: BaseException) -> Outcome:
    _LOG.debug("event %s failed", event.id, exc_info=error)
    return Outcome(event, error=text_of_error(error)[:ERROR_TEXT_MAX])
