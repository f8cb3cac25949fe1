"""Invalid command lines, help pages, and the language of both."""

import re
from collections.abc import Callable
from subprocess import CompletedProcess
from typing import Any

import click
import pytest
from tests.subtests import every

from grav.bots import player_names
from grav.cli.main import create_group as group
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

COMMANDS = (
    "play", "check", "draw", "analyse", "convert", "roll", "replay", "arena", "lab", "atlas",
    "engine", "serve", "join", "bot", "admin",
)  # fmt: skip
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def error_message(done: CompletedProcess[str]) -> str:
    """Returns the error message: one line, without any other output."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("grav: ")
    assert done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("grav: ") : -1]


BOUNDS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("--size", {"least": 3, "most": 25}, (1000, 26, 2, 0, -9)),
    ("--players", {"least": 2, "most": 6}, (1, 7)),
]
WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("nope", "cli.no_such_command", {"found": "nope"}),
    ("PLAY", "cli.no_such_command", {"found": "PLAY"}),
    ("--nope", "cli.no_such_option", {"found": "--nope"}),
    ("-x", "cli.no_such_option", {"found": "-x"}),
    ("check", "cli.missing", {"name": "FILE"}),
    ("draw", "cli.missing", {"name": "FILE"}),
    ("replay --states", "cli.missing", {"name": "FILE"}),
    ("convert", "cli.missing", {"name": "FILE"}),
    ("convert one.json", "cli.missing", {"name": "OUT"}),
    ("check one two", "cli.too_many", {"found": "two"}),
    ("replay one two three", "cli.too_many", {"found": "two"}),
    ("convert one two three", "cli.too_many", {"found": "three"}),
    ("roll one", "cli.too_many", {"found": "one"}),
    ("play one two", "cli.too_many", {"found": "two"}),
    ("draw one --move", "cli.option_value", {"name": "--move"}),
    ("draw one -o", "cli.option_value", {"name": "-o"}),
    ("roll --seed", "cli.option_value", {"name": "--seed"}),
    ("roll --cards=yes", "cli.option_value", {"name": "--cards"}),
    ("play --strict=1", "cli.option_value", {"name": "--strict"}),
    ("roll --size", "cli.option_value", {"name": "--size"}),
    ("roll --size nine", "cli.not_whole", {"name": "--size", "found": "nine"}),
    ("roll --size 9.5", "cli.not_whole", {"name": "--size", "found": "9.5"}),
    ("roll --size=", "cli.not_whole", {"name": "--size", "found": ""}),
    ("draw one --move -", "cli.not_whole", {"name": "--move", "found": "-"}),
    ("draw one --move 0", "rules.too_small", {"name": "--move", "value": 0, "least": 1}),
    ("draw one --move -7", "rules.too_small", {"name": "--move", "value": -7, "least": 1}),
    *(
        (f"{command} {name} {value}", "rules.out_of_bounds", {"name": name, "value": value} | to)
        for name, to, values in BOUNDS
        for value in values
        for command in ("roll", "play")
    ),
    (
        "play --against nobody",
        "bots.unknown",
        {"found": "nobody", "expected": ", ".join([*player_names(), "cmd:COMMAND"])},
    ),
    (
        "play --aid magic",
        "cli.bad_choice_of",
        {"name": "--aid", "expected": "legal, shapes, last"},
    ),
    (
        "play --edition blue --size 9",
        "rules.word",
        {"found": "blue"},
    ),
]


@in_every_language
@every(("line", "key", "values"), WRONG, ids=[line for line, _, _ in WRONG])
def test_a_wrong_command_line_is_reported(
    grav: Grav, language: Language, line: str, key: str, values: dict[str, Any]
) -> None:
    assert error_message(grav("--lang", language, *line.split(" "))) == say(key, language, **values)


@in_every_language
def test_a_number_with_too_many_digits_is_refused(grav: Grav, language: Language) -> None:
    assert "--size" in error_message(grav("roll", "--size", "9" * 5000, "--lang", language))


@in_every_language
@every(
    "arguments",
    [
        ["--rules", "nonsense"],
        ["--rules", "1000x1000 2p 3 3 4 2 4"],
        ["--rules", "9x8 2p 3 3 4 2 4"],
        ["--rules", "9x9 2p 3 3 4 2 4 blue"],
        ["--rules", "9x9 2p 2 3 4 2 4"],
        ["--size", "9", "--players", "2", "--setting", "3 3 4"],
        ["--size", "9", "--players", "2", "--setting", "3 10 4 2 4"],
        ["--edition", "classic strict"],
        ["--rules", "9x9 3p 3 3 4 2 4", "--name", "Round"],
    ],
    ids=" ".join,
)
def test_rules_that_cannot_be_played_are_reported(
    grav: Grav, language: Language, arguments: list[str]
) -> None:
    message = error_message(grav("play", *arguments, "--lang", language))
    assert message.isascii() or language != "en"
    english = error_message(grav("play", *arguments, "--lang", "en"))
    assert (message == english) == (language == "en")


@in_every_language
def test_a_choice_that_is_none_does_not_hide_behind_controls(
    grav: Grav, language: Language
) -> None:
    message = error_message(grav("--lang", language, "no\x1b[31mpe\n\u2028"))
    assert "\x1b" not in message
    assert "\u2028" not in message


@pytest.mark.parametrize(
    ("line", "found"),
    [("--lang", ""), ("--lang fr", "fr"), ("--lang=KO roll", "KO"), ("roll --lang=", "")],
)
def test_a_language_that_is_not_spoken_is_reported_in_the_one_of_the_locale(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, line: str, found: str
) -> None:
    values = {"name": "--lang", "found": found, "expected": ", ".join(LANGUAGES)}
    assert error_message(grav(*line.split())) == say("cli.bad_choice", "en", **values)
    monkeypatch.setenv("LANG", "ko_KR.UTF-8")
    assert error_message(grav(*line.split())) == say("cli.bad_choice", "ko", **values)


def test_a_bad_language_is_reported_in_the_locale_of_messages_too_bug(
    grav: Grav, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_MESSAGES", "ja_JP.UTF-8")
    assert error_message(grav("--lang", "fr")) == say(
        "cli.bad_choice", "ja", name="--lang", found="fr", expected=", ".join(LANGUAGES)
    )


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ja"}, "ja"),
        ({"LC_ALL": "ja_JP.eucJP", "LANG": "ko_KR.UTF-8"}, "ja"),
        ({"LC_ALL": "", "LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LC_MESSAGES": "ja_JP.UTF-8", "LANG": "ko_KR.UTF-8"}, "ja"),
        ({"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "korean!"}, "en"),
    ],
)
def test_the_locale_gives_the_language_unless_one_is_asked_for(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert error_message(grav("nope")) == say("cli.no_such_command", language, found="nope")
    assert say("cli.usage", language) in grav("roll", "--help").stdout
    for asked in LANGUAGES:
        expected = say("cli.no_such_command", asked, found="nope")
        for arguments in (["--lang", asked, "nope"], [f"--lang={asked}", "nope"]):
            assert error_message(grav(*arguments)) == expected
        assert say("cli.usage", asked) in grav("roll", "--help", "--lang", asked).stdout


def options_of(command: click.Command) -> list[str]:
    return [name for param in command.params for name in param.opts if name.startswith("-")]


@in_every_language
@every("name", COMMANDS)
def test_the_help_of_a_command_names_every_option(
    grav: Grav, language: Language, name: str
) -> None:
    done = grav(name, "--help", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    for option in (*options_of(group(language).commands[name]), "--help"):
        assert re.search(rf"(?m)^  (-\w, )?{option}\b", done.stdout)
    assert done.stdout.startswith(say("cli.usage", language))
    assert say("cli.options", language) in done.stdout


@in_every_language
def test_the_help_of_all_names_every_command(grav: Grav, language: Language) -> None:
    done = grav("--help", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    for name in COMMANDS:
        assert (group(language).commands[name].short_help or "?") in done.stdout
        assert re.search(rf"(?m)^  {name} ", done.stdout)
    assert "--lang" in done.stdout
    assert {*COMMANDS} == {*group(language).commands}


@every("language", [each for each in LANGUAGES if each is not Language.EN])
@every("name", ["", *COMMANDS])
def test_help_has_no_english_left_in_it(grav: Grav, language: str, name: str) -> None:
    page = grav(*name.split(), "--help", "--lang", language).stdout
    for words in ("Usage", "Options", "Commands", "Show this", "default", "required"):
        assert words not in page
    assert not re.search(r"\b(the|of|and|is|or|a)\b", page)


@in_every_language
def test_without_a_command_help_is_shown_but_it_is_a_mistake(
    grav: Grav, language: Language
) -> None:
    done = grav("--lang", language)
    assert done.returncode == 2
    assert (done.stdout + done.stderr).strip() == grav("--help", "--lang", language).stdout.strip()
