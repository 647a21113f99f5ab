"""Sketches: about how many different members there were, in the bytes of the server's aggregates."""

from __future__ import annotations

import bisect
import math
from collections import Counter
from typing import List, Optional

from ._arguments import whole

PRECISION_MIN = 10
PRECISION_MAX = 16

_HASHES, _REGISTERS = 0, 1
_HASHES_SHIFT = 5  # a sketch holds up to 2^(precision - 5) hashes, then registers
_MASK = (1 << 64) - 1

# Of the estimator FGRA: Ertl, "UltraLogLog", VLDB 2024. All else is derived from these.
_TAU = 0.8194911375910897
_V = 0.6118931496978437
_ETA = (4.663135422063788, 2.1378502137958524, 2.781144650979996, 0.9824082545153715)
_ETA_X = _ETA[0] - _ETA[1] - _ETA[2] + _ETA[3]
_DOUBLE = math.pow(2, _TAU)
_HALF = math.pow(2, -_TAU)
_QUARTER = math.pow(4, -_TAU)


class Sketch:
    """Different members, told apart by 64-bit hashes: exact up to 2^(precision - 5), about right beyond.

    The standard error is 0.78 / sqrt(2^precision): 1.2 % at 12. The bytes:

        | 0 | precision | hashes in their order without signs, 8 bytes each, big-endian
        | 1 | precision | registers of an UltraLogLog, 2^precision bytes

    Sketches can be merged if they have the same precision and their hashes were made by the same function; the server's aggregates
    hash by XXH3. For one thread at a time.
    """

    def __init__(self, precision: int = 12) -> None:
        self.precision = whole("precision", precision, PRECISION_MIN, PRECISION_MAX)
        self._hashes: List[int] = []
        self._registers: Optional[bytearray] = None

    @staticmethod
    def from_bytes(data: bytes) -> Sketch:
        """Reads what `to_bytes`, or the server, has written. ValueError for anything else."""
        if len(data) < 2 or data[0] not in (_HASHES, _REGISTERS):
            raise ValueError(f"sketch: {bytes(data[:2])!r}… (expected: bytes that begin with 0 or 1, and a precision)")
        sketch = Sketch(data[1])
        size = len(data) - 2
        if data[0] == _REGISTERS:
            if size != 1 << sketch.precision:
                raise ValueError(f"sketch: {size} registers (expected: {1 << sketch.precision})")
            sketch._registers = bytearray(data[2:])
            return sketch
        if size % 8 != 0 or size > 8 << (sketch.precision - _HASHES_SHIFT):
            raise ValueError(f"sketch: {size} bytes of hashes (expected: 8 each, up to {1 << (sketch.precision - _HASHES_SHIFT)})")
        sketch._hashes = [int.from_bytes(data[at : at + 8], "big") for at in range(2, len(data), 8)]
        if any(one >= other for one, other in zip(sketch._hashes, sketch._hashes[1:])):
            raise ValueError("sketch: hashes out of order (expected: each greater than the one before)")
        return sketch

    def to_bytes(self) -> bytes:
        """The bytes that `from_bytes` and the server read."""
        if self._registers is not None:
            return bytes([_REGISTERS, self.precision]) + bytes(self._registers)
        return bytes([_HASHES, self.precision]) + b"".join(each.to_bytes(8, "big") for each in self._hashes)

    def add(self, hash64: int) -> None:
        """Adds a member by its hash, 0 to 2^64 - 1, whose bits must be as good as random ones."""
        hash64 = whole("hash64", hash64, 0, _MASK)
        if self._registers is not None:
            _add(self._registers, self.precision, hash64)
            return
        at = bisect.bisect_left(self._hashes, hash64)
        if self._hashes[at : at + 1] == [hash64]:
            return
        if len(self._hashes) < 1 << (self.precision - _HASHES_SHIFT):
            self._hashes.insert(at, hash64)
        else:
            _add(self._dense(), self.precision, hash64)

    def merge(self, other: Sketch) -> None:
        """Takes in all members of another sketch. ValueError if its precision differs."""
        if other.precision != self.precision:
            raise ValueError(f"precision: {other.precision} (expected: {self.precision}, as the other part has)")
        if other._registers is None:
            for hash64 in other._hashes:
                self.add(hash64)
            return
        own = self._dense()
        for place, register in enumerate(other._registers):
            if register != own[place]:
                own[place] = _packed(_UNPACKED[own[place]] | _UNPACKED[register])

    def estimate(self) -> float:
        """About how many different members were added; exact while their hashes are kept."""
        return float(len(self._hashes)) if self._registers is None else _estimate(self._registers, self.precision)

    def _dense(self) -> bytearray:
        if self._registers is None:
            self._registers = bytearray(1 << self.precision)
            for hash64 in self._hashes:
                _add(self._registers, self.precision, hash64)
            self._hashes = []
        return self._registers


