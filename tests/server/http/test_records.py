"""Records and pictures over HTTP, in every format; pictures show only what everybody may see."""

import pytest
from tests.server.http.record_requests import GAME, convert, open_table_with_breach

from grav.record import parse_record, read_text, write_sgf, write_text
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("form", ["json", "grav"])
async def test_a_record_converted_twice_is_unchanged(server: ServerFixture, form: str) -> None:
    answer = await convert(server, f"form={form}")
    assert answer.status == 200
    assert parse_record(answer.body.decode()) == read_text(GAME)


async def test_sgf_is_what_the_record_package_writes(server: ServerFixture) -> None:
    answer = await convert(server, "form=sgf&lang=ja")
    assert answer.headers["content-type"].startswith("application/x-go-sgf")
    assert answer.body.decode() == write_sgf(read_text(GAME), "ja")


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
    assert write_text(parse_record(texts["json"])) == texts["grav"]
    refused = await visitor.ask("GET", f"/api/tables/{table}/record?form=sgf")
    assert (refused.status, refused.json()["code"]) == (409, "not_over")
