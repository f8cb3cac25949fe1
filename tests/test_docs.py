"""The docs are up to date: links resolve, examples parse, generated pictures and tables are
current.
"""

import re
from pathlib import Path

from tests.subtests import every

from grav import __version__
from grav.cli.main import create_group
from grav.record import diagram_of, format_text_record, load, report, svg_of
from grav.text import LANGUAGES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


@every("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_project_resolves(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    assert [
        target for target in targets if "://" not in target and not (page.parent / target).exists()
    ] == []


ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")
ROOTS = {
    "": "src/grav",
    "The native core": "cpp/include/grav",
    "The server": "src/grav/server",
    "The lab": "src/grav/lab",
    "Where a rule is": "src/grav",
    "The web client": "web/src",
    "The tests": "tests",
    "The benchmarks": "bench",
}
"""The folder that the paths of each section's tables are relative to; they may also be relative to
the project.
"""
SECTIONS = dict(
    re.findall(r"^(?:## ([^\n]+))?\n(.*?)(?=^## |\Z)", ARCHITECTURE, re.DOTALL | re.MULTILINE)
)


def rows_of(section: str) -> list[str]:
    return re.findall(r"^\| .*`.*$", SECTIONS[section], re.MULTILINE)


def names_in(text: str) -> list[str]:
    return [name.rstrip("/") for name in re.findall(r"`([\w./-]+)`", text)]


def missing_paths(row: str, root: Path) -> list[str]:
    """Returns the paths of a row that do not exist. A name without a folder may be in the folder of
    the path before it."""
    missing, folder = list[str](), root
    for name in names_in(row):
        found = next((base / name for base in (folder, root, ROOT) if (base / name).exists()), None)
        if found is not None:
            folder = found if found.is_dir() else found.parent
        elif re.search(r"/|\.(py|h|ts|cu)$", name):
            missing.append(name)
    return missing


@every("section", ROOTS, ids=str)
def test_every_path_in_the_tables_of_the_architecture_exists(section: str) -> None:
    rows = rows_of(section)
    assert rows
    assert [path for row in rows for path in missing_paths(row, ROOT / ROOTS[section])] == []


@every("section", ("", "The server", "The web client", "The tests"), ids=str)
def test_every_folder_is_named_in_the_architecture(section: str) -> None:
    named = {name for row in rows_of(section) for name in names_in(row.split(" | ")[0])}
    root = ROOT / ROOTS[section]
    folders = {path.name for path in root.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders - named == set()


def test_every_file_that_the_page_about_security_names_exists() -> None:
    page = (ROOT / "docs/security.md").read_text("utf-8")
    folders = [ROOT / "tests", ROOT / "src/grav/server"]
    for path in re.findall(r"`([\w/]+\.py)`", page):
        found = next((folder / path for folder in folders if (folder / path).exists()), None)
        assert found is not None, path
        folders = [found.parent, *folders[-2:]]


@every("page", ("CONTRIBUTING.md", "SECURITY.md"), ids=str)
def test_every_path_that_a_page_for_contributors_names_exists(page: str) -> None:
    """Also those that are short for a path in the package; `NAME` and `XX` stand for any name."""
    text = (ROOT / page).read_text("utf-8")
    paths = {
        path.rstrip("/")
        for path in re.findall(r"[\w.-]+(?:/[\w.-]+)*(?:\.py|\.ts|\.md|\.json|/)(?=[\s`),:])", text)
    }
    named = [path for path in paths if not re.search(r"NAME|XX", path)]
    assert named
    bases = [ROOT, ROOT / "src/grav", ROOT / "src/grav/text/en", ROOT / "web"]
    assert [path for path in named if not any((base / path).exists() for base in bases)] == []


def test_the_citation_has_the_current_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_example_of_the_text_form_is_a_record_as_it_is_written() -> None:
    page = (ROOT / "docs/notation.md").read_text("utf-8")
    example = ROOT / "examples/evening-game.grav"
    text = example.read_text("utf-8")
    assert "".join(f"    {line}\n" if line else "\n" for line in text.splitlines()) in page
    assert format_text_record(load(example)) == text
    assert not report(load(example)).refused


def test_the_picture_of_the_readme_is_what_the_command_draws() -> None:
    record = load(ROOT / "examples/recorded-game.grav")
    caption = [line for line in (record.name, record.date, record.place) if line]
    diagram = diagram_of(record.rules, record.actions, caption=caption)
    assert (ROOT / "docs/recorded-game.svg").read_text("utf-8") == svg_of(diagram, "en")


def test_the_rules_have_the_same_sections_and_drawings_in_each_language() -> None:
    """For the languages that have a page of the rules."""
    files = [ROOT / f"docs/rules.{language}.md" for language in LANGUAGES]
    pages = [file.read_text("utf-8") for file in files if file.exists()]
    assert len(pages) > 1
    assert len({len(re.findall(r"^## ", page, re.MULTILINE)) for page in pages}) == 1
    boards = [re.findall(r"^[1-9]  .*$", page, re.MULTILINE) for page in pages]
    assert boards[0]
    assert all(each == boards[0] for each in boards)


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = create_group(LANGUAGES[0]).commands
    assert [name for name in commands if f"`grav {name}" not in readme] == []
