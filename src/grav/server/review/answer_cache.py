"""LRU cache of answers, limited by bytes: whoever asks again gets the same bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock

MAX_BYTES = 16 * 1024 * 1024


class AnswerCache:
    """Thread-safe. Evicts the least recently used answer first."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._working: dict[Hashable, Future[bytes]] = {}
        """Answers being computed: whoever asks for the same meanwhile waits for it."""
        self._bytes = 0
        self._max_bytes = max_bytes
        self._lock = Lock()

    def get(self, key: Hashable, work: Callable[[], bytes]) -> bytes:
        """Returns the cached answer for the key, or computes it: once, however many threads ask at
        the same time. If it fails, it fails for all of them."""
        with self._lock:
            if (known := self._answers.get(key)) is not None:
                self._answers.move_to_end(key)
                return known
            if (begun := self._working.get(key)) is None:
                result = self._working[key] = Future[bytes]()
        if begun is not None:
            return begun.result()
        try:
            answer = work()
        except BaseException as error:
            with self._lock:
                del self._working[key]
            result.set_exception(error)
            raise
        with self._lock:
            del self._working[key]
            self._keep(key, answer)
        result.set_result(answer)
        return answer

    def _keep(self, key: Hashable, answer: bytes) -> None:
        if len(answer) <= self._max_bytes:
            self._answers[key] = answer
            self._bytes += len(answer)
        while self._bytes > self._max_bytes:
            self._bytes -= len(self._answers.popitem(last=False)[1])
