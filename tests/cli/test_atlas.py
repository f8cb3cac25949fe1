"""`grav atlas`: forecasts and the best settings, as tables and as JSON."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from zipfile import ZipFile

import pytest
from tests.provenances import made_by
from tests.subtests import every

from grav.arena.table_text import text_width
from grav.atlas import MEASURES, PLAYER_KINDS, RANDOM, SEARCH_1000, atlas
from grav.cli.forecasts.atlas_tables import TABLE_MEASURES
from grav.cli.lab_commands.atlas import atlas_command as make_command
from grav.lab import atlas_recipe as lab
from grav.lab.atlas_playing import cpu_player
from grav.lab.editions import ADVISED_EDITION
from grav.rules import parse_edition
from grav.text import LANGUAGES, Language, catalogue, say

Grav = Callable[..., CompletedProcess[str]]

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def output(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def table(text: str) -> list[str]:
    """Returns the lines of the first table: from its heads to the note about ±."""
    lines = text.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("  "))
    return lines[begin : lines.index("", begin) - 1]


def test_a_setting_that_was_measured_is_shown(grav: Grav) -> None:
    text = output(grav("atlas", "show", "3 3 4 2 4", "--size", "9"))
    assert text.startswith("9x9 2p 3 3 4 2 4 revised\n")
    assert "Random players: measured, 4,096 games." in text
    assert re.search(r"no\. 1 in the order of play wins +51\.0 % +0\.8 % ", text)
    for name in ("balance", "length", "fill", "chain", "difficulty", "lead_changes"):
        assert say(f"atlas.name_{name}") in text


def test_a_setting_between_is_said_to_be_and_names_its_neighbours(grav: Grav) -> None:
    text = output(grav("atlas", "show", "3 3 4 2 7", "--size", "9"))
    assert "Random players: not measured itself." in text
    assert "3 3 4 2 8 (54 %), 3 3 4 2 6 (46 %)" in text


def test_another_board_is_not_passed_off_as_the_one_asked_for(grav: Grav) -> None:
    text = output(grav("atlas", "show", "3 3 4 2 4", "--size", "8"))
    unknown = say("atlas.unknown", rules="8x8 2p 3 3 4 2 4 revised")
    assert text.startswith(
        "\n".join((unknown, say("forecast.balance_unknown"), "", say("atlas.nearest")))
    )
    assert "\n7x7 2p 3 3 4 2 4 revised\n" in text
    assert "\n9x9 2p 3 3 4 2 4 revised\n" in text


def test_where_nothing_is_near_nothing_is_named(grav: Grav) -> None:
    text = output(grav("atlas", "show", "3 25 60 30 40", "--size", "25"))
    assert text.startswith(say("atlas.unknown", rules="25x25 2p 3 25 60 30 40 revised"))
    assert say("forecast.balance_unknown") in text
    assert say("atlas.nearest") not in text


@pytest.mark.parametrize("players", [3, 4, 6])
def test_every_place_in_the_order_of_play_is_shown(grav: Grav, players: int) -> None:
    text = output(grav("atlas", "show", "3 3 4 2 4", "--players", str(players)))
    for place in range(1, players + 1):
        assert f"no. {place} in the order" in text
    assert f"no. {players + 1}" not in text


def test_house_rules_are_heeded(grav: Grav) -> None:
    asked = ["atlas", "show", "3 3 4 2 4", "--edition", "revised bonus_limit=1", "--json"]
    for found in json.loads(output(grav(*asked)))["forecasts"]:
        assert found["rules"] == "9x9 2p 3 3 4 2 4 revised bonus_limit=1"
        assert found["measures"]["chain"]["value"] == 2


def test_json_has_all_figures(grav: Grav) -> None:
    told = json.loads(output(grav("atlas", "show", "3 3 4 2 4", "--size", "7", "--json")))
    assert [found["who"] for found in told["forecasts"]] == list(PLAYER_KINDS)
    assert all(found["exact"] for found in told["forecasts"])
    assert all(set(found["measures"]) == set(MEASURES) for found in told["forecasts"])
    with_skill = [
        found["who"] for found in told["forecasts"] if found["measures"]["skill"]["value"]
    ]
    assert with_skill == [SEARCH_1000]
    assert told["instead"] == []
    assert {found["thinkers"] == told["thinkers"] for found in told["forecasts"]} == {True}
    elsewhere = json.loads(output(grav("atlas", "show", "3 3 4 2 4", "--size", "8", "--json")))
    assert (elsewhere["forecasts"], elsewhere["thinkers"]) == ([], None)
    outside = json.loads(output(grav("atlas", "show", "6 5 4 2 9", "--size", "13", "--json")))
    assert (outside["forecasts"], outside["thinkers"]["enough"]) == ([], True)
    assert [each["rules"][:3] for each in elsewhere["instead"]] == ["7x7", "9x9"]


@in_every_language
def test_columns_are_aligned_in_every_language(grav: Grav, language: Language) -> None:
    text = output(grav("atlas", "show", "3 3 4 2 4", "--lang", language))
    rows = table(text)
    assert len({text_width(row) for row in rows}) == 1
    assert len(rows) == 1 + 2 + len(TABLE_MEASURES)
    best = output(grav("atlas", "best", "--edition", "revised", "--lang", language))
    assert len({text_width(row) for row in best.splitlines()[3:]}) == 1


@in_every_language
@every("size", ["8", "23", "25"])
def test_everything_is_reported_in_every_language(
    grav: Grav, language: Language, size: str
) -> None:
    text = output(grav("atlas", "show", "3 3 4 2 6", "--size", size, "--lang", language))
    assert say("atlas.honest", language) in text
    assert say("atlas.name_length", language) in text


def test_the_best_are_shown_for_each_edition(grav: Grav) -> None:
    text = output(grav("atlas", "best", "--size", "9"))
    assert "Score: balance" in text.splitlines()[0]
    boards = [board for board in atlas().boards if board.size == 9 and board.players == 2]
    editions = {str(board.edition) for board in boards}
    assert editions <= set(text.splitlines())
    at_random = text.count(say("atlas.scored_at_random"))
    assert len(text.splitlines()) == 1 + 6 * len(editions) + at_random


def test_the_best_among_players_who_think_come_first(grav: Grav) -> None:
    asked = ["atlas", "best", "--size", "7", "--edition", ADVISED_EDITION]
    found = json.loads(output(grav(*asked, "--limit", "200", "--json")))
    board = atlas().board(7, 2, parse_edition(ADVISED_EDITION), SEARCH_1000)
    assert board is not None
    assert [each["who"] for each in found[: len(board)]] == [SEARCH_1000] * len(board)
    assert {each["who"] for each in found[len(board) :]} == {RANDOM}
    assert say("atlas.scored_at_random") not in output(grav(*asked))


def test_a_board_without_players_who_think_is_said_to_rest_on_random_play(grav: Grav) -> None:
    text = output(grav("atlas", "best", "--edition", "classic"))
    assert say("atlas.scored_at_random") in text


@in_every_language
@every(
    ("rules", "key"),
    [
        (("3 3 4 2 4", "7", "revised"), "balance_decided"),
        (("3 3 4 2 6", "7", "revised"), "balance_board_decided"),
        (("3 3 4 2 6", "7", ADVISED_EDITION), "balance_board_even"),
        (("3 3 4 2 4", "7", "classic"), "balance_unknown"),
        (("3 3 4 2 6", "23", ADVISED_EDITION), "balance_few"),
        (("6 5 4 2 9", "13", "revised"), "balance_board_decided"),
        (("3 3 4 2 4", "8", "revised"), "balance_unknown"),
    ],
)
def test_the_first_words_are_who_wins_among_players_who_think(
    grav: Grav, language: Language, rules: tuple[str, str, str], key: str
) -> None:
    setting, size, edition = rules
    asked = ["atlas", "show", setting, "--size", size, "--edition", edition, "--lang", language]
    first = output(grav(*asked)).splitlines()[1]
    words = re.split(r"\{\w+\}", catalogue(language)[f"forecast.{key}"])
    assert re.fullmatch(r".+".join(map(re.escape, words)), first)


def test_the_best_of_one_edition_with_the_numbers(grav: Grav) -> None:
    asked = ["atlas", "best", "--edition", "revised bonus_limit=1", "--limit", "5", "--json"]
    found = json.loads(output(grav(*asked)))
    assert len(found) == 5
    scores = [each["score"] for each in found]
    assert scores == sorted(scores, reverse=True)
    assert {each["rules"].partition("revised")[2] for each in found} == {" bonus_limit=1"}


@in_every_language
@every(
    "words",
    [
        ["best", "--size", "8"],
        ["best", "--size", "9", "--players", "5"],
        ["best", "--edition", "classic min_shape=9"],
    ],
)
def test_boards_that_were_not_measured_are_reported(
    grav: Grav, language: Language, words: list[str]
) -> None:
    told = complaint(grav("atlas", *words, "--lang", language))
    assert "7x7 2p, 7x7 3p" in told


@in_every_language
@every(
    "words",
    [
        ["show", "3 3 4"],
        ["show", "3 3 4 2 4", "--size", "26"],
        ["show", "3 10 4 2 4", "--size", "9"],
        ["show", "3 3 4 2 4", "--edition", "blue"],
        ["show"],
        ["best", "--limit", "0"],
    ],
)
def test_invalid_arguments_are_reported(grav: Grav, language: Language, words: list[str]) -> None:
    assert complaint(grav("atlas", *words, "--lang", language)).startswith("grav: ")


@pytest.mark.needs_core
@in_every_language
def test_the_files_are_made_where_they_are_asked_for(
    language: Language,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    part = lab.recipe_for(9)[0]
    small = lab.RecipePart(9, 2, "revised", "random", 16, part.settings[:3])
    monkeypatch.setattr(lab, "recipe_for", lambda _: [small])
    monkeypatch.setattr("grav.cli.lab_commands.atlas.recipe_for", lambda _: [small])
    source = made_by("grav lab atlas --only 9")
    monkeypatch.setattr("grav.cli.lab_commands.atlas.file_provenance", lambda _: source)
    folder = tmp_path / "new" / "folder"
    words = ["--only", "9", "--out", str(folder), "--threads", "1"]
    make_command(language).main(words, standalone_mode=False)
    file = folder / "9.atlas"
    assert file.read_bytes() == lab.build_file(9, source, cpu_player(1), lambda _: None)
    assert str(file) in capsys.readouterr().out


@in_every_language
def test_the_tables_are_exported_and_archived(
    grav: Grav, language: Language, tmp_path: Path
) -> None:
    words = ["export", "data", "--size", "23", "--archive", "data.zip", "--lang", language]
    told = output(grav("atlas", *words))
    rows = sum(len(board) for board in atlas().boards if board.size == 23)
    assert f"{rows:,}" in told
    for name in ("atlas-23x23.csv", "data.zip"):
        assert f"{name}: " in told
    with ZipFile(tmp_path / "data.zip") as archive:
        assert len(archive.read("atlas-23x23.csv").splitlines()) == 1 + rows
        names = archive.namelist()
    assert sorted(names) == sorted(file.name for file in (tmp_path / "data").iterdir())


@in_every_language
def test_an_export_into_a_folder_with_files_is_refused(
    grav: Grav, language: Language, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    words = ["export", str(tmp_path), "--size", "23", "--lang", language]
    told = complaint(grav("atlas", *words))
    assert told == f"grav: {say('atlas_export.not_empty', language, folder=str(tmp_path))}\n"


@in_every_language
@every(
    "words",
    [
        ["export"],
        ["export", "data", "--format", "excel"],
        ["export", "data", "--size", "8"],
        ["export", "data", "--archive", "."],
    ],
)
def test_an_export_that_cannot_be_is_refused_before_anything_is_written(
    grav: Grav, language: Language, words: list[str], tmp_path: Path
) -> None:
    assert complaint(grav("atlas", *words, "--lang", language)).startswith("grav: ")
    assert not (tmp_path / "data").exists()


def test_parquet_names_the_extra_that_it_needs(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("grav.extras.is_installed", lambda package: package != "polars")
    told = complaint(grav("atlas", "export", "data", "--format", "parquet"))
    assert "polars" in told
    assert "grav[lab]" in told
    assert not (tmp_path / "data").exists()
