"""The atlas over HTTP."""

from collections.abc import AsyncIterator
from typing import Any, cast, get_args

import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar
from litestar.di import Provide
from tests.subtests import every

from grav.atlas import MEASURES, PLAYER_KINDS, MeasuredRow, atlas, find_thinkers, forecast
from grav.atlas.atlas_json import board_to_json, forecast_to_json, thinkers_to_json
from grav.atlas.heat_map import AXES, compute_heat_map
from grav.game.cards import parse_cards, settings_to_come
from grav.lab.editions import ADVISED_EDITION
from grav.rules import REVISED, Setting, parse_edition, parse_rules
from grav.server.http.atlas import ATLAS_HANDLERS
from grav.server.http.thread_pools import LearningPool
from grav.server.messages import atlas as messages
from grav.server.problems.problem import problem_handlers
from grav.text import LANGUAGES

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    app = Litestar(
        ATLAS_HANDLERS,
        dependencies={"learning_pool": Provide(LearningPool, sync_to_thread=False, use_cache=True)},
        exception_handlers=problem_handlers(),
        logging_config=None,
    )
    transport = ASGITransport(cast("Any", app))
    async with AsyncClient(transport=transport, base_url="http://grav") as client:
        yield client


def test_message_fields_have_the_names_of_the_atlas() -> None:
    assert get_args(messages.MeasureName) == tuple(MEASURES)
    assert get_args(messages.Axis) == AXES
    assert get_args(messages.Who) == PLAYER_KINDS
    assert atlas().player_kinds == list(PLAYER_KINDS)


async def test_all_measured_boards_editions_and_players_are_listed(client: AsyncClient) -> None:
    told = (await client.get("/atlas")).json()
    assert (told["seed"], told["sizes"]) == (1, [7, 9, 13, 17, 23])
    assert told["boards"] == [board_to_json(board) for board in atlas().boards]
    assert [measure["name"] for measure in told["measures"]] == list(MEASURES)
    length = next(measure for measure in told["measures"] if measure["name"] == "length")
    assert (length["kind"], length["step"]) == ("number", 0.02)
    assert 1 <= length["least"] < 2
    assert length["most"] > 300
    balance = next(measure for measure in told["measures"] if measure["name"] == "balance")
    assert (balance["kind"], balance["least"], balance["most"]) == ("share", 0, 1)


async def test_a_forecast_is_that_of_the_atlas(client: AsyncClient) -> None:
    asked = {"setting": "3 3 4 2 4", "size": "9", "edition": "revised min_shape=6"}
    told = (await client.get("/atlas/forecast", params=asked)).json()
    found = forecast(parse_rules("9x9 2p 3 3 4 2 4 revised min_shape=6"))
    assert found is not None
    assert told["forecast"] == forecast_to_json(found, atlas())
    assert told["instead"] == []
    assert told["forecast"]["exact"]


async def test_an_interpolated_forecast_names_its_neighbours(client: AsyncClient) -> None:
    asked = {"setting": "3 3 4 2 7", "size": "9"}
    told = (await client.get("/atlas/forecast", params=asked)).json()["forecast"]
    assert not told["exact"]
    assert {near["setting"] for near in told["near"]} == {"3 3 4 2 6", "3 3 4 2 8"}
    assert sum(near["weight"] for near in told["near"]) == pytest.approx(1, abs=1e-5)


async def test_without_a_forecast_the_nearest_measured_settings_are_named(
    client: AsyncClient,
) -> None:
    told = (await client.get("/atlas/forecast", params={"setting": "3 3 4 2 4", "size": 8})).json()
    assert told["rules"] == "8x8 2p 3 3 4 2 4 revised"
    assert told["forecast"] is None
    rules = [each["rules"] for each in told["instead"]]
    assert rules == ["7x7 2p 3 3 4 2 4 revised", "9x9 2p 3 3 4 2 4 revised"]


