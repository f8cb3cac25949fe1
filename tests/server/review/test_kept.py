"""Answers that are kept: worked out once, and not more of them than there may be."""

from grav.server.review.kept import Kept


class Work:
    def __init__(self) -> None:
        self.done: list[str] = []

    def ask(self, kept: Kept, key: str, length: int = 4) -> bytes:
        def work() -> bytes:
            self.done.append(key)
            return key.encode() * length

        return kept.get(key, work)


def test_the_same_is_worked_out_once() -> None:
    kept, work = Kept(), Work()
    assert [work.ask(kept, key) for key in "abab"] == [b"aaaa", b"bbbb", b"aaaa", b"bbbb"]
    assert work.done == ["a", "b"]


def test_what_was_asked_for_least_recently_goes_first() -> None:
    kept, work = Kept(max_bytes=10), Work()
    for key in "abacabc":
        work.ask(kept, key)
    assert work.done == ["a", "b", "c", "b", "c"], "a was asked for again in between"


def test_what_is_too_long_is_told_and_not_kept() -> None:
    kept, work = Kept(max_bytes=10), Work()
    work.ask(kept, "a")
    assert work.ask(kept, "b", 11) == work.ask(kept, "b", 11) == b"b" * 11
    work.ask(kept, "a")
    assert work.done == ["a", "b", "b"]
