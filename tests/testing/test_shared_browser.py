"""The Chromium that browser tests share: other tests run event loops meanwhile, nothing is left."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.shared_browser import SharedBrowser

TIMEOUT = 60
USER = """
import sys
from tests.shared_browser import start_shared_browser
with start_shared_browser(sys.argv[1]) as shared, shared.lent() as browser:
    browser.new_page()
    print("open", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def short_folder() -> Iterator[str]:
    """Chromium's socket is in it, and the path of a socket has at most 107 bytes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield folder


def test_event_loops_run_between_its_tests(shared_browser: SharedBrowser) -> None:
    for text in ("one", "two"):
        with shared_browser.lent() as browser:
            assert browser.new_page().evaluate("text => text", text) == text
        assert asyncio.run(asyncio.sleep(0, text)) == text


def test_what_a_test_opens_is_closed_even_if_it_fails(shared_browser: SharedBrowser) -> None:
    with suppress(ZeroDivisionError), shared_browser.lent() as browser:
        browser.new_page()
        raise ZeroDivisionError
    assert browser.contexts == []
    asyncio.run(asyncio.sleep(0))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="reads the processes from /proc")
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_no_process_outlives_the_one_that_started_it(
    chromium: str, short_folder: str, how: str
) -> None:
    words = [sys.executable, "-c", USER, chromium]
    variables = os.environ | {"TMPDIR": short_folder}  # for Chromium's profile
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        words, cwd=root, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        assert pids_that_name(short_folder)
        process.send_signal(getattr(signal, how))
        process.wait(TIMEOUT)
    deadline = time.monotonic() + TIMEOUT
    while left := pids_that_name(short_folder):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def pids_that_name(folder: str) -> list[int]:
    """Returns the processes that have the folder in their command line; zombies have none."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if folder in (entry / "cmdline").read_text("utf-8", "replace"):
                    found.append(int(entry.name))
            except OSError:  # it has just ended
                continue
    return found
