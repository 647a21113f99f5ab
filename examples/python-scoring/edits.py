"""Where the examples get edits from, and how they find the client."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients" / "python"))

import messina  # noqa: E402

Edit = Dict[str, Any]

DEFAULT_URL = os.environ.get("MESSINA_URL", "http://127.0.0.1:8420")
DEFAULT_MODEL = ROOT / "target" / "robot-model.json"

_JAR = "org/apache/druid/druid-processing/37.0.0/druid-processing-37.0.0-tests.jar"
_DAY = "wikipedia/wikiticker-2015-09-12-sampled.json.gz"


class Unusable(Exception):
    """What the user gave or has cannot be used; the text says what to do."""


def of_file(path: Optional[Path]) -> Iterator[Edit]:
    """The edits of a file of lines of JSON, gzip or not; None for the day of Wikipedia that building Messina fetches."""
    try:
        packed = _day() if path is None else path.read_bytes()
        lines = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    except (OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise Unusable(f"{path or _jar()}: cannot be read: {error}") from error
    for number, line in enumerate(io.BytesIO(lines), 1):
        if line.strip():
            yield _edit(line, f"{path or _DAY}, line {number}")


def of_stream(stream: messina.Stream) -> Iterator[Edit]:
    """The edits that a stream holds now, shard after shard; it needs no group, and takes nothing from one."""
    for shard in range(stream.definition()["shards"]):
        page = stream.read(shard, "earliest", limit=5_000)
        while page.events:
            yield from (event.payload for event in page.events if isinstance(event.payload, dict))
            page = stream.read(shard, page.next, limit=5_000)


def _edit(line: bytes, place: str) -> Edit:
    try:
        edit = json.loads(line)
    except ValueError as error:
        raise Unusable(f"{place}: not JSON: {error}") from error
    if not isinstance(edit, dict):
        raise Unusable(f"{place}: not an edit (expected: a JSON object)")
    return edit


def _jar() -> Path:
    return Path(os.environ.get("MAVEN_REPOSITORY", Path.home() / ".m2" / "repository")) / _JAR


def _day() -> bytes:
    jars: List[Path] = [_jar(), *sorted((ROOT / "target" / "launcher").glob(f"*/*/lib/{_jar().name}"))]
    for jar in jars:
        if jar.is_file():
            with zipfile.ZipFile(jar) as archive:
                return archive.read(_DAY)
    raise Unusable(
        f"the day of edits is not there: {jars[0]}; build Messina, which fetches it, say where your Maven repository is"
        " (MAVEN_REPOSITORY), or give a file of edits, a JSON object per line"
    )
