"""The record of a table: its actions and how the numbers were settled, without verdicts."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from grav.game import Grav, commitment_to, replay, seed_of, settling_from_json
from grav.record import Record, format_json_line, parse_record, record_to_json
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Fischer, Settings
from grav.server.table.record import record_of
from grav.testing.tables.played_table import NAMES, NUMBERS, SHARE, START, PlayedTable
from grav.testing.tables.random_tables import play_on, random_table


def kept(table: PlayedTable) -> Record:
    record = record_of("table", table.table, NAMES)
    assert record is not None
    return record


def test_there_is_no_record_before_the_numbers_are_settled() -> None:
    assert record_of("table", PlayedTable(Settings(settle="dice")).table, NAMES) is None


def test_players_have_names_in_the_record() -> None:
    seats: list[e.Sat | e.Invited] = [
        e.Sat(at=START, seat=0, person="p0"),
        e.Sat(at=START, seat=1, person="p2"),
        e.Sat(at=START, seat=2, level=6),
    ]
    table = PlayedTable(Settings(setting=NUMBERS, seats=3), seats)
    assert kept(table).players == ("Host", "guest 2", "Fox")
    korean = record_of("table", table.table, NAMES, "ko")
    assert korean is not None
    assert korean.players == ("Host", "손님 2", "여우")


def test_seats_of_one_device_have_their_labels() -> None:
    seats = [e.Sat(at=START, seat=seat, person="p0", label=f"no {seat}") for seat in range(2)]
    table = PlayedTable(Settings(setting=NUMBERS, mode="device"), seats)
    assert kept(table).players == ("no 0", "no 1")


def test_the_record_has_the_date_the_clock_and_the_times() -> None:
    settings = Settings(setting=NUMBERS, first=0, clock=Fischer(seconds=60, increment=5))
    table = PlayedTable(settings)
    table.wait(3_000)
    table.place(0, "e5")
    table.wait(700)
    table.accept(1)
    record = kept(table)
    assert record.date == "2027-01-15"
    assert record.table["id"] == "table"
    assert record.table["clock"] == {"kind": "fischer", "seconds": 60, "increment": 5}
    assert record.table["window"] == 15_000
    assert record.table["moments"] == [3_000, 3_700]


def test_a_race_belongs_to_the_shout_that_won() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, seats=3, first=0))
    table.put(0, "e5")
    table.place(1, "e6")
    table.shout(2, reaction=500)
    table.shout(0, reaction=300)
    record = kept(table)
    (race,) = record.table["races"]
    assert record.actions[race["action"]] == Grav(0)
    assert (race["winner"], race["band"], race["sealed"]) == (0, [0], False)
    assert [entry["used"] for entry in race["entries"]] == [300, 500]


def test_a_draw_can_be_repeated_from_the_record_alone() -> None:
    table = PlayedTable(Settings(settle="dice"))
    table.give(table.actor_of(0), c.GiveShare(id="1", seat=0, share="x"))
    table.wait_until_due()
    table.wait_until_due()
    record = kept(table)
    draw = record.table["draw"]
    assert draw == {"commitment": commitment_to(SHARE), "share": SHARE, "shares": ["x", ""]}
    assert record.setting["seed"] == seed_of(draw["share"], draw["shares"])
    assert settling_from_json(record.setting).settled == record.rules.setting


def test_numbers_that_were_not_drawn_have_no_draw() -> None:
    assert "draw" not in kept(PlayedTable()).table


@given(st.integers(0, 2**32 - 1))
def test_every_record_is_read_again_and_replays_to_the_game(seed: int) -> None:
    chance = Random(seed)
    table = random_table(chance)
    play_on(table, chance, 60)
    record = record_of("table", table.table, NAMES)
    if record is None:
        return
    again = parse_record(format_json_line(record_to_json(record)))
    assert again == record
    steps = list(replay(again.rules, again.actions))
    assert not steps or steps[-1].state == table.play.state
    assert len(record.table["moments"]) == len(record.actions)
    races = [record.actions[race["action"]] for race in record.table["races"]]
    shouts = [action for action in record.actions if isinstance(action, Grav)]
    assert races == shouts
