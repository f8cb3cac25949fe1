"""How the atlas is built: which settings are played on which boards, and what is stored.

The same recipe gives the same files, on one core, on many, or on a GPU: game k of a seed is the
same game everywhere, and all stored values are computed in integer arithmetic.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from grav.atlas.atlas import GREEDY, RANDOM, SEARCH
from grav.atlas.canonical_setting import UNLIMITED_DENSITY
from grav.atlas.file_format import Block, encode_atlas
from grav.atlas.measures import STORED, WINS_STEPS_PER_UNIT, win_columns
from grav.game.sensible_settings import (
    sensible_a,
    sensible_b,
    sensible_c,
    sensible_d,
    sensible_reach,
    sensible_settings,
)
from grav.native import Tally
from grav.rules import Enforcement, Rules, Setting, parse_edition

SEED = 1
SIZES = (7, 9, 13, 17, 23)
BOOK_EDITIONS = ("revised", "classic")
ADVISED_EDITION = "revised min_shape=6 bonus_limit=1"
"""The edition that docs/findings.md recommends."""
EDITIONS = (
    *BOOK_EDITIONS,
    "revised min_shape=6",
    "revised min_shape=8",
    "revised bonus_limit=1",
    "revised bonus_limit=0",
    "revised shapes=whole",
    ADVISED_EDITION,
    "revised min_shape=8 bonus_limit=1",
)
SAMPLED_EDITIONS = tuple(
    edition for edition in EDITIONS if edition in BOOK_EDITIONS or "limit=1" in edition
)
GAMES = 4096
GAMES_WITH_MANY_PLAYERS = 8192
GAMES_ON_LARGE_BOARDS = 2560
GAMES_OF_SEARCH = 2560
"""Enough for a standard error under one percentage point on the wins of a place."""
SEARCHED_EDITIONS = (*BOOK_EDITIONS, "revised bonus_limit=1", ADVISED_EDITION)
NAMED_SETTINGS = tuple(
    map(
        Setting.parse,
        (
            "3 3 4 2 4", "3 2 2 2 4", "3 3 3 1 3", "3 4 11 2 5", "3 2 2 2 5", "4 3 5 1 5",
            "3 3 4 3 6", "4 2 3 2 6", "4 4 6 2 8", "4 5 17 4 10",
        ),
    )
)  # fmt: skip
"""Settings that have a name in the web client: every sample has those that are sensible there."""
MAX_SQUARE = 6
"""The largest b of the wide settings: one more than dice throw."""


@dataclass(frozen=True, slots=True)
class RecipePart:
    """A number of games of each of these settings, on one board with one kind of player."""

    size: int
    players: int
    edition: str
    player_kind: str
    games: int
    settings: Sequence[Setting]

    def rules(self) -> list[Rules]:
        edition = parse_edition(self.edition)
        return [
            Rules(self.size, self.players, setting, edition, Enforcement.STRICT)
            for setting in self.settings
        ]


PlayGames = Callable[[RecipePart], Iterator[list[Tally]]]
"""Plays a part, and yields its tallies in order, some settings at a time."""


def recipe_for(size: int) -> list[RecipePart]:
    """Returns the parts that are played on boards of that size."""
    games = GAMES if size <= 13 else GAMES_ON_LARGE_BOARDS
    parts = [
        RecipePart(size, 2, edition, RANDOM, games, _settings_of_random(size, edition))
        for edition in EDITIONS
    ]
    if size > 13:
        return parts
    greedy = sensible_settings(7) if size == 7 else _with_named(size, sparse_settings(size))
    parts += [
        *_parts_with_more_players(size),
        *(
            RecipePart(size, 2, edition, GREEDY, GAMES, greedy)
            for edition in (EDITIONS if size == 7 else SAMPLED_EDITIONS)
        ),
    ]
    if size == 7:
        parts += _search_parts(7, SEARCHED_EDITIONS, every=24)
    if size == 9:
        parts += _search_parts(9, ("revised", ADVISED_EDITION), every=138)
    return parts


def _settings_of_random(size: int, edition: str) -> Sequence[Setting]:
    """Returns the settings of random players: on large boards, wide ones in some editions only."""
    if size == 7:
        return sorted({*all_settings(7), *wide_settings(7)})
    if size <= 13 or edition in SAMPLED_EDITIONS:
        return wide_settings(size)
    return sensible_settings(size)


def _search_parts(size: int, editions: Sequence[str], every: int) -> Iterator[RecipePart]:
    """Yields a sample of settings for search players, a million times slower than random ones."""
    sample = _with_named(size, sensible_settings(size)[::every])
    for edition in editions:
        yield RecipePart(size, 2, edition, SEARCH, GAMES_OF_SEARCH, sample)


def _with_named(size: int, settings: Sequence[Setting]) -> list[Setting]:
    """Returns these settings and those with a name that are sensible on this board."""
    there = sensible_settings(size)
    return sorted({*settings, *(setting for setting in NAMED_SETTINGS if setting in there)})


def all_settings(size: int) -> list[Setting]:
    """Returns all settings with a from 3 to 6 and b from 2 to 7, without equivalent ones."""
    squares = [(2, 4), *((b, c) for b in range(2, 8) for c in range(2, b * b))]
    longest = 2 * (size - 1)
    return [
        Setting(a, b, c, d, e)
        for a in range(3, 7)
        for b, c in squares
        for d in range(1, longest + 1)
        for e in range(d, longest + 1)
    ]


def wide_settings(size: int) -> list[Setting]:
    """Returns all sensible settings, and a grid of others that people may propose.

    Dice and cards give sensible settings alone. The forecasts of others are interpolated in the
    grid, so its values are further apart the larger they are, and it has the ends of every scale:
    a, c and e that restrict nothing. A single distance, d = e, is like no other, so it has every d.
    """
    longest, furthest = 2 * (size - 1), size // 2 + 1
    squares = [
        UNLIMITED_DENSITY,
        *((b, c) for b in range(2, MAX_SQUARE + 1) for c in spread_out(2, b * b - 1)),
    ]
    distances = [
        *((d, d) for d in range(1, furthest + 1)),
        *((d, d + more) for d in spread_out(1, furthest) for more in spread_out(1, longest - d)),
    ]
    grid = (
        Setting(a, b, c, d, e) for a in (3, 4, 6, size) for b, c in squares for d, e in distances
    )
    return sorted({*sensible_settings(size), *grid})


def spread_out(first: int, last: int) -> list[int]:
    """Returns whole numbers up to the last, each about one and a half times the one before."""
    found = [first]
    while found[-1] < last:
        found.append(min(last, found[-1] + max(1, found[-1] // 2)))
    return found


def sparse_settings(size: int) -> list[Setting]:
    """Returns a grid of few sensible settings, with the ends of every range: the sensible ones
    that are left out lie in it, so that their forecasts can be interpolated."""
    return [
        Setting(a, b, c, d, d + reach)
        for a in ends_and_middle(sensible_a(size))
        for b in sensible_b(size)
        for c in ends_and_middle(sensible_c(b))
        for d in ends_and_middle(sensible_d(size))
        for reach in ends_and_middle(sensible_reach(size))
    ]


def ends_and_middle(values: range) -> list[int]:
    return sorted({values[0], values[(len(values) - 1) // 2], values[-1]})


def _parts_with_more_players(size: int) -> Iterator[RecipePart]:
    for edition in ("revised", ADVISED_EDITION):
        for players in (3, 4, 6):
            games = GAMES if players == 3 else GAMES_WITH_MANY_PLAYERS
            yield RecipePart(size, players, edition, RANDOM, games, sensible_settings(size))


def build_file(size: int, play: PlayGames, progress: Callable[[int], None]) -> bytes:
    """Returns the file of one size; calls `progress` with the number of settings of each step."""
    blocks = []
    for part in recipe_for(size):
        tallies: list[Tally] = []
        for some in play(part):
            tallies += some
            progress(len(some))
        blocks.append(build_block(part, tallies))
    return encode_atlas(size, SEED, command_for(size), blocks)


def command_for(size: int) -> str:
    """Returns the command that makes the file of one size."""
    return f"grav lab atlas --only {size}"


def build_block(part: RecipePart, tallies: Sequence[Tally]) -> Block:
    """Converts the tallies of a part to a block of the atlas."""
    rows = [stored_steps(tally, part.players) for tally in tallies]
    names = (*win_columns(part.players), *STORED)
    columns = {name: [row[name] for row in rows] for name in names}
    return Block(part.players, part.edition, part.player_kind, part.games, part.settings, columns)


def stored_steps(tally: Tally, players: int) -> dict[str, int | None]:
    """Returns every stored measure in whole steps; None where there was nothing to measure."""
    shares = {
        "ties": (tally.ties, tally.games),
        "length": (tally.placements, tally.games),
        "margin": (tally.margin, tally.games),
        "choice": (sum(tally.legal), sum(tally.decisions)),
        "traps": (sum(tally.in_reach) - sum(tally.legal), sum(tally.in_reach)),
        "bonus": (tally.bonus_turns, tally.placements),
        "chain": (tally.longest_chain, tally.games),
        "shaped": (tally.shaped, tally.games),
        "first_shape": (tally.first_shape, tally.shaped),
        "first_shape_wins": (tally.by_first_shape, tally.shaped),
        "lead_changes": (tally.lead_changes, tally.games),
        "drama": (tally.behind, tally.placements),
    }
    spreads = {
        "length_spread": (tally.placements, tally.placements_squared),
        "margin_spread": (tally.margin, tally.margin_squared),
        "chain_spread": (tally.longest_chain, tally.longest_chain_squared),
        "lead_changes_spread": (tally.lead_changes, tally.lead_changes_squared),
    }
    places = zip(win_columns(players), tally.by_place, strict=False)
    return {
        **{name: _share_in_steps(won, tally.games, WINS_STEPS_PER_UNIT) for name, won in places},
        **{name: _share_in_steps(*share, STORED[name][1]) for name, share in shares.items()},
        **{
            name: _spread_in_steps(*sums, tally.games, STORED[name][1])
            for name, sums in spreads.items()
        },
    }


def _share_in_steps(part: int, whole: int, per: int) -> int | None:
    """Returns a share in whole steps, rounded half up, in integer arithmetic."""
    return (2 * per * part + whole) // (2 * whole) if whole else None


def _spread_in_steps(total: int, squares: int, games: int, per: int) -> int | None:
    """Returns the standard deviation in whole steps, rounded, in integer arithmetic."""
    if not games:
        return None
    variance = games * squares - total * total  # times games²
    return (isqrt(4 * per * per * variance) + games) // (2 * games)
