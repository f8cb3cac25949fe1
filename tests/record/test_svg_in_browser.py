"""Pictures (SVG) in a real browser: all text lies within the picture, in each language."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from grav.record import Record, Theme, diagram_of, load, svg_of
from grav.rules import parse_rules
from grav.testing import random_game
from grav.testing.playing import accepted_actions
from grav.text import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "examples"
# For each picture: the texts that overflow it, and its number of texts.
SCRIPT = """
() => [...document.querySelectorAll('svg')].map(svg => {
  const edge = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll('text')];
  const outside = words.filter(word => {
    const box = word.getBoundingClientRect();
    return box.left < edge.left - 1 || box.right > edge.right + 1
        || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
  });
  return {words: words.length, outside: outside.map(word => word.textContent)};
})
"""


def record_of_six() -> Record:
    """Returns a game of six with voided and removed stones, long names and house rules."""
    rules = parse_rules("13x13 6p 3 4 5 2 6 classic bonus_limit=2 min_shape=5")
    names = tuple(f"{word} {seat}" for seat, word in enumerate(["Gravülien グラヴ 그라브"] * 6))
    actions = tuple(accepted_actions(random_game(rules, seed=7, length=160)))
    return Record(rules, actions, name="A long name for a long game " * 4, players=names)


def draw_pictures() -> list[str]:
    recorded = load(EXAMPLES / "recorded-game.grav")
    return [
        svg_of(
            diagram_of(
                record.rules,
                record.actions,
                breaches=True,
                shapes=shapes,
                caption=[record.name or ""],
                players=record.players or (),
            ),
            language,
            theme,
        )
        for language in LANGUAGES
        for record, theme, shapes in (
            (recorded, Theme.LIGHT, False),
            (recorded, Theme.DARK, True),
            (record_of_six(), Theme.LIGHT, False),
        )
    ]


def measure_texts(browser: Browser, svgs: list[str]) -> list[dict[str, Any]]:
    page = browser.new_page()
    page.set_content("<!doctype html><meta charset=utf-8><body>" + "".join(svgs))
    found: list[dict[str, Any]] = page.evaluate(SCRIPT)
    return found


def test_no_text_of_a_picture_overflows(browser: Browser) -> None:
    svgs = draw_pictures()
    found = measure_texts(browser, svgs)
    assert len(found) == len(svgs)
    assert all(picture["words"] > 30 for picture in found)
    assert [picture["outside"] for picture in found] == [[]] * len(svgs)


def test_the_measurement_finds_an_overflowing_text(browser: Browser) -> None:
    svg = '<svg width="50" height="50"><text x="40" y="20">far too long</text></svg>'
    [found] = measure_texts(browser, [svg])
    assert found["outside"] == ["far too long"]
