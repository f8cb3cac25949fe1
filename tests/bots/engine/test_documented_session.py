"""The session in docs/engine.md is real, and its tables list all commands."""

import re
from functools import partial
from pathlib import Path

from grav.bots import create_player
from grav.bots.engine import Engine, EngineCode
from grav.bots.engine.commands import commands

PAGE = (Path(__file__).parents[3] / "docs" / "engine.md").read_text("utf-8")


def session() -> list[tuple[str, str]]:
    """Returns each line of the example, and the answer that the page gives to it."""
    section = PAGE.partition("## An example")[2].partition("\n## ")[0]
    block = "".join(
        f"{line[4:]}\n" for line in section.splitlines() if line.startswith("    ") or not line
    )
    exchanges = re.findall(r"^> (.*)\n((?:.+\n)+)", block, re.MULTILINE)
    return [(sent, f"{answer}\n") for sent, answer in exchanges]


def test_the_example_is_answered_as_the_page_says() -> None:
    engine = Engine(partial(create_player, "greedy"), "spring")
    exchanges = session()
    assert len(exchanges) >= 15
    for sent, answer in exchanges:
        assert engine.answer(sent) == answer
    assert engine.has_quit


def test_the_page_lists_every_command_and_every_code() -> None:
    section = PAGE.partition("## Commands")[2].partition("\n## ")[0]
    for name in commands(""):
        assert re.search(rf"^\|.*`{name}[ `]", section, re.MULTILINE), name
    for code in EngineCode:
        assert f"| `{code}` |" in PAGE
