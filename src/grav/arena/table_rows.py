"""Formats standings and ladders as table rows, in one language."""

from collections.abc import Mapping, Sequence

from grav.arena.ladder import Rung
from grav.arena.ratings import Rating
from grav.arena.shares import Share
from grav.arena.standings import HeadToHead, Standing
from grav.bots import LEVELS, Level
from grav.native import PerceptionErrors
from grav.rules import MIN_PLAYERS
from grav.text import Language, say

EMPTY_CELL = "–"


def standing_rows(
    standings: Sequence[Standing], rated: Mapping[str, Rating], language: Language
) -> list[list[str]]:
    """Returns a row for each player. With three or more at a table it also has the share of
    opponents that the player was ahead of."""
    turns = range(1, len(standings[0].by_turn) + 1)
    several = len(turns) > MIN_PLAYERS
    heads = [
        *(_heading(name, language) for name in ("player", "wins", "interval")),
        *(_heading(name, language) for name in ("ahead_of", "interval") if several),
        _heading("rating", language),
        *(say("arena.head_turn", language, turn=turn) for turn in turns),
        *(_heading(name, language) for name in ("stones", "stood", "right", "wrong")),
    ]
    rows = (_standing_row(each, rated[each.player], several=several) for each in standings)
    return [heads, *rows]


def _standing_row(standing: Standing, rating: Rating, *, several: bool) -> list[str]:
    counts = (standing.breaches_stood, standing.right_shouts, standing.wrong_shouts)
    return [
        standing.player,
        *_share_cells(standing.wins),
        *(_share_cells(standing.ahead_of) if several else ()),
        _rating_cell(rating),
        *(format_percent(wins.share) for wins in standing.by_turn),
        f"{standing.stones:.1f}",
        *map(str, counts),
    ]


def head_to_head_rows(found: Sequence[HeadToHead], language: Language) -> list[list[str]]:
    """Returns a row for each two players: in how many games the first was ahead of the second."""
    heads = [_heading(name, language) for name in ("player", "below", "ahead_in", "interval")]
    rows = [[each.player, each.opponent, *_share_cells(each.ahead)] for each in found]
    return [heads, *rows]


def rung_rows(rungs: Sequence[Rung], language: Language) -> list[list[str]]:
    names = ("level", "below", "games", "wins", "interval", "rating")
    return [[_heading(name, language) for name in names], *(_rung_row(rung) for rung in rungs)]


def _rung_row(rung: Rung) -> list[str]:
    if rung.below is None:
        return [rung.name, *[EMPTY_CELL] * 4, _rating_cell(rung.rating)]
    against = [rung.below, str(rung.wins.games), *_share_cells(rung.wins)]
    return [rung.name, *against, _rating_cell(rung.rating)]


def perception_rows(
    measured: Mapping[str, PerceptionErrors], language: Language
) -> list[list[str]]:
    """Returns a row for each level: the error rates of its perception, in percent."""
    heads = ("level", "name", "runs", "squares", "distances", "false_alarms", "shapes")
    rows = [_perception_row(LEVELS[int(name)], seen, language) for name, seen in measured.items()]
    return [[_heading(name, language) for name in heads], *rows]


def _perception_row(level: Level, seen: PerceptionErrors, language: Language) -> list[str]:
    shares = (seen.runs, seen.squares, seen.distances, seen.false_alarms, level.perception.shape)
    return [str(level.number), level.name.say(language), *map(format_percent, shares)]


def _heading(name: str, language: Language) -> str:
    return say(f"arena.head_{name}", language)


def _share_cells(found: Share) -> tuple[str, str]:
    low, high = found.interval
    return format_percent(found.share), f"{format_percent(low)} – {format_percent(high)}"


def _rating_cell(rating: Rating) -> str:
    return f"{rating.mu:.1f} ± {rating.half_width:.1f}"


def format_percent(part: float) -> str:
    return f"{100 * part:.1f} %"
