"""The public view of a table is the same for everybody, without undecided shouts."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Days, Fischer, Settings
from grav.server.messages.views import Chair, Position, encode_message
from grav.server.table.command_context import Actor
from grav.server.table.decide import decide
from grav.server.table.draft import Draft
from grav.server.table.model import Table
from grav.server.table.public_events import public_events_of
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable
from grav.testing.tables.random_commands import random_command, random_command_context
from grav.testing.tables.random_tables import TableStep, play_on, random_table
from grav.testing.tables.random_tables import take as take_step
from grav.text import GravError

FIVE = Settings(size=5, setting=NUMBERS, first=0)
PEOPLE: tuple[str | None, ...] = (None, "p0", "p1", "p2", "p5")
SECRETS = {"violations", "breaches", "verdict", "legal", "shapes", "bonus", "last"}


def position(table: PlayedTable) -> Position:
    shown = table.whole().now.position
    assert shown is not None
    return shown


def keys(value: Any) -> Iterator[str]:
    """Yields all keys of a JSON value, at any depth."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from keys(part)


# Chairs


def test_chairs_show_their_players() -> None:
    seats: list[e.Sat | e.Invited] = [
        e.Sat(at=START, seat=0, person="p0"),
        e.Sat(at=START, seat=1, person="p2"),
        e.Sat(at=START, seat=2, level=8),
        e.Invited(at=START, seat=3, person="p1"),
        e.Invited(at=START, seat=4, person="nobody"),
    ]
    table = PlayedTable(Settings(setting=NUMBERS, seats=6), seats)
    assert table.whole().now.chairs == (
        Chair("person", "Host"),
        Chair("guest"),
        Chair("bot", level=8),
        Chair("kept", "Second"),
        Chair("kept"),
        Chair("open"),
    )


def test_on_one_device_chairs_show_their_labels() -> None:
    seats = [e.Sat(at=START, seat=0, person="p0", label="left"), e.Sat(at=START, seat=1, level=1)]
    table = PlayedTable(Settings(setting=NUMBERS, mode="device"), seats)
    assert table.whole().now.chairs[0] == Chair("person", "left")


# Snapshots


def test_views_differ_in_personal_fields_only() -> None:
    table = PlayedTable(FIVE)
    table.place(0, "c3")
    host, second, watching = (table.whole(person) for person in ("p0", "p1", None))
    assert (host.you, host.hosting) == ((0,), True)
    assert (second.you, second.hosting) == ((1,), False)
    assert (watching.you, watching.hosting) == ((), False)
    assert host.now == second.now == watching.now
    assert (host.host, watching.host) == ("Host", "Host")


def test_rules_and_actions_are_shown_once_there_are_any() -> None:
    before = PlayedTable(Settings(settle="dice")).whole()
    assert (before.rules, before.setting, before.actions, before.now.position) == (
        None,
        None,
        [],
        None,
    )
    table = PlayedTable(FIVE)
    table.place(0, "c3")
    whole = table.whole()
    assert whole.rules is not None
    assert whole.setting is not None
    assert (whole.rules["size"], whole.setting["settled"]) == (5, NUMBERS)
    assert whole.actions == [{"do": "place", "by": 0, "at": "c3"}]


def test_the_number_counts_public_events() -> None:
    table = PlayedTable(FIVE)
    before = table.whole().number
    table.place(0, "c3")
    table.give(Actor("p1"), c.SayPhrase(id="1", seat=1, phrase="oops"))
    assert table.whole().number == before + 2 == table.told[-1].number


# The position


def test_an_open_stone_is_shown_with_its_number_and_who_has_yet_to_answer() -> None:
    table = PlayedTable(Settings(size=5, seats=3, setting=NUMBERS, first=0))
    table.place(0, "c3", declare=2)
    table.accept(1)
    shown = position(table)
    assert (shown.phase, shown.to_move) == ("window", None)
    assert shown.window is not None
    assert (shown.window.placement, shown.window.at) == (1, "c3")
    assert (shown.window.by, shown.window.declared) == (0, 2)
    assert (shown.window.awaiting, shown.window.answered) == ((2,), ())
    assert shown.board == [".....", ".....", "..0..", ".....", "....."]
    assert shown.may == (("resign",), ("resign",), ("accept", "grav", "resign"))


