"""Tests of the wheel, installed into an empty environment as users install it."""

import asyncio
import importlib.metadata
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from packaging.requirements import Requirement

from grav import __version__
from grav.testing.servers.server_processes import run_deployment
from grav.text import LANGUAGES
from grav.web import built

ROOT = Path(__file__).parents[2]
LONG = os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long"
PIP = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
TIMEOUT = 120.0
"""Timeout in seconds: at the first start, Python compiles everything that was installed."""


def run(*command: str | Path) -> str:
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, env=outside | {"GRAV_NATIVE": "off"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built without the native core, which takes minutes to compile; the pages do not depend on
    it."""
    if built() is None:
        pytest.skip("the pages are not built; `make play` and `make test` build them")
    folder = tmp_path_factory.mktemp("dist")
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    [made] = folder.iterdir()
    return made


def install(wheel: Path, environment: Path, extra: str = "") -> None:
    """Installs the wheel and its requirements into an empty environment. The long tests let pip
    download them. The others link them from where they are installed: this needs no network, and
    nothing else gets into the environment.
    """
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / "bin" / "python"
    pip: list[str | Path] = [*PIP, "--python", python, "install", "--no-compile"]
    if LONG:
        asked = f"grav[{extra}] @ {wheel.as_uri()}" if extra else wheel
        run(*pip, "-c", ROOT / "constraints.txt", asked)
        return
    run(*pip, "--no-deps", wheel)
    [site] = environment.glob("lib/python*/site-packages")
    [installed] = importlib.metadata.distributions(path=[str(site)])
    for each in needed_packages(installed, extra):
        for name in {file.parts[0] for file in each.files or ()} - {"..", "__pycache__"}:
            if not (site / name).exists():  # some packages share a folder
                (site / name).symlink_to(str(each.locate_file(name)))


def needed_packages(
    package: importlib.metadata.Distribution, extra: str
) -> list[importlib.metadata.Distribution]:
    """Returns all requirements of an extra, transitively, as they are installed here."""
    found: dict[tuple[str, str], importlib.metadata.Distribution] = {}
    left = [(package, each) for each in {"", extra}]
    while left:
        by, with_extra = left.pop()
        for line in by.requires or ():
            asked = Requirement(line)
            if asked.marker is not None and not asked.marker.evaluate({"extra": with_extra}):
                continue
            there = importlib.metadata.distribution(asked.name)
            assert asked.specifier.contains(there.version, prereleases=True), (line, there.version)
            for each in ("", *asked.extras):
                if (asked.name, each) not in found:
                    found[asked.name, each] = there
                    left.append((there, each))
    return list(found.values())


@contextmanager
def run_server(grav: Path, home: Path) -> Iterator[str]:
    """Runs `grav serve` with an empty environment; yields the address that it prints."""
    told = home / "told"
    with (
        told.open("wb") as output,
        subprocess.Popen(
            [grav, "--lang", "en", "serve", "--port", "0"],
            cwd=home,
            env={"HOME": str(home), "PATH": os.defpath},
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            deadline = time.monotonic() + TIMEOUT
            while not (address := re.search(r"Open (\S+) in", told.read_text("utf-8"))):
                is_waiting = process.poll() is None and time.monotonic() < deadline
                assert is_waiting, told.read_text("utf-8")
                time.sleep(0.05)
            yield address[1]
        finally:
            process.terminate()


def test_a_wheel_holds_the_whole_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        names = set(file.namelist())
    ours = {name for name in names if not name.startswith(f"grav-{__version__}.dist-info/")}
    source = ROOT / "src"
    files = [path for path in (source / "grav").rglob("*") if path.is_file()]
    headers = ROOT / "cpp" / "include"
    testing = source / "grav" / "testing"
    assert ours == {
        path.relative_to(source).as_posix()
        for path in files
        if path.parent.name != "__pycache__" and path.parent.parent != testing
    } | {f"grav/lab/gpu/include/{path.relative_to(headers)}" for path in headers.rglob("*.h")}
    assert ours > {
        "grav/atlas/data/7.atlas",
        "grav/lab/findings/data/opponents.json",
        "grav/lab/findings/data/search.json",
        "grav/lab/gpu/kernels.cu",
        "grav/py.typed",
        "grav/server/store/migrations/versions/v0001_first_tables.py",
        "grav/web/built/index.html",
        *(f"grav/text/{language}/rules.json" for language in LANGUAGES),
    }


def test_a_plain_install_reads_records_plays_and_reports_what_else_there_is(
    wheel: Path, tmp_path: Path
) -> None:
    environment = tmp_path / "environment"
    install(wheel, environment)
    grav = environment / "bin" / "grav"
    record = ROOT / "examples" / "recorded-game.grav"
    assert run(grav, "--lang", "en", "check", record) == run(
        sys.executable, "-m", "grav", "--lang", "en", "check", record
    )
    assert "serve" in run(grav, "--help")
    played = subprocess.run(
        [grav, "--lang", "en", "play", "--rules", "5x5 2p 3 3 4 1 4 revised first=0"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": os.defpath},
        input="c3\n",
        capture_output=True,
        text=True,
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "unfinished.grav" in played.stdout
    for command, extra in (
        (["serve"], "server"),
        (["arena", "1", "2"], "arena"),
        (["join", "http://127.0.0.1:1"], "client"),
        (["lab", "show", "run"], "lab"),
    ):
        lacking = subprocess.run([grav, "--lang", "en", *command], capture_output=True, text=True)
        assert lacking.returncode == 2
        assert f'is not installed; `pip install "grav[{extra}]"` installs it' in lacking.stderr


def test_an_installed_wheel_serves_the_same_pages(wheel: Path, tmp_path: Path) -> None:
    """With the requirements of its extra, and nothing else that is installed here."""
    environment, home = tmp_path / "environment", tmp_path / "home"
    home.mkdir()
    python, grav = environment / "bin" / "python", environment / "bin" / "grav"
    install(wheel, environment, "server")
    where = run(python, "-I", "-c", "import grav; print(grav.__file__)")
    assert Path(where).is_relative_to(environment)

    pages = built()
    assert pages is not None
    index = (pages / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="(/[^"]+)"', index)
    assert "/manifest.webmanifest" in named
    assert any(name.endswith(".js") for name in named)
    files = [path.relative_to(pages).as_posix() for path in pages.rglob("*.*")]
    with (
        run_deployment(f"sqlite:///{tmp_path / 'own.sqlite'}", None, 1, tmp_path) as own,
        run_server(grav, home) as address,
        httpx.Client(base_url=address, timeout=TIMEOUT) as installed,
        httpx.Client(base_url=asyncio.run(own.servers[0].url()), timeout=TIMEOUT) as project,
    ):
        for path in ("/", "/?lang=ko", "/learn", *named, "/sw.js", "/api/course"):
            answer, expected = installed.get(path), project.get(path)
            assert (answer.status_code, path) == (200, path)
            assert answer.content == expected.content, path
            assert answer.headers["content-type"] == expected.headers["content-type"], path
        for file in files:
            if file != "index.html":
                assert installed.get(f"/{file}").content == (pages / file).read_bytes(), file
        assert installed.post("/api/guest").status_code == 201  # the data folder has a database