def _packed(seen: int) -> int:
    """A register: its highest bit that was seen, and whether the two below it were."""
    top = seen.bit_length()
    return 4 * (top - 1) + ((seen << (64 - top) >> 61) & 3) if seen else 0


_UNPACKED = [((4 | register & 3) << (register >> 2) >> 2) if register >= 4 else 0 for register in range(256)]


def _add(registers: bytearray, precision: int, hash64: int) -> None:
    rest = hash64 & ((1 << (64 - precision)) - 1)
    zeros = 64 - precision - rest.bit_length()
    place = hash64 >> (64 - precision)
    registers[place] = _packed(_UNPACKED[registers[place]] | 1 << (zeros + precision - 1))


def _estimate(registers: bytearray, precision: int) -> float:
    """FGRA: a sum over the registers; those at either end of their range, which are no good sample of it, are corrected."""
    counts = Counter(registers)
    size = len(registers)
    first = 4 * precision + 4  # the least register with all of its bits
    total = sum(
        count * math.pow(2, -_TAU * (3 + (register - first) // 4)) * _ETA[register & 3]
        for register, count in sorted(counts.items())
        if first <= register < 252
    )
    small = [counts[0], counts[first - 8], counts[first - 4], counts[first - 2]]
    large = [counts[register] for register in range(252, 256)]
    total += _small_range(small, size) if any(small) else 0.0
    total += _large_range(large, size, 65 - precision) if any(large) else 0.0
    if math.isinf(total) or total <= 0:
        return 0.0 if total > 0 else math.inf  # of no member, and of more than 64 bits tell apart
    factor = math.pow(size, 1 + 1 / _TAU) / (1 + (1 + _TAU) / 2 * _V / size)
    return factor * math.pow(total, -1 / _TAU)


def _psi(z: float, z_squared: float) -> float:
    two_three, one_three = (_ETA[2] - _ETA[3]) / _ETA_X, (_ETA[1] - _ETA[3]) / _ETA_X
    return (z + two_three) * (z_squared + one_three) + (_ETA[3] * _ETA[0] - _ETA[1] * _ETA[2]) / _ETA_X**2


def _small_range(counts: List[int], size: int) -> float:
    zero, four, eight, ten = counts
    alpha = size + 3 * sum(counts)
    beta = size - zero - four
    gamma = 4 * zero + 2 * four + 3 * eight + ten
    z = ((math.sqrt(beta * beta + 4 * alpha * gamma) - beta) / (2 * alpha)) ** 4
    total = zero * _sigma(z) if zero else 0.0
    total += four * _HALF * _ETA_X * _psi(z, z * z)
    total += eight * _QUARTER * (z * (_ETA[0] - _ETA[1]) + _ETA[1])
    return total + ten * _QUARTER * (z * (_ETA[2] - _ETA[3]) + _ETA[3])


def _sigma(z: float) -> float:
    if z <= 0:
        return _ETA[3]
    if z >= 1:
        return math.inf
    power, squared, total, factor = z, z * z, 0.0, _ETA_X
    while True:
        before = total
        total += factor * (power - squared) * _psi(squared, squared * squared)
        if total <= before:
            return total / z
        power, squared, factor = squared, squared * squared, factor * _DOUBLE


def _large_range(counts: List[int], size: int, width: int) -> float:
    alpha = size + 3 * sum(counts)
    beta = counts[0] + counts[1] + 2 * (counts[2] + counts[3])
    gamma = size + 2 * counts[0] + counts[2] - counts[3]
    z = math.sqrt((math.sqrt(beta * beta + 4 * alpha * gamma) - beta) / (2 * alpha))
    root = math.sqrt(z)
    total = _phi(root, z) * sum(counts)
    total += z * (1 + root) * sum(count * eta for count, eta in zip(counts, _ETA))
    upper = (counts[0] + counts[1]) * (z * (_ETA[0] - _ETA[2]) + _ETA[2])
    lower = (counts[2] + counts[3]) * (z * (_ETA[1] - _ETA[3]) + _ETA[3])
    total += root * _HALF * (upper + lower)
    return total * math.pow(2, -_TAU * width) / ((1 + root) * (1 + z))


def _phi(z: float, z_squared: float) -> float:
    if z <= 0:
        return 0.0
    if z >= 1:
        return _ETA[0] / (_DOUBLE * (2 * _DOUBLE - 1))
    squared, power = z_squared, z
    root = math.sqrt(power)
    factor = _ETA_X * _QUARTER / (2 - _HALF) / (1 + root)
    psi = _psi(power, squared)
    total = root * 2 * psi * factor
    while True:
        before, squared, power = total, power, root
        root = math.sqrt(power)
        psi_before, psi = psi, _psi(power, squared)
        factor *= _HALF / (1 + root)
        total += root * (2 * psi - (power + root) * psi_before) * factor
        if total <= before:
            return total
