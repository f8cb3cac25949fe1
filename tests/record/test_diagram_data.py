"""Diagrams as data: what they show of a game."""

import json
from pathlib import Path

import pytest

from grav.game import Accept, Action, Grav, Place, Remove, action_from_json
from grav.record.diagram_data import (
    Broken,
    Diagram,
    DiagramError,
    Stone,
    diagram_of,
    position_diagram,
)
from grav.rules import (
    Board,
    Point,
    Rules,
    Setting,
    TooFullSquare,
    TooLongRun,
    WrongDistance,
    rules_from_json,
)

VECTORS = Path(__file__).parents[1] / "data" / "conformance" / "rulings.ndjson"


def recorded_game() -> tuple[Rules, list[Action]]:
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        if vector["name"] == "recorded-game":
            actions = [action_from_json(step["action"]) for step in vector["steps"]]
            return rules_from_json(vector["rules"]), actions
    raise AssertionError("no vector of the recorded game")


def at(name: str) -> Point:
    return Point.parse(name)


# Distances of 2 to 4. Move 3 is too near and voided, then move 1 is removed; move 5 is placed
# where 1 had been, and move 6 where 3 had been.
RULES = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)
REUSED: list[Action] = [
    Place(0, at("c3")),
    Accept(1),
    Place(1, at("c5")),
    Accept(0),
    Place(0, at("c6")),
    Grav(1),
    Remove(1, at("c3")),
    Place(1, at("e5")),
    Accept(0),
    Place(0, at("c3")),
    Accept(1),
    Place(1, at("c6")),
    Accept(0),
]


def told(diagram: Diagram, language: str = "en") -> list[str]:
    return [note.say(language) for note in diagram.notes]


def stone_at(diagram: Diagram, name: str) -> Stone:
    (stone,) = [stone for stone in diagram.stones if stone.at == at(name)]
    return stone


def test_placements_are_numbered_in_order() -> None:
    rules, actions = recorded_game()
    diagram = diagram_of(rules, actions)
    assert [stone.number for stone in diagram.stones] == list(range(1, 34))
    assert stone_at(diagram, "f7") == Stone(at("f7"), 0, 1)
    assert stone_at(diagram, "h3") == Stone(at("h3"), 1, 32)
    assert diagram.last == at("g1")
    assert diagram.notes == ()


def test_a_move_shows_the_board_in_its_window() -> None:
    rules, actions = recorded_game()
    diagram = diagram_of(rules, actions, 24)
    assert len(diagram.stones) == 24
    assert diagram.last == at("b2")
    assert told(diagram) == ["after move 24"]


def test_move_0_is_the_empty_board() -> None:
    rules, actions = recorded_game()
    diagram = diagram_of(rules, actions, 0, breaches=True, shapes=True)
    assert diagram.stones == ()
    assert diagram.last is None


@pytest.mark.parametrize("move", [-1, 34])
def test_a_move_that_the_game_lacks_is_an_error(move: int) -> None:
    rules, actions = recorded_game()
    with pytest.raises(DiagramError, match=f"there is no move {move}; the game has 33"):
        diagram_of(rules, actions, move)


def test_a_point_shows_the_first_stone_placed_there() -> None:
    diagram = diagram_of(RULES, REUSED)
    assert stone_at(diagram, "c3") == Stone(at("c3"), 0, 1, faded=True, now=0)
    assert stone_at(diagram, "c6") == Stone(at("c6"), 0, 3, faded=True, now=1)
    assert stone_at(diagram, "c5") == Stone(at("c5"), 1, 2)


def test_notes_list_reused_points_and_stones_that_were_taken_off() -> None:
    assert told(diagram_of(RULES, REUSED)) == ["5 = 1, 6 = 3", "3 voided", "1 removed"]


