"""One Chromium for all browser tests of a worker.

Playwright's synchronous interface keeps an event loop running in the main thread for as long as it
is started, and asyncio refuses to run another there, as other tests do. That loop is suspended
between two calls of Playwright's, in a greenlet of its own: here it counts as running only while a
test uses the browser.

Playwright closes Chromium when the pipe from this process closes, however this process ends.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


class SharedBrowser:
    """A running Chromium, which one test at a time uses."""

    def __init__(self, browser: Browser, loop: asyncio.AbstractEventLoop) -> None:
        self._browser, self._loop = browser, loop

    @contextmanager
    def lent(self) -> Iterator[Browser]:
        """Lends the browser to a test, and closes whatever the test has opened in it."""
        asyncio._set_running_loop(self._loop)
        try:
            yield self._browser
        finally:
            try:
                for context in self._browser.contexts:
                    context.close()
            finally:
                asyncio._set_running_loop(None)


@contextmanager
def start_shared_browser(chromium: str) -> Iterator[SharedBrowser]:
    """Starts Chromium; ends it with the block."""
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        asyncio._set_running_loop(None)
        try:
            yield SharedBrowser(browser, loop)
        finally:
            asyncio._set_running_loop(loop)
            browser.close()
