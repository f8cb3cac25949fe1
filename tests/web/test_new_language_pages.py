"""The pages can be built with an additional language: see tests/text/test_new_language.py."""

import subprocess
from pathlib import Path

import httpx
import pytest
from tests.text.new_language import CODE, ROOT, copy_with_new_language, serve_from, translate

from grav.text import say

MODULES = ROOT / "web" / "node_modules"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the copy with the language and its built pages."""
    if not MODULES.exists():
        pytest.skip("what builds the pages is not installed; `make test` installs it")
    folder = tmp_path_factory.mktemp("pages-in-new-language")
    copy_with_new_language(folder)
    (folder / "web/node_modules").symlink_to(MODULES)
    npm(folder, "build")
    return folder


def npm(folder: Path, script: str) -> None:
    command = ("npm", "--prefix", str(folder / "web"), "run", "-s", script)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_the_pages_check_with_it(copy: Path) -> None:
    """No list of languages is written by hand: otherwise TypeScript would report a missing
    language.
    """
    npm(copy, "check:types")


def test_the_built_pages_contain_its_texts(copy: Path) -> None:
    scripts = [file.read_text("utf-8") for file in copy.glob("src/grav/web/built/assets/*.js")]
    for key in ("shell.language", "course.declare_title", "rulebook.title"):
        assert any(translate(say(key)) in script for script in scripts), key
    styles = [file.read_text("utf-8") for file in copy.glob("src/grav/web/built/assets/*.css")]
    assert any(f":root:lang({CODE})" in style for style in styles)


def test_a_server_sends_the_built_page_in_it(copy: Path) -> None:
    with serve_from(copy) as address:
        page = httpx.get(f"{address}/?lang={CODE}").text
    assert f'<html lang="{CODE}">' in page
    assert "/assets/index-" in page
