"""A logistic regression over what an edit says of itself: how likely is it by a robot?

The editor's name is left out: the model is to know robots by what they do, not by what they are called.
"""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple

from edits import Edit, Unusable

_FORMAT = "messina-example-robot-model-1"
_WORD = re.compile(r"[^\W\d_]+|\[\[|\{\{|/\*")
_WORDS_MAX = 12
_RATE_FIRST = 0.3
_REGULARIZATION = 1e-6

Example = Tuple[List[str], bool]


def features(edit: Edit) -> List[str]:
    """The names of the features that are 1 for this edit; all others are 0. Absent fields are features too."""
    return ["bias", *_fields(edit), *_sizes(edit), *_comment(str(edit.get("comment") or "")), *_page(str(edit.get("page") or ""))]


def _fields(edit: Edit) -> Iterator[str]:
    for name in ("channel", "namespace", "isMinor", "isNew", "isAnonymous", "isUnpatrolled"):
        yield f"{name}={edit.get(name)}"
    yield f"channel={edit.get('channel')},isMinor={edit.get('isMinor')}"
    yield f"country={edit.get('countryName') is not None}"


def _sizes(edit: Edit) -> Iterator[str]:
    for name in ("delta", "added", "deleted"):
        size = edit.get(name)
        if isinstance(size, (int, float)):
            sign = "-" if size < 0 else ""
            yield f"{name}={sign}{int(math.log2(1 + abs(size)) * 2)}"


def _comment(comment: str) -> Iterator[str]:
    yield f"comment length={len(comment) // 16}"
    words = _WORD.findall(comment.lower())[:_WORDS_MAX]
    yield from {f"word={word}" for word in words}
    if words:
        yield f"begins={' '.join(words[:2])}"


def _page(page: str) -> Iterator[str]:
    yield f"page digits={any(character.isdigit() for character in page)}"
    yield f"page length={len(page) // 8}"


class Model:
    """Weights by feature. `of` trains one, `save` and `load` keep it as JSON."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(weights)

    def score(self, edit: Edit) -> float:
        """How likely the edit is by a robot, from 0 to 1."""
        return _probability(sum(self.weights.get(name, 0.0) for name in features(edit)))

    def save(self, path: Path) -> None:
        rounded = {name: round(weight, 4) for name, weight in self.weights.items() if abs(weight) >= 0.0001}
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(path.name + ".new")
        unfinished.write_text(json.dumps({"format": _FORMAT, "weights": rounded}, ensure_ascii=False), encoding="utf-8")
        unfinished.replace(path)

    @staticmethod
    def load(path: Path) -> Model:
        try:
            saved: Any = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise Unusable(f"{path}: there is no model; train.py makes one") from None
        except (OSError, ValueError) as error:
            raise Unusable(f"{path}: cannot be read: {error}") from error
        if not isinstance(saved, dict) or saved.get("format") != _FORMAT:
            raise Unusable(f"{path}: not a model of this example; train.py makes one")
        return Model(saved["weights"])

    @staticmethod
    def of(examples: Sequence[Example], passes: int, seed: int) -> Model:
        """Stochastic gradient descent on the logistic loss, with a rate that falls with each pass."""
        weights: Dict[str, float] = {}
        order = list(examples)
        shuffle = random.Random(seed).shuffle
        for number in range(passes):
            rate = _RATE_FIRST / (1 + number)
            shuffle(order)
            for names, is_robot in order:
                error = is_robot - _probability(sum(weights.get(name, 0.0) for name in names))
                for name in names:
                    weight = weights.get(name, 0.0)
                    weights[name] = weight + rate * (error - _REGULARIZATION * weight)
        return Model(weights)


def _probability(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))
