"""Pictures (SVG) in a real browser: all text lies within the picture, in each language."""

import base64
import json
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from grav.record import Record, Theme, diagram_of, load, svg_of
from grav.rules import parse_rules
from grav.testing import random_game
from grav.testing.playing import accepted_actions
from grav.text import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "examples"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# For each picture: the texts that overflow it, and its number of texts.
SCRIPT = """
const found = [...document.querySelectorAll('svg')].map(svg => {
  const edge = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll('text')];
  const outside = words.filter(word => {
    const box = word.getBoundingClientRect();
    return box.left < edge.left - 1 || box.right > edge.right + 1
        || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
  });
  return {words: words.length, outside: outside.map(word => word.textContent)};
});
const told = btoa(encodeURIComponent(JSON.stringify(found)));
document.body.innerHTML = `<pre id="found">${told}</pre>`;
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


def measure_texts(chromium: str, folder: Path, svgs: list[str]) -> list[dict[str, Any]]:
    page = folder / "pictures.html"
    body = "".join(svgs)
    page.write_text(
        f"<!doctype html><meta charset=utf-8><body>{body}<script>{SCRIPT}</script>", "utf-8"
    )
    dump = subprocess.run(
        [chromium, *FLAGS, f"--user-data-dir={folder / 'user'}", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout
    match = re.search(r'id="found">([^<]+)<', dump)
    assert match is not None, dump[-500:]
    found: list[dict[str, Any]] = json.loads(unquote(base64.b64decode(match[1]).decode()))
    return found


def test_no_text_of_a_picture_overflows(chromium: str, tmp_path: Path) -> None:
    svgs = draw_pictures()
    found = measure_texts(chromium, tmp_path, svgs)
    assert len(found) == len(svgs)
    assert all(picture["words"] > 30 for picture in found)
    assert [picture["outside"] for picture in found] == [[]] * len(svgs)


def test_the_measurement_finds_an_overflowing_text(chromium: str, tmp_path: Path) -> None:
    svg = '<svg width="50" height="50"><text x="40" y="20">far too long</text></svg>'
    [found] = measure_texts(chromium, tmp_path, [svg])
    assert found["outside"] == ["far too long"]
