"""Each command: its effect, its answer, and that a failure changes nothing."""

import json
from collections.abc import Callable
from functools import partial

import pytest

from grav.bots import create_simple_player
from grav.bots.engine import Engine, EngineCode
from grav.game import RefusalCode, view
from grav.text import LANGUAGES, Language, say

Talk = Callable[..., list[str]]

RULES = "7x7 2p 3 3 4 2 4 revised"
THREE = "7x7 3p 3 3 4 2 4 revised first=0"


def code_of(answer: str) -> str:
    assert answer.startswith("? ")
    return answer.removeprefix("? ").partition(":")[0]


def test_the_engine_reports_its_name_and_version(talk: Talk) -> None:
    assert talk("protocol_version", "name", "version") == ["= 2", "= Grav", "= 1.2.3"]


def test_the_commands_that_are_listed_are_known(talk: Talk) -> None:
    (listed,) = talk("list_commands")
    names = listed.removeprefix("= ").split("\n")
    assert len(names) == len(set(names)) == 15
    for name in names:
        assert talk(f"known_command {name}") == ["= true"]
    assert talk("known_command fly", "known_command PLAY") == ["= false", "= false"]


def test_lines_without_a_command_have_no_answer(talk: Talk) -> None:
    assert talk("", "  # nothing", "\r\n") == []


def test_an_unknown_command_is_reported(talk: Talk) -> None:
    answer = talk("4 fly away")
    assert answer == [f"?4 unknown_command: {say('engine.unknown_command', found='fly')}"]


WRONG_FORMS = [
    *("name x", "protocol_version 2", "version x", "list_commands all", "quit now", "undo 2"),
    *("known_command", "known_command a b", "boardsize", "boardsize x", "boardsize 7 7"),
    *("boardsize -7", "clear_board 7", "showboard x", "grav-state x", "grav-state 1 2"),
    *("play", "play 1", "play x c5", "play c5", "play 1 2 c5", "genmove", "genmove x"),
    *("genmove 1 2", "grav-window", "grav-window b", "boardsize " + "7" * 5000),
]


@pytest.mark.parametrize("line", WRONG_FORMS, ids=lambda line: line[:30])
def test_a_malformed_command_is_answered_with_its_usage(
    engine: Engine, talk: Talk, line: str
) -> None:
    before = engine.game.state
    (answer,) = talk(line)
    assert code_of(answer) == EngineCode.SYNTAX_ERROR
    assert f"the form is: {line.split()[0]}" in answer
    assert engine.game.state == before
    assert not engine.has_quit


def test_rules_are_set_and_shown(talk: Talk) -> None:
    assert talk("grav-rules") == ["= 9x9 2p 3 3 4 2 4 revised"]
    line = "5x5 3p 3 3 4 2 4 classic bonus_limit=1 strict first=2"
    assert talk("play 1 e5", f"grav-rules {line}", "grav-rules", "undo")[1:3] == ["=", f"= {line}"]
    assert talk("grav-rules  5x5   3 3 4 2 4", "grav-rules") == ["=", "= 5x5 2p 3 3 4 2 4 revised"]


@pytest.mark.parametrize("line", ["x", "5x5 2p 3 3 4 2", "2x2 2p 3 2 4 1 2", "5x5 2p 3 3 4 2 4 x"])
def test_rules_that_cannot_be_played_change_nothing(engine: Engine, talk: Talk, line: str) -> None:
    talk(f"grav-rules {RULES}", "play 1 c5")
    before = engine.game.state
    (answer,) = talk(f"grav-rules {line}")
    assert code_of(answer) == EngineCode.BAD_RULES
    assert engine.game.state == before


def test_another_size_keeps_the_other_rules(talk: Talk) -> None:
    talk("grav-rules 7x7 3p 4 3 5 2 4 classic strict first=1", "play 2 c5")
    assert talk("boardsize 13", "grav-rules", "undo") == [
        "=",
        "= 13x13 3p 4 3 5 2 4 classic strict first=1",
        f"? cannot_undo: {say('engine.cannot_undo')}",
    ]


