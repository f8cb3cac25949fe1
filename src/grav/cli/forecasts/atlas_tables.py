"""Formats forecasts and lists of the atlas as text tables."""

from collections.abc import Sequence

from grav.arena import format_aligned
from grav.atlas import (
    MEASURES,
    RANDOM,
    Forecast,
    MeasureKind,
    ScoredSetting,
    atlas,
    find_thinkers,
    value_of,
)
from grav.atlas.atlas_json import format_strict_rules
from grav.cli.forecasts.balance_text import balance_text
from grav.cli.forecasts.share_text import format_share
from grav.rules import Rules
from grav.text import Language, Text, say

NOTHING = "–"
TABLE_MEASURES = (
    "balance", "ties", "length", "fill", "margin", "choice", "traps", "traps_10", "traps_20",
    "traps_30", "traps_40", "difficulty", "bonus", "chain", "chain_share", "shaped", "first_shape",
    "first_shape_wins", "lead_changes", "drama", "skill",
)  # fmt: skip
"""Measures in the order of the table, below the wins by place."""
LIST_MEASURES = (
    "balance", "length", "fill", "chain_share", "ties", "skill", "lead_changes", "difficulty",
)  # fmt: skip

MAX_NEIGHBOURS_NAMED = 4
"""A forecast may be interpolated from up to 32 settings; the heaviest are named."""


def format_forecast(rules: Rules, language: Language) -> str:
    """Formats the forecasts for these rules; if there are none, what is known of who wins among
    players who think, and the forecasts of the nearest rules."""
    known = atlas()
    forecasts = [
        forecast
        for player_kind in known.player_kinds
        if (forecast := known.forecast(rules, player_kind))
    ]
    if forecasts:
        parts = [format_strict_rules(rules), *_forecast_lines(forecasts, language)]
    else:
        instead = known.nearest_forecasts(rules)
        parts = [
            say("atlas.unknown", language, rules=format_strict_rules(rules)),
            _balance_line(rules, language),
        ]
        if instead:
            parts += ["", say("atlas.nearest", language)]
        for forecast in instead:
            parts += [
                "",
                format_strict_rules(forecast.rules),
                *_forecast_lines([forecast], language),
            ]
    return "\n".join((*parts, "", say("atlas.honest", language)))


def _forecast_lines(forecasts: Sequence[Forecast], language: Language) -> list[str]:
    """Formats who wins among players who think, the source of the forecasts, their table, and how
    hard the setting is to perceive."""
    share = format_share(forecasts[0].harder_than)
    return [
        _balance_line(forecasts[0].rules, language),
        *(_source_text(forecast).say(language) for forecast in forecasts),
        "",
        format_aligned(_rows(forecasts, language)),
        say("atlas.errors", language),
        "",
        say("atlas.harder_than", language, share=share),
    ]


def _balance_line(rules: Rules, language: Language) -> str:
    return balance_text(find_thinkers(atlas(), rules)).say(language)


def _source_text(forecast: Forecast) -> Text:
    near = [
        Text("atlas.near", {"setting": each.row.setting, "share": format_share(each.weight)})
        for each in forecast.near[:MAX_NEIGHBOURS_NAMED]
    ]
    who = Text(f"atlas.who_{forecast.board.player_kind}")
    values = {"who": who, "games": f"{forecast.games:,}"}
    if forecast.is_exact:
        return Text("atlas.measured", values)
    return Text("atlas.between", values | {"near": near})


def _rows(forecasts: Sequence[Forecast], language: Language) -> list[list[str]]:
    heads = [""]
    for forecast in forecasts:
        heads += [say(f"atlas.head_who_{forecast.board.player_kind}", language), "±"]
    rows = [heads]
    for place in range(forecasts[0].rules.players):
        row = [say("atlas.wins_of", language, place=place + 1)]
        for forecast in forecasts:
            value, error = forecast.wins[place], forecast.win_errors[place]
            row += [format_share(value, 1), format_share(error, 1)]
        rows.append(row)
    for name in TABLE_MEASURES:
        row = [say(f"atlas.name_{name}", language)]
        for forecast in forecasts:
            row += [
                format_value(name, forecast.value(name)),
                format_value(name, forecast.error(name)),
            ]
        rows.append(row)
    return rows


def format_best(found: Sequence[Sequence[ScoredSetting]], language: Language) -> str:
    """Formats the best settings of each board, with who played, their scores and measures."""
    parts = [say("atlas.scored", language)]
    heads = [f"head_{name}" for name in ("setting", "who", "score", *LIST_MEASURES)]
    for scored in found:
        rows = [[say(f"atlas.{head}", language) for head in heads]]
        for each in scored:
            who = say(f"atlas.head_who_{each.row.board.player_kind}", language)
            figures = [format_value(name, value_of(name, each.row)) for name in LIST_MEASURES]
            rows.append([str(each.row.setting), who, f"{100 * each.score:.1f}", *figures])
        board = scored[0].row.board
        parts += ["", str(board.edition)]
        if board.player_kind == RANDOM:
            parts.append(say("atlas.scored_at_random", language))
        parts.append(format_aligned(rows))
    return "\n".join(parts)


def format_value(name: str, value: float | None) -> str:
    """Formats a value of a measure, or its error."""
    if value is None:
        return NOTHING
    if MEASURES[name].kind is MeasureKind.NUMBER:
        return f"{value:.1f}" if name == "difficulty" else f"{value:.2f}"
    return format_share(value, 1)
