"""Appends interactions with feature flags in numbered batches: an event for each batch and flag, keyed by the flag."""

from __future__ import annotations

import argparse
import os
import random
import sys
from pathlib import Path
from typing import Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))

import messina  # noqa: E402

DEFAULT_URL = os.environ.get("MESSINA_URL", "http://127.0.0.1:8420")
STREAM = "interactions"
FLAGS = [f"flag-{number}" for number in range(10)]


def rows_of(batch: int, seed: int, count: int) -> Dict[str, List[List[str]]]:
    """The rows of a batch by flag: when, and who. Another seed makes others of the same batch."""
    source = random.Random(f"{batch} {seed}")
    rows: Dict[str, List[List[str]]] = {flag: [] for flag in FLAGS}
    for _ in range(count):
        time = f"2026-01-01T{source.randrange(24):02d}:{source.randrange(60):02d}:00Z"
        rows[source.choice(FLAGS)].append([time, f"user-{source.randrange(2_000)}"])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("batches", nargs="*", type=int, default=range(5), help="their numbers (default: 0 to 4)")
    parser.add_argument("--url", default=DEFAULT_URL, help="the server (default: MESSINA_URL, or http://127.0.0.1:8420)")
    parser.add_argument("--stream", default=STREAM, help="made if it is not there (default: %(default)s)")
    parser.add_argument("--rows", type=int, default=10_000, help="of a batch (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="another one makes other rows (default: %(default)s)")
    options = parser.parse_args()
    stream = messina.Client(options.url).create_stream(options.stream, key="/flag", shards=4)
    for batch in options.batches:
        rows = rows_of(batch, options.seed, options.rows)
        stream.append([{"batch": batch, "flag": flag, "rows": rows[flag]} for flag in FLAGS])
        print(f"Batch {batch}: {options.rows:,} rows")


if __name__ == "__main__":
    main()
