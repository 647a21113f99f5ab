"""Bitmaps of integers in the portable format of Roaring bitmaps."""

from __future__ import annotations

import struct
from typing import Dict, Iterable, Iterator, Tuple

_COOKIE, _COOKIE_WITH_RUNS = 12346, 12347
_OFFSETS_FROM = 4  # containers, from which on a bitmap with runs has offsets
_ARRAY_MAX = 4096
_BITSET_BYTES = 8192


class Bitmap:
    """A set of integers, 0 to 2^64 - 1, read from the portable format of Roaring bitmaps (32 or 64 bits).

    The format: https://github.com/RoaringBitmap/RoaringFormatSpec. For one thread at a time.
    """

    def __init__(self, members: Iterable[int] = ()) -> None:
        self._containers: Dict[int, int] = {}  # by all bits but the lowest 16: a bit for each member
        for member in members:
            if not 0 <= member < 1 << 64:
                raise ValueError(f"member: {member} (expected: 0 to 2^64 - 1)")
            self._put(member >> 16, 1 << (member & 0xFFFF))

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
        return sum(bin(container).count("1") for container in self._containers.values())

    def __contains__(self, member: object) -> bool:
        return isinstance(member, int) and member >= 0 and bool(self._containers.get(member >> 16, 0) >> (member & 0xFFFF) & 1)

    def __iter__(self) -> Iterator[int]:
        """The members in their order."""
        for high in sorted(self._containers):
            words = self._containers[high].to_bytes(_BITSET_BYTES, "little")
            for place, byte in enumerate(words):
                for bit in range(8) if byte else ():
                    if byte >> bit & 1:
                        yield high << 16 | place << 3 | bit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bitmap) and self._containers == other._containers

    def __or__(self, other: Bitmap) -> Bitmap:
        """The members of either."""
        union = Bitmap()
        union._containers = dict(self._containers)
        for high, container in other._containers.items():
            union._put(high, container)
        return union

    def _put(self, high: int, container: int) -> None:
        self._containers[high] = self._containers.get(high, 0) | container

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


def _container(data: bytes, at: int, count: int, is_run: bool) -> Tuple[int, int]:
    """The bits of a container at a place, and where it ends."""
    container = 0
    if is_run:
        (count,) = struct.unpack_from("<H", data, at)
        numbers = struct.unpack_from(f"<{2 * count}H", data, at + 2)
        for start, more in zip(numbers[::2], numbers[1::2]):
            container |= ((2 << more) - 1) << start
        return container & ((1 << 65536) - 1), at + 2 + 4 * count
    if count > _ARRAY_MAX:
        words = struct.unpack_from(f"<{_BITSET_BYTES}s", data, at)[0]
        return int.from_bytes(words, "little"), at + _BITSET_BYTES
    bits = bytearray(_BITSET_BYTES)
    for low in struct.unpack_from(f"<{count}H", data, at):
        bits[low >> 3] |= 1 << (low & 7)
    return int.from_bytes(bits, "little"), at + 2 * count
