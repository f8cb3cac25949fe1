"""Line-ups: their syntax, and the players they stand for."""

import pytest
from tests.subtests import every

from grav.bots import LEVELS
from grav.lab.players import Entrant, LineUp, line_up_of, parse_line_up
from grav.native import PERFECT_PERCEPTION
from grav.rules.json_fields import FormError

RANDOM, GREEDY = Entrant("random"), Entrant("greedy")


@pytest.mark.parametrize(
    ("text", "entrants"),
    [
        ("random", (RANDOM,)),
        ("greedy, random", (GREEDY, RANDOM)),
        (" greedy  eyes=4 ", (Entrant("greedy", 4),)),
        ("level=6,random eyes=10", (Entrant("level", 6), Entrant("random", 10))),
    ],
)
def test_a_line_up_survives_a_round_trip_through_text(
    text: str, entrants: tuple[Entrant, ...]
) -> None:
    line_up = parse_line_up(text, "here")
    assert line_up == LineUp(entrants)
    assert parse_line_up(str(line_up), "here") == line_up


def test_perception_is_that_of_a_level_or_perfect_by_default() -> None:
    assert RANDOM.perception == PERFECT_PERCEPTION
    assert RANDOM.policy.perception == PERFECT_PERCEPTION
    assert Entrant("greedy", 4).policy.choice == "greedy"
    assert Entrant("greedy", 4).policy.perception == LEVELS[4].perception
    assert Entrant("greedy", 4).can_err
    assert not Entrant("level", 4).can_err


def test_one_player_takes_all_seats_and_several_one_each() -> None:
    assert parse_line_up("random", "").seats(3) == (RANDOM,) * 3
    assert parse_line_up("random, greedy", "").seats(2) == (RANDOM, GREEDY)
    assert parse_line_up("random, greedy", "").seats(3) is None


def test_seats_are_written_in_the_shortest_form() -> None:
    assert str(line_up_of((GREEDY, GREEDY, GREEDY))) == "greedy"
    assert str(line_up_of((GREEDY, RANDOM))) == "greedy, random"


@every("text", ["", "clever", "random eyes", "level", "random,", "level=6 eyes=4"])
def test_an_unknown_player_is_reported_with_its_place(text: str) -> None:
    with pytest.raises(FormError, match=r"^line_ups\[1\]: found .* expected random, greedy"):
        parse_line_up(text, "line_ups[1]")


@pytest.mark.parametrize("text", ["level=11", "level=0", "random eyes=99"])
def test_a_level_that_does_not_exist_is_reported(text: str) -> None:
    with pytest.raises(FormError, match="expected a level from 1 to 10"):
        parse_line_up(text, "line_ups")


def test_a_line_up_that_is_no_text_is_reported() -> None:
    with pytest.raises(FormError, match=r"^line_ups: found 3, expected a text"):
        parse_line_up(3, "line_ups")
