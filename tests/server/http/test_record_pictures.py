"""Records as pictures: which move they show, and when they show breaches."""

import xml.etree.ElementTree as ET

import pytest
from tests.server.http.record_requests import convert, open_table_with_breach

from grav.record import parse_record, report
from grav.testing.servers.asgi_driver import Answer
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio

BREACH = "step from c3"
"""Part of the caption of a picture that shows a breach."""


def stone_descriptions(answer: Answer) -> str:
    """Returns the text alternative of a picture."""
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"].startswith("image/svg+xml")
    told = ET.fromstring(answer.body.decode()).findtext("{http://www.w3.org/2000/svg}desc")
    assert told
    return told


async def test_a_picture_shows_the_position_after_a_move_or_the_end(server: ServerFixture) -> None:
    assert "c4" not in stone_descriptions(await convert(server, "form=svg&move=1"))
    assert "c4" in stone_descriptions(await convert(server, "form=svg&move=2"))
    assert "e4" in stone_descriptions(await convert(server, "form=svg"))
    assert "c3" not in stone_descriptions(await convert(server, "form=svg&move=0"))


async def test_a_picture_shows_breaches_only_on_request(server: ServerFixture) -> None:
    plain = await convert(server, "form=svg&move=2&lang=en")
    truth = await convert(server, "form=svg&move=2&lang=en&truth=true")
    assert BREACH not in stone_descriptions(plain)
    assert BREACH in stone_descriptions(truth)


async def test_a_move_that_does_not_exist_is_refused(server: ServerFixture) -> None:
    answer = await convert(server, "form=svg&move=9")
    assert (answer.status, answer.json()["code"]) == (400, "bad_value")
    assert "there is no move 9" in answer.json()["text"]


@pytest.mark.parametrize("query", ["form=grav&move=1", "form=json&truth=true", "move=2"])
async def test_options_of_pictures_are_refused_for_other_formats(
    server: ServerFixture, query: str
) -> None:
    answer = await convert(server, query)
    assert (answer.status, answer.json()["code"]) == (400, "only_pictures")


async def test_pictures_of_a_running_game_never_show_breaches(server: ServerFixture) -> None:
    table = await open_table_with_breach(server)
    path = f"/api/tables/{table}/record?form=svg"
    visitor = server.visitor()
    told = stone_descriptions(await visitor.ask("GET", path))
    assert "c4" in told
    assert BREACH not in told
    for query in ("&truth=true", "&truth=true&move=1"):
        answer = await visitor.ask("GET", path + query)
        assert (answer.status, answer.json()["code"]) == (409, "not_over")
    text = (await visitor.ask("GET", f"/api/tables/{table}/record?form=grav")).body.decode()
    assert report(parse_record(text)).missed_breaches, "there is a truth to hide"


async def test_the_last_stone_is_marked_if_that_help_was_agreed(server: ServerFixture) -> None:
    plain, helped = (
        await open_table_with_breach(server),
        await open_table_with_breach(server, help=["last"]),
    )
    pictures = [
        (await server.visitor().ask("GET", f"/api/tables/{table}/record?form=svg")).body
        for table in (plain, helped)
    ]
    assert len(pictures[0]) < len(pictures[1])


async def test_pictures_of_a_finished_game_may_show_breaches(server: ServerFixture) -> None:
    host = await server.guest()
    table = await server.open_table(host, mode="device")
    for at, seat in (("c3", 0), ("c4", 1)):
        await server.give(host, table, do="place", seat=seat, at=at)
        await server.give(host, table, do="accept", seat=1 - seat, placement=seat + 1)
    await server.give(host, table, do="resign", seat=0)
    path = f"/api/tables/{table}/record?form=svg&move=2&lang=en"
    assert BREACH not in stone_descriptions(await host.ask("GET", path))
    assert BREACH in stone_descriptions(await host.ask("GET", path + "&truth=true"))


async def test_a_picture_of_a_running_game_beyond_its_last_move_is_refused(
    server: ServerFixture,
) -> None:
    table = await open_table_with_breach(server)
    answer = await server.visitor().ask("GET", f"/api/tables/{table}/record?form=svg&move=7")
    assert (answer.status, answer.json()["code"]) == (400, "bad_value")
