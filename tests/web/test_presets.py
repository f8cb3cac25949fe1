"""Presets are playable and sensible, and have names in every language."""

import json
from pathlib import Path
from typing import Any

from tests.subtests import every

from grav.atlas import PLAYER_KINDS, RANDOM, atlas
from grav.game import sensible_settings
from grav.rules import Rules, Setting, parse_edition
from grav.text import LANGUAGES, Language, catalogue

SETUP = Path(__file__).parents[2] / "web" / "src" / "setup"
PRESETS: list[dict[str, Any]] = json.loads((SETUP / "presets.json").read_text("utf-8"))
QUICK = (7, 9)
"""The boards of a quick game on the first page, with every preset that is not for a larger one."""

each_preset = every("preset", PRESETS, ids=[each["id"] for each in PRESETS])


@each_preset
def test_a_preset_is_legal_and_sensible_on_its_board(preset: dict[str, Any]) -> None:
    setting = Setting.parse(preset["setting"])
    setting.check(preset["size"])
    assert setting in sensible_settings(preset["size"])
    assert str(setting) == preset["setting"]


@each_preset
@every("size", QUICK)
def test_a_small_preset_is_legal_on_both_quick_boards(preset: dict[str, Any], size: int) -> None:
    if preset["size"] <= max(QUICK):
        Setting.parse(preset["setting"]).check(size)


def test_every_preset_is_unique() -> None:
    assert len({preset["id"] for preset in PRESETS}) == len(PRESETS)
    assert len({preset["setting"] for preset in PRESETS}) == len(PRESETS)


@every("language", LANGUAGES)
@each_preset
def test_a_preset_has_a_name_and_a_sentence(preset: dict[str, Any], language: Language) -> None:
    texts = catalogue(language)
    assert f"setup.preset_{preset['id']}" in texts
    assert f"setup.preset_about_{preset['id']}" in texts


HOUSE = [preset for preset in PRESETS if "edition" in preset]


@every("preset", HOUSE, ids=[each["id"] for each in HOUSE])
@every("who", PLAYER_KINDS)
def test_presets_with_house_rules_are_balanced_and_end(preset: dict[str, Any], who: str) -> None:
    """By every kind of player: balanced, and without runaway games."""
    edition = parse_edition(preset["edition"])
    assert str(edition) == preset["edition"]
    rules = Rules(preset["size"], 2, Setting.parse(preset["setting"]), edition)
    found = atlas().forecast(rules, who)
    if found is None:
        assert who != RANDOM
        return
    assert found.is_exact or who != RANDOM
    few_games = 2 * (found.error("balance") or 0)
    assert (found.value("balance") or 0) + few_games > 0.95
    assert (found.value("chain_share") or 1) < 0.4


@each_preset
def test_the_evidence_for_a_preset_is_in_the_docs(preset: dict[str, Any]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "atlas.md").read_text("utf-8")
    name = catalogue("en")[f"setup.preset_{preset['id']}"]
    size, edition = preset["size"], preset.get("edition", "revised")
    assert f'"{name}": "{size}x{size} 2p {preset["setting"]} {edition}"' in page
