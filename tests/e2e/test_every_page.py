"""Every page in three languages: translated, nothing wider than the page, accessible."""

import gzip

import pytest
from playwright.sync_api import Page, ViewportSize
from tests.e2e.conftest import NARROW, Visitor
from tests.e2e.page_checks import (
    Scheme,
    accessibility_faults,
    cover_all_looks,
    looks_at,
    wider_than_page,
)

from grav.server.http import pages
from grav.text import Language, say

PAGES = ["/", *(f"/{page}" for page in pages.PAGES), "/nothing"]


def open_in_language(visit: Visitor, path: str, language: str, **how: bool) -> Page:
    visitor = visit(language, **how)
    page = visitor.open(path)
    page.locator("main h1").first.wait_for()
    # The server answers an unknown page with 404, which browsers log as an error.
    visitor.errors[:] = [each for each in visitor.errors if path != "/nothing"]
    return page


@pytest.mark.parametrize(
    ("path", "language", "screen", "scheme"),
    [
        pytest.param(path, *look, id="-".join((path, look[0], str(look[1]["width"]), look[2])))
        for path in PAGES
        for look in looks_at(path)
    ],
)
def test_a_page_is_translated_accessible_and_fits_its_width(
    visit: Visitor, path: str, language: Language, screen: ViewportSize, scheme: Scheme
) -> None:
    page = open_in_language(visit, path, language, narrow=screen is NARROW, dark=scheme == "dark")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("header a").first.inner_text().strip() == say("shell.home", language)
    assert wider_than_page(page) == []
    assert accessibility_faults(page) == []


def test_every_width_and_scheme_is_checked_in_every_language() -> None:
    assert cover_all_looks(PAGES)


def test_the_first_page_needs_little_script(visit: Visitor) -> None:
    """Checks the compressed size of all scripts that are loaded before any input."""
    visitor = visit("ko")
    page = visitor.context.new_page()
    scripts: list[int] = []
    page.on(
        "response",
        lambda answer: (
            scripts.append(len(gzip.compress(answer.body())))
            if answer.url.endswith(".js")
            else None
        ),
    )
    page.goto(visitor.origin)
    page.locator("main h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < sum(scripts) < 150_000