@pytest.mark.parametrize("size", [0, 2, 3, 26, 10**30])
def test_a_size_that_the_rules_do_not_fit_changes_nothing(
    engine: Engine, talk: Talk, size: int
) -> None:
    talk("grav-rules 7x7 2p 3 4 4 2 4 revised", "play 1 c5")
    before = engine.game.state
    (answer,) = talk(f"boardsize {size}")
    assert code_of(answer) == EngineCode.UNACCEPTABLE_SIZE
    assert engine.game.state == before


def test_a_cleared_board_is_a_new_game_with_the_same_rules(engine: Engine, talk: Talk) -> None:
    talk(f"grav-rules {RULES}")
    before = engine.game.state
    assert talk("play 1 c5", "play 2 c7", "clear_board") == ["="] * 3
    assert engine.game.state == before


def test_a_whole_window_is_played_by_hand(talk: Talk) -> None:
    talk(f"grav-rules {THREE}")
    lines = ("play 1 d4", "play 3 accept", "play 2 d6 declare 1", "play 1 accept", "play 3 grav")
    assert talk(*lines, "play 3 pass") == ["="] * 5 + [
        f"? not_your_turn: {say('refused.not_your_turn', seat=1)}"
    ]
    lines = ("play 1 d7", "play 2 grav", "play 2 remove d4", "play 2 resign", "play 1 resign")
    assert talk(*lines, "play 3 pass") == ["="] * 5 + [f"? game_over: {say('refused.game_over')}"]


REFUSED = {
    "play 9 c1": RefusalCode.NO_SUCH_SEAT,
    "play 0 c1": RefusalCode.NO_SUCH_SEAT,
    "play 1 accept": RefusalCode.OWN_MOVE,
    "play 1 remove d4": RefusalCode.WRONG_PHASE,
    "play 1 c5": RefusalCode.WRONG_PHASE,
    "play 3 c5": RefusalCode.WRONG_PHASE,
    "genmove 2": RefusalCode.WRONG_PHASE,
    "genmove 0": RefusalCode.NO_SUCH_SEAT,
    "grav-window 1": RefusalCode.OWN_MOVE,
    "grav-window 4": RefusalCode.NO_SUCH_SEAT,
    "grav-state 4": RefusalCode.NO_SUCH_SEAT,
    "grav-state 0": RefusalCode.NO_SUCH_SEAT,
}


@pytest.mark.parametrize(("line", "code"), REFUSED.items(), ids=REFUSED.keys())
def test_a_refusal_has_the_code_of_the_game_and_changes_nothing(
    engine: Engine, talk: Talk, line: str, code: RefusalCode
) -> None:
    talk(f"grav-rules {THREE}", "play 1 d4")
    before = engine.game.state
    (answer,) = talk(line)
    assert code_of(answer) == code
    assert engine.game.state == before


def test_only_the_awaited_seats_can_be_asked(talk: Talk) -> None:
    talk(f"grav-rules {THREE}")
    assert [code_of(answer) for answer in talk("genmove 2", "grav-window 2")] == [
        RefusalCode.NOT_YOUR_TURN,
        RefusalCode.WRONG_PHASE,
    ]
    talk("play 1 d4", "play 2 accept")
    assert [code_of(answer) for answer in talk("grav-window 2")] == [RefusalCode.ALREADY_ACCEPTED]
    talk("play 3 resign")
    answers = talk("genmove 3", "grav-window 3", "play 3 c5")
    assert [code_of(answer) for answer in answers] == [RefusalCode.ALREADY_RESIGNED] * 3


@pytest.mark.parametrize("words", ["a1", "pass", "d4"])
def test_acting_closes_a_window_only_if_that_is_public_knowledge(talk: Talk, words: str) -> None:
    """d4 declares a bonus turn: a true one in the first game, a false one in the second."""
    for rules in ("5x5 2p 3 3 9 1 8 revised", "5x5 2p 3 3 9 1 8 revised min_shape=5"):
        talk(f"grav-rules {rules}", "play 1 b2", "play 2 d2", "play 1 b4", "play 2 accept")
        talk("play 2 d4 declare 1")
        assert talk(f"play 1 {words}") == [f"? wrong_phase: {say('refused.wrong_phase')}"]
    talk("undo", "play 2 d4")
    assert talk("play 1 a1", "undo", "play 1 pass") == ["="] * 3


