"""Limits on the size of a table: no commands exceed them; larger stored tables are still read."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from random import Random
from types import NoneType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, UnsetType

from grav.game.cards import deck_for
from grav.game.position_counts import PositionCounts
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Fischer, Settings
from grav.server.review.review_cost_limits import MAX_ACTIONS
from grav.server.table import size_limits
from grav.server.table.command_context import Actor
from grav.server.table.immutable_sequence import Log
from grav.server.table.model import Table
from grav.server.table.referee import REFEREES
from grav.server.table.refusals import TableCode, TableRefusal
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable
from grav.testing.tables.random_tables import play_on, random_table
from grav.text import LANGUAGES

HOST, OTHER = Actor("p0"), Actor("p1")
SEATS = 6
TINY = {
    "MAX_EVENTS": 60,
    "MAX_ACTIONS": 50,
    "MAX_PROPOSALS": 5,
    "MAX_PROPOSALS_OF_A_SEAT": 3,
    "MAX_PHRASES_OF_A_SEAT": 2,
    "MAX_TAKEBACKS_ASKED": 1,
    "MAX_REMATCHES_OFFERED": 2,
    "MAX_SEATINGS": 8,
    "MAX_SEATINGS_OF_A_PERSON": 4,
}
"""Limits that random commands soon reach."""


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in TINY.items():
        monkeypatch.setattr(size_limits, name, most)


def refused(
    played: PlayedTable, actor: Actor, command: c.Command, code: TableCode, most: int
) -> None:
    """Checks that the command is refused, with the limit in every language."""
    with pytest.raises(TableRefusal) as refusal:
        played.give(actor, command)
    assert refusal.value.code == code
    for language in LANGUAGES:
        assert str(most) in refusal.value.say(language).replace(",", "")


# Each limit


def propose(seat: int, number: int) -> c.ProposeNumbers:
    return c.ProposeNumbers(id="p", seat=seat, setting=f"3 3 4 2 {4 + number % 50}")


def test_proposals_of_a_seat_are_limited() -> None:
    played = PlayedTable(Settings(settle="agreement"))
    for number in range(size_limits.MAX_PROPOSALS_OF_A_SEAT):
        played.give(HOST, propose(0, number))
    code = TableCode.TOO_MANY_PROPOSALS_OF_YOURS
    refused(played, HOST, propose(0, 0), code, size_limits.MAX_PROPOSALS_OF_A_SEAT)
    played.give(OTHER, propose(1, 1))
    played.give(HOST, c.AgreeNumbers(id="a", seat=0, setting="3 3 4 2 5"))
    assert played.stage == "playing"


def test_proposals_of_a_table_are_limited() -> None:
    played = PlayedTable(Settings(settle="agreement", seats=SEATS))
    for number in range(size_limits.MAX_PROPOSALS):
        seat = number % SEATS
        played.give(played.actor_of(seat), propose(seat, number))
    refused(played, HOST, propose(0, 0), TableCode.TOO_MANY_PROPOSALS, size_limits.MAX_PROPOSALS)
    assert played.wait_until_due() == "agreement"


def test_phrases_of_a_seat_are_limited() -> None:
    played = PlayedTable()
    hello = c.SayPhrase(id="s", seat=0, phrase="hello")
    for _ in range(size_limits.MAX_PHRASES_OF_A_SEAT):
        played.give(HOST, hello)
    refused(played, HOST, hello, TableCode.TOO_MANY_PHRASES, size_limits.MAX_PHRASES_OF_A_SEAT)
    played.give(OTHER, c.SayPhrase(id="s", seat=1, phrase="hello"))


def test_takebacks_of_a_placement_are_limited() -> None:
    played = PlayedTable(Settings(setting=NUMBERS, first=0))
    ask = c.AskTakeback(id="t", seat=0)
    for at in ("c3", "c5"):
        played.put(0, at)
        for _ in range(size_limits.MAX_TAKEBACKS_ASKED):
            played.give(HOST, ask)
            played.give(OTHER, c.AnswerTakeback(id="w", seat=1, agree=False))
        refused(played, HOST, ask, TableCode.TOO_MANY_TAKEBACKS, size_limits.MAX_TAKEBACKS_ASKED)
        played.pass_turn(1)


def test_offers_of_a_rematch_are_limited() -> None:
    played = PlayedTable()
    played.resign(0)
    offer = c.OfferRematch(id="o", seat=0)
    for _ in range(size_limits.MAX_REMATCHES_OFFERED):
        played.give(HOST, offer)
        played.give(OTHER, c.AnswerRematch(id="w", seat=1, agree=False))
    refused(played, HOST, offer, TableCode.TOO_MANY_REMATCHES, size_limits.MAX_REMATCHES_OFFERED)


def test_seatings_of_a_person_are_limited() -> None:
    played = PlayedTable(seats=())
    sit, leave = c.Sit(id="s", seat=1), c.Leave(id="l", seat=1)
    for _ in range(size_limits.MAX_SEATINGS_OF_A_PERSON):
        played.give(OTHER, sit)
        played.give(OTHER, leave)
    most = size_limits.MAX_SEATINGS_OF_A_PERSON
    refused(played, OTHER, sit, TableCode.TOO_MANY_SEATINGS_OF_YOURS, most)
    for number in range(size_limits.MAX_SEATINGS - most):
        guest = Actor(f"guest {number}")
        played.give(guest, sit)
        played.give(guest, leave)
    last = TableCode.TOO_MANY_SEATINGS
    refused(played, Actor("somebody else"), sit, last, size_limits.MAX_SEATINGS)


def test_seatings_of_bots_are_limited() -> None:
    played = PlayedTable(seats=())
    seat_bot = c.SeatBot(id="s", seat=1, level=1)
    for _ in range(size_limits.MAX_SEATINGS_OF_A_PERSON):
        played.give(HOST, seat_bot)
        played.give(HOST, c.Free(id="f", seat=1))
    most = size_limits.MAX_SEATINGS_OF_A_PERSON
    refused(played, HOST, seat_bot, TableCode.TOO_MANY_SEATINGS_OF_YOURS, most)


def test_a_game_is_limited_to_what_a_review_accepts() -> None:
    assert size_limits.MAX_ACTIONS == MAX_ACTIONS


@pytest.mark.usefixtures("tiny")
def test_a_game_at_its_limit_can_be_answered_and_resigned() -> None:
    played = PlayedTable(Settings(setting="3 3 4 0 9", first=0, size=9, seats=3))
    turns = [(x, y) for y in range(1, 10, 2) for x in range(0, 9, 2)]
    for number, (x, y) in enumerate(turns):
        if len(played.play.actions) >= TINY["MAX_ACTIONS"] - size_limits.LAST_ACTIONS:
            break
        played.wait(1000)
        played.place(number % 3, f"{'abcdefghi'[x]}{y}")
        played.give(played.actor_of((number + 1) % 3), c.LetStand(id="l", placement=number + 1))
        played.give(played.actor_of((number + 2) % 3), c.LetStand(id="l", placement=number + 1))
    seat = played.play.state.to_move
    assert seat is not None
    stone = c.PlaceStone(id="p", seat=seat, at="b2")
    actor = played.actor_of(seat)
    refused(played, actor, stone, TableCode.TOO_MANY_ACTIONS, TINY["MAX_ACTIONS"])
    refused(
        played,
        actor,
        c.PassTurn(id="p", seat=seat),
        TableCode.TOO_MANY_ACTIONS,
        TINY["MAX_ACTIONS"],
    )
    played.resign(0)
    played.resign(1)
    assert played.stage == "over"


@pytest.mark.usefixtures("tiny")
def test_a_table_at_its_limit_accepts_commands_that_end_something() -> None:
    played = PlayedTable(Settings(setting=NUMBERS, first=0, seats=3, clock=Fischer(seconds=60)))
    played.place(0, "c3")
    while played.table.shown < TINY["MAX_EVENTS"]:
        size_limits.MAX_PHRASES_OF_A_SEAT += 1  # put back with the fixture
        played.give(HOST, c.SayPhrase(id="s", seat=0, phrase="hello"))
    accept = c.AcceptStone(id="a", seat=1, placement=1)
    refused(played, OTHER, accept, TableCode.TOO_MANY_EVENTS, TINY["MAX_EVENTS"])
    assert played.wait_until_due() == "window"
    assert played.wait_until_due() == "flag"
    played.resign(0)
    assert played.stage == "over"


@pytest.mark.usefixtures("tiny")
def test_an_undecided_shout_does_not_count() -> None:
    """Otherwise refusals of others would reveal it."""
    played = PlayedTable(Settings(setting=NUMBERS, first=0, seats=3))
    played.place(0, "c3")
    while played.table.shown < TINY["MAX_EVENTS"] - 1:
        size_limits.MAX_PHRASES_OF_A_SEAT += 1
        played.give(HOST, c.SayPhrase(id="s", seat=0, phrase="hello"))
    played.shout(1)
    assert played.table.number == TINY["MAX_EVENTS"]
    played.give(Actor("p2"), c.SayPhrase(id="s", seat=2, phrase="hello"))


# All limits


PLAIN = (str, int, float, Fraction, NoneType, UnsetType)
"""Types without nested parts."""


def parts_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yields the parts of a value by name."""
    if isinstance(value, Struct):
        names: Iterable[str] = value.__struct_fields__
    elif is_dataclass(value):
        names = (field.name for field in fields(value))
    elif isinstance(value, PositionCounts):
        names = ("_shelves",)
    elif value in REFEREES.values():  # shared by all tables
        names = ()
    else:  # an unknown type could hide a list that grows
        assert isinstance(value, PLAIN), f"what is within {type(value)}?"
        names = ()
    return ((name, getattr(value, name)) for name in names)


