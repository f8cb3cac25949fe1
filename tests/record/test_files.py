"""Records in files: format by content or suffix, and atomic writing."""

import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.record import (
    MAX_SIZE,
    Record,
    RecordError,
    decode,
    format_json_line,
    format_sgf,
    format_text_record,
    load,
    parse_record,
    record_from_json,
    record_to_json,
    save,
    write_whole,
)
from grav.rules import Rules, Setting
from grav.testing import place
from grav.text import LANGUAGES, GravError

DATA = Path(__file__).parents[1] / "data" / "records"
EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = Record(
    Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0),
    (place(0, "f7"),),
    name="한 판 \ud800",
    comments={0: "é"},
    extra={"x": [1.5, None]},
    action_extra={0: {"ms": 3}},
)
TEXT = format_text_record(RECORD)
JSON = format_json_line(record_to_json(RECORD)) + "\n"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])
@pytest.mark.parametrize("name", ["game.grav", "game.json", "game.sgf", "game.txt", "game"])
def test_the_format_is_recognised_by_the_content(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert load(path) == RECORD


@pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\n \n", b"\xef\xbb\xbf\r\n"], ids=ascii)
def test_a_byte_order_mark_or_empty_lines_may_come_first(
    tmp_path: Path, before: bytes, text: str
) -> None:
    path = tmp_path / "game"
    path.write_bytes(before + text.encode())
    assert load(path) == RECORD


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "the file is empty; expected a record"),
        (b" \r\n\t\n", "the file is empty; expected a record"),
        (b"\xef\xbb\xbf", "the file is empty; expected a record"),
        (format_sgf(RECORD).encode(), "SGF can be written but not read; expected a record as"),
        (b"\n (;FF[4])", "SGF can be written but not read"),
        (b"\x89PNG\r\n", "this is not text: byte 1 is no UTF-8"),
        (b"Grav 1\nName: \xff", "this is not text: byte 14 is no UTF-8"),
        ("Grav 1".encode("utf-16"), "this is not text: byte 1 is no UTF-8"),
        (b"\x00\x00\x00", "line 1, column 1: found “���”, expected a header"),
        (b"[]", "record: found [], expected an object"),
        (b"{", "line 1, column 2: found the end of the text"),
        (b"hello", "line 1, column 1: found “hello”, expected a header"),
    ],
)
def test_an_invalid_record_is_reported(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "game.grav"
    path.write_bytes(data)
    with pytest.raises(GravError) as caught:
        load(path)
    assert str(caught.value).startswith(told)
    assert all(caught.value.say(language) for language in LANGUAGES)


@pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])
def test_a_callback_gets_the_number_of_actions_and_can_stop_the_parsing(text: str) -> None:
    counted: list[int] = []
    assert parse_record(text, counted.append) == parse_record(text)
    assert counted == [1]

    def refuse(actions: int) -> None:
        raise RecordError("record.too_large", most=actions)

    with pytest.raises(RecordError, match="larger than 1"):
        parse_record(text, refuse)


def test_the_callback_is_called_before_each_action_of_a_text_is_played() -> None:
    counted: list[int] = []
    parse_record("Board: 9x9\nSetting: 3 3 4 2 4\n\n1:c3 ok 2. c5", counted.append)
    assert counted == [1, 2, 3]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.grav"
    with path.open("wb") as file:
        file.truncate(MAX_SIZE + 1)
    with pytest.raises(RecordError, match="larger than 16 MB"):
        load(path)


def test_a_file_of_the_maximum_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(JSON.encode().ljust(MAX_SIZE))
    assert load(path) == RECORD
    with pytest.raises(RecordError, match="larger than 16 MB"):
        decode(b" " * (MAX_SIZE + 1))


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.grav")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)


@given(st.binary() | st.binary().map(lambda data: b"{" + data))
def test_any_bytes_are_a_record_or_an_error_with_a_text(data: bytes) -> None:
    try:
        told = format_text_record(parse_record(decode(data)))
    except GravError as error:
        told = "".join(error.say(language) for language in LANGUAGES)
    assert told


# --- writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("game.grav", TEXT),
        ("game.GRAV", TEXT),
        ("game.json", JSON),
        ("a.json.Json", JSON),
        ("game.sgf", format_sgf(RECORD, "en")),
    ],
)
def test_the_format_is_chosen_by_the_suffix(tmp_path: Path, name: str, expected: str) -> None:
    save(RECORD, tmp_path / name)
    assert (tmp_path / name).read_bytes() == expected.encode()
    assert names_in(tmp_path) == [name]


def test_sgf_is_written_in_the_language_asked_for(tmp_path: Path) -> None:
    save(RECORD, tmp_path / "game.sgf", "ko")
    assert (tmp_path / "game.sgf").read_text(encoding="utf-8") == format_sgf(RECORD, "ko")
    assert format_sgf(RECORD, "ko") != format_sgf(RECORD, "en")


