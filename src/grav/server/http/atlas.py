"""Handlers of the atlas: measured settings, as forecasts for given numbers and as maps."""

from functools import cache, lru_cache, partial
from typing import Any

from litestar import Request, get
from litestar.di import NamedDependency

from grav.atlas import MEASURES, MeasuredBoard, atlas, find_thinkers
from grav.atlas.atlas_json import (
    board_to_json,
    forecast_to_json,
    format_strict_rules,
    heat_map_to_json,
    measure_to_json,
    prospect_to_json,
    thinkers_to_json,
)
from grav.atlas.heat_map import compute_heat_map
from grav.atlas.prospect_ranges import compute_prospect
from grav.game.cards import Card, parse_cards, settings_to_come
from grav.rules import Rules, Setting, parse_edition
from grav.server.http.thread_pools import LearningPool
from grav.server.limits.request_limits import client_key
from grav.server.messages import atlas as m
from grav.server.messages.conversion import make_converter
from grav.server.messages.request_parameters import (
    Axis,
    CardTexts,
    EditionText,
    Fixed,
    Measure,
    MeasuredPlayer,
    Numbers,
    Players,
    Size,
)
from grav.server.problems.problem import Problem, refusals

MAX_PROSPECTS = 500
"""Cached prospects: whoever draws cards asks for a few, and everybody at a table for the same."""
DEFAULT = Setting(3, 3, 4, 2, 4)

_board = make_converter(m.AtlasBoard)
_measure = make_converter(m.AtlasMeasure)
_answer = make_converter(m.ForecastAnswer)
_map = make_converter(m.AtlasMap)
_prospect = make_converter(m.ProspectShown)


Asked = Request[Any, Any, Any]


@get("/atlas", summary="List the boards and measures of the atlas", responses=refusals())
async def measured(request: Asked, learning_pool: NamedDependency[LearningPool]) -> m.AtlasShown:
    """Returns the boards with their editions, and the measures with their steps and ranges."""
    return await learning_pool.run(client_key(request), _all_there_is)


@cache
def _all_there_is() -> m.AtlasShown:
    known = atlas()
    boards = [_board(board_to_json(board)) for board in known.boards]
    measures = [_measure(measure_to_json(measure, known)) for measure in MEASURES.values()]
    return m.AtlasShown(known.files[0].seed, known.sizes, boards, measures)


@get("/atlas/forecast", summary="Forecast for a setting", responses=refusals(400))
async def forecast(
    request: Asked,
    learning_pool: NamedDependency[LearningPool],
    setting: Numbers,
    size: Size = 9,
    players: Players = 2,
    edition: EditionText = "revised",
    who: MeasuredPlayer = "random",
) -> m.ForecastAnswer:
    """Returns what was measured, or an estimate from the nearest measured settings. Otherwise the
    forecast is null, and `instead` holds the nearest ones. `thinkers` is what is known of players
    who think, in either case."""
    rules = Rules(size, players, Setting.parse(setting), parse_edition(edition))
    return await learning_pool.run(client_key(request), partial(_forecast_of, rules, who))


def _forecast_of(rules: Rules, who: m.Who) -> m.ForecastAnswer:
    found = atlas().forecast(rules, who)
    instead = [] if found is not None else atlas().nearest_forecasts(rules, who)
    answer = {
        "rules": format_strict_rules(rules),
        "forecast": None if found is None else forecast_to_json(found, atlas()),
        "instead": [forecast_to_json(each, atlas()) for each in instead],
        "thinkers": thinkers_to_json(find_thinkers(atlas(), rules)),
    }
    return _answer(answer)


@get(
    "/atlas/prospect",
    summary="Range of outcomes while cards are drawn",
    responses=refusals(400, 404),
)
async def prospect(
    request: Asked,
    learning_pool: NamedDependency[LearningPool],
    cards: CardTexts = "",
    size: Size = 9,
    players: Players = 2,
    edition: EditionText = "revised",
    who: MeasuredPlayer = "random",
) -> m.ProspectShown:
    """Returns the range of each measure over all ways in which the numbers may fall that no card
    fixes yet."""
    kept = tuple(sorted(parse_cards(cards, size), key=lambda card: card.number))

    def work() -> m.ProspectShown:
        return _prospect_of(_board_of(size, players, edition, who), kept)

    return await learning_pool.run(client_key(request), work)


@lru_cache(MAX_PROSPECTS)
def _prospect_of(board: MeasuredBoard, kept: tuple[Card, ...]) -> m.ProspectShown:
    found = prospect_to_json(compute_prospect(board, settings_to_come(board.size, kept)))
    return _prospect({**found, "cards": [str(card) for card in kept]})


@get(
    "/atlas/map",
    summary="Map of a measure over two of the five numbers",
    responses=refusals(400, 404),
)
async def atlas_map(
    request: Asked,
    learning_pool: NamedDependency[LearningPool],
    x: Axis = "b",
    y: Axis = "c",
    measure: Measure = "balance",
    size: Size = 9,
    players: Players = 2,
    edition: EditionText = "revised",
    who: MeasuredPlayer = "random",
    a: Fixed = DEFAULT.a,
    b: Fixed = DEFAULT.b,
    c: Fixed = DEFAULT.c,
    d: Fixed = DEFAULT.d,
    e: Fixed = DEFAULT.e,
) -> m.AtlasMap:
    """Returns one measure along two of the numbers; the other numbers are fixed. Null where a
    setting was not measured, or cannot be."""
    fixed = Setting(a, b, c, d, e)

    def work() -> m.AtlasMap:
        found = compute_heat_map(_board_of(size, players, edition, who), x, y, measure, fixed)
        return _map(heat_map_to_json(found))

    return await learning_pool.run(client_key(request), work)


def _board_of(size: int, players: int, edition: str, who: m.Who) -> MeasuredBoard:
    board = atlas().board(size, players, parse_edition(edition), who)
    if board is None:
        raise Problem(404, "not_measured")
    return board


ATLAS_HANDLERS = [measured, forecast, prospect, atlas_map]
