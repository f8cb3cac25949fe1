"""Real browsers and a real server. A page that sends a request to any other host fails its test."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    expect,
)
from tests.e2e.cuttable_proxy import CuttableProxy

from grav.testing.servers.server_processes import Deployment
from grav.web import built

TIMEOUT = 60_000
"""Milliseconds after which what a page should show is taken not to come."""
expect.set_options(timeout=TIMEOUT)

WIDE = ViewportSize(width=1280, height=800)
NARROW = ViewportSize(width=360, height=740)


@pytest.fixture(scope="session")
def built_pages() -> None:
    if built() is None:
        pytest.skip("the pages are not built; `make play` and `make test` build them")


@pytest.fixture(scope="session")
def origin(built_pages: None, deployment: Deployment) -> str:  # noqa: ARG001
    return asyncio.run(deployment.servers[0].url())


@pytest.fixture
def proxy(origin: str) -> Iterator[CuttableProxy]:
    """A proxy to the server, whose connections the test can cut or stall."""
    with CuttableProxy(origin) as opened:
        yield opened


@dataclass
class Visit:
    """A browser context, and the errors that happened in it."""

    context: BrowserContext
    origin: str
    expected_errors: str | None = None
    """A regular expression for expected console errors, such as after a cut connection."""
    errors: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{path}: {error}"))
        page.on("console", lambda message: self._note_error(path, message))
        page.on("request", self._check_host)
        page.goto(self.origin + path)
        return page

    def _note_error(self, path: str, message: ConsoleMessage) -> None:
        pattern = self.expected_errors
        expected = pattern is not None and re.fullmatch(pattern, message.text)
        if message.type == "error" and not expected:
            self.errors.append(f"{path}: {message.text}")

    def _check_host(self, request: Request) -> None:
        if not request.url.startswith((self.origin, self.origin.replace("http", "ws"), "blob:")):
            self.errors.append(f"a request left the server: {request.url}")


Visitor = Callable[..., Visit]


@pytest.fixture
def visit(browser: Browser, origin: str) -> Iterator[Visitor]:
    """Opens browser contexts, one for each person; any unexpected error in them fails the test."""
    visits: list[Visit] = []
    with ExitStack() as stack:

        def new_visit(
            language: str = "en",
            *,
            narrow: bool = False,
            dark: bool = False,
            calm: bool = True,
            origin: str = origin,
            expected_errors: str | None = None,
        ) -> Visit:
            context = browser.new_context(
                locale=language,
                viewport=NARROW if narrow else WIDE,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce" if calm else "no-preference",
                has_touch=narrow,
            )
            context.set_default_timeout(TIMEOUT)
            stack.callback(context.close)
            visits.append(Visit(context, origin, expected_errors))
            return visits[-1]

        yield new_visit
        errors = [each for visit in visits for each in visit.errors]
    assert errors == []
