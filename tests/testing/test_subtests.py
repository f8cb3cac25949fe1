"""The data-driven decorator: it tries all cases, and names those that fail."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from inspect import signature

import pytest
from tests.subtests import every


class Subtests:
    """Records the names of the subtests that failed, as pytest does."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    @contextmanager
    def test(self, name: str) -> Iterator[None]:
        with suppress(Exception, pytest.fail.Exception):
            yield
            return
        self.failed.append(name)


def test_every_combination_is_tried_and_each_that_fails_is_named() -> None:
    tried: list[tuple[int, str, int]] = []

    @every("number", lambda: iter([1, 2, 3]))
    @every(("letter", "more"), [("a", 0), pytest.param("b", 1, id="second")])
    def fails_at_two(number: int, letter: str, more: int) -> None:
        tried.append((number, letter, more))
        if (number, letter) == (3, "a"):
            pytest.fail("it is the last")
        assert number != 2

    subtests = Subtests()
    fails_at_two(subtests=subtests)
    assert tried == [(number, *more) for number in (1, 2, 3) for more in (("a", 0), ("b", 1))]
    assert subtests.failed == ["2-'a'-0", "2-second", "3-'a'-0"]


def test_cases_share_the_fixtures_of_the_test() -> None:
    @every("number", [1])
    def needs_a_folder(number: int, tmp_path: str) -> None:
        assert (number, tmp_path) == (1, "folder")

    assert [*signature(needs_a_folder).parameters] == ["subtests", "tmp_path"]
    needs_a_folder(subtests=Subtests(), tmp_path="folder")


def test_a_test_without_cases_fails() -> None:
    @every("number", [])
    def never(number: int) -> None:
        pytest.fail(f"{number} came from nowhere")

    with pytest.raises(AssertionError, match="no case for number"):
        never(subtests=Subtests())


@pytest.mark.anyio
async def test_a_coroutine_is_awaited() -> None:
    tried: list[int] = []

    @every("number", range(3), ids=lambda number: f"number {number}")
    async def fails_at_one(number: int) -> None:
        tried.append(number)
        assert number != 1

    subtests = Subtests()
    await fails_at_one(subtests=subtests)
    assert tried == [0, 1, 2]
    assert subtests.failed == ["number 1"]
