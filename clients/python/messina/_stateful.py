"""Functions over (state, events), on durable local state."""

from __future__ import annotations

import functools
import logging
import shutil
import threading
import time
from datetime import timedelta
from typing import Callable, Dict, Optional

from ._access import Access
from ._arguments import nonempty, whole
from ._client import Client
from ._errors import MessinaError, Refused, WrongFolder
from ._http import Http
from ._processes import check_bounds, check_function, check_guard, check_pickles, check_stop, own_name, run_task
from ._servers import Urls
from ._shard_file import Function, folder_name, streams_in
from ._shard_leases import ShardLeases, lease_stream
from ._shard_runner import Job, Place, ShardRunner
from ._state_files import Folder, folder_of
from ._values import Duration, Json, Time
from ._wire import REQUEST_EVENTS_MAX, time_text, to_seconds

_TICK_SECONDS = 0.5
_TICKS_OF_A_LEASE = 6
_FREE_WITHIN_SECONDS = 2.0  # after the end of a lease: its backoff, and a look or two
_SHARDS_MAX = 4096

_LOG = logging.getLogger("messina")


def stateful(
    function: Function,
    state_dir: Folder,
    *,
    url: Urls,
    stream: str,
    group: str,
    start: Time = "earliest",
    processes: int = 1,
    page: int = 1000,
    lease: Duration = 30.0,
    shards_max: int = 256,
    wait: Duration = 2.0,
    timeout: Duration = 30.0,
    grace: Duration = 30.0,
    until_end: bool = False,
    stop: Optional[threading.Event] = None,
    token: Optional[str] = None,
    token_file: Optional[str] = None,
    ca_file: Optional[str] = None,
) -> None:
    """Gives all events of a stream to a function that keeps state in files, each event once for the state.

    Each shard has a SQLite file in state_dir, with its state and the position up to which the events are in it. What a call
    changes and the position behind its events are one transaction, so a crash, or events that come again, change nothing. Any copy
    of the folder that `StateFiles.snapshot` has made, or that was made while nothing ran, goes on from where it is.

    function: is called with a `State` and the next events of a shard, in their order: up to page of them, cut anywhere. It is to
        depend on these alone, not on clocks or chance. If it raises an exception, nothing of its page is stored. If it raises
        `Reject`, it is given the page again in parts, down to the event that it rejects alone: that one is left out of the state, and
        told by `StateFiles.shards` and an ERROR in the log.
    state_dir: a folder of a local disk, for this function and stream alone. Processes of one machine share it; each
        machine has one of its own.
    group: a name for all followers together. It is created if it is not there, and shows the lag. Seeking and pausing it
        changes nothing: the files say where they are. Followers tell who has which shard by leases on events of a stream of their
        own, ``leases.<stream>.<generation>.<group>``, or with a hash where that is too long.
    start: where a shard begins that has no file: ``"earliest"``, or a time of append, of which other folders must say the same.
    processes: how many are spawned, 1 to 1,024, or 0 to call the function in this process; as of `worker`. Others may be
        started elsewhere at any time: shards are shared among all followers of the group.
    page: 1 to 10,000 events. lease: 1 s to 12 h; how long the shards of a follower that died wait for another one.
    shards_max: how many shards a process has at most; there is a thread for each, and one of them calls the function at a time.
    wait: how long a request waits for events, at most 60 s; stopping takes as long.
    url, timeout, token, token_file, ca_file: as of `Client`. grace: how long the page in hand may take when it stops.
    until_end: return once each shard of this follower's share, which is none where others have all, has been read to its end, and
        the others have told the group that theirs are, too; if one of them died, once a lease and two seconds have passed in which
        its shards were taken over.
    stop: set it to stop. SIGTERM and SIGINT stop it too if it runs in the main thread.

    Raises what the function raises, with processes=0. In processes, its shard alone is tried again after a pause, which grows from 1 s
    to 60 s, with an ERROR in the log; an end that was asked for by until_end waits for it. Raises NotFound if the stream does not exist or is deleted, also
    where it is created again: start anew then. ValueError where the folder is of something else, and
    TypeError for a function that cannot be pickled. A file that cannot be read is moved aside, and its shard made anew from the
    stream. Where events had expired before they were read, an ERROR is logged, and `StateFiles.shards` tells the gap.
    """
    check_guard()
    job = Job(
        url, stream, group, function, folder_of("state_dir", state_dir), start, page, to_seconds("lease", lease), shards_max,
        to_seconds("wait", wait), to_seconds("timeout", timeout), to_seconds("grace", grace), until_end, is_patient=processes != 0,
        access=Access.of(token, token_file, ca_file),
    )
    _check(job, processes)
    check_stop(stop)
    Http(url, timeout, retries=0, access=job.access)  # which refuses what is no URL
    run_task(
        functools.partial(_follow_until_told, job), f"stateful process of group {group}",
        processes=processes, grace=job.grace + job.wait, stop=stop, may_end=until_end,
    )


def _check(job: Job, processes: int) -> None:
    check_bounds(processes, job.lease, job.wait)
    for name, value, high in (("page", job.page, REQUEST_EVENTS_MAX), ("shards_max", job.shards_max, _SHARDS_MAX)):
        whole(name, value, 1, high)
    nonempty("stream", job.stream)
    nonempty("group", job.group)
    time_text("start", job.start)
    check_function("function", job.function)
    if job.start == "latest":
        raise ValueError("start: latest (expected: earliest, or a time, which is the same for whoever begins later)")
    if processes > 0:
        check_pickles(job, "function", job.function, "a function of a module, or processes=0")


