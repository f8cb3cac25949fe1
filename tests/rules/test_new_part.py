"""A new part of an edition needs one field and its texts: made-up parts are added to a copy of the
project.

tests/rules/test_new_part_builds.py builds C++ and the pages with them.
"""

import json
import subprocess
from pathlib import Path

import pytest
from cpp.generate import FILES as CPP_FILES
from docs.generate import PAGES as DOCS_PAGES
from tests.rules.new_part import (
    BY_HAND,
    LINE,
    NAMES,
    changed_files,
    copy_project,
    declare_parts,
    generate,
    write_texts,
)
from tests.text.new_language import python_in, run_in
from web.generate import FILES as WEB_FILES

VALUES = {"double_shout": True, "shout_cost": 2, "stone_limit": 7, "who_first": "anybody"}
GENERATED = {
    *(f"cpp/{name}" for name in CPP_FILES),
    *(f"docs/{name}" for name in DOCS_PAGES),
    *(f"web/src/generated/{name}" for name in WEB_FILES),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a copy of the project with the parts, their texts, and the generated files."""
    folder = tmp_path_factory.mktemp("with-new-parts")
    copy_project(folder)
    declare_parts(folder)
    return folder


@pytest.fixture(scope="module")
def told_what_is_missing(copy: Path) -> str:
    """Returns the error output of docs/generate.py before the texts exist."""
    command, environment = python_in(copy, "-m", "docs.generate")
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    return done.stderr


@pytest.fixture(scope="module")
def finished(copy: Path, told_what_is_missing: str) -> Path:
    assert told_what_is_missing
    write_texts(copy)
    generate(copy)
    return copy


def test_missing_texts_are_named_in_each_language(told_what_is_missing: str) -> None:
    for page in DOCS_PAGES:
        (line,) = (line for line in told_what_is_missing.splitlines() if line.startswith(page))
        for key in ("parts.who_first_about_anybody", "parts.stone_limit_none"):
            assert key in line


def test_nothing_but_the_declaration_and_the_texts_is_written_by_hand(finished: Path) -> None:
    changed = changed_files(finished)
    assert changed - GENERATED == BY_HAND
    assert {"cpp/include/grav/generated/edition.h", "web/src/generated/parts.ts"} <= changed
    assert {f"docs/{name}" for name in DOCS_PAGES} <= changed


def test_text_json_and_messages_contain_the_parts(finished: Path) -> None:
    program = f"""
import json, msgspec
from grav.rules import parse_rules, rules_from_json, rules_to_json
from grav.server.messages.settings import HouseRules, Settings
from grav.server.table.gathering import rules_of
rules = parse_rules({LINE!r})
form = rules_to_json(rules)
assert str(rules) == {LINE!r} and rules_from_json(form) == rules
values = {{name: form[name] for name in {NAMES}}}
settings = msgspec.json.decode(json.dumps({{"house_rules": values}}), type=Settings)
assert msgspec.to_builtins(settings.house_rules) == values
print(json.dumps(values))
for wrong in ({{"shout_cost": 0}}, {{"stone_limit": 626}}, {{"who_first": "me"}}):
    try:
        msgspec.json.decode(json.dumps(wrong), type=HouseRules)
    except msgspec.ValidationError:
        print("refused")
"""
    values, *refusals = run_in(finished, "-c", program).splitlines()
    assert json.loads(values) == VALUES
    assert refusals == ["refused"] * 3


def test_random_rules_and_the_core_contain_the_parts(finished: Path) -> None:
    program = f"""
from random import Random
from grav.lab.gpu.rules_struct import FIELDS, STRUCT_LAYOUT
from grav.native.convert import rule_numbers
from grav.rules import parse_rules
from grav.testing.games.random_rules import random_rules
drawn = [random_rules(Random(seed)).edition.house_rules() for seed in range(200)]
print(*(name for name in {NAMES} if any(name in house for house in drawn)))
numbers = rule_numbers(parse_rules({LINE!r}))
print(*(numbers[name] for name in {NAMES}))
print(*(name for name in FIELDS if name in {NAMES}), STRUCT_LAYOUT.format)
"""
    drawn, numbers, packed = run_in(finished, "-c", program).splitlines()
    assert drawn.split() == [*NAMES]
    assert numbers == "1 2 7 1"
    *names, layout = packed.split()
    assert names == [*NAMES]
    assert layout.startswith("@BBBiiBiiB")


def test_the_header_of_the_core_contains_the_parts(finished: Path) -> None:
    header = (finished / "cpp/include/grav/generated/edition.h").read_text("utf-8")
    assert "enum class WhoFirst : uint8_t { YoungOne, Anybody };" in header
    for kind, name in (
        ("bool", "double_shout"),
        ("int32_t", "shout_cost"),
        ("int32_t", "stone_limit"),
        ("WhoFirst", "who_first"),
    ):
        assert f"    {kind} {name};\n" in header
        assert f"PART({kind}, {name})" in header


def test_the_types_of_the_pages_contain_the_parts(finished: Path) -> None:
    generated = finished / "web/src/generated"
    parts, messages, texts = (
        (generated / name).read_text("utf-8") for name in ("parts.ts", "messages.ts", "texts.ts")
    )
    assert '  readonly who_first: "anybody" | "young_one";\n' in parts
    assert '  stone_limit: {"is": "optional", "least": 2, "most": 625, "start": 5},\n' in parts
    assert "  readonly double_shout?: boolean;\n" in messages
    assert "  readonly stone_limit?: number | null;\n" in messages
    assert '  | "parts.who_first_short_anybody"\n' in texts


@pytest.mark.parametrize("page", DOCS_PAGES)
def test_the_tables_of_the_docs_contain_the_parts(finished: Path, page: str) -> None:
    text = (finished / "docs" / page).read_text("utf-8")
    for name in NAMES:
        assert f"| made-up {name} `{name}` | " in text


def test_the_test_of_the_texts_passes(finished: Path) -> None:
    pytest_in_copy = ("-m", "pytest", "--noconftest", "-p", "no:cacheprovider", "-rA")
    told = run_in(finished, *pytest_in_copy, "tests/text/test_edition_part_texts.py")
    assert "PASSED tests/text/test_edition_part_texts.py::test_a_part_has_all_its_texts" in told
