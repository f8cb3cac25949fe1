"""How far forecasts are from the truth: settings that were not measured are drawn and played.

Settings are drawn in the ways in which people settle them. Dice and cards follow the game; for
proposals there are two models, people who press the steppers and people who guess numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from math import hypot, sqrt
from operator import add
from random import Random
from statistics import fmean, stdev

from grav.atlas import MeasuredBoard, canonical_setting, value_of
from grav.atlas.forecast import Forecast, forecast_on_board
from grav.atlas.measures import STEPS_PER_UNIT, WINS_STEPS_PER_UNIT, win_columns
from grav.game import sensible_settings
from grav.game.cards import settings_to_come
from grav.lab.atlas_recipe import stage_steps, total_steps
from grav.native import GameSums, game_sums
from grav.rules import Enforcement, Rules, Setting

SEED = 2
"""Of the games played here; the atlas has another, so that errors by chance are independent."""
BATCHES = 16
"""The games of a setting are played in so many batches, whose spread gives the error by chance."""
MAX_DRAWS = 50
"""Draws for each setting wanted, after which too few are not measured."""


def draw_thrown(size: int, random: Random) -> Setting:
    return random.choice(sensible_settings(size))


def draw_from_cards(size: int, random: Random) -> Setting:
    return random.choice(_settings_of_cards(size))


@cache
def _settings_of_cards(size: int) -> Sequence[Setting]:
    return list(settings_to_come(size, ()))


def draw_stepped(size: int, random: Random) -> Setting:
    """Changes a sensible setting by one or two, in one to three places."""
    numbers = list(random.choice(sensible_settings(size)))
    for _ in range(random.randint(1, 3)):
        numbers[random.randrange(len(numbers))] += random.choice((-2, -1, 1, 2))
    a, b, c, d, e = numbers
    b = min(max(2, b), size)
    d = min(max(0, d), 2 * (size - 1))
    return Setting(max(3, a), b, min(max(2, c), b * b), d, max(1, d, e))


def draw_guessed(size: int, random: Random) -> Setting:
    """Draws five numbers at random: squares up to six on a side, distances up to the board's."""
    b, d = random.randint(2, min(6, size)), random.randint(0, size // 2)
    e = random.randint(max(1, d), size)
    return Setting(random.randint(3, 8), b, random.randint(2, b * b), d, e)


WAYS: Mapping[str, Callable[[int, Random], Setting]] = {
    "dice": draw_thrown,
    "cards": draw_from_cards,
    "stepped": draw_stepped,
    "guessed": draw_guessed,
}


@dataclass(frozen=True, slots=True)
class ForecastShares:
    """Of the settings drawn in one way, the shares by the kind of their forecast."""

    measured: float
    interpolated: float
    none: float


def count_forecasts(board: MeasuredBoard, way: str, draws: int, seed: str) -> ForecastShares:
    random = Random(f"{board.size} {way} {seed}")
    found = [forecast_on(board, WAYS[way](board.size, random)) for _ in range(draws)]
    known = [each for each in found if each is not None]
    measured = sum(each.is_exact for each in known)
    shares = (measured, len(known) - measured, draws - len(known))
    return ForecastShares(*(share / draws for share in shares))


def draw_interpolated(board: MeasuredBoard, way: str, count: int, seed: str) -> list[Forecast]:
    """Returns forecasts of different settings that were drawn in this way and not measured."""
    random = Random(f"{board.size} {way} {seed}")
    found: dict[Setting, Forecast] = {}
    for _ in range(count * MAX_DRAWS):
        setting = canonical_setting(WAYS[way](board.size, random), board.size)
        forecast = forecast_on(board, setting)
        if forecast is not None and not forecast.is_exact:
            found[setting] = forecast
        if len(found) == count:
            break
    return list(found.values())


def forecast_on(board: MeasuredBoard, setting: Setting) -> Forecast | None:
    rules = Rules(board.size, board.players, setting, board.edition, Enforcement.STRICT)
    return forecast_on_board(board, rules)


@dataclass(frozen=True)
class GamesPlayed:
    """Measures of games that were played; implements `measures.MeasuredSetting`."""

    rules: Rules
    sums: GameSums

    @property
    def size(self) -> int:
        return self.rules.size

    @property
    def setting(self) -> Setting:
        return self.rules.setting

    @property
    def games(self) -> int:
        return self.sums.total.games

    @property
    def sampled_games(self) -> int:
        return self.games

    @cached_property
    def _steps(self) -> Mapping[str, int | None]:
        sums, size = self.sums, self.rules.size
        return total_steps(sums.total, self.rules.players) | stage_steps(sums, size)

    @property
    def wins(self) -> Sequence[float]:
        steps = [self._steps[name] or 0 for name in win_columns(self.rules.players)]
        return [step / WINS_STEPS_PER_UNIT for step in (*steps, WINS_STEPS_PER_UNIT - sum(steps))]

    def stored_measure(self, name: str) -> float | None:
        step = self._steps.get(name)
        return None if step is None else step / STEPS_PER_UNIT[name]


@dataclass(frozen=True)
class CheckedForecast:
    """A forecast and the games that were played to check it, in batches."""

    forecast: Forecast
    batches: Sequence[GamesPlayed]

    @cached_property
    def _all(self) -> GamesPlayed:
        sums = reduce(add, (batch.sums for batch in self.batches))
        return GamesPlayed(self.forecast.rules, sums)

    def compare(self, name: str) -> "Comparison | None":
        """Compares a measure; None where some games have nothing to measure."""
        values = [value_of(name, batch) for batch in self.batches]
        known = [value for value in values if value is not None]
        told, true = self.forecast.value(name), value_of(name, self._all)
        between = self.forecast.interpolation_error(name)
        if told is None or true is None or between is None or len(known) < len(values):
            return None
        by_chance = stdev(known) / sqrt(len(known))
        stated = self.forecast.error(name)
        if stated is None:
            stated = hypot(between, by_chance * sqrt(self._all.games / self.forecast.games))
        return Comparison(told, true, stated, by_chance)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A measure as forecast and as played."""

    told: float
    true: float
    stated_error: float
    """Where the atlas knows no error by chance, that of the games played here stands for it."""
    error_of_true: float

    @property
    def off(self) -> float:
        return abs(self.told - self.true)

    @property
    def is_within_two_errors(self) -> bool:
        return self.off <= 2 * hypot(self.stated_error, self.error_of_true)


def check(forecast: Forecast, games: int) -> CheckedForecast:
    """Plays games under the forecast's rules, with its kind of player."""
    rules = forecast.rules
    policies = [forecast.board.player_kind] * rules.players
    each = games // BATCHES
    batches = [
        GamesPlayed(
            rules,
            game_sums(rules, policies, each, SEED, first_game=batch * each),
        )
        for batch in range(BATCHES)
    ]
    return CheckedForecast(forecast, batches)


@dataclass(frozen=True, slots=True)
class ErrorSummary:
    """The errors of one measure over many settings."""

    settings: int
    mean: float
    """The mean error, as a share of the mean true value."""
    worst: float
    """The largest error, as a share of the true value."""
    stated: float
    """The mean stated error, as a share of the mean true value."""
    within_two: float
    """The share of settings within two stated errors."""


def summarise(checked: Sequence[CheckedForecast], name: str) -> ErrorSummary | None:
    found = [pair for each in checked if (pair := each.compare(name)) is not None]
    size = fmean(pair.true for pair in found) if found else 0.0
    if not size:
        return None
    return ErrorSummary(
        len(found),
        fmean(pair.off for pair in found) / size,
        max((pair.off / pair.true for pair in found if pair.true), default=0.0),
        fmean(pair.stated_error for pair in found) / size,
        fmean(pair.is_within_two_errors for pair in found),
    )
