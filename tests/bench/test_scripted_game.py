"""The script of actions that both servers are loaded with."""

from bench.server import scripted_game


def test_every_stone_is_answered_by_the_other_player_who_places_next() -> None:
    assert [scripted_game.actor(number) for number in range(8)] == [0, 1, 1, 0, 0, 1, 1, 0]
    placements = filter(scripted_game.is_placement, range(scripted_game.LENGTH))
    points = {scripted_game.point(number) for number in placements}
    assert len(points) == scripted_game.SIZE**2
    assert all(0 <= axis < scripted_game.SIZE for point in points for axis in point)
