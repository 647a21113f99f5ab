"""Processes edits for Messina's demo: says of each what it changes in its editor's profile.

Called by `messina demo --worker python` with: url, stream, group, stream of outputs, percent of first attempts that fail.
"""

import functools
import sys
import zlib

import messina

FIELDS = ("time", "channel", "user", "added", "deleted", "isMinor", "isRobot")
PROCESSES = 2


def handle(event: messina.Event, mishap_percent: int) -> object:
    """What it returns is appended once when the event is acknowledged, however often this is called."""
    if event.attempt == 1 and zlib.crc32(event.id.encode()) % 100 < mishap_percent:
        raise RuntimeError("fails on purpose")
    change = {name: event.payload[name] for name in FIELDS}
    appended = event.append_time.isoformat(timespec="microseconds").replace("+00:00", "Z")
    return {"event": event.id, "attempt": event.attempt, "appended": appended, **change}


if __name__ == "__main__":
    url, stream, group, outputs, percent = sys.argv[1:]
    handler = functools.partial(handle, mishap_percent=int(percent))
    messina.worker(url, stream, group, handler, processes=PROCESSES, batch=500, wait=0.5, outputs=outputs)
