"""`grav roll`: draws by dice and cards can be repeated from the seed, and are playable."""

import json
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest
from tests.subtests import every

from grav.game import settling_from_json
from grav.rules import Setting
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

WAYS = pytest.mark.parametrize("way", [[], ["--cards"]], ids=["dice", "cards"])


def parse_numbers(done: CompletedProcess[str]) -> Setting:
    """Returns the numbers, which are alone on the last line."""
    assert done.returncode == 0
    return Setting.parse(done.stdout.splitlines()[-1])


@WAYS
def test_the_same_seed_gives_the_same_numbers(grav: Grav, way: list[str]) -> None:
    first = grav("roll", *way, "--seed", "spring")
    assert grav("roll", *way, "--seed", "spring").stdout == first.stdout
    others = {grav("roll", *way, "--seed", str(seed)).stdout for seed in range(20)}
    assert len(others) > 10


@WAYS
def test_the_numbers_can_be_played_on_a_board_of_every_size(grav: Grav, way: list[str]) -> None:
    for size in range(3, 26):
        for seed in range(5):
            done = grav("roll", *way, "--size", str(size), "--seed", str(seed))
            parse_numbers(done).check(size)


def test_dice_print_five_numbers_and_nothing_else(grav: Grav) -> None:
    done = grav("roll", "--seed", "x")
    assert done.stdout == f"{parse_numbers(done)}\n"


@WAYS
def test_the_seed_is_printed_apart_so_that_the_roll_can_be_repeated(
    grav: Grav, way: list[str]
) -> None:
    done = grav("roll", *way, "--size", "13")
    assert done.stderr.count("\n") == 1
    seed = done.stderr.split()[-1]
    again = grav("roll", *way, "--size", "13", "--seed", seed)
    assert (again.stdout, again.stderr) == (done.stdout, done.stderr)
    assert grav("roll", *way, "--size", "13").stderr != done.stderr


@WAYS
@every("players", [2, 3, 6])
def test_the_record_of_a_roll_can_be_verified(grav: Grav, way: list[str], players: int) -> None:
    arguments = ("roll", *way, "--players", str(players), "--size", "7", "--seed", "주사위 🎲")
    done = grav(*arguments, "--json")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    settling = settling_from_json(json.loads(done.stdout))
    assert (settling.size, settling.players) == (7, players)
    assert settling.settled == parse_numbers(grav(*arguments))


def test_every_card_is_reported_with_the_player_who_keeps_it(grav: Grav) -> None:
    done = grav("roll", "--cards", "--players", "3", "--seed", "x")
    *cards, _ = done.stdout.splitlines()
    assert len(cards) == 5
    assert [line.split()[1] for line in cards] == ["1", "2", "3", "1", "2"]
    assert {line.split()[3] for line in cards} == set("abcde")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_in_the_language_and_numbers_are_not(grav: Grav, language: Language) -> None:
    done = grav("--lang", language, "roll", "--cards", "--seed", "x")
    assert parse_numbers(done) == parse_numbers(grav("roll", "--cards", "--seed", "x"))
    told = say("cli.roll_again", language, size=9, seed="x")
    assert done.stderr == f"{told}\n"
    assert done.stdout.isascii() or language != "en"
    english = grav("--lang", "en", "roll", "--cards", "--seed", "x").stdout
    assert (done.stdout == english) == (language == "en")


def test_a_seed_that_is_no_text_is_refused(grav: Grav) -> None:
    done = grav("roll", "--seed", "\udcff")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
