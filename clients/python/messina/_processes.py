"""Processes that are spawned for a task, replaced if they die, and stopped together."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import pickle
import random
import signal
import socket
import threading
import time
from types import TracebackType
from typing import Any, Callable, Dict, List, Optional, Type, Union

from ._arguments import whole
from ._errors import NotFound, Refused, WrongFolder

TICK_SECONDS = 0.2

_PROCESSES_MAX = 1024
_LEASE_LONGEST_SECONDS = 12 * 3600
_WAIT_LONGEST_SECONDS = 60
_HOST_MAX = 180  # the server takes names of workers of up to 200 characters

_RESTART_FIRST_SECONDS = 0.5
_RESTART_LONGEST_SECONDS = 30.0
_RESTART_FORGET_SECONDS = 60.0

_EXIT_UNGUARDED = 78
_HOPELESS = (NotFound, Refused, WrongFolder)  # another process would not fare better

_BEGUN, _ENDED = "begun", "ended"  # what a process says to the one that supervises it
_UNGUARDED = (
    "processes: each reads the program's file, which starts them anew (expected: the start behind"
    ' if __name__ == "__main__":, or processes=0)'
)

_LOG = logging.getLogger("messina")

Task = Callable[[Callable[[], bool]], None]
"""What a process does: it is given whether it has to stop."""


class StopSignals:
    """Notes SIGTERM and SIGINT while it is open. Only a flag: a handler of signals must not take locks.

    may_interrupt: a second SIGINT does what it did before, so that a handler that hangs can be interrupted.
    """

    def __init__(self, may_interrupt: bool = False) -> None:
        self.seen = False
        self._may_interrupt = may_interrupt
        self._before: Dict[int, Any] = {}

    def __enter__(self) -> StopSignals:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _note(self, number: int, frame: object) -> None:
        if self.seen and self._may_interrupt and number == signal.SIGINT and callable(self._before[number]):
            self._before[number](number, frame)
        self.seen = True


class _Slot:
    """A place for one process, and when to start the next one there."""

    def __init__(self, task: Task, what: str, may_end: bool) -> None:
        self._task = task
        self._what = what
        self._may_end = may_end
        self._failures = 0
        self._start_at = 0.0
        self._started_at = 0.0
        self._said: Optional[multiprocessing.connection.Connection] = None
        self.process: Optional[multiprocessing.process.BaseProcess] = None
        self.has_ended = False

    def tend(self, now: float) -> None:
        """Starts a process where there is none. Raises what a process has failed with where another would not fare better."""
        if self.process is not None and not self.process.is_alive():
            self._note_death(now)
        if self.process is None and not self.has_ended and now >= self._start_at:
            self._started_at = now
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        said, saying = context.Pipe(duplex=False)
        process = context.Process(target=_run_until_told, args=(self._task, saying), name="messina-" + self._what.replace(" ", "-"))
        try:
            process.start()
        except BaseException:
            said.close()
            raise
        finally:
            saying.close()
        self._said, self.process = said, process

    def _note_death(self, now: float) -> None:
        assert self.process is not None
        pid, code = self.process.pid, self.process.exitcode
        self.process.close()
        self.process = None
        said = self._last_word()
        if isinstance(said, BaseException):
            raise said
        if said is None and code == _EXIT_UNGUARDED:
            raise RuntimeError(_UNGUARDED)
        if self._may_end and said == _ENDED:
            self.has_ended = True
            return
        if now - self._started_at >= _RESTART_FORGET_SECONDS:
            self._failures = 0
        pause = min(_RESTART_LONGEST_SECONDS, _RESTART_FIRST_SECONDS * 2.0 ** min(self._failures, 20)) * random.uniform(0.5, 1.0)
        _LOG.warning("%s, %s, ended with %s; starting another in %.1f s", self._what, pid, code, pause)
        self._failures += 1
        self._start_at = now + pause

    def _last_word(self) -> Union[None, str, Exception]:
        """What the process has said last; None where it did not even begin."""
        assert self._said is not None
        word: Union[None, str, Exception] = None
        with self._said as said:
            try:
                while said.poll():
                    word = said.recv()
            except (EOFError, OSError):
                pass  # all is read, or it died in the middle of a word
        return word


class Supervisor:
    """Runs a task in so many processes until it is told to stop; it is for the thread that calls run.

    what: the processes are called so in the log. may_end: a process whose task returns is done, and all together end the run;
    else another takes its place, as of one that ends in any other way, whatever its exit code.
    """

    def __init__(
        self, task: Task, what: str, processes: int, grace: float, is_stopping: Callable[[], bool], may_end: bool = False
    ) -> None:
        self._slots = [_Slot(task, what, may_end) for _ in range(processes)]
        self._what = what
        self._grace = grace
        self._is_stopping = is_stopping

    def run(self) -> None:
        try:
            while not self._is_stopping() and not all(slot.has_ended for slot in self._slots):
                for slot in self._slots:
                    slot.tend(time.monotonic())
                sentinels = [process.sentinel for process in self._processes()]
                if sentinels:
                    multiprocessing.connection.wait(sentinels, TICK_SECONDS)
                else:
                    time.sleep(TICK_SECONDS)
        finally:
            self._stop()

    def _stop(self) -> None:
        processes = self._processes()
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + self._grace
        for process in processes:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                _LOG.warning("%s, %s, did not stop within %s s and is killed", self._what, process.pid, self._grace)
                process.kill()
                process.join()

    def _processes(self) -> List[multiprocessing.process.BaseProcess]:
        return [slot.process for slot in self._slots if slot.process is not None]


def run_task(
    task: Task, what: str, *, processes: int, grace: float, stop: Optional[threading.Event], may_end: bool = False
) -> None:
    """Runs a task in processes of its own, or with 0 of them in this one, until a signal or stop says that it has to end.

    what, grace and may_end: as of `Supervisor`.
    """
    with StopSignals(may_interrupt=processes == 0) as signals:

        def is_stopping() -> bool:
            return signals.seen or (stop is not None and stop.is_set())

        if processes == 0:
            task(is_stopping)
        else:
            Supervisor(task, what, processes, grace, is_stopping, may_end).run()


def check_bounds(processes: int, lease: float, wait: float) -> None:
    """The bounds of all that claims in processes."""
    whole("processes", processes, 0, _PROCESSES_MAX)
    if not 1 <= lease <= _LEASE_LONGEST_SECONDS:
        raise ValueError(f"lease: {lease} s (expected: 1 s to 12 h)")
    if wait > _WAIT_LONGEST_SECONDS:
        raise ValueError(f"wait: {wait} s (expected: at most {_WAIT_LONGEST_SECONDS} s)")


def check_stop(stop: object) -> None:
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop: {stop!r} (expected: a threading.Event, or None)")


def check_function(name: str, given: object) -> None:
    if not callable(given):
        raise TypeError(f"{name}: {given!r} (expected: a function)")


def check_pickles(told: object, name: str, function: object, expected: str) -> None:
    """Whether what processes are told can be sent to them; name: what the user calls the function in it."""
    try:
        pickle.dumps(told)
    except Exception as error:
        raise TypeError(f"{name}: {function!r} cannot be sent to other processes: {error} (expected: {expected})") from error


def own_name() -> str:
    """What this process is called where it claims."""
    return f"{socket.gethostname()[:_HOST_MAX]}-{os.getpid()}"


def check_guard() -> None:
    """Ends a spawned process that is only reading the program's file, and so would begin all anew; its parent says why."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(_EXIT_UNGUARDED)


def _run_until_told(task: Task, saying: multiprocessing.connection.Connection) -> None:
    """One of the processes. It also stops when the process that supervises it is gone."""
    parent = multiprocessing.parent_process()
    with saying, StopSignals() as signals:
        _say(saying, _BEGUN)
        try:
            task(lambda: signals.seen or (parent is not None and not parent.is_alive()))
            _say(saying, _ENDED)
        except _HOPELESS as error:
            _say(saying, error)


def _say(saying: multiprocessing.connection.Connection, word: Union[str, Exception]) -> None:
    with contextlib.suppress(BrokenPipeError):  # the process that supervises it is gone
        saying.send(word)
