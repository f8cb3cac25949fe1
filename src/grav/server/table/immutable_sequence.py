"""A persistent (immutable) sequence that is cheap to append to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

Item = TypeVar("Item")


class Log(Sequence[Item]):
    """Append-only, with structural sharing: all versions share one list, and each stores how many
    of its items belong to it. Appending to the newest version copies nothing."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def with_one_more(self, item: Item) -> "Log[Item]":
        items, length = self._items, self._length
        if len(items) == length:
            items.append(item)
            if items[length] is item:  # else another thread appended first
                longer = Log.__new__(Log)
                longer._items = items
                longer._length = length + 1
                return longer
        return Log((*self, item))  # another version already appended to the shared list: copy

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> "Log[Item]": ...
    def __getitem__(self, index: int | slice) -> "Item | Log[Item]":
        place = range(self._length)[index]
        if isinstance(place, range):
            return Log(self._items[each] for each in place)
        return self._items[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log) or other._length != self._length:
            return False
        return other._items is self._items or list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"
