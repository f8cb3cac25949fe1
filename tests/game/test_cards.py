"""Cards: two are drawn, one is kept, and every way to keep them leads to a valid setting."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game.cards import (
    SHARES,
    CardError,
    Cards,
    CardStep,
    Draw,
    ExactCard,
    Keep,
    ReachCard,
    ShareCard,
    deck_for,
    parse_cards,
    play_card,
    settings_to_come,
)
from grav.game.sensible_settings import sensible_settings, share_of_square
from grav.game.settling_refusal import SettlingCode, SettlingError
from grav.rules.setting import Setting

SIZES = range(3, 26)
each_size = every("size", SIZES)
seeds = st.text(st.characters(exclude_categories=["Cs"]))
tables = st.builds(Cards, st.sampled_from(SIZES), st.integers(2, 6), seeds)
choices = st.lists(st.integers(0, 1), min_size=5, max_size=5)


def play_out(table: Cards, choices: list[int]) -> list[Cards]:
    """Returns the table after each step; a card that was drawn alone is kept."""
    tables = [table]
    for choice in choices:
        seat = table.to_act
        assert seat is not None
        tables.append(play_card(table, Draw(seat)))
        hand = tables[-1].hand
        table = play_card(tables[-1], Keep(seat, min(choice, len(hand) - 1)))
        tables.append(table)
    return tables


@given(tables, choices)
def test_five_cards_kept_settle_a_sensible_setting(table: Cards, choices: list[int]) -> None:
    *before, last = play_out(table, choices)
    assert all(earlier.settled is None for earlier in before)
    assert last.settled in sensible_settings(table.size)
    assert last.to_act is None


@given(tables, choices)
def test_no_card_is_drawn_twice(table: Cards, choices: list[int]) -> None:
    last = play_out(table, choices)[-1]
    assert len(set(last.drawn)) == len(last.drawn)
    deck = deck_for(table.size)
    assert not Counter(deck[place] for place in last.drawn) - Counter(deck)


@given(tables, choices)
def test_fixed_numbers_are_never_drawn_again(table: Cards, choices: list[int]) -> None:
    for before, after in pairwise(play_out(table, choices)):
        fixed = {card.number for card in before.kept}
        assert len(fixed) == len(before.kept)
        assert not fixed & {card.number for card in after.hand}


@given(tables, choices)
def test_players_act_in_seat_order(table: Cards, choices: list[int]) -> None:
    seats = [step.by for step in play_out(table, choices)[-1].steps if isinstance(step, Keep)]
    assert seats == [turn % table.players for turn in range(5)]


@given(tables, choices)
def test_one_seed_and_the_same_choices_lead_to_the_same_table(
    table: Cards, choices: list[int]
) -> None:
    assert play_out(table, choices) == play_out(table, choices)


def test_two_cards_are_drawn_from_the_seed() -> None:
    drawn = play_card(Cards(9, 2, "grav"), Draw(0))
    assert [str(card) for card in drawn.hand] == ["e +2", "c 1/3"]
    assert drawn.used == 2


def test_the_last_card_of_a_number_can_be_drawn_alone() -> None:
    """Drawn four times and never kept, the last number has one card left: it settles the game."""
    table = Cards(9, 2, "grav")
    for number in "abde":
        others = [at for at, card in enumerate(deck_for(9)) if card.number == number]
        shares = [at for at in table.left if deck_for(9)[at].number == "c"]
        table = Cards(
            9,
            2,
            "grav",
            drawn=(*table.drawn, others[0], shares[0]),
            kept=(*table.kept, deck_for(9)[others[0]]),
        )
    drawn = play_card(table, Draw(0))
    assert [str(card) for card in drawn.hand] == ["c 2/3"]
    assert play_card(drawn, Keep(0, 0)).settled == Setting(3, 2, 3, 1, 2)


@each_size
def test_decks_have_five_cards_of_each_number_and_equally_many_of_each_kind(size: int) -> None:
    deck = deck_for(size)
    by_number = Counter(card.number for card in deck)
    assert set(by_number) == set("abcde")
    assert min(by_number.values()) >= 5
    for number in by_number:
        kinds = Counter(card for card in deck if card.number == number)
        assert len(set(kinds.values())) == 1


@each_size
def test_every_combination_of_cards_is_a_sensible_setting(size: int) -> None:
    deck, sensible = set(deck_for(size)), set(sensible_settings(size))
    by_number = [[card for card in deck if card.number == number] for number in "abcde"]
    for kept in product(*by_number):
        assert Cards(size, 2, "", kept=kept).settled in sensible


def test_the_deck_for_nine_is_as_documented() -> None:
    assert Counter(map(str, deck_for(9))) == {
        **dict.fromkeys(["a 3", "a 4", "a 5", "a 6", "b 2", "b 3", "b 4", "b 5"], 2),
        **dict.fromkeys(["c 1/3", "c 2/5", "c 1/2", "c 3/5", "c 2/3"], 1),
        **dict.fromkeys(["d 1", "d 2", "d 3", "e +1", "e +2", "e +3", "e +4"], 2),
    }


def test_c_waits_for_b_and_e_for_d() -> None:
    share, reach = ShareCard(Fraction(1, 2)), ReachCard(2)
    assert Cards(9, 2, "", kept=(share, reach)).numbers == {}
    kept = (share, reach, ExactCard("b", 3), ExactCard("d", 2))
    assert Cards(9, 2, "", kept=kept).numbers == {"b": 3, "c": 5, "d": 2, "e": 4}


@given(tables, choices)
def test_every_later_table_was_among_the_possible_ones(table: Cards, choices: list[int]) -> None:
    steps = play_out(table, choices)
    settled = steps[-1].settled
    ways = [list(settings_to_come(table.size, step.kept)) for step in steps]
    assert all(settled in settings for settings in ways)
    assert ways[-1] == [settled]
    for before, after in pairwise(ways):
        assert not Counter(after) - Counter(before)


@each_size
def test_before_the_first_card_every_combination_can_come(size: int) -> None:
    kinds = Counter(card.number for card in set(deck_for(size)))
    ways = list(settings_to_come(size, ()))
    assert len(ways) == prod(kinds.values())
    assert set(ways) <= set(sensible_settings(size))


@each_size
def test_cards_survive_a_round_trip_through_text(size: int) -> None:
    for card in deck_for(size):
        assert parse_cards(str(card), size) == (card,)
    kept = parse_cards(" e +1,a 3 , c 1/2", size)
    assert kept == (ReachCard(1), ExactCard("a", 3), ShareCard(Fraction(1, 2)))
    assert parse_cards("", size) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a 12", '"a 12" is no card for 9 × 9'),
        ("a3", "expected one of: a 3, a 4"),
        ("c 1/2, c 1/3", "c is fixed by two cards"),
        ("x" * 99, f'"{"x" * 20}" is no card'),
    ],
)
def test_impossible_tables_are_refused(text: str, told: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_cards(text, 9)
    assert told in str(refused.value)


def test_shares_are_rounded_half_up_and_kept_inside_the_square() -> None:
    found = {b: [share_of_square(b, share) for share in SHARES] for b in range(2, 6)}
    assert found == {
        2: [2, 2, 2, 2, 3],
        3: [3, 4, 5, 5, 6],
        4: [5, 6, 8, 10, 11],
        5: [8, 10, 13, 15, 17],
    }
    assert share_of_square(2, Fraction(1)) == 3
    assert share_of_square(5, Fraction(0)) == 2


@every(
    ("drawn", "step", "code"),
    [
        (False, Draw(2), SettlingCode.NO_SUCH_SEAT),
        (False, Draw(-1), SettlingCode.NO_SUCH_SEAT),
        (False, Keep(0, 0), SettlingCode.WRONG_PHASE),
        (True, Draw(0), SettlingCode.WRONG_PHASE),
        (False, Draw(1), SettlingCode.NOT_YOUR_TURN),
        (True, Keep(1, 0), SettlingCode.NOT_YOUR_TURN),
        (True, Keep(0, 2), SettlingCode.NO_SUCH_CARD),
        (True, Keep(0, -1), SettlingCode.NO_SUCH_CARD),
    ],
)
def test_steps_out_of_turn_are_refused(drawn: bool, step: CardStep, code: SettlingCode) -> None:
    table = Cards(9, 2, "grav")
    if drawn:
        table = play_card(table, Draw(0))
    with pytest.raises(SettlingError) as refused:
        play_card(table, step)
    assert refused.value.code is code


@given(tables, choices, st.integers(-1, 6), st.integers(-1, 3), st.integers(0, 10))
def test_refused_steps_change_nothing(
    table: Cards, choices: list[int], seat: int, index: int, at: int
) -> None:
    played = play_out(table, choices)
    for step in (Draw(seat), Keep(seat, index)):
        try:
            play_card(played[at], step)
        except SettlingError:
            assert played == play_out(table, choices)


@given(tables, choices)
def test_nothing_is_drawn_once_all_is_settled(table: Cards, choices: list[int]) -> None:
    last = play_out(table, choices)[-1]
    for seat in range(table.players):
        with pytest.raises(SettlingError) as refused:
            play_card(last, Draw(seat))
        assert refused.value.code is SettlingCode.SETTLED
