"""The animated game of the first page agrees with the rules, frame by frame."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.subtests import every

from grav.game import State, action_from_json, replay, start, state_to_json
from grav.game.events import Placed, Removed, Shouted, Voided
from grav.rules import Verdict
from grav.rules.rules_json import rules_from_json
from grav.text import LANGUAGES, Language, catalogue

HOME = Path(__file__).parents[2] / "web" / "src" / "pages" / "home" / "intro"
SCRIPT: dict[str, Any] = json.loads((HOME / "introScript.json").read_text("utf-8"))
RULES = rules_from_json(SCRIPT["rules"])
STEPS = list(replay(RULES, map(action_from_json, SCRIPT["actions"])))
STATES: list[State] = [start(RULES), *(state for state, _ in STEPS)]
EVENTS = [event for _, events in STEPS for event in events]


@every("frame", SCRIPT["frames"], ids=range(len(SCRIPT["frames"])))
def test_every_frame_shows_the_board_of_its_moment(frame: dict[str, Any]) -> None:
    assert state_to_json(STATES[frame["after"]])["board"] == frame["board"]


def test_frames_are_in_order_and_show_the_whole_game() -> None:
    shown = [frame["after"] for frame in SCRIPT["frames"]]
    assert shown == sorted(shown)
    assert shown[-1] == len(SCRIPT["actions"])


def test_only_the_last_stone_breaks_a_rule() -> None:
    *fine, broken = [event.verdict for event in EVENTS if isinstance(event, Placed)]
    assert set(fine) == {Verdict((), 0)}
    assert broken is not None
    assert [breach.to_json() for breach in broken.breaches] == SCRIPT["breaches"]


def test_the_breach_is_the_one_that_the_sentences_describe() -> None:
    (breach,) = SCRIPT["breaches"]
    assert breach["rule"] == "continuity"
    assert breach["limit"] == SCRIPT["rules"]["a"]


def test_the_shout_is_right_and_shows_what_the_picture_shows() -> None:
    (shout,) = (event for event in EVENTS if isinstance(event, Shouted))
    assert shout.right
    assert shout.to_json()["breaches"] == SCRIPT["breaches"]


def test_the_frames_that_show_the_breach_follow_the_shout() -> None:
    shown = [frame for frame in SCRIPT["frames"] if "shows" in frame]
    assert [frame["shows"] for frame in shown] == ["breach", "seal"]
    assert all(SCRIPT["actions"][frame["after"]]["do"] == "grav" for frame in shown)


def test_the_stone_is_voided_and_another_of_the_same_player_is_removed() -> None:
    (voided,) = (event for event in EVENTS if isinstance(event, Voided))
    (removed,) = (event for event in EVENTS if isinstance(event, Removed))
    assert voided.by == removed.of
    assert voided.at != removed.at


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_a_text(language: Language) -> None:
    said = {frame["says"] for frame in SCRIPT["frames"]}
    assert said >= {says for still in SCRIPT["stills"] for says in still["says"]}
    assert {f"home.scene_{says}" for says in said} <= set(catalogue(language))