def test_without_help_no_legal_points_or_shapes_are_shown() -> None:
    table = PlayedTable(FIVE)
    table.put(0, "c3")
    table.place(1, "c4")
    for message in (*table.told, table.whole("p0")):
        assert not SECRETS & set(keys(without_rules(encode_message(message))))


def without_rules(message: bytes) -> Any:
    """Returns the message without rules and settings: `shapes` and `bonus` are also parts of an
    edition.
    """
    value = json.loads(message)
    for part in (value, *value.get("happened", [])):
        for key in ("rules", "settings"):
            part.pop(key, None)
    return value


@pytest.mark.parametrize(
    ("help_", "shown"),
    [
        ((), (False, False, False)),
        (("last",), (True, False, False)),
        (("legal",), (False, True, False)),
        (("shapes",), (False, False, True)),
        (("legal", "shapes", "last"), (True, True, True)),
    ],
)
def test_each_kind_of_help_is_shown_where_it_was_agreed(
    help_: Any, shown: tuple[bool, bool, bool]
) -> None:
    table = PlayedTable(Settings(size=5, setting=NUMBERS, first=0, help=help_))
    table.put(0, "c3")
    form = encode_message(table.told[-1])
    found = tuple(key in form for key in (b'"last":"c3"', b'"legal":[', b'"shapes":{'))
    assert found == shown


def test_when_the_game_is_over_the_ranking_is_shown() -> None:
    table = PlayedTable(FIVE)
    table.put(0, "c3")
    table.pass_turn(1)
    table.pass_turn(0)
    shown = position(table)
    assert (shown.phase, shown.ended, shown.ranking) == ("over", "passes", (0, 1))
    assert (shown.stones, shown.may) == ((1, 0), ((), ()))


# What is secret: a shout before the race is decided


def test_a_shout_changes_nothing_that_is_shown() -> None:
    clock = Fischer(seconds=60)
    table = PlayedTable(Settings(size=5, seats=3, setting=NUMBERS, first=0, clock=clock))
    table.place(0, "c3")
    before = [encode_message(table.whole(person)) for person in PEOPLE]
    assert table.shout(1) == ()
    assert [encode_message(table.whole(person)) for person in PEOPLE] == before


def outcome(
    table: Table, actor: Actor, command: c.Command, step: TableStep
) -> tuple[Draft | None, str]:
    """Returns what everybody learns of a command's effects."""
    try:
        draft = decide(table, actor, command, step.at, step.context)
    except GravError as error:
        return None, str(error)
    return draft, repr([public_events_of(drafted) for drafted in draft.added])


@given(st.integers(0, 2**32 - 1))
def test_an_undecided_shout_is_sent_to_nobody(seed: int) -> None:
    """Neither the messages nor the outcome of any other person's command depends on the undecided
    shout.
    """
    chance = Random(seed)
    table = random_table(chance, enforcement="challenge", seats=chance.choice((3, 4, 6)))
    again = table.reopen()
    for step in play_on(table, chance, 60):
        if not isinstance(step.command, c.ShoutGrav):
            take_step(again, step)
            continue
        before, again.now = again.table, step.at
        shown = [encode_message(again.whole(person)) for person in PEOPLE]
        take_step(again, step)
        if again.table.shown > before.shown or again.table.number == before.number:
            continue  # decided at once, or refused
        assert [encode_message(again.whole(person)) for person in PEOPLE] == shown
        assert step.actor is not None
        for _ in range(10):
            actor, command = random_command(before, chance)
            if actor == step.actor:
                continue
            context = random_command_context(chance)
            trial = TableStep(step.at, actor, command, context)
            _, expected = outcome(before, actor, command, trial)
            draft, found = outcome(again.table, actor, command, trial)
            if draft is None or not any(isinstance(d.event, e.Judged) for d in draft.added):
                assert found == expected


def test_sealed_answers_are_shown_without_their_content() -> None:
    settings = Settings(size=5, seats=3, setting=NUMBERS, first=0, clock=Days(days=1))
    table = PlayedTable(settings)
    table.place(0, "c3")
    table.shout(1)
    window = position(table).window
    assert window is not None
    assert (window.awaiting, window.answered) == ((1, 2), (1,))
