"""`grav analyse`: the best moves, how the move that was played compares, and errors."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from hypothesis import given, settings
from tests.cli.watched_analysis import RECORDED, TIMEOUT, WatchedAnalysis
from tests.subtests import every

from grav.cli.analysis.position import PositionError, position_at
from grav.game import Pass, Place, State, action_to_json, apply
from grav.native.loading import core
from grav.record import Record, load
from grav.rules import Bonus, Enforcement, Point, rules_to_json
from grav.testing.strategies import Game, games
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
Json = dict[str, Any]

FEW = ("--nodes", "300")
needs_core = pytest.mark.needs_core
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def record_of(words: str, **parts: object) -> bytes:
    """Builds a record on a 5 × 5 board from words: `0c3 1ok 1grav 0pass 1-c3`."""
    rules = {"size": 5, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4} | parts
    names = {"ok": "accept", "grav": "grav", "pass": "pass", "resign": "resign"}
    actions: list[Json] = []
    for word in words.split():
        by, rest = int(word[0]), word[1:]
        if rest in names:
            actions.append({"do": names[rest], "by": by})
        elif rest.startswith("-"):
            actions.append({"do": "remove", "by": by, "at": rest[1:]})
        else:
            at, _, declare = rest.partition("+")
            actions.append({"do": "place", "by": by, "at": at} | _declared(declare))
    return json.dumps({"rules": rules, "actions": actions}).encode()


def _declared(number: str) -> Json:
    return {"declare": int(number)} if number else {}


def parse_answer(done: CompletedProcess[str]) -> Json:
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    answer: Json = json.loads(done.stdout)
    return answer


def analyse_record(grav: Grav, record: bytes, *arguments: str) -> Json:
    return parse_answer(grav("analyse", "-", "--json", *FEW, *arguments, stdin=record))


def error_message(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("grav: ") : -1]


def play_strictly(state: State, line: Sequence[Json]) -> None:
    """Plays the moves in strict play, which refuses illegal ones."""
    rules = replace(state.rules, enforcement=Enforcement.STRICT)
    state = replace(state, rules=rules)
    for move in line:
        if move["at"] is None:
            state = apply(state, Pass(move["by"])).state
            continue
        declare = move["declare"] if rules.edition.bonus is Bonus.DECLARED else None
        state = apply(state, Place(move["by"], Point.parse(move["at"]), declare)).state


@needs_core
def test_json_reports_the_position_and_its_best_moves(grav: Grav) -> None:
    answer = parse_answer(grav("analyse", RECORDED, "--move", "4", "--json", *FEW, "--best", "3"))
    assert list(answer) == [
        "rules",
        "move",
        "to_move",
        "bonus_turns",
        "simulations",
        "proven",
        "candidates",
        "played",
    ]
    assert answer["rules"] == "9x9 2p 3 3 4 2 4 revised first=0"
    assert (answer["move"], answer["to_move"], answer["bonus_turns"]) == (4, 1, 0)
    assert (answer["simulations"], answer["proven"]) == (300, False)
    assert len(answer["candidates"]) == 3
    for one in answer["candidates"]:
        assert list(one) == ["at", "declare", "visits", "wins", "stones", "winner", "line"]
        assert sum(one["wins"]) == pytest.approx(1, abs=0.001)
        assert len(one["stones"]) == 2
        assert one["winner"] is None
        assert one["line"][0] == {"by": 1, "at": one["at"], "declare": one["declare"]}
    visits = [one["visits"] for one in answer["candidates"]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= 300


@needs_core
def test_the_same_seed_finds_the_same_with_a_number_of_games(grav: Grav) -> None:
    line = ("analyse", RECORDED, "--move", "2", "--json", *FEW)
    first = grav(*line, "--seed", "one").stdout
    assert grav(*line, "--seed", "one").stdout == first
    assert grav(*line, "--seed", "two").stdout != first
    assert grav(*line).stdout == grav(*line, "--seed", "grav", "--threads", "1").stdout


@needs_core
@every("move", range(1, 34))
def test_moves_and_lines_are_legal(grav: Grav, move: int) -> None:
    answer = parse_answer(
        grav("analyse", RECORDED, "--move", str(move), "--json", "--nodes", "100")
    )
    state = position_at(load(RECORDED), move).state
    assert answer["to_move"] == state.to_move == (move - 1) % 2
    assert answer["candidates"]
    for one in answer["candidates"]:
        play_strictly(state, one["line"])


@needs_core
@settings(max_examples=60)
@given(games())
def test_any_record_is_analysed_or_the_reason_is_reported(grav: Grav, game: Game) -> None:
    actions = tuple(action for action, _ in game.plies)
    form = {"rules": rules_to_json(game.rules), "actions": [*map(action_to_json, actions)]}
    done = grav("analyse", "-", "--json", "--nodes", "20", stdin=json.dumps(form).encode())
    why: str | None = None
    try:
        state = position_at(Record(game.rules, actions), None).state
    except PositionError as error:
        why = say("cli.in_file", file="-", cause=error.text)
    if why is not None:
        assert error_message(done) == why
        return
    answer = parse_answer(done)
    assert answer["to_move"] == state.to_move
    assert answer["candidates"]
    for one in answer["candidates"]:
        play_strictly(state, one["line"])


@needs_core
def test_the_move_of_the_record_is_ranked_and_evaluated(grav: Grav) -> None:
    played = parse_answer(grav("analyse", RECORDED, "--move", "2", "--json", *FEW))["played"]
    assert list(played) == [
        "at",
        "declare",
        "breaches",
        "rank",
        "visits",
        "wins",
        "stones",
        "winner",
        "line",
    ]
    assert (played["at"], played["declare"], played["breaches"]) == ("e6", 0, [])
    assert played["rank"] >= 1
    assert played["visits"] > 0
    assert sum(played["wins"]) == pytest.approx(1, abs=0.001)


@needs_core
@pytest.mark.parametrize(("move", "rule"), [(24, "distance"), (32, "continuity")])
def test_a_move_that_broke_a_rule_has_no_rank_but_a_worth(grav: Grav, move: int, rule: str) -> None:
    played = parse_answer(grav("analyse", RECORDED, "--move", str(move), "--json", *FEW))["played"]
    assert [breach["rule"] for breach in played["breaches"]] == [rule]
    assert played["rank"] is None
    assert played["winner"] == 0  # it gave its shapes away, and all that the others need


@needs_core
def test_the_bonus_turns_that_were_not_taken_count(grav: Grav) -> None:
    """Move 33 completes a shape, which wins; without the bonus turn it loses."""
    answer = parse_answer(grav("analyse", RECORDED, "--move", "33", "--json", *FEW))
    [best] = answer["candidates"]
    played = answer["played"]
    assert (best["at"], best["declare"], best["winner"]) == ("g1", 1, 0)
    assert (played["at"], played["declare"], played["winner"], played["rank"]) == ("g1", 0, 1, 1)
    assert answer["proven"]


@needs_core
@in_every_language
def test_people_read_the_board_the_turn_the_moves_and_what_was_played(
    grav: Grav, language: Language
) -> None:
    done = grav("analyse", RECORDED, "--move", "24", "--lang", language, *FEW)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    player = say("report.player", language, seat=2)
    on_turn = say("analyse.on_turn", language, player=player)
    assert say("analyse.before", language, move=24, told=on_turn) in lines
    assert say("analyse.proven", language, player=player) in lines
    assert any("[◉]" in line for line in lines)  # b1, the last stone
    [heads] = [
        line for line in lines if line.startswith("   " + say("analyse.head_move", language))
    ]
    for key in ("head_wins", "head_games", "head_then"):
        assert say(f"analyse.{key}", language) in heads
    assert say("analyse.sure_win", language) in lines[lines.index(heads) + 1]
    assert say("breach.distance", language, distance=1, origin="b1", least=2, most=4) in lines[-1]
    assert say("analyse.sure_loss", language) in lines[-2]


@needs_core
def test_no_sentence_is_the_same_in_two_languages(grav: Grav) -> None:
    pages = [
        grav("analyse", RECORDED, "--move", "2", "--lang", language, *FEW).stdout.splitlines()
        for language in LANGUAGES
    ]
    for lines in zip(*pages, strict=True):
        cells = {tuple(line.split()) for line in lines}
        is_same = not lines[0] or lines[0].strip()[0].isdecimal() or "a  b  c" in lines[0]
        assert len(cells) == (1 if is_same else 3), lines


@needs_core
def test_the_best_moves_are_numbered_on_the_board(grav: Grav) -> None:
    line = ("analyse", RECORDED, "--move", "6", *FEW, "--best", "2")
    one, two = parse_answer(grav(*line, "--json"))["candidates"]
    rows = grav(*line).stdout.splitlines()
    for rank, candidate in enumerate((one, two), 1):
        at = Point.parse(candidate["at"])
        row = next(row for row in rows if row.startswith(f"{at.row + 1:>2}  "))
        assert row[4 + 3 * at.column : 6 + 3 * at.column] == f".{rank}"


@needs_core
def test_no_line_is_wider_than_the_terminal(grav: Grav) -> None:
    for move in ("1", "6", "7"):
        shown = grav("analyse", RECORDED, "--move", move, "--nodes", "2000").stdout
        assert max(map(len, shown.splitlines())) <= 80


@needs_core
def test_plain_output_has_digits_for_stones(grav: Grav) -> None:
    shown = grav("analyse", RECORDED, "--move", "9", "--plain", *FEW).stdout
    assert "1 player 1 4   2 player 2 4" in shown
    assert not set("◉▮") & set(shown)


@needs_core
def test_an_open_window_counts_as_accepted_by_all(grav: Grav) -> None:
    for players, answers in ((2, "1ok"), (3, "1ok 2ok")):
        open_file = record_of("0c3", players=players)
        closed = record_of(f"0c3 {answers}", players=players)
        assert analyse_record(grav, open_file) == analyse_record(grav, closed)
        assert analyse_record(grav, open_file)["to_move"] == 1
    shown = grav("analyse", "-", *FEW, stdin=open_file).stdout
    on_turn = say("analyse.on_turn", player=say("report.player", seat=2))
    assert say("analyse.accepted", told=on_turn) in shown.splitlines()


@needs_core
def test_bonus_turns_to_come_are_reported(grav: Grav) -> None:
    stones = record_of("0a1 0resign", first=0)
    assert error_message(grav("analyse", "-", stdin=stones)) == say(
        "cli.in_file", file="-", cause=say("analyse.nobody_over")
    )
    record = record_of("0a1 1c1 0a3 1c3+1", d=1, first=0)
    answer = analyse_record(grav, record)
    assert (answer["to_move"], answer["bonus_turns"]) == (1, 0)
    shown = grav("analyse", "-", *FEW, stdin=record).stdout
    assert say("analyse.on_bonus", player=say("report.player", seat=2)) in shown


@needs_core
def test_the_player_of_the_first_stone_was_on_turn(grav: Grav) -> None:
    record = record_of("2c3", players=3)
    assert analyse_record(grav, record, "--move", "1")["to_move"] == 2
    assert analyse_record(grav, record_of("", players=3))["to_move"] == 0
    assert analyse_record(grav, record_of("0resign", players=3))["to_move"] == 1


@needs_core
def test_moves_count_as_for_a_picture_with_the_voided_ones(grav: Grav) -> None:
    record = record_of("0c3 1c4 0grav 0e3 1ok 1c1 0ok", first=0)
    assert [
        analyse_record(grav, record, "--move", str(n))["played"]["at"] for n in (1, 2, 3, 4)
    ] == [
        "c3",
        "c4",
        "e3",
        "c1",
    ]
    assert error_message(grav("analyse", "-", "--move", "5", stdin=record)) == error_message(
        grav("draw", "-", "--move", "5", stdin=record)
    )


@needs_core
def test_refused_actions_change_nothing(grav: Grav) -> None:
    with_them = record_of("0c3 1-c3 0c3 1ok 1c1 1c1 0pass", first=0)
    without = record_of("0c3 1ok 1c1 0pass", first=0)
    assert analyse_record(grav, with_them) == analyse_record(grav, without)
    for move in ("1", "2"):
        assert analyse_record(grav, with_them, "--move", move) == analyse_record(
            grav, without, "--move", move
        )


@needs_core
def test_all_kinds_of_records_and_editions_are_read(grav: Grav, tmp_path: Path) -> None:
    for name in ("one.json", "one.grav"):
        assert grav("convert", RECORDED, name).returncode == 0
        answer = parse_answer(grav("analyse", tmp_path / name, "--move", "5", "--json", *FEW))
        assert answer["candidates"][0]["line"]
    classic = record_of("0a1 1c1 0a3", d=1, edition="classic", enforcement="strict", first=0)
    [shape] = [one for one in analyse_record(grav, classic)["candidates"] if one["at"] == "c3"]
    assert shape["declare"] == 1
    assert analyse_record(grav, classic, "--move", "3")["played"]["rank"] >= 1


@needs_core
def test_numbers_that_no_board_reaches_are_analysed(grav: Grav) -> None:
    record = record_of("0c3 1c1", a=10**3999, e=10**3999, bonus_limit=10**3999)
    assert analyse_record(grav, record)["candidates"]


@needs_core
@in_every_language
@every(
    ("words", "phase"),
    [("0c3 1ok 1pass 0pass", "over"), ("0c3 1ok 1c1 0ok 0c2 1grav", "penalty")],
)
def test_where_nobody_is_on_turn_a_move_must_be_named(
    grav: Grav, language: Language, words: str, phase: str
) -> None:
    record = record_of(words, first=0)
    message = error_message(grav("analyse", "-", "--lang", language, stdin=record))
    cause = say(f"analyse.nobody_{phase}", language)
    assert message == say("cli.in_file", language, file="-", cause=cause)
    assert "--move" in message
    assert analyse_record(grav, record, "--move", "1")["candidates"]


@needs_core
@in_every_language
def test_a_move_that_the_record_does_not_have_is_reported(grav: Grav, language: Language) -> None:
    message = error_message(grav("analyse", RECORDED, "--move", "34", "--lang", language))
    cause = say("diagram.no_such_move", language, move=34, moves=33)
    assert message == say("cli.in_file", language, file=str(RECORDED), cause=cause)


@in_every_language
@every("time", ["x", "", "nan", "inf", "1e3", "3s", "٣"])
def test_an_invalid_time_is_reported(grav: Grav, language: Language, time: str) -> None:
    message = error_message(grav("analyse", RECORDED, "--time", time, "--lang", language))
    assert message == say("cli.not_seconds", language, name="--time", found=time)


@in_every_language
@every("time", ["0", "-3", "0.001", "86401"])
def test_a_time_out_of_bounds_is_reported(grav: Grav, language: Language, time: str) -> None:
    message = error_message(grav("analyse", RECORDED, "--time", time, "--lang", language))
    bounds = {"least": 0.01, "most": 86400}
    assert message == say("rules.out_of_bounds", language, name="--time", value=time, **bounds)


@pytest.mark.parametrize("option", ["--nodes", "--best", "--threads", "--move"])
def test_numbers_out_of_bounds_are_reported(grav: Grav, option: str) -> None:
    assert option in error_message(grav("analyse", RECORDED, option, "0"))
    assert option in error_message(grav("analyse", RECORDED, option, "many"))


@needs_core
def test_what_holds_no_record_is_reported_with_its_name(grav: Grav) -> None:
    assert error_message(grav("analyse", "none.grav")) == say("cli.no_such_file", file="none.grav")
    assert error_message(grav("analyse", "-", stdin=b"Hello")).startswith("-: ")


@pytest.fixture
def _no_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "grav.native._core", None)
    core.cache_clear()
    yield
    core.cache_clear()


@pytest.mark.usefixtures("_no_core")
@in_every_language
def test_without_the_core_the_error_says_how_to_get_it(grav: Grav, language: Language) -> None:
    message = error_message(grav("analyse", RECORDED, "--lang", language))
    assert message == say("native.missing", language)


@needs_core
def test_no_progress_is_shown_to_programs(command: Path) -> None:
    with WatchedAnalysis(command, "--time", "0.5", "--json") as terminal:
        out, _ = terminal.process.communicate(timeout=TIMEOUT)
        terminal.read(b"never")
        assert json.loads(out)["candidates"]
    assert terminal.shown == b""


@needs_core
def test_no_progress_is_shown_without_a_terminal(real_grav: Grav) -> None:
    done = real_grav("analyse", RECORDED, "--move", "2", "--time", "0.5", "--threads", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert say("analyse.head_then") in done.stdout
