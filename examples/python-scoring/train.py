"""Trains a model that tells how likely an edit is by a robot, from the edits of a stream or of a file."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Iterable, List, Sequence

import edits
import messina
from model import Example, Model, features

_EXAMPLES_MIN = 100
_HELD_OUT = 0.2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default=edits.DEFAULT_URL, help="the server (default: MESSINA_URL, or http://127.0.0.1:8420)")
    parser.add_argument("--stream", default="edits", help="the stream to learn from (default: %(default)s)")
    parser.add_argument("--file", type=Path, help="a file to learn from instead: lines of JSON, gzip or not")
    saved = "where to save it (default: target/robot-model.json)"
    parser.add_argument("--model", type=Path, default=edits.DEFAULT_MODEL, help=saved)
    parser.add_argument("--passes", type=int, default=4, help="how often to go over the edits, 1 to 100 (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of edits and what is held out (default: %(default)s)")
    options = parser.parse_args()
    if not 1 <= options.passes <= 100:
        parser.error(f"--passes: {options.passes} (expected: 1 to 100)")
    try:
        stream = messina.Client(options.url).stream(options.stream)
        source = edits.of_file(options.file) if options.file else edits.of_stream(stream)
        train(source, options.model, options.passes, options.seed)
        return 0
    except (edits.Unusable, messina.MessinaError, ValueError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 1


def train(source: Iterable[edits.Edit], path: Path, passes: int, seed: int) -> None:
    examples = [(features(edit), edit["isRobot"]) for edit in source if isinstance(edit.get("isRobot"), bool)]
    if len(examples) < _EXAMPLES_MIN:
        expected = f"expected: at least {_EXAMPLES_MIN}; load.py appends a day of them"
        raise edits.Unusable(f"{len(examples)} edits that say isRobot ({expected})")
    random.Random(seed).shuffle(examples)
    held_out = int(len(examples) * _HELD_OUT)
    model = Model.of(examples[held_out:], passes, seed)
    model.save(path)
    print(f"Trained on {len(examples) - held_out:,} edits, {len(model.weights):,} weights, saved to {_shown(path)}")
    report(model, examples[:held_out])


def _shown(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if Path.cwd() in path.parents else path


def report(model: Model, examples: Sequence[Example]) -> None:
    """How good it is on edits that it has not seen."""
    answers: List[bool] = [sum(model.weights.get(name, 0.0) for name in names) > 0 for names, _ in examples]
    truths = [is_robot for _, is_robot in examples]
    right = sum(answer == truth for answer, truth in zip(answers, truths))
    found = sum(answer and truth for answer, truth in zip(answers, truths))
    no = truths.count(False) / len(truths)
    print(f"Of {len(examples):,} edits held out: {right / len(truths):.1%} right (always saying no: {no:.1%})")
    print(f"Robots: {found / max(1, sum(truths)):.1%} found; of those it called robots {found / max(1, sum(answers)):.1%} are")


if __name__ == "__main__":
    sys.exit(main())
