"""Forecasts and the contents of the atlas as JSON, for the command and for the server."""

from dataclasses import asdict
from typing import Any

from grav.atlas.atlas import Atlas
from grav.atlas.best_settings import ScoredSetting
from grav.atlas.forecast import Forecast
from grav.atlas.heat_map import HeatMap
from grav.atlas.measured_board import MeasuredBoard
from grav.atlas.measures import MEASURES, AtlasMeasure, MeasureKind, value_of
from grav.atlas.prospect_ranges import Prospect, Span
from grav.atlas.thinkers import MeasuredBalance, Thinkers, find_thinkers
from grav.rules import Rules

_DIGITS = 6
_BOARD_KEYS = ("size", "players", "edition", "who")
"""The keys that identify a board."""

Json = Any


def forecast_to_json(forecast: Forecast, known: Atlas) -> Json:
    """Returns a forecast, and what this atlas knows of players who think, for the same rules."""
    wins = zip(forecast.wins, forecast.win_errors, strict=True)
    return {
        "rules": format_strict_rules(forecast.rules),
        "setting": str(forecast.setting),
        "who": forecast.board.player_kind,
        "games": forecast.games,
        "exact": forecast.is_exact,
        "near": [
            {"setting": str(near.row.setting), "weight": _round(near.weight)}
            for near in forecast.near
        ],
        "wins": [_value_and_error(value, error) for value, error in wins],
        "measures": {
            name: _value_and_error(forecast.value(name), forecast.error(name)) for name in MEASURES
        },
        "harder_than": _round(forecast.harder_than),
        "thinkers": thinkers_to_json(find_thinkers(known, forecast.rules)),
    }


def thinkers_to_json(found: Thinkers | None) -> Json:
    if found is None:
        return None
    board = found.board
    return {
        "who": board.player_kind,
        "games": board.games,
        "measured": board.measured,
        "decided": board.decided,
        "even": board.even,
        "mostly": board.mostly.value,
        "here": None if found.here is None else _balance_to_json(found.here),
        "enough": board.is_enough,
    }


def scored_setting_to_json(scored: ScoredSetting) -> Json:
    row = scored.row
    return {
        "rules": format_strict_rules(
            Rules(row.size, row.board.players, row.setting, row.board.edition)
        ),
        "who": row.board.player_kind,
        "games": row.games,
        "score": _round(scored.score),
        "wins": list(row.wins),
        "measures": {name: _round(value_of(name, row)) for name in MEASURES},
    }


def board_to_json(board: MeasuredBoard) -> Json:
    return {
        "size": board.size,
        "players": board.players,
        "edition": str(board.edition),
        "who": board.player_kind,
        "games": board.games,
        "settings": len(board),
    }


def measure_to_json(measure: AtlasMeasure, atlas: Atlas) -> Json:
    """Returns a measure with its range over all boards; null if not known in advance."""
    bounds = [board.bounds(measure.name) for board in atlas.boards] if measure.is_stored else []
    known = [bound for bound in bounds if bound is not None]
    if not known and measure.kind is not MeasureKind.NUMBER:
        known = [(0.0, 1.0)]
    return {
        "name": measure.name,
        "kind": measure.kind.value,
        "step": measure.step,
        "least": min((least for least, _ in known), default=None),
        "most": max((most for _, most in known), default=None),
    }


def prospect_to_json(found: Prospect) -> Json:
    board = found.board
    return {
        **_board_keys(board),
        "games": board.games,
        "ways": found.ways,
        "measured": found.measured,
        "measures": {name: _span_to_json(found.spans[name]) for name in MEASURES},
        "harder_than": _span_to_json(found.harder_than),
    }


def heat_map_to_json(found: HeatMap) -> Json:
    board = found.board
    least, most = board.bounds(found.measure) or (None, None)
    return {
        **_board_keys(board),
        "setting": str(found.setting),
        "x": found.x,
        "y": found.y,
        "measure": found.measure,
        "columns": list(found.columns),
        "rows": list(found.rows),
        "values": [[_round(value) for value in row] for row in found.values],
        "least": _round(least),
        "most": _round(most),
    }


def _board_keys(board: MeasuredBoard) -> Json:
    return {name: value for name, value in board_to_json(board).items() if name in _BOARD_KEYS}


def format_strict_rules(rules: Rules) -> str:
    """Formats the rules without enforcement and starting seat: all games were strict."""
    return str(Rules(rules.size, rules.players, rules.setting, rules.edition))


def _balance_to_json(balance: MeasuredBalance) -> Json:
    return {
        "who": balance.player_kind,
        "games": balance.games,
        "balance": balance.standing.value,
        "place": balance.place,
        "wins": _value_and_error(balance.share, balance.error),
    }


def _value_and_error(value: float | None, error: float | None) -> Json:
    return {"value": _round(value), "error": _round(error)}


def _span_to_json(span: Span | None) -> Json:
    return None if span is None else {name: _round(end) for name, end in asdict(span).items()}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