def sizes(value: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yields the path and length of every list within a table."""
    if isinstance(value, (Log, tuple, list, frozenset, set, dict)):
        yield path, len(value)
        for each in value:
            yield from sizes(each, path)
        if isinstance(value, dict):
            yield from sizes(tuple(value.values()), path)
    else:
        for name, part in parts_of(value):
            yield from sizes(part, f"{path}.{name}")


def most_of(path: str, table: Table) -> int:
    """Returns the maximum length of the list."""
    points, deck = table.settings.size**2, len(deck_for(table.settings.size))
    name = path.rpartition(".")[2]
    return {
        "sat": size_limits.MAX_SEATINGS + SEATS,
        "actions": size_limits.MAX_ACTIONS,
        "moments": size_limits.MAX_ACTIONS,
        "races": size_limits.MAX_ACTIONS,
        "steps": max((size_limits.MAX_PROPOSALS + 1) * SEATS, 2 * deck),
        "drawn": deck,
        "trail": points,
        "deck": deck,
    }.get(name, size_limits.MAX_ACTIONS if ".visits" in path else max(SEATS, points))


def check_bounded(played: PlayedTable) -> None:
    for path, size in sizes(played.table):
        assert size <= most_of(path, played.table), path
    assert played.table.shown <= size_limits.MAX_EVENTS + 8 * SEATS
    # At most five hidden claims are stored per race, which also has three public events or more
    # (the verdict, the shout and its result): so stored events are at most three times the public
    # ones.
    assert len(played.stored) == played.table.number <= 3 * (size_limits.MAX_EVENTS + 8 * SEATS)
    assert max(played.table.phrases) <= size_limits.MAX_PHRASES_OF_A_SEAT


@given(st.integers(0, 2**32))
def test_no_sequence_of_commands_makes_a_table_grow_beyond_its_bounds(seed: int) -> None:
    chance = Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name, most in TINY.items():
            patch.setattr(size_limits, name, most)
        played = random_table(chance)
        for _ in range(20):
            play_on(played, chance, 10)
            check_bounded(played)


def test_every_growing_list_is_measured() -> None:
    gathering = PlayedTable(seats=())
    gathering.give(OTHER, c.Sit(id="s", seat=1))
    chance, tables = Random(1), [gathering.table]
    for _ in range(20):
        played = random_table(chance)
        play_on(played, chance, 100)
        tables.append(played.table)
    found = {path.rpartition(".")[2] for table in tables for path, size in sizes(table) if size}
    assert {"sat", "steps", "actions", "moments", "races", "trail", "_shelves"} <= found


def test_every_kind_of_command_is_tried() -> None:
    chance, tried = Random(1), set[type]()
    for _ in range(60):
        tried |= {type(step.command) for step in play_on(random_table(chance), chance, 60)}
    assert set(get_args(c.Command)) <= tried


class _Pump:
    """Sends commands that make a table grow, never one that ends the game, until all of them are
    refused.
    """

    def __init__(self, chance: Random, settings: Settings) -> None:
        self.chance = chance
        self.played = PlayedTable(settings, seats=() if chance.random() < 0.3 else None)

    def commands(self) -> list[tuple[Actor, c.Command]]:
        table, chance = self.played.table, self.chance
        seat = chance.randrange(len(table.seats))
        actor = Actor(table.seats[seat].person or f"guest {chance.randrange(9)}")
        play = table.play
        placement = play.placement if play else 0
        point = f"{chance.choice('abcdefg')}{chance.randint(1, 7)}"
        return [
            (actor, c.Sit(id="x", seat=seat)),
            (actor, c.Leave(id="x", seat=seat)),
            (actor, propose(seat, chance.randrange(50))),
            (actor, c.PlaceStone(id="x", seat=seat, at=point)),
            (actor, c.PassTurn(id="x", seat=seat)),
            (actor, c.AcceptStone(id="x", seat=seat, placement=placement)),
            (actor, c.ShoutGrav(id="x", seat=seat, placement=placement)),
            (actor, c.RemoveStone(id="x", seat=seat, at=point)),
            (actor, c.AskTakeback(id="x", seat=seat)),
            (actor, c.AnswerTakeback(id="x", seat=seat, agree=True)),
            (actor, c.AnswerTakeback(id="x", seat=seat, agree=False)),
            (actor, c.SayPhrase(id="x", seat=seat, phrase="oops")),
            (actor, c.OfferRematch(id="x", seat=seat)),
            (actor, c.AnswerRematch(id="x", seat=seat, agree=False)),
        ]


@given(st.integers(0, 2**32))
def test_no_malicious_client_makes_a_table_grow_beyond_its_bounds(seed: int) -> None:
    chance = Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name, most in TINY.items():
            patch.setattr(size_limits, name, most)
        settle = chance.choice(("given", "agreement"))
        given_numbers = NUMBERS if settle == "given" else None
        settings = Settings(
            settle=settle,  # type: ignore[arg-type]  # one of the ways
            setting=given_numbers,
            seats=chance.choice((2, 3)),
            size=7,
            first=0,
        )
        pump = _Pump(chance, settings)
        for _ in range(300):
            pump.played.wait(1)
            pump.played.refusal(*chance.choice(pump.commands()))
        check_bounded(pump.played)


# Stored tables


def test_a_stored_table_beyond_a_limit_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(size_limits, "MAX_PROPOSALS_OF_A_SEAT", 10**9)
    monkeypatch.setattr(size_limits, "MAX_PROPOSALS", 10**9)
    played = PlayedTable(Settings(settle="agreement"))
    for number in range(300):
        played.give(HOST, propose(0, number))
    monkeypatch.undo()
    assert played.fold_stored() == played.table
    assert played.whole().now.settling is not None
    code = TableCode.TOO_MANY_PROPOSALS_OF_YOURS
    refused(played, HOST, propose(0, 0), code, size_limits.MAX_PROPOSALS_OF_A_SEAT)
    last = played.table.stage.settling.proposal  # type: ignore[union-attr]
    assert last is not None
    played.give(OTHER, c.AgreeNumbers(id="a", seat=1, setting=str(last.setting)))
    assert played.stage == "playing"


def test_a_stored_table_with_too_many_events_is_read() -> None:
    played = PlayedTable()
    said = e.encode(e.Said(at=START, seat=0, phrase="hello"))
    played.stored += [said] * (size_limits.MAX_EVENTS + 10)
    played.table = played.fold_stored()
    refused(
        played,
        HOST,
        c.SayPhrase(id="s", seat=0, phrase="hello"),
        TableCode.TOO_MANY_EVENTS,
        size_limits.MAX_EVENTS,
    )
    played.resign(0)
    assert played.stage == "over"
