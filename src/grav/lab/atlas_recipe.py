"""How the atlas is built: which settings are played on which boards, and what is stored.

The same recipe gives the same files, on one core, on many, or on a GPU: game k of a seed is the
same game everywhere, and all stored values are computed in integer arithmetic.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, isqrt

from grav.atlas.atlas import GREEDY, RANDOM, SEARCH
from grav.atlas.file_format import Block, encode_atlas
from grav.atlas.measures import STAGES, STEPS_PER_UNIT, WINS_STEPS_PER_UNIT, win_columns
from grav.bots.player_definition import define_player
from grav.game import sensible_settings
from grav.native import GameSums, Tally
from grav.provenance import Provenance, provenance
from grav.rules import Enforcement, Rules, Setting, parse_edition
from grav.rules.json_fields import Json

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
SAMPLED_GAMES = 512
"""The first games of each setting, from which spreads of ratios and measures at an equal number of
stones are taken: these sums take longer, and a standard error needs no more."""
SEARCH_LEVEL = 9
"""This level searches ahead, values shapes, and misses few of them."""
GAMES_OF_SEARCH = 2560
"""Enough for a standard error under one percentage point on the wins of a place."""
SEARCHED_EDITIONS = (*BOOK_EDITIONS, "revised bonus_limit=1", ADVISED_EDITION)
NAMED_SETTINGS = tuple(
    map(
        Setting.parse,
        (
            "3 3 4 2 4", "3 2 2 2 4", "3 3 3 1 3", "3 4 11 2 5", "3 2 2 2 5", "4 3 5 1 5",
            "3 3 4 3 6", "4 2 3 2 6",
        ),
    )
)  # fmt: skip
"""Settings of small boards that have a name in the web client: every search sample has them."""


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


@dataclass(frozen=True, slots=True)
class PlayedSetting:
    """The sums over the games of a setting."""

    total: Tally
    sample: GameSums | None
    """Over the first SAMPLED_GAMES; None where the player kind has no such measures."""


PlayGames = Callable[[RecipePart], Iterator[list[PlayedSetting]]]
"""Plays a part, and yields what was played in order, some settings at a time."""


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
            *_search_parts(7, SEARCHED_EDITIONS, every=24),
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
            *(_search_parts(9, ("revised", ADVISED_EDITION), every=138) if size == 9 else ()),
        ]
    settings = thin_out_squares(sensible_settings(size))
    if size > 17:
        settings = thin_out_distances(settings)
    return [
        RecipePart(size, 2, edition, RANDOM, GAMES_ON_LARGE_BOARDS, settings)
        for edition in EDITIONS
    ]


def _search_parts(size: int, editions: Sequence[str], every: int) -> Iterator[RecipePart]:
    """Yields a sample of settings for search players, a million times slower than random ones."""
    there = sensible_settings(size)
    sample = sorted({*there[::every], *(setting for setting in NAMED_SETTINGS if setting in there)})
    for edition in editions:
        yield RecipePart(size, 2, edition, SEARCH, GAMES_OF_SEARCH, sample)


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


def build_file(
    size: int, source: Provenance, play: PlayGames, progress: Callable[[int], None]
) -> bytes:
    """Returns the file of one size; calls `progress` with the number of settings of each step."""
    blocks = []
    for part in recipe_for(size):
        played: list[PlayedSetting] = []
        for some in play(part):
            played += some
            progress(len(some))
        blocks.append(build_block(part, played))
    return encode_atlas(size, SEED, source, blocks)


def file_provenance(size: int) -> Provenance:
    """Returns where a file of this size comes from if it is built now."""
    kinds = {part.player_kind for part in recipe_for(size)}
    definitions = {kind: _define_kind(kind) for kind in kinds}
    return provenance(f"grav lab atlas --only {size}", definitions)


def _define_kind(player_kind: str) -> Json:
    return define_player(str(SEARCH_LEVEL) if player_kind == SEARCH else player_kind)


def build_block(part: RecipePart, played: Sequence[PlayedSetting]) -> Block:
    """Converts the sums of a part to a block of the atlas."""
    rows = [stored_steps(each, part.size, part.players) for each in played]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    sampled = SAMPLED_GAMES if played[0].sample else 0
    plain = part.players, part.edition, part.player_kind, part.games, sampled
    return Block(*plain, part.settings, columns)


def stored_steps(played: PlayedSetting, size: int, players: int) -> dict[str, int | None]:
    """Returns every stored number in whole steps; None where there was nothing to measure."""
    sampled = {} if played.sample is None else _sampled_steps(played.sample, size)
    return _total_steps(played.total, players) | sampled


def _total_steps(tally: Tally, players: int) -> dict[str, int | None]:
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
        **{name: _share_in_steps(*share, STEPS_PER_UNIT[name]) for name, share in shares.items()},
        **{
            name: _spread_in_steps(*sums, tally.games, STEPS_PER_UNIT[name])
            for name, sums in spreads.items()
        },
    }


def _sampled_steps(sample: GameSums, size: int) -> dict[str, int | None]:
    """Returns the spreads of ratios, and the traps at equal numbers of stones.

    Games that had ended before a stage count with their end, when all points were closed: without
    them, a setting under which only loose games come so far would seem loose.
    """
    spreads = sample.ratio_spreads()
    steps: dict[str, int | None] = {}
    for percent in STAGES:
        stage, name = sample.by_stones[round(percent * size * size / 100)], f"traps_{percent}"
        reached = stage.in_reach + stage.in_reach_at_end
        steps[name] = _share_in_steps(reached - stage.legal, reached, STEPS_PER_UNIT[name])
        spreads[name] = stage.closed_spread
    for name, spread in spreads.items():
        column = f"{name}_spread"
        # Rounded up, so that only what does not vary has no error.
        steps[column] = None if spread is None else ceil(spread * STEPS_PER_UNIT[column])
    return steps


def _share_in_steps(part: int, whole: int, per: int) -> int | None:
    """Returns a share in whole steps, rounded half up, in integer arithmetic."""
    return (2 * per * part + whole) // (2 * whole) if whole else None


def _spread_in_steps(total: int, squares: int, games: int, per: int) -> int | None:
    """Returns the standard deviation in whole steps, rounded, in integer arithmetic."""
    if not games:
        return None
    variance = games * squares - total * total  # times games²
    return (isqrt(4 * per * per * variance) + games) // (2 * games)
