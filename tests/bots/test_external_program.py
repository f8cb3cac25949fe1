"""Players that are external programs: whole games through pipes, and every failure."""

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from grav.bots import (
    PROGRAM_PREFIX,
    ExternalProgram,
    Player,
    UnknownPlayer,
    create_player,
    create_simple_player,
)
from grav.bots.engine import ProgramError, child_process
from grav.bots.engine.child_process import ChildProcess
from grav.game import Accept, Action, Grav, Over, Pass, Resign, State, Window, apply, start, view
from grav.rules import Rules, parse_rules
from grav.testing import place, play_all, remove
from grav.text import LANGUAGES, Language, say

TWO = parse_rules("5x5 2p 3 3 4 2 4 revised first=0")
THREE = parse_rules("5x5 3p 3 3 4 2 4 revised first=1")
ENGINE = shlex.join([sys.executable, "-m", "grav", "engine"])

LONG = 120.0
"""Seconds that no answer takes, however busy the machine is."""

Script = Callable[..., ExternalProgram]

SPEAKS = """
import sys
def answer(text, mark="="):
    print(f"{mark}{id_} {text}\\n", flush=True)
for line in sys.stdin:
    id_, command, *words = line.split()
    with open("heard", "a") as notes:
        print(command, *words, file=notes)
    match command:
"""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Writes a program whose answers are given as `match` cases; it records what it reads."""
    monkeypatch.chdir(tmp_path)

    def make(*cases: str) -> ExternalProgram:
        lines = [*cases, 'case _: answer("")']
        (tmp_path / "bot.py").write_text(SPEAKS + "".join(f"        {line}\n" for line in lines))
        return ExternalProgram(shlex.join([sys.executable, "-I", "bot.py"]), "seed", LONG)

    return make


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits only briefly for a move; but for the program to start, as long as that takes."""
    ask = ChildProcess.ask

    def ask_impatiently(self: ChildProcess, command: str) -> str:
        self._timeout = 0.1 if command.startswith("genmove") else LONG
        return ask(self, command)

    monkeypatch.setattr(ChildProcess, "ask", ask_impatiently)


def heard() -> list[str]:
    return Path("heard").read_text().splitlines()


def show(state: State, players: Sequence[Player], action: Action | None = None) -> None:
    for seat, each in enumerate(players):
        if action is not None:
            each.hear(action)
        each.see(view(state, seat))


def play(rules: Rules, players: Sequence[Player]) -> list[Action]:
    """Plays a whole game; all who can act answer, and the last one is the fastest."""
    state, actions = start(rules), list[Action]()
    show(state, players)
    while not isinstance(state.phase, Over) and len(actions) < 500:
        seen = [view(state, seat) for seat in range(rules.players)]
        asked = [shown for shown in seen if len(shown.may) > 1]
        actions.append([players[shown.seat or 0].act(shown) for shown in asked][-1])
        state = apply(state, actions[-1]).state
        show(state, players, actions[-1])
    assert isinstance(state.phase, Over)
    return actions


def let_hear(program: ExternalProgram, *actions: Action, rules: Rules = TWO) -> State:
    """Joins a game with the program on seat 0, and passes the actions to it."""
    state = start(rules)
    show(state, [program])
    for action in actions:
        state = play_all(state, action)
        show(state, [program], action)
    return state


def test_two_programs_play_a_whole_game_as_the_players_in_them_would() -> None:
    programs = [
        create_player(f"{PROGRAM_PREFIX}{ENGINE} --player greedy --seed {{seed}}", s) for s in "xy"
    ]
    # An engine seeds its player with the seat, and the actions before it was first asked.
    inside = [create_simple_player("greedy", "x 1 0"), create_simple_player("greedy", "y 2 1")]
    actions = play(TWO, programs)
    assert actions == play(TWO, inside)
    assert len(actions) > 10


def test_programs_play_game_after_game() -> None:
    programs = [create_player(f"{PROGRAM_PREFIX}{ENGINE} --seed {{seed}}", seed) for seed in "xy"]
    first = play(TWO, programs)
    assert play(TWO, programs) == first
    assert play(parse_rules("3x3 2p 3 3 4 1 4 classic strict"), programs) != first


def test_of_three_programs_that_answer_at_once_all_but_the_fastest_take_it_back() -> None:
    rules = parse_rules("5x5 3p 3 3 4 2 4 revised")
    programs = [
        create_player(f"{PROGRAM_PREFIX}{ENGINE} --player random --seed {s}", "") for s in "xyz"
    ]
    assert len(play(rules, programs)) > 10


def test_a_program_wraps_a_program() -> None:
    inner = shlex.quote(f"{PROGRAM_PREFIX}{ENGINE} --seed x")
    program = ExternalProgram(f"{ENGINE} --player {inner}", "")
    state = let_hear(program)
    assert program.act(view(state, 0)) == create_simple_player("greedy", "x 1 0").act(
        view(state, 0)
    )
    program.close()


