"""The pictures of the rulebook agree with the rules."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grav.rules import REVISED, Board, Criterion, Point, breaches, completed_shapes, parse_rules

RULES = Path(__file__).parents[2] / "web" / "src" / "pages" / "rules"
SHAPES: dict[str, Any] = json.loads((RULES / "shapePictures.json").read_text("utf-8"))
SHOUT: dict[str, Any] = json.loads((RULES / "shoutPicture.json").read_text("utf-8"))
CENTRES: list[dict[str, Any]] = SHAPES["centres"]


def shapes_of(picture: dict[str, Any], criterion: Criterion) -> list[dict[str, object]]:
    """Returns the shapes that the last stone of the picture completes."""
    new = Point.parse(picture["new"])
    board = Board.from_rows(picture["board"], 2).remove(new)
    edition = replace(REVISED, shapes=criterion)
    return [shape.to_json() for shape in completed_shapes(board, new, edition)]


@pytest.mark.parametrize("picture", CENTRES, ids=[each["id"] for each in CENTRES])
def test_each_picture_is_one_shape_of_all_its_stones(picture: dict[str, Any]) -> None:
    for criterion in Criterion:
        assert shapes_of(picture, criterion) == picture["shapes"]


def test_the_three_kinds_of_centre_are_in_the_order_of_their_captions() -> None:
    kinds = []
    for picture in CENTRES:
        first, *second = (Point.parse(each) for each in picture["shapes"][0]["centre"].split("/"))
        kinds.append(1 if not second else 2 * first.taxi_distance(second[0]))
    assert kinds == [1, 2, 4]


def test_an_inner_shape_counts_only_under_the_criterion_every() -> None:
    nested = SHAPES["nested"]
    assert shapes_of(nested, Criterion.EVERY) == nested["shapes"]
    assert shapes_of(nested, Criterion.LARGEST) == nested["shapes"][:1]
    assert shapes_of(nested, Criterion.WHOLE) == []


def test_the_stone_that_is_shouted_at_breaks_the_rule_that_the_picture_shows() -> None:
    rules = parse_rules(SHOUT["rules"])
    at = Point.parse(SHOUT["at"])
    board = Board.from_rows(SHOUT["board"], 2).remove(at)
    found = breaches(rules, board, Point.parse(SHOUT["last"]), at)
    assert [breach.to_json() for breach in found] == SHOUT["breaches"]
    assert str(rules.setting) == SHOUT["setting"]
