"""How the atlas is built: which settings are played on which boards, and what is stored.

The same recipe gives the same files, on one core, on many, or on a GPU: game k of a seed is the
same game everywhere, and all stored values are computed in integer arithmetic.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from grav.atlas.file_format import Block, encode_atlas
from grav.atlas.measures import STORED, WINS_STEPS_PER_UNIT, win_columns
from grav.atlas.player_kinds import GREEDY, RANDOM
from grav.game import sensible_settings
from grav.lab.editions import ADVISED_EDITION, EDITIONS, SAMPLED_EDITIONS
from grav.lab.thinking_samples import SKILL, thinking_parts
from grav.native import Tally
from grav.rules import Enforcement, Rules, Setting, parse_edition

SEED = 1
SIZES = (7, 9, 13, 17, 23)
GAMES = 4096
GAMES_WITH_MANY_PLAYERS = 8192
GAMES_ON_LARGE_BOARDS = 2560
"""Enough for a standard error under one percentage point on the wins of a place."""


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
    if size == 7:
        return [
            *(RecipePart(7, 2, edition, RANDOM, GAMES, all_settings(7)) for edition in EDITIONS),
            *_parts_with_more_players(7),
            *(
                RecipePart(7, 2, edition, GREEDY, GAMES, sensible_settings(7))
                for edition in EDITIONS
            ),
            *_parts_of_search(7),
        ]
    if size in (9, 13):
        there = sensible_settings(size)
        return [
            *(RecipePart(size, 2, edition, RANDOM, GAMES, there) for edition in EDITIONS),
            *_parts_with_more_players(size),
            *(
                RecipePart(size, 2, edition, GREEDY, GAMES, there[::7])
                for edition in SAMPLED_EDITIONS
            ),
            *_parts_of_search(size),
        ]
    settings = thin_out_squares(sensible_settings(size))
    if size > 17:
        settings = thin_out_distances(settings)
    return [
        *(
            RecipePart(size, 2, edition, RANDOM, GAMES_ON_LARGE_BOARDS, settings)
            for edition in EDITIONS
        ),
        *_parts_of_search(size),
    ]


def _parts_of_search(size: int) -> Iterator[RecipePart]:
    """Yields the samples for players who search, a million times slower than random ones."""
    for part in thinking_parts():
        if part.size == size and part.who != SKILL:
            settings = sorted(part.settings)
            yield RecipePart(size, part.players, part.edition, part.who, part.games, settings)


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


def thin_out_squares(settings: Sequence[Setting]) -> list[Setting]:
    """Keeps only every second c for squares with b = 4 and b = 5."""
    return [each for each in settings if (each.b, each.c % 2) not in ((4, 0), (5, 1))]


def thin_out_distances(settings: Sequence[Setting]) -> list[Setting]:
    """Keeps only some distances, spaced more widely the longer they are."""
    return [
        each
        for each in settings
        if each.d in (1, 2, 3, 5, 7) and each.e - each.d in (1, 2, 3, 5, 8, 11)
    ]


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
