"""`grav join` without a server: parsing of typed lines and options, texts of events, reaction
times, and whether a draw verifies.
"""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.subtests import every

from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.cli.joining.answered_placement import AnsweredPlacement
from grav.cli.joining.happening_text import HappeningText, is_fair
from grav.cli.joining.my_seats import ImpossibleCommand
from grav.cli.joining.new_table_options import NewTableOptions, parse_clock, parse_settling
from grav.cli.joining.parsing import PHRASES, TableWord, find_phrase, parse_line
from grav.cli.joining.prompt_text import format_time
from grav.cli.shared.game_commands import Quit, Show
from grav.cli.shared.localised_click import UsageError
from grav.game import Accept, Action, Grav, Pass, Place, Resign
from grav.record.notation import Word
from grav.rules import REVISED, Point
from grav.server.messages import public_events as h
from grav.server.messages.commands import NewTable, SeatPlan
from grav.server.messages.settings import Days, Fischer, PerMove, Settings, TimeControl
from grav.server.messages.stored_events import Entry
from grav.server.messages.views import News
from grav.server.table.gathering import edition_of
from grav.testing.tables.played_table import PlayedTable
from grav.testing.tables.random_tables import play_on, random_table
from grav.text import LANGUAGES, Text, catalogue, say

C5 = Point(2, 4)
NINE = SettlingForecast(9, 2, REVISED)


@every(
    ("line", "kind", "at", "declare"),
    [
        ("c5", Place, C5, None),
        ("C5", Place, C5, None),
        ("ｃ５", Place, C5, None),
        ("c5 2", Place, C5, 2),
        ("c5 +2", Place, C5, 2),
        ("c5+2", Place, C5, 2),
        ("ok", Accept, None, None),
        ("인정", Accept, None, None),
        ("pass", Pass, None, None),
        ("パス", Pass, None, None),
        ("grav", Grav, None, None),
        ("Grav!", Grav, None, None),
        ("g", Grav, None, None),
        ("!", Grav, None, None),
        ("갈", Grav, None, None),
        ("カツ！", Grav, None, None),
        ("resign", Resign, None, None),
    ],
)
def test_words_of_the_game(
    line: str, kind: type[Action], at: Point | None, declare: int | None
) -> None:
    assert parse_line(line) == Word(None, kind, at, declare)


@every(
    ("line", "meant"),
    [
        ("roll", TableWord("roll")),
        ("주사위", None),
        ("굴리기", TableWord("roll")),
        ("keep 2", TableWord("keep", "2")),
        ("残す 1", TableWord("keep", "1")),
        ("3 3 4 2 4", TableWord("numbers", "3 3 4 2 4")),
        ("yes", TableWord("yes")),
        ("agree", TableWord("yes")),
        ("아니요", TableWord("no")),
        ("takeback", TableWord("takeback")),
        ("待った", TableWord("takeback")),
        ("rematch rotate a 4", TableWord("rematch", "rotate a 4")),
        ("say Hello", TableWord("say", "Hello")),
        ("say", TableWord("say")),
        ("seats", Show("seats")),
        ("help", Show("help")),
        ("끝", Quit()),
    ],
)
def test_words_of_the_table(line: str, meant: object) -> None:
    found = parse_line(line)
    assert found == meant if meant is not None else not isinstance(found, TableWord)


def test_every_phrase_is_found_by_number_name_and_words() -> None:
    for number, phrase in enumerate(PHRASES, start=1):
        assert find_phrase(str(number)) == phrase
        assert find_phrase(phrase) == phrase
        assert find_phrase(phrase.replace("_", " ")) == phrase
        for language in LANGUAGES:
            assert find_phrase(catalogue(language)[f"phrases.{phrase}"]) == phrase
    for nothing in ("", "!", "0", str(len(PHRASES) + 1), "abracadabra"):
        assert find_phrase(nothing) is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("300+2", Fischer(seconds=300, increment=2)),
        ("10+0", Fischer(seconds=10)),
        ("10", PerMove(seconds=10)),
        ("3600", PerMove(seconds=3600)),
        ("3d", Days(days=3)),
    ],
)
def test_a_clock_is_read(text: str, clock: TimeControl) -> None:
    assert parse_clock(text) == clock
    assert msgspec.json.decode(msgspec.json.encode(clock), type=TimeControl) == clock


