"""The client's replica of a table equals the server's state after every message, at random
tables."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.client import TableReplica, actions_of, view_of
from grav.client.table_replica import MissedMessage
from grav.game import Action, Place, view
from grav.rules import Point, TooFullSquare, TooLongRun, WrongDistance
from grav.rules.breach_json import breach_from_json
from grav.server.messages.public_events import GameBegun, PlacementTakenBack
from grav.server.messages.views import decode_message, encode_message
from grav.server.table.model import Playing
from grav.testing.tables.played_table import PlayedTable
from grav.testing.tables.random_tables import play_on, random_table

chances = st.integers(0, 2**32).map(Random)


def played_table(chance: Random) -> PlayedTable:
    table = random_table(chance)
    play_on(table, chance, 40)
    return table


@given(chances)
def test_a_view_is_what_the_game_shows_to_that_seat(chance: Random) -> None:
    table = random_table(chance)
    for _ in range(25):
        play_on(table, chance, 1)
        position = table.whole().now.position
        if position is None or not isinstance(table.table.stage, Playing):
            continue
        state, shown = table.play.state, table.table.help
        for seat in (None, *range(state.rules.players)):
            assert view_of(position, state.rules, seat) == view(state, seat, shown)


@given(chances)
def test_news_keep_the_replica_current(chance: Random) -> None:
    table = random_table(chance)
    replica = TableReplica()
    replica.apply(decode_message(encode_message(table.whole("p1"))))
    begun = len(table.told)
    play_on(table, chance, 40)
    for news in table.told[begun:]:
        assert replica.apply(decode_message(encode_message(news)))
    whole = table.whole("p1")
    assert (replica.number, replica.now) == (whole.number, whole.now)
    assert (replica.whole.rules, replica.whole.setting) == (whole.rules, whole.setting)
    assert replica.rules == (None if table.table.play is None else table.play.rules)


@given(chances)
def test_old_news_are_ignored_and_a_gap_is_noticed(chance: Random) -> None:
    table = random_table(chance)
    first = table.whole()
    begun = len(table.told)
    play_on(table, chance, 40)
    replica = TableReplica()
    replica.apply(first)
    for index, news in enumerate(table.told[begun:]):
        assert replica.apply(news)
        assert not replica.apply(news)
        for later in table.told[begun + index + 2 :]:
            with pytest.raises(MissedMessage):
                replica.apply(later)
        assert replica.now == news.now


@given(chances)
def test_actions_are_found_in_the_events(chance: Random) -> None:
    table = played_table(chance)
    done: list[Action] = []
    for news in table.told:
        for each in news.happened:
            if isinstance(each, PlacementTakenBack):
                del done[each.actions :]
        done += actions_of(news.happened)
    actions = table.table.play.actions if table.table.play else ()
    assert list(map(_as_said, done)) == list(map(_as_said, actions))


def _as_said(action: Action) -> Action:
    """Declaring nothing and declaring none count as the same."""
    return Place(action.by, action.at, action.declare or 0) if type(action) is Place else action


def test_nothing_is_known_before_the_snapshot() -> None:
    table = PlayedTable()
    with pytest.raises(MissedMessage):
        TableReplica().apply(table.told[0])
    assert any(isinstance(each, GameBegun) for each in table.told[0].happened)


@pytest.mark.parametrize(
    "breach",
    [
        TooLongRun((Point(0, 0), Point(2, 2), Point(4, 4), Point(6, 6)), 2, 3),
        TooFullSquare(Point(3, 11), 5, 4),
        WrongDistance(Point(9, 1), 7, 2, 4),
    ],
)
def test_a_breach_is_unchanged_by_the_wire_format(
    breach: TooLongRun | TooFullSquare | WrongDistance,
) -> None:
    assert breach_from_json(breach.to_json()) == breach
