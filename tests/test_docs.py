"""The docs say what is so: links lead somewhere, examples are read, pictures are current."""

import re
from pathlib import Path

import pytest
from docs import generate
from tests.every import every

from grav.record import diagram_of, load, report, svg_of, write_text
from grav.text import LANGUAGES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


@every("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    assert [
        target for target in targets if "://" not in target and not (page.parent / target).exists()
    ] == []


def test_the_example_of_the_text_form_is_a_game_as_it_would_be_written() -> None:
    page = (ROOT / "docs/notation.md").read_text("utf-8")
    example = ROOT / "examples/evening-game.grav"
    text = example.read_text("utf-8")
    assert "".join(f"    {line}\n" if line else "\n" for line in text.splitlines()) in page
    assert write_text(load(example)) == text
    assert not report(load(example)).refused


def test_the_picture_of_the_readme_is_what_the_command_draws() -> None:
    record = load(ROOT / "examples/recorded-game.grav")
    caption = [line for line in (record.name, record.date, record.place) if line]
    diagram = diagram_of(record.rules, record.actions, caption=caption)
    assert (ROOT / "docs/recorded-game.svg").read_text("utf-8") == svg_of(diagram, "en")


@pytest.mark.parametrize("name", generate.PAGES)
def test_the_parts_of_editions_are_listed_as_they_are_declared(name: str) -> None:
    """`make generate` writes the tables again."""
    assert (ROOT / "docs" / name).read_text("utf-8") == generate.page(name)


def test_the_rules_have_the_same_sections_and_drawings_in_each_language() -> None:
    """In those that have a page of the rules."""
    files = [ROOT / f"docs/rules.{language}.md" for language in LANGUAGES]
    pages = [file.read_text("utf-8") for file in files if file.exists()]
    assert len(pages) > 1
    assert len({len(re.findall(r"^## ", page, re.MULTILINE)) for page in pages}) == 1
    boards = [re.findall(r"^[1-9]  .*$", page, re.MULTILINE) for page in pages]
    assert boards[0]
    assert all(each == boards[0] for each in boards)


def test_every_command_stands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for command in (
        "play",
        "check",
        "draw",
        "analyse",
        "convert",
        "roll",
        "replay",
        "arena",
        "lab",
        "atlas",
        "engine",
        "serve",
        "join",
        "bot",
        "admin",
    ):
        assert f"`grav {command}" in readme
