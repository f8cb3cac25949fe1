"""Records in files: reading detects the format by content, writing chooses it by suffix."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from grav.record.model import Record, RecordError
from grav.record.record_json import format_json_line, parse_json, record_from_json, record_to_json
from grav.record.sgf_writer import format_sgf
from grav.record.text_reader import Watch, parse_text_record
from grav.record.text_writer import format_text_record

MEGABYTE = 1_000_000
MAX_SIZE = 16 * MEGABYTE

_WRITERS: dict[str, Callable[[Record, str], str]] = {
    ".json": lambda record, _: format_json_line(record_to_json(record)) + "\n",
    ".grav": lambda record, _: format_text_record(record),
    ".sgf": format_sgf,
}


def decode(data: bytes) -> str:
    """Decodes a file's bytes as UTF-8; raises RecordError if they are too many or not UTF-8."""
    if len(data) > MAX_SIZE:
        raise RecordError("record.too_large", most=MAX_SIZE // MEGABYTE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("record.binary", byte=error.start + 1) from None


def parse_record(text: str, watch: Watch | None = None) -> Record:
    """Parses the one record that a text holds, as JSON or in the text form.

    Calls `watch` with the number of actions: for the text form before each action is played, for
    JSON once at the end.
    """
    if not text.strip():
        raise RecordError("record.empty")
    if text.lstrip().startswith("("):
        raise RecordError("record.sgf_is_written_only")
    if not text.lstrip().startswith(("{", "[")):
        return parse_text_record(text) if watch is None else parse_text_record(text, watch)
    record = record_from_json(parse_json(text))
    if watch is not None:
        watch(len(record.actions))
    return record


def load(path: Path) -> Record:
    """Loads a record. Raises OSError if the file cannot be opened, GravError if it is invalid."""
    with path.open("rb") as file:
        return parse_record(decode(file.read(MAX_SIZE + 1)))


def save(record: Record, path: Path, language: str = "en") -> None:
    """Writes a record atomically, in the format of the path's suffix."""
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        expected = ", ".join(_WRITERS)
        raise RecordError("record.suffix", found=path.name, expected=expected)
    write_whole(path, write(record, language))


def write_whole(path: Path, text: str) -> None:
    """Writes a file atomically: temporary file, fsync, rename.

    A reader, also after a crash, finds the old text or the new, never a part.
    """
    asked, path = (
        path,
        Path(os.path.realpath(path)),
    )  # a symbolic link stays; its target is replaced
    if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
        asked.write_text(text, encoding="utf-8")
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".grav-")
    except OSError as error:  # reports the path the caller gave, not the temporary one
        raise type(error)(error.errno, error.strerror, str(asked)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
