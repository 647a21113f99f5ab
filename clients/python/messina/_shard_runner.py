"""Follows one shard with a user's function, as long as its lease is held."""

from __future__ import annotations

import dataclasses
import logging
import os
import random
import sqlite3
import threading
import time
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Optional

from ._access import Access
from ._client import Client
from ._errors import MessinaError, NotFound
from ._http import RETRY_AFTER_LONGEST_SECONDS, backoff_seconds
from ._servers import Urls
from ._shard_file import Function, FunctionFailed, ShardFile, Superseded, file_name, is_damage, is_damaged, quarantine
from ._shard_leases import Lease
from ._values import Page, Time

_COMMIT_EVERY_SECONDS = 1.0
_LOOK_SECONDS = 0.5
_PAUSE_FIRST_SECONDS = 1.0
_PAUSE_LONGEST_SECONDS = 60.0

_LOG = logging.getLogger("messina")


@dataclasses.dataclass(frozen=True)
class Job:
    """What the processes of a stateful function are told. Durations are seconds."""

    url: Urls
    stream: str
    group: str
    function: Function
    folder: Path
    start: Time
    page: int
    lease: float
    shards_max: int
    wait: float
    timeout: float
    grace: float
    until_end: bool
    is_patient: bool
    """Whether a shard whose function fails pauses; else what it raises is raised where the function was given."""
    access: Access = Access()


@dataclasses.dataclass(frozen=True)
class Place:
    """A stream as the server has it: which generation, how many shards, how long it keeps events, and where its files are."""

    generation: int
    shards: int
    retention: timedelta
    folder: Path


class ShardRunner:
    """A thread that reads a shard from where its file is, and stores what the function makes of each page.

    turn: the lock under which the functions of a process are called, one at a time.
    """

    def __init__(self, job: Job, place: Place, shard: int, lease: Lease, client: Client, turn: threading.Lock) -> None:
        self._job = job
        self._place = place
        self._shard = shard
        self._lease = lease
        self._client = client
        self._turn = turn
        self._stop = threading.Event()
        self._committed = time.monotonic()
        self._uncommitted: Optional[str] = None
        self._pages = 0  # that are stored
        self._path = place.folder / file_name(shard)
        self.is_at_end = False
        self.error: Optional[BaseException] = None
        self._thread = threading.Thread(target=self._run, name=f"messina-shard-{shard}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Lets it end behind the page in hand; see `is_alive`."""
        self._stop.set()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self._follow_patiently()
            if self._uncommitted is not None:
                self._commit(self._uncommitted)
        except Superseded as why:
            _LOG.info("shard %d is left to others: %s", self._shard, why)
        except BaseException as error:  # it is raised where the function was given
            self.error = error
        finally:
            self._client.close()

    def _follow_patiently(self) -> None:
        """A shard whose function fails is tried again after a pause, which grows until a page succeeds."""
        failures = 0
        while True:
            before = self._pages
            try:
                self._follow_mending()
                return
            except (FunctionFailed, sqlite3.Error) as failure:
                cause = failure.__cause__ or failure
                if not self._job.is_patient:
                    raise cause from None
                failures = 1 if self._pages > before else failures + 1
                self.is_at_end = False
                seconds = min(_PAUSE_LONGEST_SECONDS, _PAUSE_FIRST_SECONDS * 2.0 ** min(failures - 1, 20)) * random.uniform(0.8, 1.0)
                _LOG.error(
                    "%s; its shard is tried again in %.1f s, and the others go on meanwhile",
                    failure if isinstance(failure, FunctionFailed) else f"{self._path}: the function, or the file, fails",
                    seconds, exc_info=cause,
                )
            if not self._rests(seconds):
                return

    def _rests(self, seconds: float) -> bool:
        """Whether the shard is still this follower's then, who may open its file only so."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self._stop.wait(min(_LOOK_SECONDS, seconds)) or not self._lease.is_held():
                return False
        return True

    def _follow_mending(self) -> None:
        """Only a file in which there is damage is given up: the error may be that of a database of the function's own."""
        try:
            self._follow()
        except sqlite3.DatabaseError as error:
            if not (is_damage(error) and self._lease.is_held() and is_damaged(self._path)):
                raise
            quarantine(self._path)
            self._follow()

    def _follow(self) -> None:
        job, place = self._job, self._place
        about = dict(
            job=job.group, stream=job.stream, generation=place.generation, shards=place.shards, shard=self._shard, start=str(job.start)
        )
        file = ShardFile(self._path, about, f"{os.getpid()}-{uuid.uuid4().hex}")
        self._uncommitted = file.position  # whoever had it before may have died before it told the group
        try:
            while not self._stop.is_set() and self._lease.is_held():
                page = self._read(file.position)
                if page is None:
                    continue
                if page.events:  # an empty one may skip what has expired: that is to be noticed with the next event
                    with self._turn:
                        file.apply(page, job.function, place.retention, self._lease.is_held)
                    self._uncommitted = file.position
                    self._pages += 1
                self.is_at_end = self.is_at_end or not page.events
                self._commit_sometimes(at_end=not page.events)
        except sqlite3.DatabaseError as error:
            if file.is_in_place():
                raise
            raise Superseded(f"{self._path}: another follower has made it anew") from error
        finally:
            file.close()

    def _read(self, position: Optional[str]) -> Optional[Page]:
        """The next page, from where the state is: what the group has committed may be that of another folder. None to try again."""
        stream = self._client.stream(self._job.stream)
        failures = 0
        while not self._stop.is_set() and self._lease.is_held():
            try:
                wait = self._job.wait if self.is_at_end else 0
                page = stream.read(self._shard, self._job.start if position is None else position, limit=self._job.page, wait=wait)
                self._check_generation(page)
                return page
            except MessinaError as error:
                if not error.retryable:
                    raise
                _LOG.warning("reading shard %d of %s failed, trying again: %s", self._shard, self._job.stream, error)
                self._stop.wait(backoff_seconds(failures, min(error.retry_after or 0.0, RETRY_AFTER_LONGEST_SECONDS)))
                failures += 1
        return None

    def _check_generation(self, page: Page) -> None:
        """Positions of the former stream mean nothing in one of the same name, whose events must not get into the state."""
        if page.generation not in (None, self._place.generation):
            detail = f"stream: {self._job.stream} was deleted, and created again (its generation is {page.generation}, not {self._place.generation})"
            raise NotFound(detail, "stream_not_found", 404)

    def _commit_sometimes(self, at_end: bool) -> None:
        if self._uncommitted is not None and (at_end or time.monotonic() - self._committed >= _COMMIT_EVERY_SECONDS):
            self._commit(self._uncommitted)

    def _commit(self, position: str) -> None:
        """Behind the state, so that the group shows its lag; nothing depends on it."""
        self._committed = time.monotonic()
        try:
            self._client.group(self._job.stream, self._job.group).commit(self._shard, position)
            self._uncommitted = None
        except MessinaError as error:
            if not error.retryable:
                raise
            _LOG.warning("committing shard %d of %s failed, trying again: %s", self._shard, self._job.stream, error)