def test_a_program_gets_the_rules_and_the_actions_of_others(script: Script) -> None:
    program = script('case "genmove": answer("c5 declare 1")', 'case "grav-window": answer("grav")')
    state = let_hear(program, place(0, "c3"), Accept(1), place(1, "c4", 2))
    action = program.act(view(state, 0))
    assert action == Grav(0)
    state = play_all(state, action)
    show(state, [program], action)
    action = program.act(view(state, 0))
    assert action == place(0, "c5", 1)
    program.hear(action)
    program.hear(Resign(1))
    assert heard() == [
        *(f"grav-rules {TWO}", "play 1 c3", "play 2 accept", "play 2 c4 declare 2"),
        *("grav-window 1", "genmove 1", "play 2 resign"),
    ]


def test_an_answer_that_was_not_taken_is_taken_back(script: Script) -> None:
    program = script('case "genmove": answer("c5")')
    state = let_hear(program)
    assert program.act(view(state, 0)) == program.act(view(state, 0)) == place(0, "c5")
    program.hear(Resign(0))
    assert heard()[1:] == ["genmove 1", "undo", "genmove 1", "undo", "play 1 resign"]


def test_others_may_accept_before_it_does(script: Script) -> None:
    program = script('case "grav-window": answer("accept")')
    state = let_hear(program, place(1, "c3"), rules=THREE)
    program.act(view(state, 0))
    for action in (Accept(2), Accept(0)):
        state = play_all(state, action)
        show(state, [program], action)
    assert heard()[1:] == ["play 2 c3", "grav-window 1", "play 3 accept"]


def test_an_acceptance_by_acting_is_sent_before_the_action_bug(script: Script) -> None:
    """An engine that goes by public knowledge would refuse the stone: bonus turns may follow."""
    classic = parse_rules("7x7 2p 3 3 4 2 4 classic first=0")
    for program in (script(), ExternalProgram(ENGINE, "")):
        let_hear(program, place(0, "c3"), place(1, "c5"), Pass(0), Pass(1), rules=classic)
        program.close()
    assert heard()[1:] == [
        *("play 1 c3", "play 2 accept", "play 2 c5", "play 1 accept", "play 1 pass", "play 2 pass")
    ]


def test_after_an_answer_that_was_not_taken_the_actual_actions_are_sent(script: Script) -> None:
    program = script('case "grav-window": answer("accept")')
    state = let_hear(program, place(1, "c3"), rules=THREE)
    program.act(view(state, 0))
    program.hear(Accept(2))
    program.hear(Grav(0))
    assert heard()[3:] == ["play 3 accept", "undo", "undo", "play 3 accept", "play 1 grav"]


def test_a_program_can_remove_a_stone_and_resign(script: Script) -> None:
    program = script('case "genmove": answer("REMOVE c5")')
    stones = (place(0, "c3"), place(1, "c5"), Accept(0), place(0, "e5"), Accept(1))
    state = let_hear(program, *stones, place(1, "e4"), Grav(0))
    assert program.act(view(state, 0)) == remove(0, "c5")
    program = script('case "genmove": answer("resign")')
    assert program.act(view(let_hear(program), 0)) == Resign(0)


def test_a_program_may_report_its_own_time(script: Script) -> None:
    assert script().delay(view(start(TWO), 0)) == 0.0


def test_answers_may_have_blanks_and_lines_around_them(script: Script) -> None:
    program = script(r'case "genmove": print(f"\n \n={id_}\t c5 \r\ndeclare 0\n\n", flush=True)')
    assert program.act(view(let_hear(program), 0)) == place(0, "c5", 0)