async def test_a_forecast_says_what_is_known_of_players_who_think(client: AsyncClient) -> None:
    async def ask(setting: str, edition: str = "revised") -> Any:
        asked = {"setting": setting, "size": "7", "edition": edition}
        answer = await client.get("/atlas/forecast", params=asked)
        return answer.json()["forecast"]["thinkers"]

    here, elsewhere = await ask("3 3 4 2 4"), await ask("3 3 4 2 6")
    assert here["here"]["balance"] == "decided"
    assert here["here"]["wins"]["value"] >= 0.9
    assert elsewhere == here | {"here": None}
    assert (elsewhere["mostly"], elsewhere["who"]) == ("decided", "search-1000")
    assert (elsewhere["measured"] >= 5, elsewhere["enough"]) == (True, True)
    assert await ask("3 3 4 2 4", "classic") is None


@every(
    ("asked", "has_forecast"),
    [
        ({"setting": "3 3 4 2 4", "size": "7"}, True),
        ({"setting": "6 5 4 2 9", "size": "13"}, False),
        ({"setting": "6 5 4 2 9", "size": "13", "who": "greedy"}, False),
        ({"setting": "3 3 4 2 6", "size": "23", "edition": ADVISED_EDITION}, True),
        ({"setting": "3 3 4 2 4", "size": "8"}, False),
    ],
)
async def test_what_is_known_of_players_who_think_is_told_without_a_forecast(
    client: AsyncClient, asked: dict[str, str], has_forecast: bool
) -> None:
    told = (await client.get("/atlas/forecast", params=asked)).json()
    assert (told["forecast"] is not None) == has_forecast
    assert told["thinkers"] == thinkers_to_json(find_thinkers(atlas(), parse_rules(told["rules"])))
    if has_forecast:
        assert told["forecast"]["thinkers"] == told["thinkers"]
    assert (told["thinkers"] is None) == (asked["size"] == "8")


async def test_a_few_measured_settings_are_said_to_be_too_few(client: AsyncClient) -> None:
    asked = {"setting": "3 3 4 2 6", "size": "23", "edition": ADVISED_EDITION}
    told = (await client.get("/atlas/forecast", params=asked)).json()["thinkers"]
    assert (told["here"], told["enough"], told["mostly"]) == (None, False, "unclear")
    assert 0 < told["measured"] < 5


@pytest.mark.parametrize("who", PLAYER_KINDS)
async def test_forecasts_exist_for_every_kind_of_player(client: AsyncClient, who: str) -> None:
    asked = {"setting": "3 3 4 2 4", "size": "7", "who": who}
    told = (await client.get("/atlas/forecast", params=asked)).json()["forecast"]
    assert (told["who"], told["exact"]) == (who, True)
    board = {"size": "7", "who": who, "measure": "ties"}
    assert (await client.get("/atlas/map", params=board)).json()["who"] == who


