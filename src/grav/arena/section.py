"""A part of a page that a command writes, between two comments; the rest is people's."""

from pathlib import Path

from grav.record import write_whole
from grav.text import GravError

BEGIN, END = "<!-- ladder -->", "<!-- /ladder -->"


class SectionError(GravError):
    """A page without a place for what is to be written."""


def read_page(path: Path) -> tuple[str, str]:
    """The page up to the first comment and from the second on, with them, as it was written."""
    with path.open(encoding="utf-8", newline="") as file:
        page = file.read()
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in rest or END in before or END in after:
        raise SectionError("arena.markers", file=str(path), begin=BEGIN, end=END)
    return before + begin, end + after


def write_section(path: Path, text: str) -> None:
    """Puts the text between the comments, and changes nothing else."""
    before, after = read_page(path)
    write_whole(path, f"{before}\n{text}\n{after}")
