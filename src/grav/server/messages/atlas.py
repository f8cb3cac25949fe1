"""Messages of the atlas: forecasts and maps for settings, and what was measured."""

from typing import Literal

from msgspec import Struct

Axis = Literal["a", "b", "c", "d", "e"]
Who = Literal["random", "greedy", "search-100", "search-1000", "search-10000"]
MeasureName = Literal[
    "first_wins", "last_wins", "balance", "ties", "length", "length_spread", "fill", "margin",
    "margin_spread", "choice", "traps", "traps_10", "traps_20", "traps_30", "traps_40",
    "difficulty", "bonus", "chain", "chain_spread", "chain_share", "shaped", "first_shape",
    "first_shape_wins", "lead_changes", "lead_changes_spread", "drama", "skill",
]  # fmt: skip


class Figure(Struct, frozen=True):
    value: float | None
    """Null if there is nothing to measure."""
    error: float | None
    """The standard error; null if it is not known."""


class NearSetting(Struct, frozen=True):
    setting: str
    weight: float


class BalanceShown(Struct, frozen=True):
    """How the places compare on one setting among players who think: the place that won most often,
    and its share."""

    who: Who
    games: int
    balance: Literal["even", "unclear", "clear", "far", "decided"]
    place: int
    wins: Figure


class ThinkersShown(Struct, frozen=True):
    """What was measured with players who think on a board, and of this setting."""

    who: Who
    games: int
    measured: int
    decided: int
    even: int
    mostly: Literal["even", "unclear", "decided"]
    here: BalanceShown | None
    enough: bool


class ForecastShown(Struct, frozen=True):
    """The forecast for a game by these rules, from the measurements."""

    rules: str
    setting: str
    who: Who
    games: int
    exact: bool
    near: list[NearSetting]
    wins: list[Figure]
    measures: dict[str, Figure]
    harder_than: float
    thinkers: ThinkersShown | None


class ForecastAnswer(Struct, frozen=True):
    """The forecast; if there is none, the forecasts of the nearest rules that have one. What
    is known of players who think is of the rules that were asked for, in either case."""

    rules: str
    forecast: ForecastShown | None
    instead: list[ForecastShown]
    thinkers: ThinkersShown | None


class Span(Struct, frozen=True):
    """The range of a measure: one case in ten lies below `low`, one in ten above `high`."""

    low: float
    middle: float
    high: float


class ProspectShown(Struct, frozen=True):
    """The ranges of the measures while cards are drawn, over all ways in which they may fall."""

    size: int
    players: int
    edition: str
    who: Who
    games: int
    cards: list[str]
    ways: int
    measured: int
    measures: dict[str, Span | None]
    harder_than: Span | None


class AtlasMap(Struct, frozen=True):
    """A measure along two of the five numbers, the others fixed."""

    size: int
    players: int
    edition: str
    who: Who
    setting: str
    x: Axis
    y: Axis
    measure: MeasureName
    columns: list[int]
    rows: list[int]
    values: list[list[float | None]]
    least: float | None
    most: float | None


class AtlasBoard(Struct, frozen=True):
    """How many settings were measured on one board, for one number of players, edition and kind of
    player."""

    size: int
    players: int
    edition: str
    who: Who
    games: int
    settings: int


class AtlasMeasure(Struct, frozen=True):
    name: MeasureName
    kind: Literal["games", "share", "number"]
    step: float | None
    least: float | None
    most: float | None


class AtlasShown(Struct, frozen=True):
    """Everything that the atlas holds."""

    seed: int
    sizes: list[int]
    boards: list[AtlasBoard]
    measures: list[AtlasMeasure]
