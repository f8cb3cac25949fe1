"""A wheel of the project, in an environment that has nothing else: what a stranger installs."""

import asyncio
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

from grav import __version__
from grav.testing.serving import deployed
from grav.text import LANGUAGES
from grav.web import built

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
PATIENCE = 120.0
"""Seconds: before its first start, nothing of what was installed is compiled."""


def run(*command: str | Path) -> str:
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, env=outside | {"GRAV_NATIVE": "off"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Without the native core: to compile it takes minutes, and the pages do not depend on it."""
    if built() is None:
        pytest.skip("the pages are not built; `make play` and `make test` build them")
    folder = tmp_path_factory.mktemp("dist")
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    [made] = folder.iterdir()
    return made


@contextmanager
def serving(grav: Path, home: Path) -> Iterator[str]:
    """The address that `grav serve` tells, started by somebody who has nothing but their home."""
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
            patience = time.monotonic() + PATIENCE
            while not (address := re.search(r"Open (\S+) in", told.read_text("utf-8"))):
                is_waiting = process.poll() is None and time.monotonic() < patience
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
    assert ours == {
        path.relative_to(source).as_posix() for path in files if path.parent.name != "__pycache__"
    }
    assert ours > {
        "grav/py.typed",
        "grav/server/store/migrations/versions/v0001_first_tables.py",
        "grav/web/built/index.html",
        *(f"grav/text/{language}/rules.json" for language in LANGUAGES),
    }


def test_an_installed_wheel_serves_the_same_pages(wheel: Path, tmp_path: Path) -> None:
    """With all that it asks pip for itself, and with nothing else that is installed here."""
    environment, home = tmp_path / "environment", tmp_path / "home"
    home.mkdir()
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    python, grav = environment / "bin" / "python", environment / "bin" / "grav"
    versions = ROOT / "constraints.txt"
    run(*PIP, "--python", python, "install", "--no-compile", "-c", versions, wheel)
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
        deployed(f"sqlite:///{tmp_path / 'own.sqlite'}", None, 1, tmp_path) as own,
        serving(grav, home) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as installed,
        httpx.Client(base_url=asyncio.run(own.servers[0].url()), timeout=PATIENCE) as project,
    ):
        for path in ("/", "/?lang=ko", "/learn", *named, "/sw.js", "/api/course"):
            answer, expected = installed.get(path), project.get(path)
            assert (answer.status_code, path) == (200, path)
            assert answer.content == expected.content, path
            assert answer.headers["content-type"] == expected.headers["content-type"], path
        for file in files:
            if file != "index.html":
                assert installed.get(f"/{file}").content == (pages / file).read_bytes(), file
        assert installed.post("/api/guest").status_code == 201  # there is a database to hold it
