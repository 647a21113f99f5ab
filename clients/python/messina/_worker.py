"""Workers: processes that claim, handle and acknowledge events."""

from __future__ import annotations

import dataclasses
import functools
import threading
from typing import Callable, Optional, Sequence

from ._access import Access
from ._arguments import nonempty, shard_numbers, whole
from ._groups import CLAIM_MAX, Group
from ._http import Http
from ._loop import WorkerLoop
from ._processes import check_bounds, check_function, check_guard, check_pickles, check_stop, run_task
from ._servers import Urls
from ._values import Duration
from ._wire import to_seconds
from ._work import Handler, Work

_RETRIES = 5
_LEASE_CHECKED = 30.0  # until that of the group is known


def worker(
    url: Urls,
    stream: str,
    group: str,
    handler: Handler,
    *,
    processes: int = 1,
    shards: Optional[Sequence[int]] = None,
    batch: int = 10,
    lease: Optional[Duration] = None,
    handling_max: Duration = 3600.0,
    outputs: Optional[str] = None,
    wait: Duration = 2.0,
    timeout: Duration = 30.0,
    grace: Duration = 30.0,
    stop: Optional[threading.Event] = None,
    token: Optional[str] = None,
    token_file: Optional[str] = None,
    ca_file: Optional[str] = None,
) -> None:
    """Handles a group's events, in processes of its own or in this one, until it is told to stop.

    handler: is called with one event at a time in each process. It returns None, or what to append once when the event is
        acknowledged: an `Output`, or a payload, which goes under the event's key to the stream that the argument outputs
        names, or a list of these. If it raises an exception, ``SystemExit`` too, the attempt has failed and the event comes again
        later; if it raises `Reject`, the event goes to the dead letters with the exception's text. An event may come more than
        once.
    processes: how many are spawned, 1 to 1,024, or 0 to handle events in the thread that calls this, as in a notebook. Spawned
        processes need a handler that can be pickled, such as a function of a module, and a program that guards its start by
        ``if __name__ == "__main__":``. In this process any handler will do, also a closure; ``SystemExit`` and ``KeyboardInterrupt`` of a handler are raised once
        they are counted.
    shards: each process claims from these, one or more; None for all.
    batch: events of a claim, 1 to CLAIM_MAX. If the process dies, the attempt counts for all of them, so claim few.
    lease: 1 s to 12 h; None for the group's, as it is when the worker begins. The worker extends it while it works on a batch, so it does not bound how long a handler may take, but
        how long the events of a process that died are kept from others.
    handling_max: how long a handler may take. Then the worker gives the event back with that as its error, ends the process and
        starts another, since nothing else stops a handler for certain. With processes=0 it gives all events back, lets the
        handler go on and ignores what it returns.
    wait: how long a claim waits for events, at most 60 s; an idle worker takes as long to stop.
    url, timeout, token, token_file, ca_file: as of `Client`.
    grace: how long processes may take to stop; then they are killed.
    stop: set it to stop. SIGTERM and SIGINT stop it too if it runs in the main thread.

    When it stops, each process finishes the event in hand and releases the others, which counts no attempt. If a process dies,
    the worker starts another after a pause that grows. While the server is away, processes wait for it, keep the outcomes of
    what they have handled, and send them when the server is back. A `suspect` event is handled with nothing else in hand. A
    claim brings the acknowledgements of the batch before, so each batch costs one request.
    Raises NotFound if the group does not exist or is deleted, Refused if the server refuses such claims, any other MessinaError
    that the server answers at the start, and TypeError for a handler that cannot be pickled.
    """
    check_guard()
    given = None if lease is None else to_seconds("lease", lease)
    work = Work(
        url, stream, group, handler, shard_numbers(shards), batch, _LEASE_CHECKED if given is None else given, outputs, to_seconds("wait", wait),
        to_seconds("timeout", timeout), to_seconds("handling_max", handling_max), processes != 0,
        Access.of(token, token_file, ca_file),
    )
    check_stop(stop)
    grace_seconds = to_seconds("grace", grace)
    _check(work, processes)
    http = Http(url, timeout, retries=_RETRIES, access=work.access)
    try:
        status = Group(http, stream, group).status()
    finally:
        http.close()
    if given is None:
        work = dataclasses.replace(work, lease=to_seconds("lease", status["lease"]))
    task = functools.partial(_work_until_told, work)
    run_task(task, f"worker process of group {group}", processes=processes, grace=grace_seconds, stop=stop)


def _work_until_told(work: Work, is_stopping: Callable[[], bool]) -> None:
    WorkerLoop(work, is_stopping).run()


def _check(work: Work, processes: int) -> None:
    check_bounds(processes, work.lease, work.wait)
    for name, given in (("stream", work.stream), ("group", work.group), ("outputs", work.outputs)):
        if name != "outputs" or given is not None:
            nonempty(name, given)
    whole("batch", work.batch, 1, CLAIM_MAX)
    check_function("handler", work.handler)
    if work.handling_max == 0:
        raise ValueError("handling_max: 0 (expected: more than 0 seconds)")
    if processes > 0:
        check_pickles(work, "handler", work.handler, "a function of a module, or an object that can be pickled")
