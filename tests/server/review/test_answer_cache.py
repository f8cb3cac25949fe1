"""Answers that are kept: worked out once, and not more of them than there may be."""

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


def test_the_same_is_worked_out_once() -> None:
    kept, work = AnswerCache(), Work()
    assert [work.ask(kept, key) for key in "abab"] == [b"aaaa", b"bbbb", b"aaaa", b"bbbb"]
    assert work.done == ["a", "b"]


def test_what_was_asked_for_least_recently_goes_first() -> None:
    kept, work = AnswerCache(max_bytes=10), Work()
    for key in "abacabc":
        work.ask(kept, key)
    assert work.done == ["a", "b", "c", "b", "c"], "a was asked for again in between"


def test_what_is_too_long_is_told_and_not_kept() -> None:
    kept, work = AnswerCache(max_bytes=10), Work()
    work.ask(kept, "a")
    assert work.ask(kept, "b", 11) == work.ask(kept, "b", 11) == b"b" * 11
    work.ask(kept, "a")
    assert work.done == ["a", "b", "b"]


class Key:
    """Tells when another thread looks for it."""

    def __init__(self) -> None:
        self.looked_for = threading.Event()

    def __hash__(self) -> int:
        if threading.current_thread() is not threading.main_thread():
            self.looked_for.set()
        return 1


def test_who_asks_while_it_is_worked_out_waits_for_it() -> None:
    kept, key = AnswerCache(), Key()

    def twice() -> bytes:
        raise AssertionError("it is worked out twice")

    with ThreadPoolExecutor(1) as other:

        def work() -> bytes:
            asked.append(other.submit(kept.get, key, twice))
            assert key.looked_for.wait(TIMEOUT)
            return b"a"

        asked: list[Future[bytes]] = []
        assert kept.get(key, work) == b"a"
        assert asked[0].result() == b"a"


def test_what_fails_is_worked_out_anew_for_who_comes_next() -> None:
    kept, work = AnswerCache(), Work()
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: b"" * (1 // 0))
    assert work.ask(kept, "a") == b"aaaa"
