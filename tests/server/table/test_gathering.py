"""Before the start: valid settings, taking and freeing seats, and the start itself."""

from typing import Any

import pytest
from tests.subtests import every

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import DAY, Days, Fischer, HouseRules, PerMove, Settings
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.decide import open_table
from grav.server.table.refusals import code_of
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable, fill_seats
from grav.text import GravError

ONE_DEVICE = Settings(setting=NUMBERS, mode="device", seats=3)


def sit(seat: int, label: str | None = None) -> c.Sit:
    return c.Sit(id="sit", seat=seat, label=label)


def host_alone() -> PlayedTable:
    """Opens a table where the host has the first of three seats, and nobody else sits yet."""
    return PlayedTable(Settings(setting=NUMBERS, seats=3), [e.Sat(at=START, seat=0, person="p0")])


# Settings of a table


def code_of_opening(settings: Settings, *seats: e.Sat | e.Invited) -> str | None:
    try:
        open_table(c.NewTable(settings=settings), "p0", seats, START, CommandContext(share="s"))
    except GravError as error:
        return code_of(error)
    return None


@every(
    ("settings", "code"),
    [
        ({}, "numbers_missing"),
        ({"settle": "dice", "setting": NUMBERS}, "numbers_too_many"),
        ({"settle": "cards", "setting": NUMBERS}, "numbers_too_many"),
        ({"setting": NUMBERS, "mode": "device", "public": True}, "device_public"),
        ({"setting": NUMBERS, "mode": "referee", "public": True}, "device_public"),
        ({"setting": NUMBERS, "mode": "device", "clock": Days(days=1)}, "device_slow"),
        ({"setting": NUMBERS, "clock": Days(days=1), "window": 3_599}, "slow_window"),
        ({"setting": NUMBERS, "help": ("last", "last")}, "help_twice"),
        ({"setting": "3 3 99 2 4"}, "bad_value"),
        ({"setting": "five of them"}, "bad_value"),
        ({"setting": NUMBERS, "seats": 2, "first": 2}, "bad_value"),
        ({"settle": "agreement", "setting": "9 9 99 9 9"}, "bad_value"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(settings: dict[str, Any], code: str) -> None:
    assert code_of_opening(Settings(**settings)) == code


@every(
    "settings",
    [
        {"setting": NUMBERS},
        {"settle": "dice"},
        {"settle": "cards", "size": 25, "seats": 6},
        {"settle": "agreement"},
        {"settle": "agreement", "setting": NUMBERS},
        {"setting": NUMBERS, "mode": "referee", "clock": Fischer(seconds=300)},
        {"setting": NUMBERS, "help": ()},
        {"setting": NUMBERS, "house_rules": HouseRules(bonus_limit=None, min_shape=6)},
    ],
)
def test_settings_that_can_be_played_are_accepted(settings: dict[str, Any]) -> None:
    assert code_of_opening(Settings(**settings)) is None


def test_help_is_off_in_challenge_and_on_in_strict_play_unless_agreed_otherwise() -> None:
    assert Settings().shown_help == ()
    assert Settings(enforcement="strict").shown_help == ("legal", "shapes", "last")
    assert Settings(help=("last",)).shown_help == ("last",)
    assert Settings(enforcement="strict", help=()).shown_help == ()


def test_a_table_with_a_clock_always_has_a_window_time() -> None:
    assert Settings().window_time is None
    assert Settings(window=30).window_time == 30_000
    assert Settings(clock=PerMove(seconds=9)).window_time == 15_000
    assert Settings(clock=Days(days=3)).window_time == DAY
    assert Settings(clock=Fischer(seconds=60), window=5).window_time == 5_000


def test_a_plan_of_seats_is_checked() -> None:
    settings = Settings(setting=NUMBERS, seats=2)
    first = e.Sat(at=START, seat=0, person="p0")
    assert code_of_opening(settings, first, e.Sat(at=START, seat=2, person="p0")) == "no_such_seat"
    assert code_of_opening(settings, first, first) == "seat_taken"
    kept = e.Invited(at=START, seat=1, person="p1")
    assert code_of_opening(settings, kept, e.Sat(at=START, seat=1, person="p0")) == "seat_kept"
    assert code_of_opening(ONE_DEVICE, kept) == "not_host"
    referee = Settings(setting=NUMBERS, mode="referee")
    assert code_of_opening(referee, e.Sat(at=START, seat=1, level=4)) == "no_bots_here"


def test_a_rematch_names_its_first_table() -> None:
    new = c.NewTable(settings=Settings(setting=NUMBERS))
    draft = open_table(new, "p0", (), START, CommandContext(), rematch_of="before")
    assert draft.table.rematch_of == "before"


# Sitting down


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    table = host_alone()
    table.give(Actor("p1"), sit(1))
    assert table.stage == "gathering"
    table.give(Actor("p2"), sit(2))
    assert table.stage == "playing"


def test_a_table_that_is_full_from_the_start_begins_at_once() -> None:
    assert PlayedTable().stage == "playing"


def test_a_taken_or_missing_seat_is_refused() -> None:
    table = host_alone()
    assert table.refusal(Actor("p1"), sit(0)) == "seat_taken"
    assert table.refusal(Actor("p1"), sit(3)) == "no_such_seat"


def test_a_seat_is_reserved_for_an_invited_person() -> None:
    kept = e.Invited(at=START, seat=1, person="p1")
    table = PlayedTable(Settings(setting=NUMBERS), [e.Sat(at=START, seat=0, person="p0"), kept])
    assert table.refusal(Actor("p2"), sit(1)) == "seat_kept"
    assert table.refusal(Actor("p0"), sit(1)) == "seat_kept"
    table.give(Actor("p1"), sit(1))
    assert table.stage == "playing"


def test_a_reserved_seat_that_the_host_frees_is_open() -> None:
    kept = e.Invited(at=START, seat=1, person="p1")
    table = PlayedTable(Settings(setting=NUMBERS), [kept])
    table.give(Actor("p0"), c.Free(id="free", seat=1))
    table.give(Actor("p2"), sit(1))
    assert table.table.seats[1].person == "p2"


def test_a_blocked_person_cannot_sit_down() -> None:
    assert host_alone().refusal(Actor("p1"), sit(1), CommandContext(blocked=True)) == "blocked"


def test_one_person_may_have_several_seats() -> None:
    table = host_alone()
    table.give(Actor("p0"), sit(1))
    table.give(Actor("p1"), sit(2))
    assert table.table.seats_of("p0") == (0, 1)
    assert table.table.seats_of("p1") == (2,)
    assert table.table.seats_of(None) == ()


def test_an_unknown_person_cannot_sit_down_bug() -> None:
    assert host_alone().refusal(Actor(None, bot=1), sit(1)) == "not_your_seat"


def test_on_one_device_the_host_has_all_seats() -> None:
    table = PlayedTable(ONE_DEVICE, [])
    assert table.refusal(Actor("p1"), sit(0)) == "not_host"
    for seat, label in enumerate(("left", "right", "middle")):
        table.give(Actor("p0"), sit(seat, label))
    assert table.stage == "playing"
    assert [chair.label for chair in table.table.seats] == ["left", "right", "middle"]


def test_labels_are_refused_at_online_tables_bug() -> None:
    """A label is public free text, and could be somebody else's name."""
    assert host_alone().refusal(Actor("p1"), sit(1, "Host")) == "no_labels_here"


# Leaving, freeing, closing


def test_players_can_leave_only_their_own_seat() -> None:
    table = host_alone()
    table.give(Actor("p1"), sit(1))
    assert table.refusal(Actor("p1"), c.Leave(id="leave", seat=0)) == "not_your_seat"
    table.give(Actor("p1"), c.Leave(id="leave", seat=1))
    assert not table.table.seats[1].is_taken
    assert table.refusal(Actor("p1"), c.Leave(id="leave", seat=1)) == "not_your_seat"


def test_only_the_host_can_free_a_seat() -> None:
    table = host_alone()
    table.give(Actor("p1"), sit(1))
    assert table.refusal(Actor("p1"), c.Free(id="free", seat=1)) == "not_host"
    table.give(Actor("p0"), c.Free(id="free", seat=1))
    assert table.refusal(Actor("p0"), c.Free(id="free", seat=1)) == "seat_free"
    assert table.refusal(Actor("p0"), c.Free(id="free", seat=5)) == "no_such_seat"


def test_only_the_host_can_close_a_table() -> None:
    table = host_alone()
    assert table.refusal(Actor("p1"), c.Close(id="close")) == "not_host"
    assert table.refusal(Actor(None), c.Close(id="close")) == "not_host"
    table.give(Actor("p0"), c.Close(id="close"))
    assert (table.stage, table.whole().now.closed) == ("closed", "host")
    assert table.refusal(Actor("p1"), sit(1)) == "wrong_stage"


@pytest.mark.parametrize(
    "command",
    [
        sit(1),
        c.SeatBot(id="bot", seat=1, level=1),
        c.Leave(id="leave", seat=0),
        c.Free(id="free", seat=1),
        c.Close(id="close"),
    ],
)
def test_seats_do_not_change_after_the_start(command: c.Command) -> None:
    assert PlayedTable().refusal(Actor("p0"), command) == "wrong_stage"


# Bots


def test_the_host_can_give_any_open_seat_to_a_bot() -> None:
    table = host_alone()
    bot = c.SeatBot(id="bot", seat=1, level=7)
    assert table.refusal(Actor("p1"), bot) == "not_host"
    table.give(Actor("p0"), bot)
    assert table.refusal(Actor("p0"), bot) == "seat_taken"
    table.give(Actor("p0"), c.Free(id="free", seat=1))
    table.give(Actor("p0"), c.Free(id="free", seat=0))
    for seat in range(3):
        table.give(Actor("p0"), c.SeatBot(id="bot", seat=seat, level=1))
    assert table.stage == "playing"


def test_a_physical_board_has_no_bots() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, mode="referee"), [])
    assert table.refusal(Actor("p0"), c.SeatBot(id="bot", seat=1, level=1)) == "no_bots_here"


def test_pass_and_play_may_be_with_a_bot() -> None:
    table = PlayedTable(ONE_DEVICE, [])
    table.give(Actor("p0"), c.SeatBot(id="bot", seat=2, level=1))
    assert table.table.seats[2].is_bot


# The game that begins


def test_edition_house_rules_enforcement_and_starter_reach_the_game() -> None:
    settings = Settings(
        size=7,
        seats=3,
        edition="classic",
        house_rules=HouseRules(min_shape=6, bonus_limit=2, shapes="whole", bonus="declared"),
        enforcement="strict",
        first=2,
        setting=NUMBERS,
    )
    rules = PlayedTable(settings).play.rules
    line = "7x7 3p 3 3 4 2 4 classic bonus=declared shapes=whole min_shape=6 bonus_limit=2"
    assert str(rules) == f"{line} strict first=2"


def test_a_house_rule_may_lift_the_limit_of_an_edition() -> None:
    house_rules = HouseRules(bonus_limit=None, bonus_pass=True)
    rules = PlayedTable(Settings(setting=NUMBERS, house_rules=house_rules)).play.rules
    assert str(rules) == "9x9 2p 3 3 4 2 4 revised bonus_pass=yes"


def test_the_start_is_public_event_by_event() -> None:
    table = PlayedTable(Settings(setting=NUMBERS), fill_seats(2))
    kinds = [type(happening).__name__ for happening in table.told[0].happened]
    assert kinds == [
        "SeatTaken",
        "SeatTaken",
        "AllSeated",
        "SettlingStepTaken",
        "SettlingStepTaken",
        "GameBegun",
    ]
