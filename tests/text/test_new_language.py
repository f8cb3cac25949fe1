"""A language needs one folder of texts and one entry: a made-up one is added to a copy of the
project.

tests/web/test_new_language_pages.py builds the pages with it.
"""

import json
import re
from pathlib import Path

import httpx
import pytest
from tests.text.new_language import (
    CODE,
    ROOT,
    copy_with_new_language,
    run_in,
    serve_from,
    translate,
)

from grav.text import LANGUAGES, say


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("with-new-language")
    copy_with_new_language(folder)
    return folder


def test_the_made_up_language_keeps_placeholders() -> None:
    assert (
        translate("{count} {count|stone|stones} on {at}") == "{count} {count|stönë|stönës} ön {at}"
    )
    assert translate("n no") == "n nö"
    assert translate("g !") == "gẍ !"


def test_python_formats_texts_in_it(copy: Path) -> None:
    program = f"from grav.text import say; print(say('refused.occupied', '{CODE}', at='c5'))"
    assert run_in(
        copy, "-c", program
    ) == f"{translate('there is a stone on {at} already')}\n".format(at="c5")


def test_the_tests_of_the_catalogue_pass_for_it(copy: Path) -> None:
    pytest_in_copy = ("-m", "pytest", "--noconftest", "-p", "no:cacheprovider", "-rA")
    told = run_in(copy, *pytest_in_copy, "tests/text/test_catalogue.py")
    for name in ("the_same_keys", "no_text_is_left_in_english"):
        assert re.search(rf"PASSED \S+{name}\S*\[Language.XX\]|PASSED \S+{name}\S*\[{CODE}\]", told)


def test_the_terminal_speaks_it_and_reads_commands_typed_in_it(copy: Path) -> None:
    typed = [translate(say(f"play.words_{word}")).split()[0] for word in ("place", "ok", "resign")]
    place, accept, resign = typed
    rules = ("--rules", "3x3 2p 3 3 4 2 4 revised")
    lines = "".join(f"{line}\n" for line in (f"{place} c1", accept, resign, "nö"))
    told = run_in(copy, "-m", "grav", "--lang", CODE, "play", "--plain", *rules, typed=lines)
    assert translate("player 1 places c1") in told
    assert translate("Over, since the others resigned.") in told


def test_the_command_line_offers_it(copy: Path) -> None:
    offered = "|".join([LANGUAGES[0], CODE, *LANGUAGES[1:]])
    assert f"--lang {offered} " in run_in(copy, "-m", "grav", "--help")


def test_pages_are_generated_with_it(copy: Path) -> None:
    generated = copy / "web/src/generated"
    codes = json.dumps([LANGUAGES[0], CODE, *LANGUAGES[1:]])
    assert f"export const LANGUAGES = {codes} as const;" in (generated / "languages.ts").read_text(
        "utf-8"
    )
    assert f":root:lang({CODE})" in (generated / "languages.css").read_text("utf-8")


def test_a_server_answers_in_it(copy: Path) -> None:
    built = copy / "src/grav/web/built"
    built.mkdir(exist_ok=True)
    (built / "index.html").write_bytes((ROOT / "web/index.html").read_bytes())
    with serve_from(copy) as address:
        page = httpx.get(f"{address}/?lang={CODE}").text
        refused = httpx.get(f"{address}/api/nothing", headers={"accept-language": f"{CODE}-XX"})
    assert f'<html lang="{CODE}">' in page
    assert translate(say("front.idea")) in page
    assert refused.json()["text"] == translate(say("problem.not_found"))
