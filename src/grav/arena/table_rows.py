"""Formats standings and ladders as table rows, in one language."""

from collections.abc import Mapping, Sequence

from grav.arena.ladder import Rung
from grav.arena.played_game import PlayedGame
from grav.arena.ratings import Rating
from grav.arena.score import Score, Standing, compute_score, games_between
from grav.bots import LEVELS, Level
from grav.native import measure_perception
from grav.rules import Rules
from grav.text import Language, say

EMPTY_CELL = "–"


def standing_rows(
    standings: Sequence[Standing], rated: Mapping[str, Rating], language: Language
) -> list[list[str]]:
    turns = range(1, len(standings[0].by_turn) + 1)
    heads = [
        *(_heading(name, language) for name in ("player", "score", "interval", "rating")),
        *(say("arena.head_turn", language, turn=turn) for turn in turns),
        *(_heading(name, language) for name in ("stones", "stood", "right", "wrong")),
    ]
    return [heads, *(_standing_row(standing, rated[standing.player]) for standing in standings)]


def _standing_row(standing: Standing, rating: Rating) -> list[str]:
    counts = (standing.breaches_stood, standing.right_shouts, standing.wrong_shouts)
    return [
        standing.player,
        *_score_cells(standing.score),
        _rating_cell(rating),
        *(format_percent(score.mean) for score in standing.by_turn),
        f"{standing.stones:.1f}",
        *map(str, counts),
    ]


def pair_rows(
    pairs: Sequence[tuple[str, ...]], games: Sequence[PlayedGame], language: Language
) -> list[list[str]]:
    """Returns a row for each pair: the score of the first against the second."""
    heads = [_heading(name, language) for name in ("player", "below", "score", "interval")]
    rows = [
        [*pair, *_score_cells(compute_score(pair[0], games_between(pair, games)))] for pair in pairs
    ]
    return [heads, *rows]


def rung_rows(rungs: Sequence[Rung], language: Language) -> list[list[str]]:
    names = ("level", "below", "games", "score", "interval", "rating")
    return [[_heading(name, language) for name in names], *(_rung_row(rung) for rung in rungs)]


def _rung_row(rung: Rung) -> list[str]:
    if rung.below is None:
        return [rung.name, *[EMPTY_CELL] * 4, _rating_cell(rung.rating)]
    against = [rung.below, str(rung.score.games), *_score_cells(rung.score)]
    return [rung.name, *against, _rating_cell(rung.rating)]


def perception_rows(names: Sequence[str], rules: Rules, language: Language) -> list[list[str]]:
    """Returns a row for each level: the error rates of its perception, in percent."""
    heads = ("level", "name", "runs", "squares", "distances", "false_alarms", "shapes")
    rows = [_perception_row(LEVELS[int(name)], rules, language) for name in names]
    return [[_heading(name, language) for name in heads], *rows]


def _perception_row(level: Level, rules: Rules, language: Language) -> list[str]:
    seen = measure_perception(rules, level.perception)
    shares = (seen.runs, seen.squares, seen.distances, seen.false_alarms, level.perception.shape)
    return [str(level.number), level.name.say(language), *map(format_percent, shares)]


def _heading(name: str, language: Language) -> str:
    return say(f"arena.head_{name}", language)


def _score_cells(score: Score) -> tuple[str, str]:
    low, high = score.interval
    return format_percent(score.mean), f"{format_percent(low)} – {format_percent(high)}"


def _rating_cell(rating: Rating) -> str:
    return f"{rating.mu:.1f} ± {rating.half_width:.1f}"


def format_percent(part: float) -> str:
    return f"{100 * part:.1f} %"
