"""Generated sections of a Markdown page, each between two marker comments with its name.

The rest of the page is written by hand and stays as it is.
"""

from pathlib import Path

from grav.record import write_whole
from grav.text import GravError

LADDER = "ladder"
"""The section that `grav arena --ladder` writes."""


class SectionError(GravError):
    """The page does not have exactly one pair of marker comments."""


def read_page(path: Path) -> str:
    """Returns a page that has the section of the ladder. Line endings are kept.

    :raises SectionError: when it does not have it
    """
    with path.open(encoding="utf-8", newline="") as file:
        page = file.read()
    replace_section(page, "", LADDER, str(path))
    return page


def write_section(path: Path, text: str) -> None:
    """Replaces the section of the ladder, and changes nothing else."""
    write_whole(path, replace_section(read_page(path), text, LADDER, str(path)))


def replace_section(page: str, text: str, section: str, file: str) -> str:
    """Returns the page with another text between the markers of a section.

    :raises SectionError: when it does not have both markers once, in their order
    """
    begin_marker, end_marker = f"<!-- {section} -->", f"<!-- /{section} -->"
    before, begin, rest = page.partition(begin_marker)
    _, end, after = rest.partition(end_marker)
    is_once = begin_marker not in rest and end_marker not in before + after
    if not (begin and end and is_once):
        raise SectionError("arena.markers", file=file, begin=begin_marker, end=end_marker)
    return f"{before}{begin}\n{text}\n{end}{after}"
