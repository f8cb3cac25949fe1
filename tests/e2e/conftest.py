"""Real browsers before a real server. A page that asks anybody else for anything fails its test."""

import asyncio
import re
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
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
    sync_playwright,
)
from tests.e2e.lines import Line

from grav.testing.servers.server_processes import Deployment, deployed
from grav.web import built

WIDE = ViewportSize(width=1280, height=800)
NARROW = ViewportSize(width=360, height=740)


@pytest.fixture(scope="session")
def chromium() -> str:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium here; on Debian: apt-get install chromium fonts-noto-cjk")
    return path


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Not for longer: it keeps a loop running, and other tests start loops of their own."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    if built() is None:
        pytest.skip("the pages are not built; `make play` and `make test` build them")
    folder = tmp_path_factory.mktemp("server")
    with deployed(f"sqlite:///{folder / 'grav.sqlite'}", None, 1, folder) as servers:
        yield servers


@pytest.fixture(scope="session")
def origin(deployment: Deployment) -> str:
    with ThreadPoolExecutor(1) as thread:  # a browser's loop may be running in this one
        return thread.submit(asyncio.run, deployment.servers[0].url()).result()


@pytest.fixture
def line(origin: str) -> Iterator[Line]:
    """To the server, for those who are to visit it by a line that the test has a hand on."""
    with Line(origin) as drawn:
        yield drawn


@dataclass
class Visit:
    """A browser of somebody's own, with what went wrong in it."""

    context: BrowserContext
    origin: str
    excused: str | None = None
    """What browsers may tell as an error, because the test has a line cut; as an expression."""
    wrong: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(f"{path}: {error}"))
        page.on("console", lambda told: self._hear(path, told))
        page.on("request", self._look)
        page.goto(self.origin + path)
        return page

    def _hear(self, path: str, told: ConsoleMessage) -> None:
        excused = self.excused is not None and re.fullmatch(self.excused, told.text)
        if told.type == "error" and not excused:
            self.wrong.append(f"{path}: {told.text}")

    def _look(self, request: Request) -> None:
        if not request.url.startswith((self.origin, self.origin.replace("http", "ws"), "blob:")):
            self.wrong.append(f"a request left the server: {request.url}")


Visitor = Callable[..., Visit]


@pytest.fixture
def visit(browser: Browser, origin: str) -> Iterator[Visitor]:
    """Lets people come, each with a browser of their own; nothing may go wrong in any of them."""
    visits: list[Visit] = []
    with ExitStack() as stack:

        def come(
            language: str = "en",
            *,
            narrow: bool = False,
            dark: bool = False,
            calm: bool = True,
            origin: str = origin,
            excused: str | None = None,
        ) -> Visit:
            context = browser.new_context(
                locale=language,
                viewport=NARROW if narrow else WIDE,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce" if calm else "no-preference",
                has_touch=narrow,
            )
            context.set_default_timeout(30_000)
            stack.callback(context.close)
            visits.append(Visit(context, origin, excused))
            return visits[-1]

        yield come
        wrong = [each for visit in visits for each in visit.wrong]
    assert wrong == []
