"""Runs the command: in this process, which is fast, or as a process of its own. Both return what
`subprocess.run` returns. Every test has a data folder and a working folder of its own."""

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grav.cli import main
from grav.text import Language, catalogue

COMMAND = Path(sys.executable).with_name("grav")
TIMEOUT = 120
"""Seconds after which a command that should have ended is taken to hang."""

Answer = Callable[[str], str]
"""The line typed next, given all that was shown so far."""


def own_word(name: str, language: str) -> str:
    """Returns the language's own word for a command: the English ones are read in each."""
    english, words = (
        catalogue(each)[f"play.words_{name}"].split() for each in (Language.EN, language)
    )
    return next((word for word in words if word not in english), words[0])


class Typist(io.TextIOBase):
    """A standard input that types answers to what it reads on the standard output."""

    def __init__(self, answer: Answer, shown: io.BytesIO) -> None:
        self._answer, self._shown = answer, shown

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        return self._answer(self._shown.getvalue().decode()) + "\n"


@contextmanager
def _streams(stdin: bytes | str | Answer) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Replaces the standard streams by streams in memory, with the same types."""
    out, err = io.BytesIO(), io.BytesIO()
    kept = sys.stdin, sys.stdout, sys.stderr
    given = stdin.encode() if isinstance(stdin, str) else stdin
    sys.stdin = (
        io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
        if isinstance(given, bytes)
        else Typist(given, out)
    )
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    ours = sys.stdin, sys.stdout, sys.stderr
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        for stream in ours[1:]:
            stream.detach()


@pytest.fixture(scope="session")
def grav() -> Callable[..., CompletedProcess[str]]:
    """Calls `main` in this process. `stdin` is what is typed, or a function that types it."""

    def run(*arguments: str | Path, stdin: bytes | str | Answer = b"") -> CompletedProcess[str]:
        words = [str(argument) for argument in arguments]
        with _streams(stdin) as (out, err):
            status = main(words)
        return CompletedProcess(words, status, out.getvalue().decode(), err.getvalue().decode())

    return run


@pytest.fixture(scope="session")
def command() -> Path:
    """The installed command."""
    return COMMAND


@pytest.fixture(scope="session")
def real_grav() -> Callable[..., CompletedProcess[str]]:
    """Runs the installed command in a process of its own."""

    def run(
        *arguments: str | Path, stdin: bytes | str = b"", timeout: float = TIMEOUT
    ) -> CompletedProcess[str]:
        words = [str(COMMAND), *map(str, arguments)]
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(words, input=given, capture_output=True, timeout=timeout)
        out, err = done.stdout.decode(), done.stderr.decode()
        return CompletedProcess(words, done.returncode, out, err)

    return run


@pytest.fixture(autouse=True)
def _own_folder_and_no_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "LC_ALL",
        "LC_MESSAGES",
        "LANG",
        "NO_COLOR",
        "PYTHONIOENCODING",
        "PYTHONUNBUFFERED",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
