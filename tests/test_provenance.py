"""Results state where they come from: version, commit, rules, players, command, date."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import grav
from grav import provenance as module
from grav.provenance import CHANGED, provenance, provenance_from_json, source_commit
from grav.rules.json_fields import FormError
from grav.rules.version import RULES_VERSION

commit_of = source_commit.__wrapped__
"""Not remembered: each test has sources of its own."""
PLAYERS = {"level=9": {"nodes_per_point": 0.14}}


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    run = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, check=True)
    return run.stdout.decode().strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one committed file, of the name of our module."""
    (tmp_path / "provenance.py").write_text("one")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    return tmp_path


def test_a_result_states_all_that_it_takes_to_make_it_again() -> None:
    found = provenance("grav lab run x.toml", PLAYERS)
    assert (found.version, found.rules) == (grav.__version__, RULES_VERSION)
    assert (found.players, found.command) == (PLAYERS, "grav lab run x.toml")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", found.date)


def test_what_is_stored_is_read_back() -> None:
    found = provenance("grav arena 1 2", PLAYERS)
    assert provenance_from_json(found.to_json(), "x") == found
    unknown = replace(found, commit=None)
    assert provenance_from_json(unknown.to_json(), "x") == unknown


@pytest.mark.parametrize("key", ["version", "commit", "rules", "players", "command", "date"])
def test_an_incomplete_statement_is_refused_by_the_name_of_what_it_lacks(key: str) -> None:
    stored = provenance("a", {}).to_json()
    del stored[key]
    with pytest.raises(FormError, match=key):
        provenance_from_json(stored, "x")


def test_the_commit_is_that_of_the_sources(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")
    assert commit_of(checkout) == head


def test_files_that_differ_from_the_commit_are_stated(checkout: Path) -> None:
    (checkout / "provenance.py").write_text("two")
    head = git(checkout, "rev-parse", "HEAD")
    assert commit_of(checkout) == head + CHANGED


def test_new_files_that_git_does_not_know_change_nothing(checkout: Path) -> None:
    (checkout / "notes.txt").write_text("mine")
    assert commit_of(checkout) == git(checkout, "rev-parse", "HEAD")


def test_an_installed_package_has_no_commit_though_it_lies_in_somebody_elses_repository(
    checkout: Path,
) -> None:
    installed = checkout / "venv" / "grav"
    installed.mkdir(parents=True)
    (checkout / ".gitignore").write_text("venv\n")
    (installed / "provenance.py").write_text("one")
    assert commit_of(installed) is None


def test_without_git_there_is_no_commit(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout) is None


def test_two_results_of_one_program_may_have_other_commands_and_dates() -> None:
    one = provenance("a", PLAYERS)
    assert one.is_same_program(replace(one, command="b", date="2000-01-01T00:00:00+00:00"))
    for other in (
        replace(one, commit="0" * 40),
        replace(one, rules=RULES_VERSION + 1),
        replace(one, players={}),
    ):
        assert not one.is_same_program(other)


def test_the_sources_are_those_of_the_package() -> None:
    assert Path(module.__file__).parent == Path(grav.__file__).parent
