"""Counts of how often each position has occurred, as an immutable hash map."""

from collections.abc import Hashable, Mapping

_WIDTH = 8
_Bucket = Mapping[Hashable, int]
_Shelf = tuple[_Bucket, ...]
_NOTHING: _Bucket = {}


class PositionCounts:
    """Counts by key, in a persistent hash map of two levels: 8 shelves of 8 buckets.

    Copy on write: adding a key copies one bucket and one shelf, not the whole map, so that long
    games stay fast.
    """

    __slots__ = ("_shelves",)

    def __init__(self, shelves: tuple[_Shelf, ...] = ((_NOTHING,) * _WIDTH,) * _WIDTH) -> None:
        self._shelves = shelves

    def count(self, key: Hashable) -> int:
        shelf, place = _place_of(key)
        return self._shelves[shelf][place].get(key, 0)

    def with_one_more(self, key: Hashable) -> "PositionCounts":
        shelf, place = _place_of(key)
        buckets = list(self._shelves[shelf])
        buckets[place] = {**buckets[place], key: buckets[place].get(key, 0) + 1}
        shelves = list(self._shelves)
        shelves[shelf] = tuple(buckets)
        return PositionCounts(tuple(shelves))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PositionCounts) and self._shelves == other._shelves

    def __hash__(self) -> int:
        return hash(frozenset(pair for shelf in self._shelves for b in shelf for pair in b.items()))


def _place_of(key: Hashable) -> tuple[int, int]:
    return divmod(hash(key) % _WIDTH**2, _WIDTH)
