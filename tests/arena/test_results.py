"""The results file: no game is lost or repeated, and no other file is overwritten."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grav.arena import (
    PlayedGame,
    Results,
    ResultsError,
    Schedule,
    play_missing,
    play_scheduled,
    read_results,
)
from grav.arena import results as results_module
from grav.bots.player_definition import define_player
from grav.game import replay
from grav.provenance import Provenance, provenance
from grav.record import record_from_json
from grav.rules import parse_rules
from grav.text import LANGUAGES

SCHEDULE = Schedule(parse_rules("4x4 2p 3 3 4 1 4 revised"), ("random", "greedy"), "seed")
PLAYERS = {name: define_player(name) for name in SCHEDULE.players}


@pytest.fixture(autouse=True)
def the_time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with the same games are then the same."""
    entry = provenance(SCHEDULE.command, PLAYERS)

    def state(command: str, players: dict[str, object]) -> Provenance:
        return replace(entry, command=command, players=players)

    monkeypatch.setattr(results_module, "provenance", state)


@pytest.fixture(scope="session")
def games() -> list[PlayedGame]:
    return [play_scheduled(SCHEDULE, number) for number in range(6)]


@pytest.fixture
def file(tmp_path: Path, games: list[PlayedGame]) -> Path:
    """A results file with four games, out of order."""
    path = tmp_path / "games.ndjson"
    with Results(SCHEDULE, path) as results:
        for number in (1, 0, 3, 2):
            results.add(games[number])
    return path


def reopen(path: Path) -> list[int]:
    with Results(SCHEDULE, path) as results:
        return [game.number for game in results.games(6)]


def test_games_come_back_as_they_were(file: Path, games: list[PlayedGame]) -> None:
    with Results(SCHEDULE, file) as results:
        found = results.games(6)
        assert [game.to_json() | {"record": 0} for game in found] == [
            game.to_json() | {"record": 0} for game in games[:4]
        ]
        assert results.missing(6) == [4, 5]


def test_every_line_holds_a_game_that_can_be_replayed(file: Path) -> None:
    header, source, *lines = map(json.loads, file.read_text("utf-8").splitlines())
    assert header == SCHEDULE.to_json()
    assert [*source] == ["provenance"]
    for line in lines:
        record = record_from_json(line["record"])
        assert record.players == tuple(line["seats"])
        *_, last = replay(record.rules, record.actions)
        assert list(last.state.board.counts()) == line["stones"]


@pytest.mark.parametrize("cut", [1, 2, 40, 300])
def test_a_truncated_last_line_is_ignored(file: Path, cut: int) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    assert reopen(file) == [0, 1, 3]
    assert file.read_bytes() == whole[: whole[:-1].rfind(b"\n") + 1]


def test_a_file_truncated_anywhere_can_be_completed(file: Path, games: list[PlayedGame]) -> None:
    whole = file.read_bytes()
    for cut in range(0, len(whole), 97):
        file.write_bytes(whole[:cut])
        with Results(SCHEDULE, file) as results:
            play = results.missing(4)
            for number in play:
                results.add(games[number])
        assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_stored_games_are_not_played_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def play(schedule: Schedule, number: int) -> PlayedGame:
        played.append(number)
        return play_scheduled(schedule, number)

    monkeypatch.setattr("grav.arena.runner.play_scheduled", play)
    for _ in range(2):
        with Results(SCHEDULE, file) as results:
            play_missing([results], 6, 1)
    assert played == [4, 5]
    assert len(file.read_bytes().splitlines()) == 8


def test_a_duplicate_line_counts_once(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join((*lines, lines[-1])))
    assert reopen(file) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("other", "part"),
    [
        (Schedule(SCHEDULE.rules, SCHEDULE.players, "other"), "seed"),
        (Schedule(SCHEDULE.rules, ("greedy", "random"), "seed"), "players"),
        (Schedule(SCHEDULE.rules, SCHEDULE.players, "seed", pairs=True), "pairs"),
        (
            Schedule(parse_rules("5x5 2p 3 3 4 1 4 revised"), SCHEDULE.players, "seed"),
            "rules",
        ),
    ],
)
def test_a_different_header_is_refused(file: Path, other: Schedule, part: str) -> None:
    before = file.read_bytes()
    with pytest.raises(ResultsError) as error:
        Results(other, file)
    assert error.value.text.key == "arena.other_schedule"
    for language in LANGUAGES:
        assert part in error.value.say(language)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["My diary", "My diary\nDay 1\n", "{}\n", "[]\n", '{"grav": 1}\n', "\n", "\xff\n"]
)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ResultsError) as error:
        Results(SCHEDULE, path)
    assert error.value.text.key == "arena.not_results"
    assert path.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    "change",
    [
        {"game": -1},
        {"game": 1},
        {"game": "0"},
        {"seats": ["random", "random"]},
        {"ranking": [0, 0]},
        {"ranking": [0]},
        {"stones": [1, "2"]},
        {"ended": "boredom"},
        {"wrong_shouts": None},
        {"faults": [{"by": 2, "why": "occupied"}]},
        {"faults": [{"by": 1}]},
    ],
    ids=str,
)
def test_a_line_that_is_no_game_of_the_schedule_is_reported(
    file: Path, games: list[PlayedGame], change: dict[str, object]
) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[3] = json.dumps(games[0].to_json() | change).encode() + b"\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(ResultsError) as error:
        Results(SCHEDULE, file)
    assert error.value.text.key == "arena.line"
    for language in LANGUAGES:
        assert "4" in error.value.say(language)
    assert file.read_bytes() == b"".join(lines)


