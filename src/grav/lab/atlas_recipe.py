"""How the atlas is built: which settings are played on which boards, and what is stored.

The same recipe gives the same files, on one core, on many, or on a GPU: game k of a seed is the
same game everywhere, and all stored values are computed in integer arithmetic.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isqrt

from grav.atlas.canonical_setting import UNLIMITED_DENSITY
from grav.atlas.file_format import Block, encode_atlas
from grav.atlas.measures import STAGES, STEPS_PER_UNIT, WINS_STEPS_PER_UNIT, win_columns
from grav.atlas.player_kinds import GREEDY, RANDOM, SEARCH_1000, SEARCH_SIMULATIONS
from grav.game.sensible_settings import (
    sensible_a,
    sensible_b,
    sensible_c,
    sensible_d,
    sensible_reach,
    sensible_settings,
)
from grav.lab.editions import ADVISED_EDITION, EDITIONS, SAMPLED_EDITIONS
from grav.lab.player_kinds import define_player_kind
from grav.lab.thinking import SkillTrace, skill_steps
from grav.lab.thinking_samples import NAMED_SETTINGS, SKILL, thinking_parts
from grav.native import GameSums, Tally
from grav.provenance import Provenance, provenance
from grav.rules import Enforcement, Rules, Setting, parse_edition

SEED = 1
SIZES = (7, 9, 13, 17, 23)
MIDDLE_SIZE = 13
"""Larger boards have fewer games, and no greedy players."""
GAMES = 4096
GAMES_WITH_MANY_PLAYERS = 8192
GAMES_ON_LARGE_BOARDS = 2560
"""Enough for a standard error under one percentage point on the wins of a place."""
SAMPLED_GAMES, SAMPLED_GAMES_ON_LARGE_BOARDS = 512, 64
"""The first games of each setting, from which spreads of ratios and measures at an equal number of
stones are taken: these sums take longer, and a standard error needs no more."""
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
    skill_games: int = 0
    """Games at each step of a skill trace, which is taken as well; 0 for none."""

    @property
    def sampled_games(self) -> int:
        """All games of players who search: they are few."""
        if self.player_kind in SEARCH_SIMULATIONS:
            return self.games
        largest = 9 if self.player_kind == GREEDY else MIDDLE_SIZE
        return SAMPLED_GAMES if self.size <= largest else SAMPLED_GAMES_ON_LARGE_BOARDS

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
    sample: GameSums
    """Over the first of them."""
    trace: SkillTrace | None = None


PlayGames = Callable[[RecipePart], Iterator[list[PlayedSetting]]]
"""Plays a part, and yields what was played in order, some settings at a time."""


def recipe_for(size: int) -> list[RecipePart]:
    """Returns the parts that are played on boards of that size."""
    games = GAMES if size <= MIDDLE_SIZE else GAMES_ON_LARGE_BOARDS
    parts = [
        RecipePart(size, 2, edition, RANDOM, games, _settings_of_random(size))
        for edition in EDITIONS
    ]
    if size > MIDDLE_SIZE:
        return [*parts, *_parts_of_search(size)]
    return [
        *parts,
        *_parts_with_more_players(size),
        *(
            RecipePart(size, 2, edition, GREEDY, GAMES, _settings_of_greedy(size))
            for edition in (EDITIONS if size == 7 else SAMPLED_EDITIONS)
        ),
        *_parts_of_search(size),
    ]


def _settings_of_random(size: int) -> Sequence[Setting]:
    """Returns the settings of random players: the larger the board, the fewer, since games take
    longer."""
    if size == 7:
        return sorted({*all_settings(7), *wide_settings(7)})
    if size == 9:
        return wide_settings(size)
    settings = sensible_settings(size)
    if size <= MIDDLE_SIZE:
        return settings
    return thin_out_squares(settings) if size <= 17 else thin_out_distances(settings)


def _settings_of_greedy(size: int) -> Sequence[Setting]:
    """Returns the settings of greedy players, who take ten times as long as random ones."""
    if size == 7:
        return sensible_settings(7)
    grid = sparse_settings(size) if size == 9 else sensible_settings(size)[::7]
    return _with_named(size, grid)


def _parts_of_search(size: int) -> Iterator[RecipePart]:
    """Yields the samples for players who search, a million times slower than random ones."""
    traces = {
        (part.players, part.edition): part.games
        for part in thinking_parts()
        if part.size == size and part.who == SKILL
    }
    for part in thinking_parts():
        if part.size == size and part.who != SKILL:
            settings = sorted(part.settings)
            skill_games = traces[part.players, part.edition] if part.who == SEARCH_1000 else 0
            plain = size, part.players, part.edition, part.who, part.games
            yield RecipePart(*plain, settings, skill_games)


def _with_named(size: int, settings: Sequence[Setting]) -> list[Setting]:
    """Returns these settings and those with a name that are sensible on this board."""
    named = (setting for each in NAMED_SETTINGS.values() for setting in each)
    return sorted({*settings, *set(named).intersection(sensible_settings(size))})


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
    """Keeps fewer squares, and only some distances, spaced more widely the longer they are."""
    return [
        each
        for each in thin_out_squares(settings)
        if each.d in (1, 2, 3, 5, 7) and each.e - each.d in (1, 2, 3, 5, 8, 11)
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
    definitions = {kind: define_player_kind(kind) for kind in sorted(kinds)}
    return provenance(f"grav lab atlas --only {size}", definitions)


def build_block(part: RecipePart, played: Sequence[PlayedSetting]) -> Block:
    """Converts the sums of a part to a block of the atlas."""
    rows = [stored_steps(part, each) for each in played]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    plain = part.players, part.edition, part.player_kind, part.games, part.sampled_games
    return Block(*plain, part.settings, columns)


def stored_steps(part: RecipePart, played: PlayedSetting) -> dict[str, int | None]:
    """Returns every stored number in whole steps; None where there was nothing to measure."""
    steps = total_steps(played.total, part.players) | spread_steps(played.sample.ratio_spreads())
    if part.player_kind not in SEARCH_SIMULATIONS:
        steps |= stage_steps(played.sample, part.size)
    return steps if played.trace is None else steps | skill_steps(played.trace)


def total_steps(tally: Tally, players: int) -> dict[str, int | None]:
    """Returns wins by place and all measures over whole games."""
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


def stage_steps(sample: GameSums, size: int) -> dict[str, int | None]:
    """Returns the traps at equal numbers of stones, and their spreads.

    Games that had ended before a stage count with their end, when all points were closed: without
    them, a setting under which only loose games come so far would seem loose. (That holds for
    players who place as long as they can. Those who search may pass before.)
    """
    steps: dict[str, int | None] = {}
    spreads = {}
    for percent in STAGES:
        stage, name = sample.by_stones[round(percent * size * size / 100)], f"traps_{percent}"
        reached = stage.in_reach + stage.in_reach_at_end
        steps[name] = _share_in_steps(reached - stage.legal, reached, STEPS_PER_UNIT[name])
        spreads[name] = stage.closed_spread
    return steps | spread_steps(spreads)


def spread_steps(spreads: Mapping[str, float | None]) -> dict[str, int | None]:
    """Returns spreads in steps, rounded up, so that only what does not vary has no error."""
    return {
        f"{name}_spread": None
        if spread is None
        else ceil(spread * STEPS_PER_UNIT[f"{name}_spread"])
        for name, spread in spreads.items()
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