@pytest.mark.parametrize("name", ["game.txt", "game", ".grav", "game.grav.bak"])
def test_an_unknown_suffix_is_refused_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError) as caught:
        save(RECORD, tmp_path / name)
    assert str(caught.value) == (
        f"no format is known for “{name}”; expected a name that ends in .json, .grav, .sgf"
    )
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("name", ["game.grav", "game.json"])
def test_a_saved_record_is_loaded_unchanged(tmp_path: Path, name: str) -> None:
    save(RECORD, tmp_path / name)
    assert load(tmp_path / name) == RECORD


def test_a_file_is_replaced_atomically(tmp_path: Path) -> None:
    path = tmp_path / "game.grav"
    path.write_text("something much longer than the record " * 99, encoding="utf-8")
    save(RECORD, path)
    assert path.read_text(encoding="utf-8") == TEXT


class Broken(OSError):
    """Stands for the error of a full disk."""


@pytest.mark.parametrize("method", ["replace", "chmod"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    path = tmp_path / "game.grav"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object) -> None:
        raise Broken

    monkeypatch.setattr(Path, method, fail)
    with pytest.raises(Broken):
        save(RECORD, path)
    monkeypatch.undo()
    assert path.read_text(encoding="utf-8") == "old"
    assert names_in(tmp_path) == ["game.grav"]


def test_a_text_that_cannot_be_encoded_leaves_the_old_file_and_nothing_else(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.grav"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new " * 100_000 + "\ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert names_in(tmp_path) == ["game.grav"]


def test_the_old_file_is_complete_until_it_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.grav"
    path.write_text("old", encoding="utf-8")
    seen: list[tuple[str, str]] = []
    replace = Path.replace

    def watched(self: Path, target: Path) -> Path:
        seen.append((path.read_text(encoding="utf-8"), self.read_text(encoding="utf-8")))
        assert self.parent == path.parent  # otherwise the rename would not be atomic
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", watched)
    save(RECORD, path)
    assert seen == [("old", TEXT)]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666])
def test_permissions_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "game.grav"
    path.touch()
    path.chmod(mode)
    save(RECORD, path)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077])
def test_a_new_file_has_default_permissions(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        save(RECORD, tmp_path / "game.grav")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game.grav").stat().st_mode) == 0o666 & ~mask


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.grav"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(
        target=lambda: read.append(path.read_text(encoding="utf-8")), daemon=True
    )
    reader.start()
    save(RECORD, path)
    reader.join(timeout=10)
    assert read == [TEXT]
    assert path.is_fifo()


def test_a_symbolic_link_is_not_replaced(tmp_path: Path) -> None:
    """Saving through a link writes the file that it points to."""
    (tmp_path / "kept").mkdir()
    target, link = tmp_path / "kept" / "game.grav", tmp_path / "game.grav"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    save(RECORD, link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == TEXT


def test_a_name_of_any_length_that_the_system_allows_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".grav")
    path.touch()  # a name of this length is allowed by the file system
    save(RECORD, path)
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_missing_folder_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        save(RECORD, tmp_path / "none" / "game.grav")
    (tmp_path / "game.grav").mkdir()
    with pytest.raises(IsADirectoryError):
        save(RECORD, tmp_path / "game.grav")


# --- the records in tests/data ----------------------------------------------------------------


def test_both_forms_of_the_recorded_game_hold_the_record_of_the_vector(
    vectors: list[dict[str, Any]],
) -> None:
    (vector,) = [vector for vector in vectors if vector["name"] == "recorded-game"]
    record = record_from_json(vector | {"name": "The recorded game"})
    assert load(DATA / "recorded-game.grav") == record
    assert load(DATA / "recorded-game.json") == record


@pytest.mark.parametrize(
    "path", sorted(path for path in DATA.iterdir()), ids=lambda path: path.name
)
def test_writing_reproduces_the_bytes_of_the_file(tmp_path: Path, path: Path) -> None:
    save(load(path), tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", sorted(DATA.glob("*.grav")), ids=lambda path: path.name)
def test_a_record_survives_a_round_trip_through_json(tmp_path: Path, path: Path) -> None:
    save(load(path), tmp_path / "game.json")
    save(load(tmp_path / "game.json"), tmp_path / "game.grav")
    assert (tmp_path / "game.grav").read_bytes() == path.read_bytes()


def test_the_example_is_the_recorded_game() -> None:
    name = "recorded-game.grav"
    assert (EXAMPLES / name).read_bytes() == (DATA / name).read_bytes()


def test_the_game_of_three_has_everything_that_a_record_can_hold() -> None:
    record = load(DATA / "three-at-a-table.grav")
    kinds = {type(action).__name__ for action in record.actions}
    assert kinds == {"Place", "Accept", "Grav", "Remove", "Pass", "Resign"}
    assert record.players == ("Round", "Square", "캡슐")
    assert len(record.comments) == 2
    assert record.action_extra == {17: {"clock": 31}}
    assert record.extra.keys() == {"mood", "comment"}
    assert record.setting == {"how": "talk"}
