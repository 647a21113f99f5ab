"""Appends edits of Wikipedia to a stream."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Optional

import edits
import messina


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    day = "lines of JSON, gzip or not (default: a day of Wikipedia, 39,244 edits)"
    parser.add_argument("file", nargs="?", type=Path, help=day)
    parser.add_argument("--url", default=edits.DEFAULT_URL, help="the server (default: MESSINA_URL, or http://127.0.0.1:8420)")
    parser.add_argument("--stream", default="edits", help="the stream, made if it is not there (default: %(default)s)")
    options = parser.parse_args()
    try:
        print(load(options.url, options.stream, options.file))
        return 0
    except (edits.Unusable, messina.MessinaError, ValueError) as error:
        print(f"load.py: {error}", file=sys.stderr)
        return 1


def load(url: str, name: str, file: Optional[Path]) -> str:
    stream = messina.Client(url).create_stream(name, key="/user", time="/time")
    began = time.monotonic()
    count = 0
    with stream.appender() as appender:
        for edit in edits.of_file(file):
            appender.append(edit)
            count += 1
    seconds = time.monotonic() - began
    return f"Appended {count:,} edits to stream {name} in {seconds:.1f} s, {count / seconds:,.0f} per second"


if __name__ == "__main__":
    sys.exit(main())
