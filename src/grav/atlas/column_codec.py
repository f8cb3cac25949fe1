"""Columns of whole numbers as bytes, and back.

A number is held as its difference from the one before, which is small where neighbours are alike;
the lower bytes of all of them stand before the higher ones, and zlib does the rest.
"""

import sys
import zlib
from array import array
from collections.abc import Sequence
from itertools import accumulate

MOST = 32_767
"""So that a difference has room in two bytes, whatever its sign."""


def packed(numbers: Sequence[int]) -> bytes:
    """The numbers, from 0 to MOST, as bytes. The same numbers are always the same bytes."""
    if numbers and not 0 <= min(numbers) <= max(numbers) <= MOST:
        raise ValueError(f"numbers from {min(numbers)} to {max(numbers)}, 0 to {MOST} expected")
    steps = [number - before for before, number in zip([0, *numbers], numbers, strict=False)]
    planes = bytes(step & 255 for step in steps) + bytes(step >> 8 & 255 for step in steps)
    return zlib.compress(planes, 9)


def unpacked(data: bytes, rows: int) -> Sequence[int]:
    """The numbers again.

    :raises ValueError: when these are not so many numbers
    """
    planes = _inflated(data, 2 * rows)
    pairs = bytearray(2 * rows)
    pairs[0::2], pairs[1::2] = planes[:rows], planes[rows:]
    steps = array("h", bytes(pairs))
    if sys.byteorder == "big":
        steps.byteswap()
    return array("i", accumulate(steps))


def _inflated(data: bytes, length: int) -> bytes:
    work = zlib.decompressobj()
    try:
        found = work.decompress(data, length + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(found) != length or not work.eof or work.unused_data:
        raise ValueError(f"not {length} bytes")
    return found
