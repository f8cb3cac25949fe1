"""`grav play` against the simple opponents: to the end, and reproducible from the seed."""

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.subtests import every

from grav.cli.playing.table import TerminalGame
from grav.cli.shared.console import Console
from grav.game import Accept, Action, Pass, Place, View
from grav.game import Grav as Shout
from grav.record import Record, load, report
from grav.rules import parse_rules
from grav.testing import place
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
against_each = pytest.mark.parametrize("opponent", ["random", "greedy"])

RULES = "5x5 2p 3 3 4 2 4"
POINTS = [f"{column}{row}" for row in "31524" for column in "cadbe"]


class Visitor:
    """Accepts every stone; on its turn tries points in some order, and then passes."""

    def __init__(self, language: str, points: list[str]) -> None:
        self._at_the_end = {
            say("play.show_report", language): "",
            say("play.save_before_leaving", language): "out.json",
        }
        self._points = list(points)
        self._typed: list[str] = []

    def __call__(self, shown: str) -> str:
        assert len(self._typed) < 1000, "the game does not end"
        self._typed.append(self._answer(*shown.splitlines()[-2:]))
        return self._typed[-1]

    def _answer(self, before: str, prompt: str) -> str:
        if prompt.strip() in self._at_the_end:
            return self._at_the_end[prompt.strip()]
        if self._typed and self._typed[-1] == "ok" and before.startswith("! "):
            return self._points.pop(0) if self._points else "pass"
        return "ok"


def play_against(
    grav: Grav, opponent: str, *options: str, rules: str = RULES, points: list[str] = POINTS[:8]
) -> tuple[str, Record]:
    """Plays a whole game against an opponent; returns what was shown, and its record."""
    language = options[options.index("--lang") + 1] if "--lang" in options else "en"
    Path("out.json").unlink(missing_ok=True)
    arguments = ("--rules", rules, "--against", opponent, "--seed", "spring", *options)
    done = grav("play", *arguments, stdin=Visitor(language, points))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, load(Path("out.json"))


@in_every_language
@against_each
def test_a_game_against_an_opponent_comes_to_its_end(
    grav: Grav, opponent: str, language: Language
) -> None:
    shown, record = play_against(grav, opponent, "--lang", language)
    assert report(record).final.phase.name == "over"
    assert report(record).refused == ()
    assert say("report.ended_passes", language) in shown
    assert sum(isinstance(action, Place) and action.by == 1 for action in record.actions) > 2


@against_each
def test_the_same_seed_gives_the_same_game(grav: Grav, opponent: str) -> None:
    first, _ = play_against(grav, opponent)
    assert play_against(grav, opponent)[0] == first
    others = {play_against(grav, opponent, "--seed", str(seed))[0] for seed in range(5)}
    assert len(others) > 1


@against_each
def test_opponents_keep_the_rules_and_declare_one_at_a_time(grav: Grav, opponent: str) -> None:
    """Under rules where bonus turns are optional: otherwise it may be forced to break a rule."""
    rules = "7x7 2p 3 3 5 1 6 revised bonus_pass=yes"
    placements = report(play_against(grav, opponent, rules=rules)[1]).placements
    theirs = [stone for stone in placements if stone.by == 1]
    assert theirs
    for stone in theirs:
        assert not stone.verdict.breaches
        assert stone.declared is not None
        assert stone.declared <= min(stone.verdict.shapes, 1)
    assert any(stone.declared for stone in theirs)


def test_greedy_overlooks_no_breach(grav: Grav) -> None:
    shown, record = play_against(grav, "greedy", points=["c3", "c3", "a1", "e5", "e4", "a5"])
    mine = [stone for stone in report(record).placements if stone.by == 0]
    assert any(stone.verdict.breaches for stone in mine)
    for stone in mine:
        assert stone.voided == bool(stone.verdict.breaches)
    assert re.search(r"player 2 removes \w\d, a stone of player 1", shown)


def test_random_overlooks_some_breaches_but_shouts_at_nothing_else(grav: Grav) -> None:
    shouted, missed = 0, 0
    for seed in range(8):
        _, record = play_against(grav, "random", "--seed", str(seed), points=POINTS)
        for stone in report(record).placements:
            if stone.by == 0:
                shouted += stone.voided
                missed += stone.is_missed_breach
                assert not (stone.called and not stone.called.right)
        assert all(action.by == 1 for action in record.actions if isinstance(action, Shout))
    assert shouted
    assert missed


@against_each
def test_one_person_may_meet_two_opponents(grav: Grav, opponent: str) -> None:
    _, record = play_against(grav, opponent, rules="5x5 3p 3 3 4 2 4")
    assert {action.by for action in record.actions} == {0, 1, 2}
    assert report(record).final.phase.name == "over"


