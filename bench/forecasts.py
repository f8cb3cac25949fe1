"""How far forecasts of settings that were not measured are from games that are then played."""

import json
from collections.abc import Iterator
from dataclasses import asdict

from grav.atlas import MeasuredBoard, atlas
from grav.lab.forecast_errors import (
    WAYS,
    check,
    count_forecasts,
    draw_interpolated,
    summarise,
)
from grav.rules import REVISED

SIZES = (7, 9, 13, 17, 23)
MEASURES = (
    "length", "choice", "traps", "difficulty", "chain_share", "bonus", "first_wins", "balance",
    "ties", "margin", "lead_changes", "drama",
)  # fmt: skip
DRAWS = 2000
SETTINGS = 120
"""Settings that are played, of each size and each way to draw them."""
GAMES = 1024
SEED = "forecasts"
"""Of the draws; the factors of `grav.atlas.forecast` were fitted to others."""


def format_lines(*, as_json: bool) -> Iterator[str]:
    """Yields which settings have a forecast, and the errors of those that are interpolated."""
    boards = [board for size in SIZES if (board := atlas().board(size, 2, REVISED)) is not None]
    if not as_json:
        yield f"{'size':>4} {'settled by':12}{'measured':>10}{'interpolated':>14}{'none':>8}"
    for board in boards:
        yield from _format_shares(board, as_json=as_json)
    if not as_json:
        heads = f"{'settings':>9}{'mean':>8}{'worst':>8}{'stated':>8}{'within two':>12}"
        yield f"{'size':>4} {'measure':14}{heads}"
    for board in boards:
        yield from _format_errors(board, as_json=as_json)


def _format_shares(board: MeasuredBoard, *, as_json: bool) -> Iterator[str]:
    for way in WAYS:
        found = count_forecasts(board, way, DRAWS, SEED)
        if as_json:
            yield json.dumps({"size": board.size, "way": way} | asdict(found))
        else:
            shares = f"{found.measured:10.0%}{found.interpolated:14.0%}{found.none:8.0%}"
            yield f"{board.size:4} {way:12}{shares}"


def _format_errors(board: MeasuredBoard, *, as_json: bool) -> Iterator[str]:
    forecasts = [
        forecast for way in WAYS for forecast in draw_interpolated(board, way, SETTINGS, SEED)
    ]
    checked = [check(forecast, GAMES) for forecast in forecasts]
    for name in MEASURES:
        found = summarise(checked, name)
        if found is None:
            continue
        if as_json:
            yield json.dumps({"size": board.size, "measure": name} | asdict(found))
        else:
            shares = (found.mean, found.worst, found.stated)
            figures = "".join(f"{share:8.1%}" for share in shares)
            yield f"{board.size:4} {name:14}{found.settings:9}{figures}{found.within_two:12.1%}"
