"""How often each position has been met, as a value that never changes."""

from collections.abc import Hashable, Mapping

_BUCKETS = 64
_NOTHING: Mapping[Hashable, int] = {}


class Visits:
    """Counts by key. Adding one copies a bucket, not the whole: long games stay quick."""

    __slots__ = ("_buckets",)

    def __init__(
        self, buckets: tuple[Mapping[Hashable, int], ...] = (_NOTHING,) * _BUCKETS
    ) -> None:
        self._buckets = buckets

    def count(self, key: Hashable) -> int:
        return self._buckets[hash(key) % _BUCKETS].get(key, 0)

    def with_one_more(self, key: Hashable) -> "Visits":
        place = hash(key) % _BUCKETS
        bucket = {**self._buckets[place], key: self.count(key) + 1}
        return Visits((*self._buckets[:place], bucket, *self._buckets[place + 1 :]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Visits) and self._buckets == other._buckets

    def __hash__(self) -> int:
        return hash(tuple(frozenset(bucket.items()) for bucket in self._buckets))