def _client(job: Job, timeout: float, retries: int = 5) -> Client:
    access = job.access
    return Client(job.url, timeout=timeout, retries=retries, token=access.token, token_file=access.token_file, ca_file=access.ca_file)


def _follow_until_told(job: Job, is_stopping: Callable[[], bool]) -> None:
    with _client(job, job.timeout) as client:
        definition = client.stream(job.stream).definition()
        try:
            client.create_group(job.stream, job.group, if_absent=True, start="earliest")
        except Refused as refused:
            if refused.code != "precondition_failed":
                raise
        _Follower(job, _place(job, definition), client).run(is_stopping)


def _place(job: Job, definition: Json) -> Place:
    generation = int(definition["generation"])
    text = definition["retention"]
    retention = timedelta.max if text == "forever" else timedelta(seconds=to_seconds("retention", text))
    return Place(generation, int(definition["shards"]), retention, job.folder / folder_name(job.stream, generation))


class _Follower:
    """One process: it tends its leases, and has a runner for each shard that it holds."""

    def __init__(self, job: Job, place: Place, client: Client) -> None:
        self._job = job
        self._place = place
        self._client = client
        self._turn = threading.Lock()
        self._runners: Dict[int, ShardRunner] = {}
        self._at_end_since: Optional[float] = None
        # A request without an answer must leave time for another within a lease; each call of tend makes them anew.
        self._tending = _client(job, min(job.timeout, max(1.0, job.lease / 4)), retries=0)

    def run(self, is_stopping: Callable[[], bool]) -> None:
        job, place = self._job, self._place
        self._check_streams()
        self._clear_folders()
        leases = ShardLeases(
            self._client, lease_stream(job.stream, place.generation, job.group), place.shards,
            tending=self._tending, lease=job.lease, worker=own_name(), shards_max=job.shards_max,
        )
        try:
            while not is_stopping():
                leases.tend()
                self._match(leases)
                if job.until_end and self._is_done(leases):
                    return
                time.sleep(min(_TICK_SECONDS, job.lease / _TICKS_OF_A_LEASE))
        finally:
            self._end(leases)

    def _match(self, leases: ShardLeases) -> None:
        """Begins and ends runners so that they are those of the leases. A lease whose runner has ended is given back, and one beyond
        the share when its runner has ended."""
        for shard, runner in list(self._runners.items()):
            if not runner.is_alive():
                del self._runners[shard]
                leases.give_back([shard])
                if runner.error is not None:
                    raise runner.error
            elif shard not in leases.held or shard in leases.excess():
                runner.stop()
        for shard, lease in leases.held.items():
            if shard not in self._runners:
                self._runners[shard] = ShardRunner(self._job, self._place, shard, lease, self._client, self._turn)

    def _is_done(self, leases: ShardLeases) -> bool:
        """Whether all that it has is read to the end, and nobody has died with the rest, which would be free again by now."""
        if not all(shard in self._runners and self._runners[shard].is_at_end for shard in leases.held):
            self._at_end_since = None
            return False
        if not 0 < leases.share == len(leases.held):  # others have its share, or what is free is not claimed yet
            self._at_end_since = None
            return _if_told(leases.are_all_taken) and self._has_group_no_lag()
        now = time.monotonic()
        self._at_end_since = self._at_end_since or now
        is_waited_for = now - self._at_end_since >= self._job.lease + _FREE_WITHIN_SECONDS
        return len(leases.held) == self._place.shards or is_waited_for or self._has_group_no_lag()

    def _has_group_no_lag(self) -> bool:
        """Whether the others have told the group that they are at the end as well."""
        return _if_told(lambda: bool(self._tending.group(self._job.stream, self._job.group).status()["lag"] == 0))

    def _end(self, leases: ShardLeases) -> None:
        """Lets the pages in hand end, with their leases, and gives all shards back."""
        for runner in self._runners.values():
            runner.stop()
        deadline = time.monotonic() + self._job.grace + self._job.wait
        for runner in self._runners.values():
            while runner.is_alive() and time.monotonic() < deadline:
                runner.join(_TICK_SECONDS)
                leases.tend_held()
        leases.close()
        self._tending.close()

    def _check_streams(self) -> None:
        """A folder is of one stream, as whoever reads it merges all that is in it."""
        folder, stream = self._job.folder, self._job.stream
        for other, generation in streams_in(folder):
            if other != stream and any((folder / folder_name(other, generation)).glob("*.sqlite")):
                raise WrongFolder(f"{folder}: it is of stream {other!r} (expected: {stream!r}, or another folder)")

    def _clear_folders(self) -> None:
        """Deletes the files of earlier streams of this name."""
        for folder in self._job.folder.glob(folder_name(self._job.stream, 0)[:-1] + "*"):
            number = folder.name.rpartition("~")[2]
            if number.isdecimal() and int(number) < self._place.generation:
                _LOG.info("%s is deleted: the stream has been created anew since", folder)
                try:
                    shutil.rmtree(folder)
                except FileNotFoundError:
                    pass  # other processes delete it, too
                except OSError as error:
                    _LOG.warning("%s could not be deleted: %s", folder, error)


def _if_told(ask: Callable[[], bool]) -> bool:
    try:
        return ask()
    except MessinaError as error:
        if not error.retryable:
            raise
        return False
