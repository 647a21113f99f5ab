"""What the state files of a function say, over all shards."""

from __future__ import annotations

import contextlib
import dataclasses
import heapq
import itertools
import os
import sqlite3
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._shard_file import BUSY_SECONDS, about_file, about_of, files_in, folder_name, is_made, parts_of, streams_in
from ._state import BEHIND, FIRST, rows_between, value_of
from ._state_keys import Key, decoded, encoded_beginning
from ._values import Json

Folder = Union[str, "os.PathLike[str]"]
Merge = Callable[[Json, Json], Json]


@dataclasses.dataclass(frozen=True)
class ShardState:
    """How far the state of a shard is.

    position: up to which events are in it, without it; None before its first page.
    gaps: mappings of ``from`` and ``to``: between these positions events may have expired before they were read.
    rejected: mappings of ``position``, ``id`` and ``error``: the last hundred events that the function rejected, which are not in the state.
    rejections: how many it has rejected in all.
    """

    shard: int
    path: Path
    position: Optional[str]
    gaps: Sequence[Mapping[str, str]]
    rejected: Sequence[Mapping[str, str]] = ()
    rejections: int = 0


class StateFiles:
    """The state that `stateful` keeps in one or more folders, to be read at any time, also while it is at work.

    Of several folders, as of several machines, the file that is farthest in the stream counts for each shard. Each shard is read
    as it is at one moment. Threads may share it; it holds nothing open between calls.
    """

    def __init__(self, folder: Folder, *others: Folder) -> None:
        """ValueError if no folder has state, or they have that of different functions or streams."""
        self._folders = [folder_of("folder", each) for each in (folder, *others)]
        self._about: Dict[str, Json] = {}
        self.shards()

    def shards(self) -> List[ShardState]:
        """How far each shard is that is there, in the order of their numbers."""
        newest: Dict[int, ShardState] = {}
        for path in self._paths():
            with _reading(path) as database:
                if not is_made(database):
                    continue
                about = about_of(database)
            state = ShardState(
                about["shard"], path, about.get("position"), about.get("gaps") or [],
                about.get("rejected") or [], about.get("rejections") or 0,
            )
            self._check(path, about)
            before = newest.get(state.shard)
            if before is None or _place(state) > _place(before):
                newest[state.shard] = state
        if not newest:
            raise ValueError(f"{', '.join(map(str, self._folders))}: no state (expected: files of messina.stateful)")
        return [newest[shard] for shard in sorted(newest)]

    def missing(self) -> List[int]:
        """The shards of the stream that have no file here: what they hold is missing from every answer."""
        return sorted(set(range(self._about["shards"])) - {state.shard for state in self.shards()})

    def items(self, prefix: Key = (), *, merge: Optional[Merge] = None) -> Iterator[Tuple[Key, Json]]:
        """Keys that begin with these parts, and their values, over all shards, in the order of the keys.

        The file of each shard is open while it goes on.
        merge: makes one value of those of a key on two shards, such as a sum, or a union of sketches; without it each comes.
        """
        first = encoded_beginning(prefix)
        with contextlib.ExitStack() as stack:
            found = heapq.merge(*(_items(stack, state.path, first or FIRST, first + BEHIND) for state in self.shards()), key=_key)
            if merge is None:
                yield from ((decoded(key), value) for key, value in found)
                return
            for key, group in itertools.groupby(found, key=_key):
                value = next(group)[1]
                for _, other in group:
                    value = merge(value, other)
                yield decoded(key), value

    def rows(self, *columns: str, prefix: Key = (), value: str = "value", merge: Optional[Merge] = None) -> List[Dict[str, Json]]:
        """The same as a list of dicts, as pandas takes them: ``DataFrame(files.rows("hour", "flag", value="users"))``.

        columns: what the parts of a key are called, in their order; keys of another number of parts are left out.
        value: what the value is called. Where it is a dict, its own names are columns instead.
        """
        found: List[Dict[str, Json]] = []
        for key, said in self.items(prefix, merge=merge):
            parts = key if isinstance(key, tuple) else (key,)
            if len(parts) == len(columns):
                found.append({**dict(zip(columns, parts)), **(said if isinstance(said, dict) else {value: said})})
        return found

    def snapshot(self, folder: Folder) -> None:
        """Copies the state into a folder, from which `stateful` and this go on anywhere. It may be at work meanwhile.

        A file of the folder is replaced as a whole, so one that was cut short leaves the one before. Nobody is to work on the copy
        meanwhile. ValueError if it is one of the folders that this reads.
        """
        if any(folder_of("folder", folder).resolve() == each.resolve() for each in self._folders):
            raise ValueError(f"folder: {folder} (expected: another one than the state is in)")
        for state in self.shards():
            target = Path(folder) / state.path.parent.name / state.path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(target.name + ".part")
            with contextlib.suppress(FileNotFoundError):
                part.unlink()
            with _reading(state.path) as database, contextlib.closing(sqlite3.connect(str(part))) as copy:
                database.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, which can be read where nothing can be written
            for suffix in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(f"{target}{suffix}")
            os.replace(part, target)

    def _paths(self) -> Iterator[Path]:
        """The files of the newest generation of the stream."""
        folders: Dict[int, List[Path]] = {}
        for folder in self._folders:
            for stream, generation in streams_in(folder):
                folders.setdefault(generation, []).append(folder / folder_name(stream, generation))
        for each in folders[max(folders)] if folders else ():
            yield from files_in(each)

    def _check(self, path: Path, about: Mapping[str, Json]) -> None:
        for name in ("job", "stream", "shards", "start"):
            if self._about.setdefault(name, about[name]) != about[name]:
                raise ValueError(f"{path}: it is of {name} {about[name]!r} (expected: {self._about[name]!r}, as the others are)")


def folder_of(name: str, folder: Folder) -> Path:
    """An empty text is an argument that is missing, rather than the working directory."""
    if folder == "":
        raise ValueError(f"{name}: '' (expected: a folder, such as '.')")
    if not isinstance(folder, (str, os.PathLike)):
        raise TypeError(f"{name}: {folder!r} (expected: a str or a Path)")
    return Path(folder)


def _place(state: ShardState) -> Tuple[int, int]:
    return (-1, -1) if state.position is None else parts_of(state.position)


def _key(item: Tuple[bytes, Json]) -> bytes:
    return item[0]


def _items(stack: contextlib.ExitStack, path: Path, first: bytes, end: bytes) -> Iterator[Tuple[bytes, Json]]:
    database = stack.enter_context(_reading(path))
    for key, value, batch in rows_between(database, first, end):
        if value is not None:
            yield key, value_of((value, batch), None)


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    database: Any = sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True, timeout=BUSY_SECONDS)
    try:
        yield database
    except sqlite3.Error as error:
        raise about_file(path, error) from error
    finally:
        database.close()
