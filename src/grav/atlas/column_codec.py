"""Codec for columns of whole numbers: delta encoding, byte planes, zlib.

A number is stored as its difference from the one before, which is small where neighbours are
alike. All low bytes stand before all high bytes, and zlib compresses the whole.
"""

import sys
import zlib
from array import array
from collections.abc import Sequence
from itertools import accumulate

MAX_VALUE = 32_767
"""The largest number: differences of either sign then fit into two bytes."""


def encode_column(numbers: Sequence[int]) -> bytes:
    """Encodes numbers from 0 to MAX_VALUE. The same numbers always give the same bytes.

    :raises ValueError: when a number is out of bounds
    """
    if numbers and not 0 <= min(numbers) <= max(numbers) <= MAX_VALUE:
        raise ValueError(
            f"numbers from {min(numbers)} to {max(numbers)}, 0 to {MAX_VALUE} expected"
        )
    steps = [number - before for before, number in zip([0, *numbers], numbers, strict=False)]
    planes = bytes(step & 255 for step in steps) + bytes(step >> 8 & 255 for step in steps)
    return zlib.compress(planes, 9)


def decode_column(data: bytes, rows: int) -> Sequence[int]:
    """Decodes the numbers.

    :raises ValueError: when the data does not hold exactly so many numbers
    """
    planes = _inflate(data, 2 * rows)
    pairs = bytearray(2 * rows)
    pairs[0::2], pairs[1::2] = planes[:rows], planes[rows:]
    steps = array("h", bytes(pairs))
    if sys.byteorder == "big":
        steps.byteswap()
    return array("i", accumulate(steps))


def _inflate(data: bytes, length: int) -> bytes:
    work = zlib.decompressobj()
    try:
        found = work.decompress(data, length + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(found) != length or not work.eof or work.unused_data:
        raise ValueError(f"not {length} bytes")
    return found
