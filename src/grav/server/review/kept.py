"""Answers that were worked out before, as many as fit: whoever asks again has the same bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

MAX_BYTES = 16 * 1024 * 1024


class Kept:
    """For any thread. What was asked for least recently goes first."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._max_bytes = max_bytes
        self._lock = Lock()

    def get(self, key: Hashable, work: Callable[[], bytes]) -> bytes:
        """What was worked out for this key, or is now."""
        with self._lock:
            if (known := self._answers.get(key)) is not None:
                self._answers.move_to_end(key)
                return known
        answer = work()
        with self._lock:
            if key not in self._answers and len(answer) <= self._max_bytes:
                self._answers[key] = answer
                self._bytes += len(answer)
            while self._bytes > self._max_bytes:
                self._bytes -= len(self._answers.popitem(last=False)[1])
        return answer
