"""Saving, loading and leaving in `grav play`: no game is lost unless its players decline to
save."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.cli.conftest import own_word

from grav.record import load
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)

RULES = "5x5 2p 3 3 4 2 4"
KEPT = Path("data/grav/unfinished.grav")


def play(grav: Grav, *lines: str, options: tuple[str | Path, ...] = ()) -> str:
    """Returns what is shown while these lines are typed; then the input ends."""
    done = grav("play", *(options or ("--rules", RULES)), stdin="\n".join((*lines, "")))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def points(file: str | Path) -> list[str]:
    return [str(getattr(action, "at", "-")) for action in load(Path(file)).actions]


def complaints(shown: str) -> list[str]:
    return [line.removeprefix("! ") for line in shown.splitlines() if line.startswith("! ")]


@in_every_language
@pytest.mark.parametrize("name", ["game.grav", "game.json", "GAME.JSON", "my game.grav", "한.grav"])
def test_a_saved_game_can_be_loaded_and_goes_on(grav: Grav, language: Language, name: str) -> None:
    words = (own_word("save", language), own_word("load", language))
    lang: Any = ("--rules", RULES, "--lang", language)
    shown = play(grav, "c3", "c5", f"{words[0]} {name}", "quit", options=lang)
    assert say("play.saved", language, file=name) in shown.splitlines()
    assert say("play.save_before_leaving", language) not in shown
    assert points(name) == ["c3", "c5"]
    shown = play(grav, f"{words[1]} {name}", "e5", "1 resign", "n", "after.json", options=lang)
    assert complaints(shown) == []
    assert points("after.json") == ["c3", "c5", "e5", "-"]
    shown = play(grav, "e5", "save after.json", "y", "quit", options=(name, "--lang", language))
    assert points("after.json") == ["c3", "c5", "e5"]


def test_a_name_without_suffix_gets_one(grav: Grav) -> None:
    assert say("play.saved", file="game.grav") in play(grav, "c3", "save game", "quit")
    assert points("game.grav") == ["c3"]


def test_a_saved_game_keeps_what_the_record_said_beyond_the_moves(grav: Grav) -> None:
    rules = {"size": 5, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4}
    record = {"rules": rules, "actions": [], "name": "Final", "place": "서울", "x": [1]}
    Path("a.json").write_text(json.dumps(record), "utf-8")
    play(grav, "c3", "save b.json", "quit", options=("a.json",))
    saved = json.loads(Path("b.json").read_text("utf-8"))
    assert {key: saved[key] for key in ("name", "place", "x")} == {
        "name": "Final",
        "place": "서울",
        "x": [1],
    }


@in_every_language
def test_quitting_offers_to_save(grav: Grav, tmp_path: Path, language: Language) -> None:
    options: Any = ("--rules", RULES, "--lang", language)
    word = own_word("quit", language)
    shown = play(grav, "c3", word, "kept", options=options)
    assert say("play.save_before_leaving", language) in shown
    assert points("kept.grav") == ["c3"]
    play(grav, "c3", word, "", options=options)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kept.grav"]


def test_quitting_without_a_move_asks_nothing(grav: Grav, tmp_path: Path) -> None:
    assert say("play.save_before_leaving") not in play(grav, "quit")
    assert list(tmp_path.iterdir()) == []


def test_moves_after_saving_are_offered_again(grav: Grav) -> None:
    shown = play(grav, "c3", "save one", "c5", "quit", "two")
    assert say("play.save_before_leaving") in shown
    assert (points("one.grav"), points("two.grav")) == (["c3"], ["c3", "c5"])


BAD_NAMES = {
    "no folder": "nowhere/game",
    "a file as folder": "file/game",
    "too long": "x" * 300,
    "a folder": "folder.grav",
    "unknown suffix": "game.txt",
}
BUG_NAMES = {
    "nul": "a\x00b",
    "nobody's home": "~nobody-of-that-name/game",
    "the root": "/",
    "here": ".",
    "above": "..",
}


def with_some_files() -> None:
    Path("file").write_text("no record", "utf-8")
    Path("folder.grav").mkdir()


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES.keys())
def test_a_game_that_cannot_be_saved_goes_on(grav: Grav, name: str) -> None:
    with_some_files()
    shown = play(grav, "c3", f"save {name}", "c5", "quit", name, "board", "quit", "good")
    assert len(complaints(shown)) == 2
    assert points("good.grav") == ["c3", "c5"]


@pytest.mark.parametrize("name", BUG_NAMES.values(), ids=BUG_NAMES.keys())
def test_a_name_that_no_file_can_have_is_reported_bug(
    grav: Grav, tmp_path: Path, name: str
) -> None:
    shown = play(grav, "c3", f"save {name}", f"load {name}", "n", "c5", "quit", "good")
    assert len(complaints(shown)) >= 1
    assert points("good.grav") == ["c3", "c5"]
    assert [file.name for file in tmp_path.iterdir()] == ["good.grav"]


def test_a_name_is_taken_as_it_was_typed_bug(grav: Grav) -> None:
    """Full-width commands are read, but a file's name is the players' own."""
    play(grav, "c3", "save １位.grav", "quit")
    assert Path("１位.grav").exists()


@pytest.mark.parametrize("name", ["none", *list(BAD_NAMES.values())[:4], "file"])
def test_a_game_that_cannot_be_loaded_leaves_the_present_one(grav: Grav, name: str) -> None:
    with_some_files()
    shown = play(grav, "c3", "save present", f"load {name}", "c5", "quit", "good")
    assert len(complaints(shown)) == 1
    assert points("good.grav") == ["c3", "c5"]


def test_a_record_with_refused_actions_is_not_played_on(grav: Grav) -> None:
    Path("bad.grav").write_text("Board: 5x5\nSetting: 3 3 4 2 4\n\n1:c3 1:c3\n", "utf-8")
    shown = play(grav, "load bad.grav", "c3", "quit", "good")
    assert len(complaints(shown)) == 1
    done = grav("play", "bad.grav")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")


def test_a_refused_action_is_reported_with_its_file_and_place_bug(grav: Grav) -> None:
    Path("bad.grav").write_text("Board: 5x5\nSetting: 3 3 4 2 4\n\n1:c3 1:c3\n", "utf-8")
    told = grav("play", "bad.grav").stderr
    assert told.startswith("grav: bad.grav: ")
    assert "2" in told


@in_every_language
def test_loading_over_a_game_that_is_not_saved_is_asked_for(grav: Grav, language: Language) -> None:
    play(grav, "c3", "save other", "quit")
    options: Any = ("--rules", RULES, "--lang", language)
    shown = play(grav, "e5", "load other.grav", "n", "quit", "left", options=options)
    assert say("play.really_load", language) in shown
    assert points("left.grav") == ["e5"]
    yes = say("play.words_yes", language).split()[-1]
    play(grav, "e5", "load other.grav", yes, "c5", "quit", "taken", options=options)
    assert points("taken.grav") == ["c3", "c5"]


@in_every_language
def test_the_end_of_input_keeps_the_game_and_says_where(grav: Grav, language: Language) -> None:
    options: Any = ("--rules", RULES, "--lang", language)
    shown = play(grav, "c3", "c5", options=options)
    assert shown.endswith(f"\n{say('play.kept', language, file=KEPT.absolute())}\n")
    assert points(KEPT) == ["c3", "c5"]
    play(grav, "e5", options=(KEPT, "--lang", language))
    assert points(KEPT) == ["c3", "c5", "e5"]


@pytest.mark.parametrize("question", [["quit"], ["load x"], ["1 resign"], ["1 resign", "n"]])
def test_the_end_of_input_at_a_question_keeps_the_game(grav: Grav, question: list[str]) -> None:
    play(grav, "c3", *question)
    assert points(KEPT)[0] == "c3"


def test_without_the_variable_a_game_is_kept_at_home(
    grav: Grav, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    play(grav, "c3")
    assert points(".local/share/grav/unfinished.grav") == ["c3"]


def test_nothing_is_kept_of_a_game_that_was_saved_or_not_begun(grav: Grav) -> None:
    play(grav, "c3", "save game")
    play(grav, "board")
    play(grav, options=("game.grav",))
    assert not KEPT.exists()


def test_a_folder_that_cannot_be_made_is_reported(
    grav: Grav, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", "file")
    done = grav("play", "--rules", RULES, stdin="c3\n")
    assert done.returncode == 2
    assert done.stderr.startswith("grav: ")


def test_a_finished_game_is_not_lost_when_its_file_cannot_be_written_bug(grav: Grav) -> None:
    play(grav, "c3", "1 resign", "n", "nowhere/game", "good")
    assert points("good.grav") == ["c3", "-"]


def test_a_finished_game_can_be_looked_at_again(grav: Grav) -> None:
    play(grav, "c3", "1 resign", "n", "over")
    shown = play(grav, "", options=("over.grav",))
    assert say("report.title") in shown
    assert say("play.save_before_leaving") not in shown


def test_saving_is_the_tables_not_a_players(grav: Grav) -> None:
    shown = play(grav, "c3", "2 save game", "quit", "")
    assert complaints(shown) == [say("play.not_understood", found="2 save game")]
    assert not Path("game.grav").exists()
