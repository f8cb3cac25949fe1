"""The plots of docs/findings.md."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from grav.atlas import GREEDY, RANDOM, SEARCH_1000
from grav.extras import require
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings.claims import mean_by_number
from grav.lab.findings.outcomes import median_outcomes
from grav.lab.findings.player_kinds import rows_of_search_sample
from grav.lab.findings.rows import (
    CLAIM_SIZES,
    EDITIONS,
    SIZES,
    find_measured_rows,
    measure_or_zero,
)
from grav.lab.findings.seats import PLAYER_COUNTS, place_ratios

INKS = ("#c8551b", "#2b4a7f", "#3f7d4e")
"""Three stone colours, which also differ in lightness."""
NUMBERS = {
    "a": "a: stones at one interval",
    "b": "b: side of the square",
    "c": "c: stones in the square",
    "width": "e − d: width of the ring",
    "d": "d: least distance",
}
PLAYERS = {RANDOM: "random", GREEDY: "greedy", SEARCH_1000: "thinking"}
READINGS = {
    "traps_20": "traps, a fifth full",
    "traps": "traps, whole game",
    "choice": "legal points",
}


def altair() -> Any:
    """Imports altair, which is an optional dependency."""
    require("lab")
    return import_module("altair")


def write_plots(folder: Path) -> list[Path]:
    """Writes all plots as SVG; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, chart in _charts():
        files.append(folder / f"findings-{name}.svg")
        chart.save(str(files[-1]))
    return files


def _charts() -> Iterator[tuple[str, Any]]:
    yield "claims", _claims()
    yield "chains", _chains()
    yield "leads", _leads()
    yield "seats", _seats()
    yield "who", _who()


def _claims() -> Any:
    """Plots the effect of each number on three boards, for three readings of "hard"."""
    alt = altair()
    rows = [
        {
            "number": title,
            "at": at,
            "value": found,
            "reading": READINGS[measure],
            "board": f"{size} × {size}",
        }
        for number, title in NUMBERS.items()
        for measure in READINGS
        for size in CLAIM_SIZES
        for at, found in mean_by_number(number, size, measure)
    ]
    line = (
        alt.Chart(_data(rows))
        .mark_line(point=True)
        .encode(
            x=alt.X("at:O", title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            y=alt.Y("value:Q", title=None),
            color=_colour("board", [f"{size} × {size}" for size in CLAIM_SIZES]),
        )
        .properties(width=150, height=130)
    )
    return line.facet(
        column=alt.Column("number:N", title=None, sort=list(NUMBERS.values())),
        row=alt.Row("reading:N", title=None, sort=list(READINGS.values())),
    ).resolve_scale(x="independent", y="independent")


def _chains() -> Any:
    """Box plots of the longest chain as a share of all stones, under each rule."""
    alt = altair()
    rows = [
        {"rule": edition, "share": measure_or_zero("chain_share", row), "board": f"{size} × {size}"}
        for size in CLAIM_SIZES
        for edition in EDITIONS
        for row in find_measured_rows(size, edition).values()
    ]
    return (
        alt.Chart(_data(rows))
        .mark_boxplot(extent="min-max", size=9)
        .encode(
            y=alt.Y("rule:N", title=None, sort=list(EDITIONS)),
            x=alt.X("share:Q", title="longest chain, share of all stones", axis=_percent()),
            yOffset=alt.YOffset("board:N", sort=[f"{size} × {size}" for size in CLAIM_SIZES]),
            color=_colour("board", [f"{size} × {size}" for size in CLAIM_SIZES]),
        )
        .properties(width=460, height=alt.Step(14))
    )


def _leads() -> Any:
    """Heat map of the lead changes, by rule and board."""
    alt = altair()
    shown = [each for each in EDITIONS if each != "classic"]
    rows = [
        {"rule": edition, "board": f"{size} × {size}", "leads": found["lead_changes"]}
        for size in SIZES
        for edition in shown
        if (found := median_outcomes(size, edition)) is not None
    ]
    boards = [f"{size} × {size}" for size in SIZES]
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("board:N", title=None, sort=boards, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("rule:N", title=None, sort=shown),
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "leads:Q",
            title="lead changes",
            scale=alt.Scale(type="symlog", scheme="oranges"),
        )
    )
    words = base.mark_text().encode(
        text=alt.Text("leads:Q", format=".1f"),
        color=alt.condition("datum.leads > 8", alt.value("white"), alt.value("#23201b")),
    )
    return (cells + words).properties(width=360, height=alt.Step(30))


def _seats() -> Any:
    """Box plots of how many times as often the best place wins as the worst, by setting."""
    alt = altair()
    rules = {"revised": "the books", ADVISED_EDITION: "advised"}
    boards = [f"{size} × {size}" for size in CLAIM_SIZES]
    rows = [
        {"ratio": ratio, "players": str(players), "board": f"{size} × {size}", "rule": name}
        for size in CLAIM_SIZES
        for players in PLAYER_COUNTS
        for edition, name in rules.items()
        for ratio in place_ratios(size, edition, players)
    ]
    ratios = alt.X(
        "ratio:Q",
        title="wins of the best place, as a multiple of the worst's",
        scale=alt.Scale(type="log", domain=[1, 500]),
        axis=alt.Axis(values=[1, 2, 5, 10, 20, 50, 100, 200, 500], format="~f"),
    )
    return (
        alt.Chart(_data(rows))
        .mark_boxplot(extent="min-max", size=9)
        .encode(
            y=alt.Y("players:N", title="players"),
            x=ratios,
            yOffset=alt.YOffset("rule:N", sort=list(rules.values())),
            color=_colour("rule", list(rules.values())),
        )
        .properties(width=420, height=alt.Step(14))
        .facet(row=alt.Row("board:N", title=None, sort=boards))
    )


def _who() -> Any:
    """Plots the wins of the first player on the same settings, by kind of player."""
    alt = altair()
    rows = [
        {"rule": _short(edition), "who": PLAYERS[who], "first": measure_or_zero("first_wins", row)}
        for edition in EDITIONS
        for who, found in rows_of_search_sample(7, edition).items()
        for row in found
    ]
    points = alt.Chart().mark_point(filled=True, size=55, opacity=0.55)
    players = list(PLAYERS.values())
    strips = points.encode(
        y=alt.Y("rule:N", title=None, sort=list(map(_short, EDITIONS))),
        x=alt.X(
            "first:Q",
            title="games won by the first player, one point a setting, 7 × 7",
            axis=_percent(),
            scale=alt.Scale(domain=[0, 1]),
        ),
        yOffset=alt.YOffset("who:N", sort=players),
        color=_colour("who", players),
        shape=alt.Shape("who:N", title=None, sort=players, scale=alt.Scale(domain=players)),
    )
    even = alt.Chart().mark_rule(strokeDash=[4, 3], strokeWidth=1).encode(x=alt.datum(0.5))
    layers = alt.layer(strips, even, data=_data(rows))
    return layers.properties(width=460, height=alt.Step(22, **{"for": "offset"}))


def _short(edition: str) -> str:
    """Returns the house rules of an edition alone, as there is little room."""
    return edition.removeprefix("revised ")


def _data(rows: list[dict[str, Any]]) -> Any:
    return altair().Data(values=rows)


def _percent() -> Any:
    return altair().Axis(format="%")


def _colour(field: str, values: list[str]) -> Any:
    alt = altair()
    scale = alt.Scale(domain=values, range=list(INKS[: len(values)]))
    legend = alt.Legend(labelLimit=300)
    return alt.Color(f"{field}:N", title=None, sort=values, scale=scale, legend=legend)
