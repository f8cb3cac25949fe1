"""Settling the numbers at a table: given, by dice, by cards, by agreement."""

from typing import Any

import pytest

from grav.game import Cards, Dice, Roll, commitment_to, roll, seed_of, settling_to_json
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages.settings import Settings
from grav.server.messages.views import encode_message
from grav.server.table.command_context import Actor
from grav.server.table.model import SettlingNumbers
from grav.testing.tables.played_table import NUMBERS, SHARE, PlayedTable, fill_seats


def by(way: Any, seats: int = 2, **settings: Any) -> PlayedTable:
    return PlayedTable(Settings(settle=way, seats=seats, **settings))


def share(table: PlayedTable, seat: int, text: str) -> tuple[h.PublicEvent, ...]:
    return table.give(table.actor_of(seat), c.GiveShare(id="share", seat=seat, share=text))


def numbers(table: PlayedTable) -> str:
    return str(table.play.rules.setting)


# Given numbers


def test_given_numbers_are_agreed_by_sitting_down() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, seats=3))
    assert numbers(table) == NUMBERS
    assert settling_to_json(table.play.settling)["steps"] == [
        {"do": "propose", "by": 0, "setting": NUMBERS},
        {"do": "accept", "by": 1},
        {"do": "accept", "by": 2},
    ]


def test_given_numbers_are_proposed_by_the_first_seat_if_the_host_does_not_play() -> None:
    table = PlayedTable(Settings(setting=NUMBERS), fill_seats(2, bots=(0, 1)))
    assert table.stage == "playing"


# Dice and cards: a seed that nobody could choose


@pytest.mark.parametrize("way", ["dice", "cards"])
def test_the_server_commits_to_its_share_before_the_players_give_theirs(way: str) -> None:
    table = by(way)
    shown = table.whole().now.settling
    assert shown is not None
    assert (shown.commitment, shown.shares) == (commitment_to(SHARE), (None, None))
    assert h.ServerCommitted(commitment_to(SHARE)) in table.told[0].happened


def test_dice_are_drawn_from_all_shares() -> None:
    table = by("dice", seats=3)
    for seat, text in enumerate(("one", "two", "three")):
        assert share(table, seat, text) == (h.ShareGiven(seat, text),)
    told = table.give(Actor("p1"), c.RollDice(id="roll", seat=1))
    expected = roll(Dice(9, 3, seed_of(SHARE, ["one", "two", "three"])), Roll(1))
    assert numbers(table) == str(expected.settled)
    assert table.play.settling == expected
    begun = told[-1]
    assert isinstance(begun, h.GameBegun)
    assert begun.share == SHARE
    assert begun.setting["seed"] == expected.seed


@pytest.mark.parametrize("changed", range(3))
def test_every_share_changes_the_draw(changed: int) -> None:
    shares = ["server", "first", "second"]
    other = [text + "!" if place == changed else text for place, text in enumerate(shares)]
    assert seed_of(shares[0], shares[1:]) != seed_of(other[0], other[1:])


@pytest.mark.parametrize("way", ["dice", "cards"])
def test_the_servers_share_is_secret_until_the_numbers_are_settled(way: str) -> None:
    table = by(way)
    share(table, 0, "x")
    share(table, 1, "y")
    while table.stage == "settling":
        messages = [*table.told, table.whole("p0"), table.whole()]
        assert all(SHARE.encode() not in encode_message(message) for message in messages)
        assert seed_of(SHARE, ["x", "y"]).encode() not in encode_message(table.whole("p0"))
        stage = table.table.stage
        assert isinstance(stage, SettlingNumbers)
        match stage.settling:
            case Cards(to_act=int(seat), hand=hand):
                draw = c.DrawCards(id="draw", seat=seat)
                keep = c.KeepCard(id="keep", seat=seat, index=1)
                table.give(Actor(f"p{seat}"), keep if hand else draw)
            case _:
                table.give(Actor("p0"), c.RollDice(id="roll", seat=0))
    assert SHARE.encode() in encode_message(table.told[-1])


def test_a_share_can_be_given_once_and_only_from_ones_own_seat() -> None:
    table = by("dice")
    share(table, 0, "x")
    again = c.GiveShare(id="share", seat=0, share="y")
    assert table.refusal(Actor("p0"), again) == "already_shared"
    assert table.refusal(Actor("p0"), c.GiveShare(id="share", seat=1, share="y")) == "not_your_seat"


def test_dice_and_cards_wait_for_all_shares() -> None:
    assert by("dice").refusal(Actor("p0"), c.RollDice(id="roll", seat=0)) == "shares_first"
    assert by("cards").refusal(Actor("p0"), c.DrawCards(id="draw", seat=0)) == "shares_first"


