"""Errors around a command (files, pipes, interruptions) are one line, never a traceback."""

import json
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.conftest import TIMEOUT

from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

READERS = (["check"], ["check", "--json"], ["draw"], ["replay"], ["play"])
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
by_every_reader = pytest.mark.parametrize("reader", READERS, ids=" ".join)

RECORD = json.dumps(
    {
        "rules": {"size": 5, "players": 2, "a": 3, "b": 3, "c": 4, "d": 0, "e": 4},
        "actions": [{"do": "place", "by": 0, "at": "c3"}],
    }
).encode()


def error_message(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("grav: ")
    return done.stderr[len("grav: ") : -1]


@in_every_language
@by_every_reader
def test_a_missing_file(grav: Grav, reader: list[str], language: Language) -> None:
    done = grav(*reader, "none.json", "--lang", language)
    assert error_message(done) == say("cli.no_such_file", language, file="none.json")


@in_every_language
@by_every_reader
def test_a_folder(grav: Grav, tmp_path: Path, reader: list[str], language: Language) -> None:
    (tmp_path / "folder").mkdir()
    done = grav(*reader, "folder", "--lang", language)
    assert error_message(done) == say("cli.is_a_folder", language, file="folder")


@in_every_language
@by_every_reader
@pytest.mark.parametrize("name", ["file.json/none.json", "x" * 300, "loop"])
def test_a_file_that_cannot_be_opened(
    grav: Grav, tmp_path: Path, reader: list[str], name: str, language: Language
) -> None:
    (tmp_path / "file.json").write_bytes(RECORD)
    (tmp_path / "loop").symlink_to("loop")
    assert error_message(grav(*reader, name, "--lang", language)).startswith(f"{name}: ")


def test_a_reader_that_goes_away_leaves_no_traceback(command: Path, conformance: Path) -> None:
    for arguments in ("replay --states", "replay"):
        line = f"{command} {arguments} {conformance}/games.ndjson | head -1"
        done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=TIMEOUT)
        assert done.stderr == b""
        assert done.stdout.count(b"\n") == 1


def test_a_reader_that_goes_away_gives_the_status_of_a_broken_pipe_bug(
    command: Path, conformance: Path
) -> None:
    """Not 1, which `grav check` gives for a record with refused actions."""
    line = (
        f"{command} replay --states {conformance}/games.ndjson | head -1; exit ${{PIPESTATUS[0]}}"
    )
    assert (
        subprocess.run(["bash", "-c", line], capture_output=True, timeout=TIMEOUT).returncode == 141
    )


def test_a_full_disk_is_reported_bug(command: Path, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(RECORD)
    for arguments in ("check one.json", "draw one.json", "replay one.json", "roll", "--help"):
        line = f"{command} {arguments} > /dev/full"
        done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=TIMEOUT)
        assert b"Traceback" not in done.stderr
        assert b"Exception ignored" not in done.stderr
        assert done.returncode == 2
        assert done.stderr.decode().splitlines()[-1].startswith("grav: ")


@pytest.mark.parametrize("arguments", ["replay -", "check -", "draw -", "play", "convert - x.json"])
def test_a_closed_standard_input_leaves_no_traceback_bug(command: Path, arguments: str) -> None:
    line = f"{command} {arguments} <&-"
    done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=TIMEOUT)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)


def test_an_interruption_gives_status_130_and_no_traceback(command: Path) -> None:
    with subprocess.Popen(
        [command, "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        too_late = threading.Timer(TIMEOUT, process.kill)
        too_late.start()
        try:
            process.stdin.write(RECORD + b"\n")
            process.stdin.flush()
            assert process.stdout.readline()
            time.sleep(0.3)  # so that it waits for the next line
            process.send_signal(signal.SIGINT)
            assert process.wait() == 130
            assert process.stderr.read().strip() == b""
        finally:
            too_late.cancel()
            process.kill()