@every("text", ["", "2", "3601", "9+1", "10801+1", "60+181", "0d", "15d", "5m", "+5", "٣", "1.5"])
def test_an_invalid_clock_is_reported(text: str) -> None:
    with pytest.raises(UsageError):
        parse_clock(text)


@given(st.text(alphabet="0123456789+d ", max_size=8))
def test_every_valid_clock_is_accepted_by_the_server(text: str) -> None:
    try:
        clock = parse_clock(text)
    except UsageError:
        return
    assert msgspec.json.decode(msgspec.json.encode(clock), type=TimeControl) == clock


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        (None, ("dice", None)),
        ("dice", ("dice", None)),
        ("카드", ("cards", None)),
        ("agree", ("agreement", None)),
        ("3 3  4 2 4", ("given", "3 3 4 2 4")),
    ],
)
def test_the_way_of_settling_is_read(text: str | None, settled: tuple[str, str | None]) -> None:
    assert parse_settling(text) == settled


NOTHING = NewTableOptions(None, None, None, None, False, None, (), None, None, False)


def test_a_table_without_options_has_the_defaults() -> None:
    assert NOTHING.new_table() == NewTable(settings=Settings(settle="dice"))


def test_a_table_is_made_from_options() -> None:
    options = NewTableOptions(
        size=5,
        players=3,
        setting="3 3 4 2 4",
        edition="classic",
        strict=True,
        against=7,
        aid=("legal",),
        clock="300+2",
        window=20,
        public=True,
    )
    assert options.new_table() == NewTable(
        settings=Settings(
            size=5,
            seats=3,
            setting="3 3 4 2 4",
            edition="classic",
            enforcement="strict",
            help=("legal",),
            clock=Fischer(seconds=300, increment=2),
            window=20,
            public=True,
        ),
        seats=(SeatPlan(me=True), SeatPlan(level=7), SeatPlan(level=7)),
    )


@every(
    ("milliseconds", "told"),
    [
        (-5, "0:00"),
        (0, "0:00"),
        (1, "0:01"),
        (14_001, "0:15"),
        (15_000, "0:15"),
        (61_000, "1:01"),
        (3_600_000, "1:00:00"),
        (86_400_000, Text("join.days", {"days": 1, "hours": 0})),
        (3 * 86_400_000 - 1, Text("join.days", {"days": 3, "hours": 0})),
    ],
)
def test_the_time_left_is_rounded_up_to_seconds(milliseconds: int, told: str | Text) -> None:
    assert format_time(milliseconds) == told


def texts_of(*happened: h.PublicEvent, mine: tuple[int, ...] = ()) -> list[str]:
    table = PlayedTable()
    now = table.whole().now
    news = News(1, 2, 0, happened, now)
    names = ["Round", "Square", "Star"]
    return [text.say() for text in HappeningText(news, now, names, mine, {}, NINE).texts()]


def test_a_photo_finish_reports_what_was_measured() -> None:
    entries = (
        Entry(2, 700, 300, 390, 400),
        Entry(1, 450, 30, None, 420),
        Entry(0, 900, None, 1, 900),
    )
    lines = texts_of(h.RaceDecided(4, 1, entries, (1, 2), sealed=False))
    assert lines[0] == say("join.photo")
    assert [line.split(":")[0].strip() for line in lines[1:4]] == [
        "1. Star",
        "2. Square",
        "3. Round",
    ]
    assert all(number in lines[1] for number in ("400", "700", "300"))
    assert lines[4] == say("join.photo_band", players=["Square", "Star"], winner="Square")


def test_a_single_shout_has_no_photo_finish() -> None:
    race = h.RaceDecided(4, 1, (Entry(1, 450, 30, None, 420),), (1,), sealed=False)
    assert texts_of(race) == [say("join.reaction", player="Square", ms=420)]
    assert texts_of(h.RaceDecided(4, 1, (Entry(1, 0, None, None, 0),), (1,), sealed=True)) == []


