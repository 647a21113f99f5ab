"""Scores the edits of a stream with a trained model, and appends a score per edit to a second stream.

Each process loads the model once. A score is an output of the edit's acknowledgement: it is appended once per edit, also when a
process dies and another does its work again.
"""

from __future__ import annotations

import argparse
import functools
import logging
import sys
import threading
from pathlib import Path
from typing import Any, Dict

import edits
import messina
from model import Model

_POLL_SECONDS = 0.5

load_model = functools.lru_cache(maxsize=1)(Model.load)


def score(event: messina.Event, path: Path) -> Dict[str, Any]:
    """The handler: what it returns is appended to the stream of scores under the edit's key."""
    if not isinstance(event.payload, dict):
        raise messina.Reject(f"not an edit: {event.content_type} (expected: a JSON object)")
    edit = event.payload
    robot = round(load_model(path).score(edit), 4)
    return {"edit": event.id, "user": edit.get("user"), "page": edit.get("page"), "robot": robot, "isRobot": edit.get("isRobot")}


def main() -> int:
    description = __doc__.splitlines()[0]
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", default=edits.DEFAULT_URL, help="the server (default: MESSINA_URL, or http://127.0.0.1:8420)")
    parser.add_argument("--stream", default="edits", help="the stream of edits (default: %(default)s)")
    parser.add_argument("--group", default="scoring", help="the group, made if it is not there (default: %(default)s)")
    parser.add_argument("--scores", default="scores", help="the stream of scores, made if not there (default: %(default)s)")
    saved = "what train.py saved (default: target/robot-model.json)"
    parser.add_argument("--model", type=Path, default=edits.DEFAULT_MODEL, help=saved)
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default: %(default)s)")
    parser.add_argument("--exit", action="store_true", help="end when all is scored (default: go on until Ctrl-C)")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    try:
        work(options)
        return 0
    except (edits.Unusable, messina.MessinaError, ValueError) as error:
        print(f"score.py: {error}", file=sys.stderr)
        return 1


def work(options: argparse.Namespace) -> None:
    load_model(options.model)  # says at once if there is none
    client = messina.Client(options.url)
    stream = client.stream(options.stream)
    stream.definition()
    client.create_stream(options.scores)
    group = stream.create_group(options.group, start="earliest")
    stop = threading.Event()
    if options.exit:
        threading.Thread(target=stop_when_done, args=(group, stop), daemon=True).start()
    end = "" if options.exit else "; Ctrl-C ends it"
    print(f"Scoring stream {options.stream}, processes: {options.processes}{end}", flush=True)
    handler = functools.partial(score, path=options.model.resolve())
    messina.worker(
        options.url,
        options.stream,
        options.group,
        handler,
        processes=options.processes,
        batch=100,
        outputs=options.scores,
        stop=stop,
    )
    status = group.status()
    print(f"Ended with {status['lag']:,} edits to do and {status['dead']:,} dead letters")


def stop_when_done(group: messina.Group, stop: threading.Event) -> None:
    while not stop.wait(_POLL_SECONDS):
        try:
            status = group.status()
        except messina.MessinaError as error:
            if not error.retryable:
                stop.set()
                raise
            continue
        if status["lag"] == 0 and status["in_flight"] == 0:
            stop.set()


if __name__ == "__main__":
    sys.exit(main())