@against_each
@every("edition", ["classic", "classic bonus_limit=2", "revised strict"])
def test_every_edition_can_be_played_against_them(grav: Grav, opponent: str, edition: str) -> None:
    _, record = play_against(grav, opponent, rules=f"5x5 2p 3 3 4 2 4 {edition}")
    assert report(record).final.phase.name == "over"
    assert report(record).refused == ()


@in_every_language
def test_people_cannot_act_for_an_opponent(grav: Grav, language: Language) -> None:
    arguments = ("--rules", RULES, "--against", "random", "--lang", language)
    shown = grav("play", *arguments, stdin="2 c3\n2 resign\nquit\n").stdout
    name = say("report.player", language, seat=2)
    told = f"! {say('play.not_a_person', language, player=name)}"
    assert shown.splitlines().count(told) == 2


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "greedy"),
        ("ja", "よくばり"),
        ("ja", "でたらめ"),
        ("ko", "욕심쟁이"),
        ("ko", "아무데나"),
    ],
)
def test_an_opponent_may_be_asked_for_by_its_name(grav: Grav, language: str, word: str) -> None:
    shown = grav("play", "--lang", language, stdin=f"5\n2\n{word}\n3 3 4 2 4\nc3\n").stdout
    other = say("report.player", language, seat=2)
    placed = say("event.placed", language, player=other, at="@").partition("@")[0]
    assert any(line.startswith(placed) for line in shown.splitlines())


def test_a_game_against_an_opponent_goes_on_from_a_file(grav: Grav) -> None:
    start = ("play", "--rules", RULES, "--against", "greedy", "--seed", "x")
    grav(*start, stdin="c3\nsave game.json\nquit\n")
    before = load(Path("game.json")).actions
    arguments = ("play", "game.json", "--against", "greedy", "--seed", "x")
    done = grav(*arguments, stdin=Visitor("en", ["a1", "e5"]))
    assert done.returncode == 0
    after = load(Path("out.json"))
    assert after.actions[: len(before)] == before
    assert report(after).final.phase.name == "over"


def test_a_table_with_an_opponent_takes_no_game_of_another_number(grav: Grav) -> None:
    grav("play", "--rules", "5x5 3p 3 3 4 2 4", stdin="c3\nsave three\nquit\n")
    done = grav("play", "--rules", RULES, "--against", "random", stdin="load three.grav\nquit\n")
    assert f"! {say('play.other_players', found=3, expected=2)}" in done.stdout.splitlines()


def test_resigning_before_the_first_stone_does_not_hang_bug(real_grav: Grav) -> None:
    """Only programs were left to begin, and they waited for a person."""
    arguments = ("play", "--rules", "5x5 3p 3 3 4 2 4", "--against", "random", "--seed", "x")
    done = real_grav(*arguments, stdin="resign\nn\n\n")
    assert done.returncode == 0


def test_an_opponent_that_joins_a_saved_game_knows_the_last_stone(grav: Grav) -> None:
    """It replays the game: the stones alone would not tell their order."""
    game = Path(__file__).parents[2] / "examples" / "recorded-game.grav"
    for seed in range(5):
        Path("out.json").unlink(missing_ok=True)
        options = (str(game), "--against", "random", "--seed", str(seed))
        done = grav("play", *options, stdin="save out.json\nquit\n")
        assert (done.returncode, done.stderr) == (0, "")
        theirs = report(load(Path("out.json"))).placements[33]
        assert (theirs.by, theirs.verdict.breaches) == (1, ())


GAME_RULES = parse_rules("5x5 2p 3 3 4 2 4 revised first=0")


class Passing:
    """Accepts every stone, passes on its turn, and records what it is given."""

    def __init__(self) -> None:
        self.told: list[Action | str] = []

    def hear(self, action: Action) -> None:
        self.told.append(action)

    def see(self, view: View) -> None:
        self.told.append(view.phase)

    def act(self, view: View) -> Action:
        return Accept(1) if view.window else Pass(1)

    def delay(self, view: View) -> float:
        raise NotImplementedError


def test_a_bot_in_a_saved_game_gets_all_actions_from_the_start() -> None:
    opponent = Passing()
    actions = (place(0, "c3"), place(1, "c5"), Accept(0))
    TerminalGame(
        Record(GAME_RULES, actions), Console(Language.EN, False), bots={1: opponent}, help=()
    )
    assert opponent.told == [
        *("turn", actions[0], "window", actions[1], "window", actions[2], "turn")
    ]


def test_a_bot_gets_every_action_at_the_table_also_its_own() -> None:
    opponent = Passing()
    table = TerminalGame(
        Record(GAME_RULES), Console(Language.EN, False), bots={1: opponent}, help=()
    )
    for action in (place(0, "c3"), Accept(1), Pass(1)):
        table._apply(action)
    assert opponent.told == [
        *("turn", place(0, "c3"), "window", Accept(1), "turn", Pass(1), "turn")
    ]
