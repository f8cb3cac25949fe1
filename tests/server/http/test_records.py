"""Records and pictures over HTTP, in every format; pictures show only what everybody may see."""

import pytest
from tests.server.changed_rules import RulesChange
from tests.server.http.record_requests import GAME, convert, open_table_with_breach
from tests.server.http.test_record_pictures import BREACH, stone_descriptions

from grav.record import (
    Record,
    format_sgf,
    format_text_record,
    parse_record,
    parse_text_record,
)
from grav.server.http import records
from grav.server.table.record import record_of
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("form", ["json", "grav"])
async def test_a_record_converted_twice_is_unchanged(server: ServerFixture, form: str) -> None:
    answer = await convert(server, f"form={form}")
    assert answer.status == 200
    assert parse_record(answer.body.decode()) == parse_text_record(GAME)


async def test_sgf_is_what_the_record_package_writes(server: ServerFixture) -> None:
    answer = await convert(server, "form=sgf&lang=ja")
    assert answer.headers["content-type"].startswith("application/x-go-sgf")
    assert answer.body.decode() == format_sgf(parse_text_record(GAME), "ja")


@pytest.mark.parametrize("query", ["form=gif", "form=svg&move=-1", "form=svg&truth=perhaps"])
async def test_unknown_options_are_refused(server: ServerFixture, query: str) -> None:
    answer = await convert(server, query)
    assert (answer.status, answer.json()["code"]) == (400, "invalid")


async def test_a_tables_record_is_the_same_game_in_all_formats(server: ServerFixture) -> None:
    table = await open_table_with_breach(server)
    visitor = server.visitor()
    texts = {
        form: (await visitor.ask("GET", f"/api/tables/{table}/record?form={form}")).body.decode()
        for form in ("json", "grav")
    }
    assert parse_record(texts["json"]) == parse_record(texts["grav"])
    assert format_text_record(parse_record(texts["json"])) == texts["grav"]
    refused = await visitor.ask("GET", f"/api/tables/{table}/record?form=sgf")
    assert (refused.status, refused.json()["code"]) == (409, "not_over")


FORMS = ("form=grav", "form=sgf", "form=svg", "form=svg&truth=true", "form=svg&truth=true&move=2")


async def exports(server: ServerFixture, table: str) -> list[bytes]:
    """Returns the record in all forms, pictures of it, and the review."""
    visitor, path = server.visitor(), f"/api/tables/{table}"
    answers = [await visitor.ask("GET", f"{path}/record?lang=en&{form}") for form in FORMS]
    answers.append(await visitor.ask("GET", f"{path}/review?lang=en"))
    assert {answer.status for answer in answers} == {200}
    return [answer.body for answer in answers]


async def test_a_server_with_newer_rules_exports_and_reviews_an_older_game_as_before(
    sqlite_url: str, rules_change: RulesChange
) -> None:
    """By the newer rules, the shout at the fourth stone would have been wrong."""
    async with open_server_fixture(sqlite_url) as server:
        table = await open_table_with_breach(server)
        host = server.visitors[-1]
        await server.give(host, table, do="place", seat=0, at="c5")
        await server.give(host, table, do="accept", seat=1, placement=3)
        await server.give(host, table, do="place", seat=1, at="c6")
        await server.give(host, table, do="grav", seat=0, placement=4)
        await server.give(host, table, do="resign", seat=0)
        before = await exports(server, table)
    rules_change.happen()
    async with open_server_fixture(sqlite_url) as server:
        assert await exports(server, table) == before


async def test_games_that_differ_only_in_their_version_have_exports_of_their_own(
    server: ServerFixture, rules_change: RulesChange, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records name their table, so that no two are equal; here the name is left out."""

    def record_without_table(*arguments: object) -> Record:
        full = record_of(*arguments)  # type: ignore[arg-type]
        assert full is not None
        return Record(full.rules, full.actions)

    monkeypatch.setattr(records, "record_of", record_without_table)
    pictures = []
    for _ in range(2):
        table = await open_table_with_breach(server)
        await server.give(server.visitors[-1], table, do="resign", seat=0)
        answer = await server.visitor().ask("GET", f"/api/tables/{table}/record?{FORMS[-1]}")
        pictures.append(stone_descriptions(answer))
        rules_change.happen()
    assert [BREACH in picture for picture in pictures] == [True, False]
