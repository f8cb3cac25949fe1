"""The generated section of a Markdown page."""

from pathlib import Path

import pytest

from grav.arena import (
    SectionError,
    read_page,
    write_section,
)

PAGE = "# Levels\r\n\r\nWords — 말.\n<!-- ladder -->{}<!-- /ladder -->\n\nMore.\n"


@pytest.mark.parametrize("old", ["", "\n", "\nold\n| a |\n"])
def test_the_section_is_written_between_the_comments_and_nothing_else_is(
    tmp_path: Path, old: str
) -> None:
    page = tmp_path / "levels.md"
    page.write_bytes(PAGE.format(old).encode())
    for _ in range(2):
        write_section(page, "new\n| b |")
        assert page.read_bytes() == PAGE.format("\nnew\n| b |\n").encode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!-- ladder -->",
        "<!-- /ladder -->",
        "<!-- /ladder --><!-- ladder -->",
        "<!-- ladder --><!-- ladder --><!-- /ladder -->",
        "<!-- ladder --><!-- /ladder --><!-- /ladder -->",
    ],
)
def test_a_page_without_the_section_is_reported_and_unchanged(tmp_path: Path, text: str) -> None:
    page = tmp_path / "levels.md"
    page.write_text(text)
    for step in (lambda: read_page(page), lambda: write_section(page, "new")):
        with pytest.raises(SectionError):
            step()
    assert page.read_text() == text