def test_the_player_who_asks_does_not_have_to_answer() -> None:
    assert texts_of(h.TakebackAsked(0), mine=(0,)) == [say("join.asked_takeback")]
    assert texts_of(h.TakebackAsked(0), mine=(1,)) == [say("join.wants_takeback", player="Round")]


@pytest.mark.parametrize(("hand", "told"), [("a 3", True), ("z 9", False)])
def test_an_unknown_card_has_no_forecast(hand: str, told: bool) -> None:
    table = PlayedTable(Settings(settle="cards", size=9))
    chance = Random(7)
    while not ((settling := table.whole().now.settling) and settling.hand):
        play_on(table, chance, 1)
    news = next(news for news in reversed(table.told) if news.now.settling == settling)
    now = replace(news.now, settling=replace(settling, hand=(hand,)))
    drawn = replace(news, now=now)
    happening_text = HappeningText(drawn, now, ["Round", "Square"], (0, 1), {}, NINE)
    lines = [text.say() for text in happening_text.texts()]
    assert any(hand in line for line in lines)
    assert any("random play: " in line for line in lines) == told


@given(st.integers(0, 2**32).map(Random))
def test_every_event_has_a_text(chance: Random) -> None:
    table = random_table(chance)
    before = table.whole().now
    begun = len(table.told)
    play_on(table, chance, 20)
    names = [f"p{seat}" for seat in range(6)]
    settings = table.whole().settings
    forecast = SettlingForecast(settings.size, settings.seats, edition_of(settings))
    for news in table.told[begun:]:
        texts = list(HappeningText(news, before, names, (0,), {}, forecast).texts())
        for language in LANGUAGES:
            assert all(text.say(language) for text in texts)
        before = news.now


@pytest.mark.parametrize("settle", ["dice", "cards"])
def test_a_draw_is_fair_only_if_all_shares_were_used_as_they_were_given(settle: str) -> None:
    table = PlayedTable(Settings(settle=settle, size=5))  # type: ignore[arg-type]  # one of the ways
    chance = Random(7)
    settling = table.whole().now.settling
    while table.table.play is None:
        settling = table.whole().now.settling
        play_on(table, chance, 1)
    begun = next(
        each for news in table.told for each in news.happened if isinstance(each, h.GameBegun)
    )
    assert settling is not None
    shares = {seat: share or "" for seat, share in enumerate(settling.shares)}
    assert is_fair(settling, begun, shares)
    assert not is_fair(settling, begun, {0: "another"})
    for changed in (
        replace(begun, share="another"),
        replace(begun, rules=begun.rules | {"a": begun.rules["a"] + 1}),
        replace(begun, setting=begun.setting | {"seed": "another"}),
    ):
        assert not is_fair(settling, changed, shares)
    assert not is_fair(replace(settling, commitment="0" * 64), begun, shares)


def test_an_answer_refers_to_the_stone_that_is_shown() -> None:
    sight = AnsweredPlacement(of_a_person=True)
    assert sight.measure_answer(None, 10.0) is None
    sight.mark_shown(4, 10.0)
    assert sight.measure_answer(4, 10.5) == (4, 500)
    sight.mark_shown(4, 10.4)
    assert sight.measure_answer(4, 10.5) == (4, 500)
    assert sight.measure_answer(None, 10.5) is None
    assert sight.measure_answer(5, 10.5) is None  # received, but not shown yet
    sight.mark_shown(5, 11.0)
    assert sight.measure_answer(5, 11.2) == (5, 200)
    assert sight.measure_answer(5, 11.0 + 10**6) == (5, 86_400_000)


def test_an_answer_sooner_than_the_minimum_reaction_time_is_refused() -> None:
    person, program = AnsweredPlacement(of_a_person=True), AnsweredPlacement(of_a_person=False)
    for shown in (person, program):
        shown.mark_shown(4, 10.0)
    assert program.measure_answer(4, 10.001) == (4, 1)
    assert program.measure_answer(4, 9.9) == (4, 0)
    with pytest.raises(ImpossibleCommand) as error:
        person.measure_answer(4, 10.119)
    assert error.value.text.key == "join.too_soon"
    assert person.measure_answer(4, 10.12) == (4, 120)
