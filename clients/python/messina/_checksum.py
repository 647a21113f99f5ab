"""CRC32C and the token of keys, which batches need and the standard library does not have."""

from __future__ import annotations

import functools
import struct
from typing import Dict, List, Sequence, Tuple

_POLYNOMIAL = 0x82F63B78  # of Castagnoli, bits reversed
_ROW_BYTES_MAX = 96
_WASTE_MAX = 2

_MASK = (1 << 64) - 1
_C1 = 0x87C37B91114253D5
_C2 = 0x4CF5AD432745937F

_Planes = Tuple[bytes, bytes, bytes, bytes]


def _table() -> List[int]:
    table = []
    for number in range(256):
        for _ in range(8):
            number = (number >> 1) ^ _POLYNOMIAL if number & 1 else number >> 1
        table.append(number)
    return table


_TABLE = _table()


def _planes(words: Sequence[int]) -> _Planes:
    """The four bytes of each word, all lowest bytes first, as tables for ``bytes.translate``."""
    lowest, low, high, highest = (bytes((word >> shift) & 255 for word in words) for shift in (0, 8, 16, 24))
    return lowest, low, high, highest


_STEP = _planes(_TABLE)


def _applied(matrix: Sequence[int], word: int) -> int:
    result = 0
    for column in matrix:
        if word & 1:
            result ^= column
        word >>= 1
    return result


_behind: Dict[int, Tuple[List[int], List[_Planes]]] = {}


def _zeros(count: int) -> Tuple[List[int], List[_Planes]]:
    """What so many zero bytes make of a checksum before them: as a matrix of bits, and as tables for each of its bytes."""
    if count not in _behind:
        if count == 1:
            matrix = [_TABLE[bit & 255] ^ (bit >> 8) for bit in (1 << index for index in range(32))]
        else:
            half, one = _zeros(count // 2)[0], _zeros(1)[0]
            matrix = [_applied(half, column) for column in half]
            if count % 2:
                matrix = [_applied(one, column) for column in matrix]
        tables = []
        for first in range(0, 32, 8):
            words = [0]
            for column in matrix[first : first + 8]:
                words += [word ^ column for word in words]
            tables.append(_planes(words))
        _behind[count] = matrix, tables
    return _behind[count]


def crc32c_each(parts: Sequence[bytes]) -> List[int]:
    """The CRC32C of each.

    All are laid out as rows of equal length, with zeros before them, which change nothing. Each step takes one byte of every row, by
    operations on long bytes and integers, which take no longer than a few for single bytes; then neighbours are joined, down to one row
    for each part.
    """
    most = max(map(len, parts))
    rows = 1
    while most > rows * _ROW_BYTES_MAX:
        rows *= 2
    width = (-(-most // rows) + 7) // 8 * 8
    if len(parts) > 1 and len(parts) * rows * width > _WASTE_MAX * sum(map(len, parts)):
        return [crc for part in parts for crc in crc32c_each([part])]
    if most < 4 or min(map(len, parts)) < 4:
        return [_crc32c(part) for part in parts]
    laid = b"".join(
        [bytes(rows * width - len(part)) + bytes(byte ^ 255 for byte in part[:4]) + part[4:] for part in parts]  # begins with all ones
    )
    planes = _by_columns(laid, width)
    while rows > 1:
        planes = _joined(planes, _zeros(width)[1])
        rows, width = rows // 2, width * 2
    return [lowest | low << 8 | high << 16 | highest << 24 for lowest, low, high, highest in zip(*(plane.translate(_INVERTED) for plane in planes))]


_INVERTED = bytes(255 - byte for byte in range(256))


def _by_columns(laid: bytes, width: int) -> _Planes:
    number, count = int.from_bytes, len(laid) // width
    step0, step1, step2, step3 = _STEP
    plane0 = plane1 = plane2 = plane3 = 0
    for column in range(width):
        index = (plane0 ^ number(laid[column::width], "little")).to_bytes(count, "little")
        plane0 = plane1 ^ number(index.translate(step0), "little")
        plane1 = plane2 ^ number(index.translate(step1), "little")
        plane2 = plane3 ^ number(index.translate(step2), "little")
        plane3 = number(index.translate(step3), "little")
    plane_bytes = [plane.to_bytes(count, "little") for plane in (plane0, plane1, plane2, plane3)]
    return plane_bytes[0], plane_bytes[1], plane_bytes[2], plane_bytes[3]


def _joined(planes: _Planes, tables: Sequence[_Planes]) -> _Planes:
    """Of two rows one after the other, the checksum of both."""
    count = len(planes[0]) // 2
    joined = []
    for place in range(4):
        plane = int.from_bytes(planes[place][1::2], "little")
        for of in range(4):
            plane ^= int.from_bytes(planes[of][0::2].translate(tables[of][place]), "little")
        joined.append(plane.to_bytes(count, "little"))
    return joined[0], joined[1], joined[2], joined[3]


def _crc32c(part: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in part:
        crc = _TABLE[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


@functools.lru_cache(maxsize=65_536)
def token(key: bytes) -> int:
    """The first half of MurmurHash3 x64 128 as Cassandra has it, with its sign bit turned: from 0 on, the top bits are the shard."""
    length = len(key)
    tail = length // 16 * 16
    h1 = h2 = 0
    for k1, k2 in struct.iter_unpack("<QQ", key[:tail]):
        h1 ^= _mixed(k1, _C1, 31, _C2)
        h1 = ((h1 << 27 | h1 >> 37) + h2) * 5 + 0x52DCE729 & _MASK
        h2 ^= _mixed(k2, _C2, 33, _C1)
        h2 = ((h2 << 31 | h2 >> 33) + h1) * 5 + 0x38495AB5 & _MASK
    h1 ^= _mixed(_signed(key[tail : tail + 8]), _C1, 31, _C2) ^ length
    h2 ^= _mixed(_signed(key[tail + 8 :]), _C2, 33, _C1) ^ length
    h1 = h1 + h2 & _MASK
    h2 = h2 + h1 & _MASK
    hash_ = _finished(h1) + _finished(h2) & _MASK ^ 1 << 63
    return hash_ if hash_ else _MASK  # the least is no token


def _signed(part: bytes) -> int:
    value = 0
    for byte in reversed(part):
        value = value << 8 ^ (byte - 256 if byte > 127 else byte)
    return value & _MASK


def _mixed(k: int, first: int, turn: int, second: int) -> int:
    k = k * first & _MASK
    return (k << turn | k >> 64 - turn) * second & _MASK


def _finished(h: int) -> int:
    h ^= h >> 33
    h = h * 0xFF51AFD7ED558CCD & _MASK
    h ^= h >> 33
    h = h * 0xC4CEB9FE1A85EC53 & _MASK
    return h ^ h >> 33
