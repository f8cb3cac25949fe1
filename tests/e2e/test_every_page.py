"""What is true of every page: words in three languages, nothing beyond its edge, no barrier."""

import gzip

import pytest
from playwright.sync_api import Page
from tests.e2e.conftest import Visitor
from tests.e2e.looking import barriers, beyond_the_edge

from grav.text import LANGUAGES

PAGES = [
    *(
        "/",
        "/new",
        "/device",
        "/learn",
        "/rules",
        "/review",
        "/spot",
        "/account",
        "/games",
        "/settings",
        "/nothing",
    ),
]
TITLES = {"en": "Grav", "ja": "グラヴ", "ko": "그라브"}


def shown(visit: Visitor, path: str, language: str, **how: bool) -> Page:
    visitor = visit(language, **how)
    page = visitor.open(path)
    page.locator("main h1").first.wait_for()
    # An address that is no page is answered with 404, and browsers tell that as an error.
    visitor.wrong[:] = [each for each in visitor.wrong if path != "/nothing"]
    return page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_speaks_the_language_of_its_visitor_and_fits_a_small_screen(
    visit: Visitor, path: str, language: str
) -> None:
    page = shown(visit, path, language, narrow=True)
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("header a").first.inner_text().strip() == TITLES[language]
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, beyond_the_edge(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_nobody_is_shut_out(visit: Visitor, path: str, dark: bool) -> None:
    page = shown(visit, path, "en", dark=dark)
    assert barriers(page) == []


def test_the_first_page_needs_little_script(visit: Visitor) -> None:
    """Compressed, as it comes over the line: all that is fetched before anybody does a thing."""
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
