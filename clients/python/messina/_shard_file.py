"""The file of a shard's state: SQLite, with the position up to which the events are in it."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sqlite3
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Callable, Dict, Iterator, Optional, Sequence, Tuple

from ._errors import Reject, WrongFolder, said_by
from ._state import State
from ._values import Event, Json, Page
from ._work import ERROR_TEXT_MAX

VERSION = 1
BUSY_SECONDS = 60.0
_LOOK_SECONDS = 0.05
GAPS_MAX = 100
REJECTED_MAX = 100
_NAME = re.compile(r"\d{4}\.sqlite")
_FOLDER = re.compile(r"(?P<stream>.+)~(?P<generation>\d+)")
_LOG = logging.getLogger("messina")

Function = Callable[[State, Sequence[Event]], None]


class Superseded(Exception):
    """Somebody else has taken the shard: what was to be stored is not."""


class FunctionFailed(Exception):
    """What the function raised is its cause: nothing of its page is stored."""


class ShardFile:
    """The state of a shard, for its one follower. Whoever opens it last has it: the one before cannot write any more.

    The table about holds what the file is and how far it is:

        version, job, stream, generation, shards, shard, start
        position: up to which the events are in the state, without it; absent before the first page
        writer: a random name of who has it; a transaction of any other fails
        appended: when the newest event in the state was appended
        gaps: places in the stream where events had expired before they were read
        rejected: the last events that the function rejected; rejections: how many they are in all
    """

    def __init__(self, path: Path, about: Dict[str, Json], writer: str) -> None:
        self.path = path
        self._writer = writer
        self._shard = int(about["shard"])
        _make_folder(path.parent)
        self._database = _opened(path)
        self._identity = _identity(path)
        with self._closing_if_it_fails(), self._transaction():
            self._database.execute("CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
            self._database.execute("CREATE TABLE IF NOT EXISTS state (key BLOB PRIMARY KEY, value, batch INTEGER) WITHOUT ROWID")
            found = about_of(self._database)
            for name, value in {"version": VERSION, **about}.items():
                if found.setdefault(name, value) != value:
                    raise WrongFolder(f"{path}: it is of {name} {found[name]!r} (expected: {value!r}, or another folder)")
            self._note({**found, "writer": writer})
            self.position: Optional[str] = found.get("position")

    def apply(self, page: Page, function: Function, retention: timedelta, is_held: Callable[[], bool]) -> None:
        """Gives the events of a page, which begins at the position, to the function, and stores what it changes together with the
        position behind them. Where the function rejects, the page is given to it in halves, down to the event that it rejects alone,
        which is left out and noted.

        is_held: whether the shard is still this follower's; asked at the end. Superseded where it is not, or was taken meanwhile.
        FunctionFailed for what the function raises, but for errors of SQLite, which may be those of this file.
        """
        try:
            self._apply(page, function, retention, is_held)
        except Reject as rejection:
            count = len(page.events)
            if count > 1:
                middle = count // 2
                self.apply(Page(page.events[:middle], page.events[middle].position), function, retention, is_held)
                self.apply(Page(page.events[middle:], page.next), function, retention, is_held)
            else:
                self._skip(page, said_by(rejection)[:ERROR_TEXT_MAX], retention, is_held)

    def _apply(self, page: Page, function: Function, retention: timedelta, is_held: Callable[[], bool]) -> None:
        state = State(self._database, self._shard)
        if page.events:
            try:
                function(state, page.events)
            except (Reject, sqlite3.Error):
                raise
            except BaseException as error:  # such as SystemExit, which would end the process and with it the other shards
                raise FunctionFailed(f"{self.path}: at the events from {page.events[0].position} on") from error
            finally:
                state.end()
        self._store(page, state, {}, retention, is_held)

    def _skip(self, page: Page, why: str, retention: timedelta, is_held: Callable[[], bool]) -> None:
        event = page.events[0]
        noted = {"position": event.position, "id": event.id, "error": why or "Reject"}
        said = {
            "rejected": (self._read("rejected") or [])[-REJECTED_MAX + 1 :] + [noted],
            "rejections": (self._read("rejections") or 0) + 1,
        }
        self._store(page, State(self._database, self._shard), said, retention, is_held)
        _LOG.error("%s: event %s at %s is rejected, and left out: %s", self.path, event.id, event.position, noted["error"])

    def _store(
        self, page: Page, state: State, more: Dict[str, Json], retention: timedelta, is_held: Callable[[], bool]
    ) -> None:
        said: Dict[str, Json] = {"position": page.next, **more}
        if page.events:
            said["appended"] = page.events[-1].append_time.isoformat()
            said.update(self._gap_before(page.events[0], retention))
        with self._transaction():
            if self._read("writer") != self._writer or self._read("position") != self.position or not self.is_in_place():
                raise Superseded(f"{self.path}: another follower has it")
            state.write()
            if not is_held():
                raise Superseded(f"{self.path}: the lease of the shard has run out")
            self._note(said)
        self.position = page.next

    def is_in_place(self) -> bool:
        """Whether it is still the file of its shard: another follower may have moved it aside, as one that cannot be read."""
        return _identity(self.path) == self._identity

    def close(self) -> None:
        self._database.close()

    def _gap_before(self, event: Event, retention: timedelta) -> Dict[str, Json]:
        if not self._may_lack(event, retention):
            return {}
        _LOG.error("%s: events from %s on may have expired before they were read: its state lacks them", self.path, self.position)
        return {"gaps": (self._read("gaps") or [])[-GAPS_MAX + 1 :] + [{"from": self.position, "to": event.position}]}

    def _may_lack(self, event: Event, retention: timedelta) -> bool:
        """Whether events between the position and this event may have expired unread. Of one ownership no number is missing; behind
        another one they are sure to be there only if nothing can have expired since the last event that was read."""
        if self.position is None:
            return False
        epoch, number = parts_of(self.position)
        its_epoch, its_number = parts_of(event.position)
        if its_epoch == epoch:
            return its_number > number
        appended = self._read("appended")
        is_young = appended is not None and datetime.now(timezone.utc) - datetime.fromisoformat(appended) < retention
        return its_number > 0 or not (is_young or retention == timedelta.max)

    def _read(self, name: str) -> Json:
        row = self._database.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def _note(self, said: Dict[str, Json]) -> None:
        rows = [(name, json.dumps(value)) for name, value in said.items()]
        self._database.executemany("INSERT OR REPLACE INTO about (name, value) VALUES (?, ?)", rows)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield
            self._database.execute("COMMIT")
        except BaseException as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise about_file(self.path, error) from error
            raise

    @contextlib.contextmanager
    def _closing_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._database.close()
            raise


def folder_name(stream: str, generation: int) -> str:
    """Of the files of a stream; one that is created again under its name has files of its own."""
    return f"{stream}~{generation}"


def streams_in(folder: Path) -> Iterator[Tuple[str, int]]:
    """The streams, and their generations, of which a folder has files."""
    for each in folder.iterdir() if folder.is_dir() else ():
        match = _FOLDER.fullmatch(each.name)
        if match is not None and each.is_dir():
            yield match["stream"], int(match["generation"])


def file_name(shard: int) -> str:
    return f"{shard:04d}.sqlite"


def files_in(folder: Path) -> Iterator[Path]:
    """The files of shards, in the order of their numbers."""
    return (path for path in sorted(folder.iterdir()) if _NAME.fullmatch(path.name))


def parts_of(position: str) -> Tuple[int, int]:
    """The ownership and the number within it, to be compared."""
    epoch, _, number = position.partition(".")
    return int(epoch), int(number)


def about_of(database: sqlite3.Connection) -> Dict[str, Json]:
    return {name: json.loads(value) for name, value in database.execute("SELECT name, value FROM about")}


def is_made(database: sqlite3.Connection) -> bool:
    """Whether the first transaction of a file is there, which makes all that there is in it."""
    return database.execute("SELECT 1 FROM sqlite_master WHERE name = 'about'").fetchone() is not None


def about_file(path: Path, error: sqlite3.Error) -> sqlite3.Error:
    """The same error, saying of which file."""
    return type(error)(f"{path}: {error}")


def is_damage(error: sqlite3.Error) -> bool:
    """Whether it says that a file is no database, or a damaged one. It has no class of its own, but no other has this one."""
    return type(error) is sqlite3.DatabaseError


def is_damaged(path: Path) -> bool:
    """Whether SQLite finds damage in a file, which takes as long as reading all of it."""
    database = sqlite3.connect(str(path), timeout=BUSY_SECONDS, isolation_level=None)
    try:
        return bool(database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return True
    finally:
        database.close()


def quarantine(path: Path) -> Path:
    """Moves a file that cannot be read aside, so that its shard begins anew; where to. An earlier one is replaced."""
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(f"{path}{suffix}")
    aside = path.with_name(path.name + ".quarantine")
    os.replace(path, aside)
    _LOG.error("%s cannot be read: it is moved to %s, and the state of its shard is made anew from the stream", path, aside)
    return aside


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise WrongFolder(f"state_dir: {folder.parent}: {error.strerror} (expected: a folder)") from error


def _identity(path: Path) -> Optional[Tuple[int, int]]:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _opened(path: Path) -> sqlite3.Connection:
    try:
        return _connected(path)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        quarantine(path)
        return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    try:
        return _connected_once(path)
    except sqlite3.Error as error:
        raise about_file(path, error) from error


def _connected_once(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(str(path), timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _patiently(lambda: database.execute("PRAGMA journal_mode = WAL"))
        # The last transactions may be missing after a power failure, state and position alike: their events are read again.
        database.execute("PRAGMA synchronous = NORMAL")
        return database
    except BaseException:
        database.close()
        raise


def _patiently(change: Callable[[], object]) -> None:
    """SQLite does not wait by itself where two set the journal mode of a new file at a time."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            change()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= until:
                raise
        time.sleep(_LOOK_SECONDS)
