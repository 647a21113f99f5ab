"""What is checked of arguments before anything is asked of a server."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Sequence


def nonempty(name: str, given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{name}: {given!r} (expected: a str)")
    if not given:
        raise ValueError(f"{name}: '' (expected: a str that is not empty)")
    if not is_utf8(given):
        raise ValueError(f"{name}: {given!r} (expected: text that UTF-8 can hold)")
    return given


def whole(name: str, given: Any, low: int, high: Optional[int] = None) -> int:
    if isinstance(given, bool) or not hasattr(given, "__index__"):  # NumPy's integers have it, too
        raise TypeError(f"{name}: {given!r} (expected: an int)")
    if given < low or (high is not None and given > high):
        raise ValueError(f"{name}: {given} (expected: {low:,} {'or more' if high is None else f'to {high:,}'})")
    return int(given)


def whole_or_none(name: str, given: Any, low: int, high: Optional[int] = None) -> Optional[int]:
    return None if given is None else whole(name, given, low, high)


def shard_numbers(given: Optional[Sequence[int]]) -> Optional[List[int]]:
    if given is None:
        return None
    numbers = [whole("shards", each, 0) for each in many("shards", given)]
    if not numbers:
        raise ValueError("shards: none (expected: one or more, or None for all)")
    return numbers


def many(name: str, given: Any) -> List[Any]:
    """The items of what is iterable and no text, whose letters nobody means."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise TypeError(f"{name}: {given!r} (expected: several, as in a list)")
    return list(given)


def is_utf8(given: str) -> bool:
    """Whether it has no half of a surrogate pair."""
    try:
        given.encode("utf-8")
        return True
    except UnicodeEncodeError:
        return False
