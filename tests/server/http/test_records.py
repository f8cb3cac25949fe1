"""Records and pictures over HTTP, in every format; pictures show only what everybody may see."""

import xml.etree.ElementTree as ET

import pytest
from tests.server.changed_rules import RulesChange

from grav.record import (
    Record,
    format_sgf,
    format_text_record,
    parse_record,
    parse_text_record,
    report,
)
from grav.server.http import records
from grav.server.table.record import record_of
from grav.testing.servers.asgi_driver import Answer
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture

pytestmark = pytest.mark.anyio

HEAD = "Board: 7x7\nSetting: 3 3 4 2 4\nFirst: 1\n\n"
GAME = f"{HEAD}1. c3 ok 2. c4 ok 3. e4 ok 4. e6 ok"
BREACH = "step from c3"
"""What stands below a picture that shows it."""


async def convert(house: ServerFixture, query: str, text: str = GAME) -> Answer:
    return await house.visitor().ask("POST", f"/api/review/convert?{query}", {"record": text})


@pytest.mark.parametrize("form", ["json", "grav"])
async def test_a_record_converted_twice_is_unchanged(house: ServerFixture, form: str) -> None:
    answer = await convert(house, f"form={form}")
    assert answer.status == 200
    assert parse_record(answer.body.decode()) == parse_text_record(GAME)


async def test_sgf_is_what_the_record_package_writes(house: ServerFixture) -> None:
    answer = await convert(house, "form=sgf&lang=ja")
    assert answer.headers["content-type"].startswith("application/x-go-sgf")
    assert answer.body.decode() == format_sgf(parse_text_record(GAME), "ja")


def stone_descriptions(answer: Answer) -> str:
    """Returns the text alternative of a picture."""
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"].startswith("image/svg+xml")
    told = ET.fromstring(answer.body.decode()).findtext("{http://www.w3.org/2000/svg}desc")
    assert told
    return told


async def test_a_picture_shows_the_position_after_a_move_or_the_end(house: ServerFixture) -> None:
    assert "c4" not in stone_descriptions(await convert(house, "form=svg&move=1"))
    assert "c4" in stone_descriptions(await convert(house, "form=svg&move=2"))
    assert "e4" in stone_descriptions(await convert(house, "form=svg"))
    assert "c3" not in stone_descriptions(await convert(house, "form=svg&move=0"))


async def test_a_picture_shows_breaches_only_on_request(house: ServerFixture) -> None:
    plain = await convert(house, "form=svg&move=2&lang=en")
    truth = await convert(house, "form=svg&move=2&lang=en&truth=true")
    assert BREACH not in stone_descriptions(plain)
    assert BREACH in stone_descriptions(truth)


async def test_a_move_that_does_not_exist_is_refused(house: ServerFixture) -> None:
    answer = await convert(house, "form=svg&move=9")
    assert (answer.status, answer.json()["code"]) == (400, "bad_value")
    assert "there is no move 9" in answer.json()["text"]


@pytest.mark.parametrize("query", ["form=grav&move=1", "form=json&truth=true", "move=2"])
async def test_options_of_pictures_are_refused_for_other_formats(
    house: ServerFixture, query: str
) -> None:
    answer = await convert(house, query)
    assert (answer.status, answer.json()["code"]) == (400, "only_pictures")


@pytest.mark.parametrize("query", ["form=gif", "form=svg&move=-1", "form=svg&truth=perhaps"])
async def test_unknown_options_are_refused(house: ServerFixture, query: str) -> None:
    answer = await convert(house, query)
    assert (answer.status, answer.json()["code"]) == (400, "invalid")


async def open_table_with_breach(house: ServerFixture, **settings: object) -> str:
    """Opens a table on one device, with a stone that breaks a rule and was accepted."""
    host = await house.guest()
    table = await house.open_table(host, mode="device", **settings)
    await house.give(host, table, do="place", seat=0, at="c3")
    await house.give(host, table, do="accept", seat=1, placement=1)
    await house.give(host, table, do="place", seat=1, at="c4")
    await house.give(host, table, do="accept", seat=0, placement=2)
    house.visitors.append(host)
    return table


async def test_pictures_of_a_running_game_never_show_breaches(house: ServerFixture) -> None:
    table = await open_table_with_breach(house)
    path = f"/api/tables/{table}/record?form=svg"
    visitor = house.visitor()
    told = stone_descriptions(await visitor.ask("GET", path))
    assert "c4" in told
    assert BREACH not in told
    for query in ("&truth=true", "&truth=true&move=1"):
        answer = await visitor.ask("GET", path + query)
        assert (answer.status, answer.json()["code"]) == (409, "not_over")
    text = (await visitor.ask("GET", f"/api/tables/{table}/record?form=grav")).body.decode()
    assert report(parse_record(text)).missed_breaches, "there is a truth to hide"


