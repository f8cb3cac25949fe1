"""Session secrets stored between runs."""

from pathlib import Path

import pytest

from grav.client import SessionStore

ORIGIN, OTHER = "http://one.example", "http://two.example"


def test_a_session_is_found_again_by_its_server(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "sessions.json"
    SessionStore(file).save(ORIGIN, "first")
    SessionStore(file).save(OTHER, "second")
    SessionStore(file).save(ORIGIN, "third")
    assert SessionStore(file).load(ORIGIN) == "third"
    assert SessionStore(file).load(OTHER) == "second"
    assert SessionStore(file).load("http://three.example") is None


def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    SessionStore(file).save(ORIGIN, "secret")
    assert file.stat().st_mode & 0o077 == 0
    assert [found.name for found in tmp_path.iterdir()] == ["sessions.json"]


@pytest.mark.parametrize("kept", ["", "nonsense", "[]", '{"http://one.example": 7}', "\ufffd"])
def test_a_file_that_is_broken_counts_as_empty(tmp_path: Path, kept: str) -> None:
    file = tmp_path / "sessions.json"
    file.write_text(kept)
    assert SessionStore(file).load(ORIGIN) is None
    SessionStore(file).save(ORIGIN, "new")
    assert SessionStore(file).load(ORIGIN) == "new"


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sessions = SessionStore(tmp_path / "file" / "sessions.json")
    sessions.save(ORIGIN, "secret")
    assert sessions.load(ORIGIN) is None
