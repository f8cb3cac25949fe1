"""The results file: no game is lost or repeated, and no other file is overwritten."""

import json
from pathlib import Path

import pytest

from grav.arena import PlayedGame, Results, ResultsError, Schedule, play_missing, play_scheduled
from grav.game import replay
from grav.record import record_from_json
from grav.rules import parse_rules
from grav.text import LANGUAGES

SCHEDULE = Schedule(parse_rules("4x4 2p 3 3 4 1 4 revised"), ("random", "greedy"), "seed")


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
    header, *lines = map(json.loads, file.read_text("utf-8").splitlines())
    assert header == SCHEDULE.to_json()
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
    assert len(file.read_bytes().splitlines()) == 7


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
    lines[2] = json.dumps(games[0].to_json() | change).encode() + b"\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(ResultsError) as error:
        Results(SCHEDULE, file)
    assert error.value.text.key == "arena.line"
    for language in LANGUAGES:
        assert "3" in error.value.say(language)
    assert file.read_bytes() == b"".join(lines)


def test_without_a_path_nothing_is_written(tmp_path: Path, games: list[PlayedGame]) -> None:
    with Results(SCHEDULE) as results:
        results.add(games[1])
        assert results.missing(3) == [0, 2]
    assert list(tmp_path.iterdir()) == []