def test_cards_are_drawn_and_kept_in_turn() -> None:
    table = by("cards")
    share(table, 0, "x")
    share(table, 1, "y")
    draw, keep = c.DrawCards(id="draw", seat=1), c.KeepCard(id="keep", seat=0, index=0)
    assert table.refusal(Actor("p1"), draw) == "not_your_turn"
    assert table.refusal(Actor("p0"), keep) == "wrong_phase"
    table.give(Actor("p0"), c.DrawCards(id="draw", seat=0))
    shown = table.whole().now.settling
    assert shown is not None
    assert len(shown.hand) == 2
    assert table.refusal(Actor("p0"), c.KeepCard(id="k", seat=0, index=5)) == "no_such_card"
    table.give(Actor("p0"), keep)
    shown = table.whole().now.settling
    assert shown is not None
    assert (len(shown.hand), len(shown.kept), shown.to_act) == (0, 1, (1,))


@pytest.mark.parametrize("text", ["", "x" * 65, "two\nlines", "ends\n", "갈"])
def test_a_share_is_a_short_line_of_ascii(text: str) -> None:
    """A line feed within a share would make two different lists of shares equal."""
    form = c.encode_command(c.GiveShare(id="share", seat=0, share=text))
    with pytest.raises(ValueError, match="share"):
        c.decode_command(form)


# Agreement


def test_numbers_are_agreed_when_all_accept_the_same_proposal() -> None:
    table = by("agreement", seats=3)
    table.give(Actor("p0"), c.ProposeNumbers(id="1", seat=0, setting=NUMBERS))
    table.give(Actor("p1"), c.AgreeNumbers(id="2", seat=1, setting=NUMBERS))
    table.give(Actor("p2"), c.ProposeNumbers(id="3", seat=2, setting="4 3 4 2 4"))
    for seat in (0, 1):
        assert table.stage == "settling"
        agree = c.AgreeNumbers(id="4", seat=seat, setting="4 3 4 2 4")
        table.give(Actor(f"p{seat}"), agree)
    assert numbers(table) == "4 3 4 2 4"


def test_an_acceptance_of_an_older_proposal_is_refused() -> None:
    table = by("agreement")
    table.give(Actor("p0"), c.ProposeNumbers(id="1", seat=0, setting=NUMBERS))
    table.give(Actor("p0"), c.ProposeNumbers(id="2", seat=0, setting="9 9 9 0 9"))
    agree = c.AgreeNumbers(id="3", seat=1, setting=NUMBERS)
    assert table.refusal(Actor("p1"), agree) == "other_proposal"


def test_the_hosts_numbers_are_the_first_proposal() -> None:
    table = by("agreement", setting=NUMBERS)
    shown = table.whole().now.settling
    assert shown is not None
    assert shown.proposals == ({"by": 0, "setting": NUMBERS},)
    assert (shown.accepted, shown.to_act) == ((0,), (1,))
    table.give(Actor("p1"), c.AgreeNumbers(id="1", seat=1, setting=NUMBERS))
    assert numbers(table) == NUMBERS


def test_a_proposal_that_cannot_be_played_is_refused_at_once() -> None:
    table = by("agreement")
    command = c.ProposeNumbers(id="1", seat=0, setting="3 3 99 2 4")
    assert table.refusal(Actor("p0"), command) == "bad_value"
    unread = c.ProposeNumbers(id="1", seat=0, setting="one two three")
    assert table.refusal(Actor("p0"), unread) == "bad_value"


def test_nothing_can_be_agreed_to_before_something_is_proposed() -> None:
    agree = c.AgreeNumbers(id="1", seat=0, setting=NUMBERS)
    assert by("agreement").refusal(Actor("p0"), agree) == "other_proposal"


# Steps of another way, or out of order


def test_a_step_of_another_way_is_refused() -> None:
    assert by("agreement").refusal(Actor("p0"), c.RollDice(id="1", seat=0)) == "other_way"
    assert by("dice").refusal(Actor("p0"), c.DrawCards(id="1", seat=0)) == "other_way"
    propose = c.ProposeNumbers(id="1", seat=0, setting=NUMBERS)
    assert by("cards").refusal(Actor("p0"), propose) == "other_way"
    given = c.GiveShare(id="1", seat=0, share="x")
    assert by("agreement").refusal(Actor("p0"), given) == "other_way"


def test_settled_numbers_cannot_be_changed() -> None:
    table = PlayedTable()
    propose = c.ProposeNumbers(id="1", seat=0, setting="4 4 4 4 4")
    assert table.refusal(Actor("p0"), propose) == "wrong_stage"
    assert table.refusal(Actor("p0"), c.GiveShare(id="1", seat=0, share="x")) == "wrong_stage"


def test_a_bot_can_settle_from_its_own_seat_only() -> None:
    table = PlayedTable(Settings(settle="dice"), fill_seats(2, bots=(1,)))
    of_the_host, of_the_bot = (c.GiveShare(id="1", seat=seat, share="x") for seat in (0, 1))
    assert table.refusal(Actor("p0"), of_the_bot) == "not_your_seat"
    assert table.refusal(Actor(None, bot=0), of_the_bot) == "not_your_seat"
    assert table.refusal(Actor(None, bot=1), of_the_host) == "not_your_seat"
    assert table.refusal(Actor(None, bot=0), of_the_host) == "not_your_seat"
    table.give(Actor(None, bot=1), of_the_bot)
