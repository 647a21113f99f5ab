"""Bitmaps of integers in the portable format of Roaring bitmaps."""

from __future__ import annotations

import bisect
import struct
from array import array
from typing import Dict, Iterable, Iterator, List, Tuple, Union

_COOKIE, _COOKIE_WITH_RUNS = 12346, 12347
_OFFSETS_FROM = 4  # containers, from which on a bitmap with runs has offsets
_ARRAY_MAX = 4096
_BITSET_BYTES = 8192

_Container = Union["array[int]", int]
"""Up to 4096 members are an array of their lowest 16 bits, in order; more are an integer with a bit for each."""


class Bitmap:
    """A set of integers, 0 to 2^64 - 1, read from the portable format of Roaring bitmaps (32 or 64 bits).

    The format: https://github.com/RoaringBitmap/RoaringFormatSpec. In memory it is about as large as its bytes, but for runs
    of many members, which take up to 8 KiB for each 65,536 integers. For one thread at a time.
    """

    def __init__(self, members: Iterable[int] = ()) -> None:
        self._containers: Dict[int, _Container] = {}  # by all bits but the lowest 16
        lows: Dict[int, List[int]] = {}
        for member in members:
            if not 0 <= member < 1 << 64:
                raise ValueError(f"member: {member} (expected: 0 to 2^64 - 1)")
            lows.setdefault(member >> 16, []).append(member & 0xFFFF)
        for high, each in lows.items():
            self._put(high, _of_lows(each))

    @staticmethod
    def from_bytes(data: bytes, *, bits: int = 64) -> Bitmap:
        """Reads a bitmap. bits: 64 for the map of 32-bit bitmaps, or 32 for one of these. ValueError for anything else."""
        if bits not in (32, 64):
            raise ValueError(f"bits: {bits} (expected: 32 or 64)")
        bitmap = Bitmap()
        at, count = 0, 1
        try:
            if bits == 64:
                (count,) = struct.unpack_from("<Q", data)
                at = 8
            for _ in range(count):
                high = 0
                if bits == 64:
                    (high,) = struct.unpack_from("<I", data, at)
                    at += 4
                at = bitmap._read(data, at, high << 16)
        except struct.error as error:
            raise ValueError(f"bitmap: it ends too early: {error}") from error
        if at != len(data):
            raise ValueError(f"bitmap: {len(data) - at} bytes behind its end (expected: none)")
        return bitmap

    def __len__(self) -> int:
        return sum(bin(each).count("1") if isinstance(each, int) else len(each) for each in self._containers.values())

    def __contains__(self, member: object) -> bool:
        if not isinstance(member, int) or member < 0:
            return False
        container = self._containers.get(member >> 16, 0)
        low = member & 0xFFFF
        if isinstance(container, int):
            return bool(container >> low & 1)
        place = bisect.bisect_left(container, low)
        return place < len(container) and container[place] == low

    def __iter__(self) -> Iterator[int]:
        """The members in their order."""
        for high in sorted(self._containers):
            container = self._containers[high]
            for low in _lows(container) if isinstance(container, int) else container:
                yield high << 16 | low

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bitmap) and self._containers == other._containers

    def __or__(self, other: Bitmap) -> Bitmap:
        """The members of either."""
        union = Bitmap()
        union._containers = dict(self._containers)
        for high, container in other._containers.items():
            union._put(high, container)
        return union

    def _put(self, high: int, container: _Container) -> None:
        before = self._containers.get(high)
        self._containers[high] = container if before is None else _union(before, container)

    def _read(self, data: bytes, at: int, high: int) -> int:
        """Reads a 32-bit bitmap at a place; where it ends."""
        (cookie,) = struct.unpack_from("<I", data, at)
        at += 4
        runs = b""
        if cookie & 0xFFFF == _COOKIE_WITH_RUNS:
            size = (cookie >> 16) + 1
            runs = data[at : at + (size + 7) // 8]
            if len(runs) < (size + 7) // 8:
                raise ValueError("bitmap: it ends too early")
            at += len(runs)
        elif cookie == _COOKIE:
            (size,) = struct.unpack_from("<I", data, at)
            at += 4
        else:
            raise ValueError(f"bitmap: cookie {cookie} (expected: {_COOKIE}, or {_COOKIE_WITH_RUNS} in its lower half)")
        headers = struct.unpack_from(f"<{2 * size}H", data, at)
        at += 4 * size + (4 * size if not runs or size >= _OFFSETS_FROM else 0)
        for place in range(size):
            is_run = bool(runs) and bool(runs[place >> 3] >> (place & 7) & 1)
            container, at = _container(data, at, headers[2 * place + 1] + 1, is_run)
            self._put(high | headers[2 * place], container)
        return at


def _container(data: bytes, at: int, count: int, is_run: bool) -> Tuple[_Container, int]:
    """The container at a place, and where it ends."""
    if is_run:
        (count,) = struct.unpack_from("<H", data, at)
        numbers = struct.unpack_from(f"<{2 * count}H", data, at + 2)
        bits = 0
        for start, more in zip(numbers[::2], numbers[1::2]):
            bits |= ((2 << more) - 1) << start
        return _of_bits(bits & ((1 << 65536) - 1)), at + 2 + 4 * count
    if count > _ARRAY_MAX:
        words = struct.unpack_from(f"<{_BITSET_BYTES}s", data, at)[0]
        return _of_bits(int.from_bytes(words, "little")), at + _BITSET_BYTES
    return _of_lows(struct.unpack_from(f"<{count}H", data, at)), at + 2 * count


def _union(one: _Container, other: _Container) -> _Container:
    if isinstance(one, int) or isinstance(other, int):
        return _bits(one) | _bits(other)
    return _of_lows([*one, *other])


def _of_lows(lows: Iterable[int]) -> _Container:
    different = array("H", sorted(set(lows)))
    return different if len(different) <= _ARRAY_MAX else _bits(different)


def _of_bits(bits: int) -> _Container:
    return array("H", _lows(bits)) if bin(bits).count("1") <= _ARRAY_MAX else bits


def _bits(container: _Container) -> int:
    if isinstance(container, int):
        return container
    found = bytearray(_BITSET_BYTES)
    for low in container:
        found[low >> 3] |= 1 << (low & 7)
    return int.from_bytes(found, "little")


def _lows(bits: int) -> Iterator[int]:
    for place, byte in enumerate(bits.to_bytes(_BITSET_BYTES, "little")):
        for bit in range(8) if byte else ():
            if byte >> bit & 1:
                yield place << 3 | bit