# --- provenance -----------------------------------------------------------------------------------


def test_a_file_states_who_played_and_how(file: Path) -> None:
    with Results(SCHEDULE, file) as results:
        [entry] = results.provenance
    assert (entry.players, entry.command) == (PLAYERS, SCHEDULE.command)
    assert SCHEDULE.command == (
        "grav arena random greedy --rules '4x4 2p 3 3 4 1 4 revised' --seed seed"
    )


def test_the_same_program_states_itself_once(file: Path, games: list[PlayedGame]) -> None:
    for number in (4, 5):
        with Results(SCHEDULE, file) as results:
            results.add(games[number])
    assert file.read_bytes().count(b'"provenance"') == 1


def test_another_program_that_continues_states_itself(
    file: Path, games: list[PlayedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Results(SCHEDULE, file) as results:
        [first] = results.provenance
    later = replace(first, commit="another")
    monkeypatch.setattr(results_module, "provenance", lambda *_: later)
    with Results(SCHEDULE, file) as results:
        results.add(games[4])
    assert read_results(file).provenance == [first, later]
    assert reopen(file) == [0, 1, 2, 3, 4]


def test_a_file_that_is_only_read_gets_no_line(file: Path) -> None:
    before = file.read_bytes()
    assert reopen(file) == [0, 1, 2, 3]
    assert file.read_bytes() == before


def test_a_file_of_an_earlier_version_is_read_and_continued(
    file: Path, games: list[PlayedGame]
) -> None:
    header, _, *lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join((header, *lines)))
    with Results(SCHEDULE, file) as results:
        assert results.missing(6) == [4, 5]
        assert not results.provenance
        results.add(games[4])
    assert len(read_results(file).provenance) == 1
    assert read_results(file).has_unstated_games
    assert reopen(file) == [0, 1, 2, 3, 4]


def define_otherwise(name: str) -> dict[str, object]:
    return {"simple": name, "greed": 0.5} if name == "greedy" else {"simple": name}


def test_games_of_players_who_have_changed_are_not_continued(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(results_module, "define_player", define_otherwise)
    for read in (reopen, read_results):
        with pytest.raises(ResultsError) as error:
            read(file)
        assert error.value.text.key == "arena.other_players"
        for language in LANGUAGES:
            said = error.value.say(language)
            assert all(word in said for word in ("greedy", "greed", "null", "0.5"))
    assert file.read_bytes() == before


def test_players_may_have_changed_before_the_first_game(
    tmp_path: Path, games: list[PlayedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that was ended before its first game was whole left its provenance alone."""
    path = tmp_path / "games.ndjson"
    with Results(SCHEDULE, path) as results:
        results.add(games[0])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    monkeypatch.setattr(results_module, "define_player", define_otherwise)
    with Results(SCHEDULE, path) as results:
        results.add(games[0])
        found = [entry.players["greedy"] for entry in results.provenance]
    assert found == [PLAYERS["greedy"], define_otherwise("greedy")]


def test_a_damaged_provenance_is_reported(file: Path) -> None:
    header, source, *lines = file.read_bytes().splitlines(keepends=True)
    broken: dict[str, Any] = json.loads(source)
    del broken["provenance"]["commit"]
    file.write_bytes(b"".join((header, json.dumps(broken).encode() + b"\n", *lines)))
    with pytest.raises(ResultsError) as error:
        Results(SCHEDULE, file)
    assert error.value.text.key == "arena.line"


def test_a_file_is_read_whatever_its_schedule(file: Path) -> None:
    before = file.read_bytes()
    found = read_results(file)
    assert (found.schedule, found.has_unstated_games) == (SCHEDULE, False)
    assert [game.number for game in found.stored_games] == [0, 1, 2, 3]
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["My diary\n", "{}\n", '{"arena": 1, "rules": 7}\n', ""])
def test_a_file_without_a_schedule_is_not_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(ResultsError) as error:
        read_results(path)
    assert error.value.text.key == "arena.not_results"


def test_without_a_path_nothing_is_written(tmp_path: Path, games: list[PlayedGame]) -> None:
    with Results(SCHEDULE) as results:
        results.add(games[1])
        assert results.missing(3) == [0, 2]
    assert list(tmp_path.iterdir()) == []