@every(
    ("name", "value", "code"),
    [
        ("setting", "3 3 4", "invalid"),
        ("setting", "a b c d e", "bad_value"),
        ("setting", "3 3 10 2 4", "bad_value"),
        ("size", "2", "invalid"),
        ("size", "26", "invalid"),
        ("players", "7", "invalid"),
        ("edition", "blue", "bad_value"),
        ("edition", "", "invalid"),
        ("edition", "revised strict", "bad_value"),
        ("who", "people", "invalid"),
    ],
)
@every("language", LANGUAGES)
async def test_invalid_parameters_are_refused(
    client: AsyncClient, name: str, value: str, code: str, language: str
) -> None:
    asked = {"setting": "3 3 4 2 4", name: value, "lang": language}
    answer = await client.get("/atlas/forecast", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["text"]


async def test_a_map_is_that_of_the_atlas(client: AsyncClient) -> None:
    sides = {"size": "7", "x": "d", "y": "e", "measure": "chain_share"}
    fixed = {"a": "4", "b": "3", "c": "5"}
    told = (await client.get("/atlas/map", params=sides | fixed)).json()
    board = atlas().board(7, 2, REVISED)
    assert board is not None
    found = compute_heat_map(board, "d", "e", "chain_share", Setting(4, 3, 5, 2, 4))
    assert (told["columns"], told["rows"]) == (found.columns, found.rows)
    assert told["setting"] == "4 3 5 2 4"
    for row, expected in zip(told["values"], found.values, strict=True):
        assert row == [None if value is None else round(value, 6) for value in expected]
    least, most = board.bounds("chain_share") or (0, 0)
    assert (told["least"], told["most"]) == (round(least, 6), round(most, 6))


@every("measure", [name for name in MEASURES if name != "skill"])
async def test_every_measure_has_a_map(client: AsyncClient, measure: str) -> None:
    told = (await client.get("/atlas/map", params={"size": "13", "measure": measure})).json()
    assert told["measure"] == measure
    if measure != "skill":  # which needs players who think
        assert any(value is not None for row in told["values"] for value in row)


@every(
    ("asked", "status", "code"),
    [
        ({"size": "8"}, 404, "not_measured"),
        ({"players": "5"}, 404, "not_measured"),
        ({"size": "13", "players": "3", "who": "search-10000"}, 404, "not_measured"),
        ({"who": "people"}, 400, "invalid"),
        ({"edition": "revised min_shape=5"}, 404, "not_measured"),
        ({"x": "b", "y": "b"}, 400, "bad_value"),
        ({"x": "f"}, 400, "invalid"),
        ({"measure": "fun"}, 400, "invalid"),
        ({"a": "-1"}, 400, "invalid"),
        ({"a": "9999999999"}, 400, "invalid"),
    ],
)
async def test_an_invalid_map_is_refused(
    client: AsyncClient, asked: dict[str, str], status: int, code: str
) -> None:
    answer = await client.get("/atlas/map", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_prospect_has_the_range_that_open_cards_leave(client: AsyncClient) -> None:
    asked = {"cards": "b 3, a 4", "size": "9", "edition": "revised min_shape=6 bonus_limit=1"}
    told = (await client.get("/atlas/prospect", params=asked)).json()
    assert (told["cards"], told["ways"], told["measured"]) == (["a 4", "b 3"], 60, 60)
    lengths = sorted(
        value.stored_measure("length") or 0
        for setting in settings_to_come(9, parse_cards("a 4, b 3", 9))
        if (value := measured_row(9, asked["edition"], setting)) is not None
    )
    assert told["measures"]["length"] == {
        "low": lengths[6],
        "middle": lengths[30],
        "high": lengths[53],
    }
    assert set(told["measures"]) == set(MEASURES)
    hard = told["harder_than"]
    assert 0 <= hard["low"] <= hard["middle"] <= hard["high"] <= 1


async def test_a_prospect_with_every_card_known_is_the_measured_setting(
    client: AsyncClient,
) -> None:
    asked = {"cards": "a 3, b 3, c 2/5, d 2, e +2", "size": "9"}
    told = (await client.get("/atlas/prospect", params=asked)).json()
    found = forecast(parse_rules("9x9 2p 3 3 4 2 4 revised"))
    assert found is not None
    assert told["ways"] == told["measured"] == 1
    assert told["measures"].pop("skill") is None  # only players who search have skill
    for name, span in told["measures"].items():
        values = [None] * 3 if span is None else list(span.values())
        assert values == [pytest.approx(found.value(name), abs=1e-6)] * 3
    assert told["harder_than"]["middle"] == pytest.approx(found.harder_than, abs=1e-6)


async def test_a_prospect_before_the_first_card_covers_all_settings(client: AsyncClient) -> None:
    told = (await client.get("/atlas/prospect", params={"size": "7"})).json()
    assert (told["cards"], told["ways"]) == ([], 4 * 4 * 5 * 2 * 3)


@every(
    ("asked", "status", "code", "named"),
    [
        ({"size": "8"}, 404, "not_measured", ""),
        ({"cards": "a 9"}, 400, "bad_value", '"a 9"'),
        ({"cards": "a 3, a 4"}, 400, "bad_value", "a is fixed"),
        ({"cards": "fun"}, 400, "bad_value", "c 1/2"),
        ({"cards": "a 3," * 30}, 400, "invalid", ""),
        ({"who": "people"}, 400, "invalid", ""),
    ],
)
async def test_an_invalid_prospect_is_refused(
    client: AsyncClient, asked: dict[str, str], status: int, code: str, named: str
) -> None:
    answer = await client.get("/atlas/prospect", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert named in answer.json()["text"]


def measured_row(size: int, edition: str, setting: Setting) -> MeasuredRow | None:
    board = atlas().board(size, 2, parse_edition(edition))
    assert board is not None
    return board.find(setting)
