"""The LRU cache of answers: each is computed once, and its size is bounded."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from grav.server.review.answer_cache import AnswerCache
from grav.testing.servers.asgi_driver import TIMEOUT


class Work:
    def __init__(self) -> None:
        self.done: list[str] = []

    def ask(self, kept: AnswerCache, key: str, length: int = 4) -> bytes:
        def work() -> bytes:
            self.done.append(key)
            return key.encode() * length

        return kept.get(key, work)


def test_an_answer_is_computed_once_per_key() -> None:
    kept, work = AnswerCache(), Work()
    assert [work.ask(kept, key) for key in "abab"] == [b"aaaa", b"bbbb", b"aaaa", b"bbbb"]
    assert work.done == ["a", "b"]


def test_the_least_recently_used_answer_is_evicted() -> None:
    kept, work = AnswerCache(max_bytes=10), Work()
    for key in "abacabc":
        work.ask(kept, key)
    assert work.done == ["a", "b", "c", "b", "c"], "a was asked for again in between"


def test_an_answer_larger_than_the_cache_is_returned_and_not_cached() -> None:
    kept, work = AnswerCache(max_bytes=10), Work()
    work.ask(kept, "a")
    assert work.ask(kept, "b", 11) == work.ask(kept, "b", 11) == b"b" * 11
    work.ask(kept, "a")
    assert work.done == ["a", "b", "b"]


class Key:
    """Sets an event when another thread looks it up."""

    def __init__(self) -> None:
        self.looked_for = threading.Event()

    def __hash__(self) -> int:
        if threading.current_thread() is not threading.main_thread():
            self.looked_for.set()
        return 1


def test_a_concurrent_request_waits_for_the_running_computation() -> None:
    kept, key = AnswerCache(), Key()

    def fail() -> bytes:
        raise AssertionError("it is worked out twice")

    with ThreadPoolExecutor(1) as other:

        def work() -> bytes:
            asked.append(other.submit(kept.get, key, fail))
            assert key.looked_for.wait(TIMEOUT)
            return b"a"

        asked: list[Future[bytes]] = []
        assert kept.get(key, work) == b"a"
        assert asked[0].result() == b"a"


def test_a_failure_is_not_cached() -> None:
    kept, work = AnswerCache(), Work()
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: b"" * (1 // 0))
    assert work.ask(kept, "a") == b"aaaa"
