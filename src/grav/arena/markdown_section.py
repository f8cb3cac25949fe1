"""The generated section of a Markdown page, between two marker comments.

The rest of the page is written by hand and stays as it is.
"""

from pathlib import Path

from grav.record import write_whole
from grav.text import GravError

BEGIN, END = "<!-- ladder -->", "<!-- /ladder -->"


class SectionError(GravError):
    """The page does not have exactly one pair of marker comments."""


def read_page(path: Path) -> tuple[str, str]:
    """Returns the page up to and with the first marker, and from the second marker on.

    Line endings are kept.
    """
    with path.open(encoding="utf-8", newline="") as file:
        page = file.read()
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in rest or END in before or END in after:
        raise SectionError("arena.markers", file=str(path), begin=BEGIN, end=END)
    return before + begin, end + after


def write_section(path: Path, text: str) -> None:
    """Replaces the text between the markers, and changes nothing else."""
    before, after = read_page(path)
    write_whole(path, f"{before}\n{text}\n{after}")
