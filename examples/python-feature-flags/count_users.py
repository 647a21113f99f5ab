"""Hourly unique users per feature flag, exactly, on local state; a batch of a loader counts once, also where it is sent again."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Sequence

from load import DEFAULT_URL, STREAM  # it also finds the client

import messina


def count(state: messina.State, events: Sequence[messina.Event]) -> None:
    for event in events:
        flag, batch = event.payload["flag"], event.payload["batch"]
        if state.seen(("loader", flag), batch):
            continue  # the state of this flag has it
        new = state.add_all(("user", time[:13] + ":00Z", flag, user) for time, user in event.payload["rows"])
        for hour, users in Counter(hour for _, hour, _, _ in new).items():
            state.put(("users", hour, flag), state.get(("users", hour, flag), 0) + users)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", help="the folder of the state")
    parser.add_argument("--url", default=DEFAULT_URL, help="the server (default: MESSINA_URL, or http://127.0.0.1:8420)")
    parser.add_argument("--stream", default=STREAM, help="the stream of batches (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default: %(default)s)")
    parser.add_argument("--page", type=int, default=100, help="events of a transaction (default: %(default)s)")
    parser.add_argument("--exit", action="store_true", help="end when all is counted (default: go on until Ctrl-C)")
    options = parser.parse_args()
    messina.stateful(
        count, options.state, url=options.url, stream=options.stream, group="unique-users",
        processes=options.processes, page=options.page, until_end=options.exit,
    )
    for row in messina.StateFiles(options.state).rows("what", "hour", "flag", prefix="users", value="users"):
        print(row["hour"], row["flag"], row["users"])
