"""Profiles for hypothesis, the tiers of tests, and data that tests read.

`GRAV_HYPOTHESIS_PROFILE=long` tries many new examples; the default repeats the same ones, and
`quick` tries a few. `make test` leaves out tests marked `full`; `make test-all` runs them.
"""

import os
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from tests.conformance.vectors import CONFORMANCE, conformance_vectors

from grav.native.loading import is_available
from grav.testing.servers.server_processes import Deployment, run_deployment

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.shared_browser import SharedBrowser

# A shell that runs the tests in the background may ignore SIGINT for them and for the processes
# that they start; some tests are about interruptions.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Variables of a developer's shell with servers, tokens and passwords must not affect tests.
FOR_TESTS = ("GRAV_CPU", "GRAV_FORBID_", "GRAV_HYPOTHESIS_", "GRAV_NATIVE", "GRAV_TEST_")
for name in [name for name in os.environ if name.startswith("GRAV_")]:
    if not name.startswith(FOR_TESTS):
        del os.environ[name]

# No deadlines: on a slow machine, neither an example nor drawing it may fail a test.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", unhurried, max_examples=50, derandomize=True)
settings.register_profile("quick", unhurried, max_examples=20, derandomize=True)
settings.register_profile("long", unhurried, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("GRAV_HYPOTHESIS_PROFILE", "default"))

FULL_PATHS = (
    # Browsers, wheels, compilers, second builds
    "e2e/",
    "lab/report/test_in_browser.py",
    "native/test_cuda_headers.py",
    "packaging/",
    "record/test_svg_in_browser.py",
    "rules/test_new_part_builds.py",
    "testing/test_shared_browser.py",
    "web/test_new_language_pages.py",
    # Several processes, some of which are killed
    "arena/test_worker_pool.py",
    "bench/test_soak.py",
    "lab/test_merge.py",
    "lab/test_run.py",
    "server/deployments/",
    "server/runtime/test_watchdog.py",
    "server/test_message_thread_safety.py",
    "server/test_serve.py",
    "testing/test_services.py",
    # Plots by a renderer of Vega, fuzzing of every endpoint
    "cli/test_lab_findings.py",
    "cli/test_lab_report.py",
    "lab/report/test_page.py",
    "lab/report/test_rendering.py",
    "server/http/test_openapi_conformance.py",
)
"""Test modules that need more than Python, or that take a long time."""
FULL_FIXTURES = {"chromium", "own_redis", "postgres", "redis"}
FULL_PARAMETERS = {"postgresql", "redis"}
"""Fixtures, and their parameters, that need a browser, a service or a server process."""


def pytest_configure() -> None:
    here = Path(__file__).parent
    if moved := [path for path in FULL_PATHS if not (here / path).exists()]:
        raise pytest.UsageError(f"FULL_PATHS in {__file__} names what is not there: {moved}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves full modules out before they are imported: each worker would import browsers, fuzzers
    and more, only to deselect their tests."""
    if config.getoption("markexpr") != "not full":
        return None
    return _is_full(collection_path) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that `make test-all` runs."""
    for item in items:
        if _needs_full_set_up(item):
            item.add_marker(pytest.mark.full)


def _needs_full_set_up(item: pytest.Item) -> bool:
    parameters = getattr(getattr(item, "callspec", None), "params", {}).values()
    return (
        _is_full(item.path)
        or not FULL_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        or any(value in FULL_PARAMETERS for value in parameters if isinstance(value, str))
    )


def _is_full(path: Path) -> bool:
    return path.as_posix().rpartition("/tests/")[2].startswith(FULL_PATHS)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests that need the native core where it could not be built."""
    if item.get_closest_marker("needs_core") and not is_available():
        pytest.skip("the native core is not installed")


@pytest.fixture(scope="session")
def chromium() -> str:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium here; on Debian: apt-get install chromium fonts-noto-cjk")
    return path


@pytest.fixture(scope="session")
def shared_browser(chromium: str) -> Iterator["SharedBrowser"]:
    from tests.shared_browser import start_shared_browser  # most workers need no Playwright

    with start_shared_browser(chromium) as shared:
        yield shared


@pytest.fixture
def browser(shared_browser: "SharedBrowser") -> Iterator["Browser"]:
    """The Chromium that all tests of a worker share; what a test opens in it is closed with it."""
    with shared_browser.lent() as browser:
        yield browser


@pytest.fixture(scope="session")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A real server with a database of its own, in a process that all tests of a worker share."""
    folder = tmp_path_factory.mktemp("server")
    with run_deployment(f"sqlite:///{folder / 'grav.sqlite'}", None, 1, folder) as servers:
        yield servers


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of the conformance vectors."""
    return CONFORMANCE


@pytest.fixture(scope="session")
def vectors() -> list[dict[str, Any]]:
    """All conformance vectors."""
    return conformance_vectors()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,  # noqa: ARG001
    call: pytest.CallInfo[None],  # noqa: ARG001
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where skips are forbidden, a skipped test fails: something that it needs is missing."""
    report = yield
    if report.skipped and os.environ.get("GRAV_FORBID_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which is forbidden here: {report.longrepr}"
    return report