def test_strict_play_reports_what_a_stone_would_break(talk: Talk) -> None:
    talk(f"grav-rules {RULES} strict", "play 1 d4")
    (answer,) = talk("play 2 d5")
    assert code_of(answer) == RefusalCode.VIOLATION
    assert "d4" in answer


def test_generated_actions_have_the_form_that_play_accepts(engine: Engine, talk: Talk) -> None:
    talk(f"grav-rules {THREE}")
    told: list[tuple[int, str]] = []
    while engine.game.state.phase.name != "over":
        for seat in (1, 2, 3):
            state = view(engine.game.state, seat - 1)
            if "remove" in state.may or state.to_move == seat - 1:
                told.append((seat, talk(f"genmove {seat}")[0]))
            elif "accept" in state.may:
                told.append((seat, talk(f"grav-window {seat}")[0]))
    played = engine.game.state
    talk("clear_board")
    for seat, answer in told:
        assert talk(f"play {seat} {answer.removeprefix('= ')}") == ["="]
    assert engine.game.state == played
    assert any("declare 1" in answer for _, answer in told)


def test_a_stone_that_is_too_near_is_shouted_at_and_one_is_removed(talk: Talk) -> None:
    talk(f"grav-rules {RULES}", "play 1 d4", "play 2 d6", "play 1 d7")
    assert talk("grav-window 2", "genmove 2") == ["= grav", "= remove d4"]


def test_the_board_shows_players_counted_from_1(talk: Talk) -> None:
    talk("grav-rules 3x3 2p 3 3 4 1 4 revised")
    assert talk("showboard") == ["=\n 3 . . .\n 2 . . .\n 1 . . .\n   a b c\nstones 0 0\nopening"]
    talk("play 2 a3")
    shown = "window of 2 at a3 declare 0 awaiting 1"
    assert talk("showboard") == [f"=\n 3 2 . .\n 2 . . .\n 1 . . .\n   a b c\nstones 0 1\n{shown}"]


STANDINGS = {
    "turn of 2": ["play 1 d4", "play 2 accept"],
    "window of 2 at d6 declare 3 awaiting 1": ["play 1 d4", "play 2 d6 declare 3"],
    "penalty of 1 by 2": ["play 1 d4", "play 2 d6", "play 1 d7", "play 2 grav"],
    "over by passes ranking 1 2": ["play 1 d4", "play 2 pass", "play 1 pass"],
    "over by resignation ranking 2 1": ["play 1 resign"],
    "turn of 1 bonus and 0 more": [
        *("grav-rules 7x7 2p 3 3 9 1 12 revised", "play 1 b2", "play 2 d2", "play 1 b4"),
        *("play 2 pass", "play 1 d4 declare 1", "play 2 accept"),
    ],
    "window of 1 at d4 awaiting 2": ["grav-rules 7x7 2p 3 3 9 1 12 classic", "play 1 d4"],
}


@pytest.mark.parametrize(("standing", "lines"), STANDINGS.items(), ids=STANDINGS.keys())
def test_the_board_says_whose_turn_it_is(talk: Talk, standing: str, lines: list[str]) -> None:
    assert all(answer == "=" for answer in talk(f"grav-rules {RULES}", *lines))
    assert talk("showboard")[0].splitlines()[-1] == standing


def test_the_state_is_the_view_of_a_spectator_or_of_a_seat(engine: Engine, talk: Talk) -> None:
    talk(f"grav-rules {THREE}", "play 1 d4")
    for words, seat in (("", None), (" 1", 0), (" 3", 2)):
        (answer,) = talk(f"grav-state{words}")
        assert json.loads(answer.removeprefix("= ")) == view(engine.game.state, seat).to_json()
        assert "\n" not in answer


def test_quit_is_answered(engine: Engine, talk: Talk) -> None:
    assert not engine.has_quit
    assert talk("9 quit") == ["=9"]
    assert engine.has_quit


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_translated_and_codes_are_not(language: Language) -> None:
    engine = Engine(partial(create_simple_player, "greedy"), "seed", language=language)
    message = say("refused.no_such_seat", language, seat=9, players=2)
    assert engine.answer("play 9 pass") == f"? no_such_seat: {message}\n\n"