@pytest.mark.parametrize(
    ("language", "notes"),
    [
        ("ja", ["5 = 1、6 = 3", "無効：3", "取り除き：1"]),
        ("ko", ["5 = 1, 6 = 3", "무효: 3", "제거: 1"]),
    ],
)
def test_notes_are_written_in_every_language(language: str, notes: list[str]) -> None:
    assert told(diagram_of(RULES, REUSED), language) == notes


def test_a_refused_action_changes_nothing() -> None:
    refused: list[Action] = [Accept(5), Place(2, at("a1")), Place(0, at("z9"))]
    stated = [action for one in REUSED for action in (one, *refused)]
    assert diagram_of(RULES, stated) == diagram_of(RULES, REUSED)


def test_a_stone_is_not_faded_before_it_is_taken_off() -> None:
    diagram = diagram_of(RULES, REUSED, 3)
    assert [stone.faded for stone in diagram.stones] == [False, False, False]
    assert diagram.last == at("c6")


def test_a_reused_point_whose_stone_is_taken_off_again_is_empty() -> None:
    voided_again: list[Action] = [
        *REUSED[:9],
        Place(0, at("e6")),
        Grav(1),
        Place(1, at("e6")),
        Grav(0),
        Remove(0, at("c5")),
    ]
    diagram = diagram_of(RULES, voided_again)
    assert stone_at(diagram, "e6") == Stone(at("e6"), 0, 5, faded=True)
    assert told(diagram) == ["6 = 5", "3, 5, 6 voided", "1, 2 removed"]


def test_breaches_of_the_whole_game_are_those_of_every_move() -> None:
    rules, actions = recorded_game()
    diagram = diagram_of(rules, actions, breaches=True)
    run = tuple(at(name) for name in ("e6", "f5", "g4", "h3"))
    assert diagram.breaches == (
        Broken(at("b2"), WrongDistance(at("b1"), 1, 2, 4)),
        Broken(at("h3"), TooLongRun(run, 1, 3)),
    )
    assert told(diagram) == [
        "24: 1 step from b1; 2 to 4 allowed",
        "32: 4 stones at interval 1 (e6, f5, g4, h3); at most 3",
    ]


@pytest.mark.parametrize(("move", "found"), [(23, 0), (24, 1), (25, 0), (32, 1), (33, 0)])
def test_breaches_of_a_move_are_its_own(move: int, found: int) -> None:
    rules, actions = recorded_game()
    assert len(diagram_of(rules, actions, move, breaches=True).breaches) == found


def test_breaches_are_shown_only_when_asked_for() -> None:
    rules, actions = recorded_game()
    assert diagram_of(rules, actions, 32).breaches == ()


def test_shapes_are_those_that_the_move_completes() -> None:
    rules, actions = recorded_game()
    diagram = diagram_of(rules, actions, 13, shapes=True)
    assert [str(shape.centre) for shape in diagram.shapes] == ["e6/f7", "e8/f8"]
    assert all(at("c8") in shape.points for shape in diagram.shapes)
    assert told(diagram) == ["after move 13", "13 completes 2 shapes"]


def test_a_position_shows_every_stone_without_a_number() -> None:
    board = Board.from_rows(["0.1", ".5.", "..."], 6)
    diagram = position_diagram(board, at("c3"), caption=["A position"], players=["Maru"])
    assert diagram.stones == (Stone(at("a3"), 0), Stone(at("b2"), 5), Stone(at("c3"), 1))
    assert (diagram.size, diagram.last) == (3, at("c3"))
    assert (diagram.caption, diagram.players) == (("A position",), ("Maru",))


def test_breaches_need_the_rules_that_they_break() -> None:
    board = Board.from_rows(["000", "00.", "..."], 2)
    broken = Broken(at("a3"), TooFullSquare(at("a1"), 5, 4))
    rules = Rules(3, 2, Setting(3, 3, 4, 1, 4))
    assert position_diagram(board, rules=rules, breaches=[broken]).breaches == (broken,)
    with pytest.raises(ValueError, match="expected rules"):
        position_diagram(board, breaches=[broken])