def test_the_seed_replaces_the_placeholder_in_the_command(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import sys; print('=1', sys.argv[1], '\\n')")
    command = shlex.join([sys.executable, str(tmp_path / "bot.py"), "a{seed}b"])
    running = child_process.ChildProcess(ExternalProgram(command, "x y")._words, 20.0)
    assert running.ask("name") == "ax yb"


# --- failures -------------------------------------------------------------------------------------


def fails(program: ExternalProgram, key: str, /, **values: object) -> ProgramError:
    """Checks that the player fails with this message, in a game that asks it for every kind of
    answer.
    """
    with pytest.raises(ProgramError) as failed:
        play(TWO, [program, create_simple_player("greedy", "seed")])
    assert failed.value.text.key == f"bots.program_{key}"
    assert failed.value.text.values.items() >= values.items()
    for language in LANGUAGES:
        assert "{" not in failed.value.say(language)
    return failed.value


def test_a_missing_program_fails(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none"), str(tmp_path), "no-such-program-anywhere", "nul\0l"):
        fails(ExternalProgram(shlex.quote(name), ""), "missing", program=name)


def test_a_command_that_cannot_be_split_fails() -> None:
    for command in ("", "  ", "'open", "bot \\"):
        with pytest.raises(ProgramError) as failed:
            create_player(f"{PROGRAM_PREFIX}{command}", "")
        assert failed.value.text.key == "bots.program_command"


@pytest.mark.parametrize("when", ["grav-rules", "genmove", "play", "grav-window"])
def test_a_program_that_ends_fails(script: Script, when: str) -> None:
    acts = ['case "genmove": answer("c3")', 'case "grav-window": answer("accept")']
    fails(script(f'case "{when}": sys.exit(7)', *acts), "ended", status=7)


def test_a_program_that_never_answers_fails() -> None:
    fails(ExternalProgram(f"{sys.executable} -I -c ''", ""), "ended", status=0)


@pytest.mark.parametrize("when", ["grav-rules", "genmove", "play", "grav-window"])
def test_a_program_that_refuses_a_command_fails(script: Script, when: str) -> None:
    acts = ['case "genmove": answer("c3")', 'case "grav-window": answer("accept")']
    failed = fails(script(f'case "{when}": answer("I won\'t", "?")', *acts), "refused")
    assert failed.text.values["message"] == "I won't"
    assert str(failed.text.values["command"]).startswith(when)


@pytest.mark.parametrize(
    "printed",
    [
        "'hello'",
        "f'{id_} ok\\n'",
        "'= c3\\n'",
        "f'={id_}0 c3\\n'",
        "f'={id_}c3\\n'",
        "'x' * 50_000",
        "f'={id_}' + '\\nx' * 20_000",
        "'\\x1b[31m\\udcff'.encode(errors='ignore')",
    ],
)
def test_a_program_of_another_protocol_fails(script: Script, printed: str) -> None:
    fails(script(f'case "genmove": print({printed}, flush=True)'), "garbage", command="genmove 1")


def test_a_program_that_writes_binary_data_fails(script: Script) -> None:
    write = r'sys.stdout.buffer.write(b"\xff\xfe\x00\n"); sys.stdout.flush()'
    fails(script(f'case "genmove": {write}'), "garbage")


@pytest.mark.parametrize(
    "told", ["c3 please", "", "ok", "accept", "remove c3", "grav", "pass", "1"]
)
def test_a_program_whose_answer_is_no_possible_action_fails(script: Script, told: str) -> None:
    fails(script(f'case "genmove": answer("{told}")'), "action", found=told)


@pytest.mark.usefixtures("impatient")
def test_a_silent_program_times_out(script: Script) -> None:
    fails(script('case "genmove": pass'), "silent", command="genmove 1")


@pytest.mark.usefixtures("impatient")
def test_a_program_that_does_not_end_its_answer_times_out(script: Script) -> None:
    case = 'case "genmove": print(f"={id_} c3", flush=True)'
    fails(script(case), "silent")


def test_a_program_that_closes_its_output_fails(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "_EXIT_TIMEOUT", 0.1)
    lasts = 'case "genmove": import os, time; os.close(1); time.sleep(60)'
    fails(script(lasts), "ended", status=-9)


def test_a_running_game_cannot_be_joined(script: Script) -> None:
    program = script()
    with pytest.raises(ProgramError, match="only at its start"):
        program.see(view(play_all(TWO, place(0, "c3")), 1))
    for late in (lambda: program.hear(Accept(1)), lambda: program.act(view(start(TWO), 0))):
        with pytest.raises(ProgramError, match="only at its start"):
            late()


# --- the end --------------------------------------------------------------------------------------

NOTES_ITS_ID = (
    'case "grav-rules": open("id", "w").write(str(__import__("os").getpid())); answer("")'
)
LASTS = 'case "genmove": import time; time.sleep(60)'


def is_running() -> bool:
    try:
        os.kill(int(Path("id").read_text()), 0)
    except ProcessLookupError:
        return False
    return True


def test_a_program_ends_when_it_is_closed(script: Script) -> None:
    program = script(NOTES_ITS_ID)
    let_hear(program, place(0, "c3"))
    assert is_running()
    program.close()
    assert not is_running()
    program.close()


def test_a_program_ends_with_its_parent_process(script: Script) -> None:
    program = script(NOTES_ITS_ID)
    let_hear(program)
    assert is_running()
    del program
    assert not is_running()


@pytest.mark.usefixtures("impatient")
def test_a_program_that_fails_is_ended(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "_EXIT_TIMEOUT", 0.1)
    program = script(NOTES_ITS_ID, LASTS)
    fails(program, "silent")
    assert not is_running()


def test_the_next_game_starts_a_program_again(script: Script) -> None:
    program = script('case "genmove": sys.exit(1)')
    fails(program, "ended", status=1)
    state = let_hear(program, place(0, "c3"))
    assert isinstance(state.phase, Window)
    program.close()
    let_hear(program)
    assert heard().count(f"grav-rules {TWO}") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_name_is_reported_with_the_known_ones(language: Language) -> None:
    with pytest.raises(UnknownPlayer) as unknown:
        create_player("nobody", "")
    expected = str(unknown.value.text.values["expected"])
    assert expected.split(", ")[-1] == "cmd:COMMAND"
    told = say("bots.unknown", language, found="nobody", expected=expected)
    assert unknown.value.say(language) == told
