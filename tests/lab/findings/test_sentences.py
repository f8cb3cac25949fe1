"""The pages state what the atlas says, and no measured number that nothing works out."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.subtests import every

from grav.lab.findings.opponents_sentences import OPPONENTS
from grav.lab.findings.search_sentences import SEARCH
from grav.lab.findings.sentences import FINDINGS, PAGES, sentences

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.needs_core

UNMEASURED = re.compile(
    r"""
    `[^`]*`                                     # code: settings, rules, commands
    | \]\([^)]*\)                               # where links lead
    | \d+\ ×\ \d+                               # boards and squares
    | \b[a-e]\ =\ \d+                           # the five numbers
    | 1,000\ simulations
    """,
    re.VERBOSE,
)
"""Numbers of a page that nobody measures."""


@cache
def prose(page: str) -> str:
    """Returns a page on one line, without bold face."""
    return re.sub(r"\s+", " ", (ROOT / page).read_text("utf-8").replace("**", ""))


@cache
def stated(page: str) -> list[str]:
    return [sentence.text for sentence in sentences() if sentence.page == page]


def unexplained(page: str) -> Iterator[str]:
    """Yields what surrounds each number of a page that no sentence works out."""
    left = prose(page)
    for text in sorted(stated(page), key=len, reverse=True):
        left = left.replace(text, " ")
    left = UNMEASURED.sub(" ", left)
    for number in re.finditer(r"\d[\d.,]*", left):
        yield left[max(0, number.start() - 40) : number.end() + 30]


@every("page", PAGES)
def test_a_page_states_what_is_measured(page: str) -> None:
    for text in stated(page):
        assert text in prose(page), f"{page} should say: {text}"


@every("page", [FINDINGS, SEARCH, OPPONENTS])
def test_a_page_states_no_number_that_is_not_worked_out(page: str) -> None:
    assert list(unexplained(page)) == []


def test_a_number_that_no_sentence_works_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with_another = prose(FINDINGS) + " On most settings it is 34.5 %."
    monkeypatch.setattr(f"{__name__}.prose", lambda _: with_another)
    assert any("34.5" in each for each in unexplained(FINDINGS))
