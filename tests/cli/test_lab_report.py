"""`grav lab report`: where it writes, and its errors."""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grav.lab.report import rendering
from grav.lab.store import read_folder
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

EXPERIMENT = """
name = "small"
seed = 5
games = 40
boards = {sizes = 4}
settings = {list = ["3 3 4 1 4"]}
"""
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module", autouse=True)
def scripts_are_bundled_once() -> Iterator[None]:
    """Bundling takes the longest, and its result is always the same (tests/lab/report)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "bundle_scripts", cache(rendering.bundle_scripts))
        yield


@pytest.fixture
def run(grav: Grav, tmp_path: Path) -> Path:
    """Returns the folder of a finished run."""
    (tmp_path / "small.toml").write_text(EXPERIMENT)
    done = grav("lab", "run", tmp_path / "small.toml", "-o", tmp_path / "run", "--workers", "1")
    assert done.returncode == 0
    return tmp_path / "run"


def error_message(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("grav: ") : -1]


@pytest.mark.needs_core
@in_every_language
def test_a_report_is_written_beside_the_run(grav: Grav, run: Path, language: Language) -> None:
    done = grav("lab", "report", run, "--lang", language)
    page, plots = run / "report" / "index.html", run / "report" / "plots"
    values = {"page": str(page), "charts": 2, "plots": str(plots)}
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == say("lab_report.written", language, **values) + "\n"
    assert f'<html lang="{language}">' in page.read_text("utf-8")
    names = {"along.png", "along.svg", "places.png", "places.svg"}
    assert {file.name for file in plots.iterdir()} == names


@pytest.mark.needs_core
def test_a_report_can_be_written_elsewhere_and_again(grav: Grav, run: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    first = grav("lab", "report", run, "-o", out)
    page = (out / "index.html").read_bytes()
    assert grav("lab", "report", run, "-o", out).stdout == first.stdout
    assert (out / "index.html").read_bytes() == page
    assert not (run / "report").exists()


@pytest.mark.needs_core
def test_the_run_goes_on_beside_its_report(grav: Grav, run: Path, tmp_path: Path) -> None:
    grav("lab", "report", run)
    again = grav("lab", "run", tmp_path / "small.toml", "-o", run, "--workers", "1")
    assert again.returncode == 0


@in_every_language
def test_a_folder_without_a_run_has_no_report(
    grav: Grav, tmp_path: Path, language: Language
) -> None:
    done = grav("lab", "report", tmp_path, "--lang", language)
    assert error_message(done) == say("lab.no_run", language, folder=str(tmp_path))


@pytest.mark.needs_core
@in_every_language
def test_a_run_of_which_nothing_was_played_has_no_report(
    grav: Grav, run: Path, language: Language
) -> None:
    for part in (run / "parts").iterdir():
        part.unlink()
    done = grav("lab", "report", run, "--lang", language)
    assert error_message(done) == say("lab.nothing_played", language, folder=str(run))


@pytest.mark.needs_core
@in_every_language
def test_a_run_that_is_not_finished_is_reported_with_a_note(
    grav: Grav, tmp_path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", 1)  # every game is a part
    (tmp_path / "small.toml").write_text(EXPERIMENT)
    run = tmp_path / "run"
    share = ("-o", run, "--workers", "1", "--shard", "1/2")
    assert grav("lab", "run", tmp_path / "small.toml", *share).returncode == 0
    folder = read_folder(run)
    values = {"parts": len(folder.done()), "of": len(folder.plan.parts)}
    values |= {"games": 20, "planned": 40, "cells": 1, "of_cells": 1}
    done = grav("lab", "report", run, "--lang", language)
    assert done.returncode == 0
    note = say("lab_report.unfinished", language, **values)
    assert done.stdout.splitlines()[-1] == note
    assert note in (run / "report" / "index.html").read_text("utf-8")


@pytest.mark.needs_core
def test_without_the_drawing_packages_the_error_says_what_to_install(
    grav: Grav, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    values = {"package": "altair", "extra": "lab"}
    assert error_message(grav("lab", "report", run)) == say("cli.no_extra", "en", **values)