async def test_the_last_stone_is_marked_if_that_help_was_agreed(house: ServerFixture) -> None:
    plain, helped = (
        await open_table_with_breach(house),
        await open_table_with_breach(house, help=["last"]),
    )
    pictures = [
        (await house.visitor().ask("GET", f"/api/tables/{table}/record?form=svg")).body
        for table in (plain, helped)
    ]
    assert len(pictures[0]) < len(pictures[1])


async def test_pictures_of_a_finished_game_may_show_breaches(house: ServerFixture) -> None:
    host = await house.guest()
    table = await house.open_table(host, mode="device")
    for at, seat in (("c3", 0), ("c4", 1)):
        await house.give(host, table, do="place", seat=seat, at=at)
        await house.give(host, table, do="accept", seat=1 - seat, placement=seat + 1)
    await house.give(host, table, do="resign", seat=0)
    path = f"/api/tables/{table}/record?form=svg&move=2&lang=en"
    assert BREACH not in stone_descriptions(await host.ask("GET", path))
    assert BREACH in stone_descriptions(await host.ask("GET", path + "&truth=true"))


async def test_a_tables_record_is_the_same_game_in_all_formats(house: ServerFixture) -> None:
    table = await open_table_with_breach(house)
    visitor = house.visitor()
    texts = {
        form: (await visitor.ask("GET", f"/api/tables/{table}/record?form={form}")).body.decode()
        for form in ("json", "grav")
    }
    assert parse_record(texts["json"]) == parse_record(texts["grav"])
    assert format_text_record(parse_record(texts["json"])) == texts["grav"]
    refused = await visitor.ask("GET", f"/api/tables/{table}/record?form=sgf")
    assert (refused.status, refused.json()["code"]) == (409, "not_over")


async def test_a_picture_of_a_running_game_beyond_its_last_move_is_refused(
    house: ServerFixture,
) -> None:
    table = await open_table_with_breach(house)
    answer = await house.visitor().ask("GET", f"/api/tables/{table}/record?form=svg&move=7")
    assert (answer.status, answer.json()["code"]) == (400, "bad_value")


FORMS = ("form=grav", "form=sgf", "form=svg", "form=svg&truth=true", "form=svg&truth=true&move=2")


async def exports(house: ServerFixture, table: str) -> list[bytes]:
    """Returns the record in all forms, pictures of it, and the review."""
    visitor, path = house.visitor(), f"/api/tables/{table}"
    answers = [await visitor.ask("GET", f"{path}/record?lang=en&{form}") for form in FORMS]
    answers.append(await visitor.ask("GET", f"{path}/review?lang=en"))
    assert {answer.status for answer in answers} == {200}
    return [answer.body for answer in answers]


async def test_a_server_with_newer_rules_exports_and_reviews_an_older_game_as_before(
    sqlite_url: str, rules_change: RulesChange
) -> None:
    """By the newer rules, the shout at the fourth stone would have been wrong."""
    async with open_server_fixture(sqlite_url) as house:
        table = await open_table_with_breach(house)
        host = house.visitors[-1]
        await house.give(host, table, do="place", seat=0, at="c5")
        await house.give(host, table, do="accept", seat=1, placement=3)
        await house.give(host, table, do="place", seat=1, at="c6")
        await house.give(host, table, do="grav", seat=0, placement=4)
        await house.give(host, table, do="resign", seat=0)
        before = await exports(house, table)
    rules_change.happen()
    async with open_server_fixture(sqlite_url) as house:
        assert await exports(house, table) == before


async def test_games_that_differ_only_in_their_version_have_exports_of_their_own(
    house: ServerFixture, rules_change: RulesChange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records name their table, so that no two are equal; here it is left out."""

    def record_without_table(*arguments: object) -> Record:
        full = record_of(*arguments)  # type: ignore[arg-type]
        assert full is not None
        return Record(full.rules, full.actions)

    monkeypatch.setattr(records, "record_of", record_without_table)
    pictures = []
    for _ in range(2):
        table = await open_table_with_breach(house)
        await house.give(house.visitors[-1], table, do="resign", seat=0)
        answer = await house.visitor().ask("GET", f"/api/tables/{table}/record?{FORMS[-1]}")
        pictures.append(stone_descriptions(answer))
        rules_change.happen()
    assert [BREACH in picture for picture in pictures] == [True, False]
