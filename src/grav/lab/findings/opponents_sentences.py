"""The sentences of docs/opponents.md that state numbers, and the sections of the page that are
generated: the tables of the ladder, what other seeds gave, what a stone takes.

`make generate` writes the sections; `make findings` prints them with the sentences of the prose.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from grav.arena import (
    ClimbedLadder,
    Rung,
    ShareOfGames,
    format_ladder,
    format_markdown,
    rate_rungs,
)
from grav.arena.markdown_section import LADDER
from grav.arena.shares import Z95
from grav.arena.table_rows import EMPTY_CELL, format_percent
from grav.atlas import SEARCH_100, SEARCH_1000, MeasuredRow
from grav.atlas.player_kinds import SEARCH_SIMULATIONS
from grav.bots.levels import LEVELS, Level
from grav.bots.search_choice import MIN_CAREFUL_NODES
from grav.extras import require
from grav.lab.findings.formats import count, percent
from grav.lab.findings.opponents_results import (
    LadderResults,
    Step,
    ThinkingResults,
    ThinkingRow,
    opponents_results,
)
from grav.lab.findings.rows import find_measured_rows, measure_or_zero
from grav.rules import parse_rules
from grav.text import Language, say

OPPONENTS = "docs/opponents.md"
LARGE_BOARD = 13
FIRST_GAME, BIG_BOARD = "7x7 2p 3 3 4 2 4 revised", "13x13 2p 4 4 6 2 8 revised"
ADVISED = (
    "7x7 2p 3 4 11 2 5 revised min_shape=6 bonus_limit=1",
    "9x9 2p 4 2 3 2 6 revised min_shape=6 bonus_limit=1",
)
"""Settings with the advised house rules; players who think have played both."""
_ROW_START = "| --- |"


def generated_sections() -> Mapping[str, str]:
    """Returns the generated sections of the page by the name of their markers."""
    return {
        "thinking": _thinking_section(),
        LADDER: _ladder_section(),
        "confirm": _confirm_section(),
    }


def _lines(section: str) -> Iterator[str]:
    """Yields the lines of a generated section that state something."""
    for line in section.splitlines():
        if line and not line.startswith(_ROW_START):
            yield line


# --- how a level plays ----------------------------------------------------------------------------


def _kinds_of_levels() -> Iterator[str]:
    greedy = _numbers(lambda level: not level.nodes_per_point)
    weak = _numbers(lambda level: level.nodes_per_point > 0 and not level.insight)
    *strong, best = _numbers(lambda level: level.insight)
    never = _numbers(lambda level: level.greed == 0 and not level.nodes_per_point)
    sometimes = _numbers(lambda level: 0 < level.greed < 1 and not level.nodes_per_point)
    yield f"| {_span(greedy)} | none: it goes by the shapes it notices"
    if never:
        yield f"level {_span(never)} not even by these"
    if sometimes:
        yield f"{_span(sometimes)} only sometimes"
    yield f"| {_span(weak)} | tree search with a growing number of simulations"
    if strong:
        yield f"| {_span(strong)} | tree search with strong priors"
    yield f"| {best} | the same, with the most simulations"
    quick = [level for level in LEVELS.values() if level.quick_stones]
    [(stones, nodes)] = {(level.quick_stones, level.quick_nodes_per_point) for level in quick}
    yield (
        f"While fewer than {stones} stones lie on the board, levels "
        f"{_span([level.number for level in quick])} move quickly, with at most {nodes:g} "
        f"simulations for each point"
    )
    bluffers = _numbers(lambda level: level.bluffs)
    assert bluffers == [*range(bluffers[0], best + 1)], f"{OPPONENTS} says: from a level on"
    yield f"From level {bluffers[0]} on, a player that sees a point to be illegal may place there"
    yield f"Levels {_span(_numbers(lambda level: not level.bluffs))} never bluff"


def _budgets() -> Iterator[str]:
    *others, best = [level for level in LEVELS.values() if level.nodes_per_point]
    board = f"{LARGE_BOARD} × {LARGE_BOARD}"
    yield f"Levels {_span(_numbers(lambda level: not level.nodes_per_point))} make none"
    yield (
        f"A search of level {best.number} makes {best.nodes_per_point:g} for each point "
        f"({count(best.nodes(LARGE_BOARD))} on {board})"
    )
    yield f"three times with that budget, and once with {MIN_CAREFUL_NODES} simulations"
    yield (
        f"A search of levels {_span([level.number for level in others])} makes at most "
        f"{count(max(level.nodes(LARGE_BOARD) for level in others))} on {board}; those that weigh "
        f"a bluff make at least {MIN_CAREFUL_NODES} each"
    )


def _numbers(is_meant: Callable[[Level], bool]) -> list[int]:
    return [number for number, level in LEVELS.items() if is_meant(level)]


def _span(numbers: Sequence[int]) -> str:
    """Formats numbers: `7`, `2 and 3`, `1 to 5`, or `2, 4 and 6`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    *before, last = map(str, numbers)
    return f"{', '.join(before)} and {last}" if before else last


# --- how long it thinks ---------------------------------------------------------------------------


def _thinking() -> Iterator[str]:
    yield from _lines(_thinking_section())


def _thinking_section() -> str:
    presets, *others = opponents_results().thinking
    parts = [*_thinking_text(presets), *map(_thinking_of_other_rules, others)]
    return "\n" + "\n\n".join(parts) + "\n"


def _thinking_text(run: ThinkingResults) -> Iterator[str]:
    best = max(row.level for row in run.rows)
    quick = [row for row in run.rows if not row.budget]
    middle = [row for row in run.rows if row.budget and row.level < best]
    [games] = {row.games for row in run.rows}
    yield (
        f"`{run.provenance.command}` played {_games(games)} of each level against itself under "
        f"each of the [named settings](atlas.md#named-settings). No stone of levels "
        f"{_span(_levels_of(quick))} took more than {_at_most(quick)}, none of levels "
        f"{_span(_levels_of(middle))} more than {_at_most(middle)}."
    )
    rows = [row for row in run.rows if row.level == best]
    slow = f"{rows[0].slow_seconds:g}"
    heads = (
        f"level {best} under",
        "board",
        "stones",
        "simulations a stone: median",
        "most",
        "seconds a stone: median",
        "95th percentile",
        "most",
        f"over {slow} s",
    )
    yield format_markdown([heads, *map(_thinking_row, rows)])
    longest = max(run.rows, key=lambda row: row.longest_search_seconds)
    yield (
        f"The longest search took {longest.longest_search_seconds:.1f} s, by level "
        f"{longest.level} in {_preset_name(longest)}."
    )


def _games(number: int) -> str:
    return "one game" if number == 1 else f"{number} games"


def _levels_of(rows: Sequence[ThinkingRow]) -> Sequence[int]:
    return sorted({row.level for row in rows})


def _at_most(rows: Sequence[ThinkingRow]) -> str:
    """Formats the longest time, rounded up to hundredths of a second."""
    hundredths = int(100 * max(row.max_seconds for row in rows)) + 1
    return f"{hundredths / 100:.2f} s"


def _thinking_row(row: ThinkingRow) -> Sequence[str]:
    size = parse_rules(row.rules).size
    return (
        _preset_name(row),
        f"{size} × {size}",
        str(row.stones),
        count(row.median_simulations),
        count(row.max_simulations),
        _seconds(row.median_seconds, 3),
        _seconds(row.percentile_95_seconds, 2),
        _seconds(row.max_seconds, 2),
        percent(row.slow_share),
    )


def _preset_name(row: ThinkingRow) -> str:
    return f"`{row.rules}`" if row.preset is None else say(f"setup.preset_{row.preset}")


def _seconds(value: float, digits: int) -> str:
    least = 10**-digits
    return f"{value:.{digits}f}" if value >= least else f"< {least:.{digits}f}"


def _thinking_of_other_rules(run: ThinkingResults) -> str:
    [row] = run.rows
    size = parse_rules(row.rules).size
    alone = ", without any bluff" if row.max_simulations <= row.budget else ""
    return (
        f"On larger boards it takes longer. The first {row.stones} stones of a game of level "
        f"{row.level} on {size} × {size} (`{run.provenance.command}`) took "
        f"{row.median_seconds:.1f} s (median) to {row.max_seconds:.1f} s{alone}."
    )


# --- what is decided between players who think ----------------------------------------------------


def _decided() -> Iterator[str]:
    first = _thinkers_row(FIRST_GAME, SEARCH_1000)
    big = _thinkers_row(BIG_BOARD, SEARCH_1000)
    few = [_thinkers_row(line, SEARCH_100) for line in (FIRST_GAME, BIG_BOARD)]
    yield (
        f"With {count(SEARCH_SIMULATIONS[SEARCH_1000])} simulations a move the first player won "
        f"{percent(first.wins[0])} of {first.games} games under `{FIRST_GAME}`, and the second "
        f"{percent(big.wins[1])} of {big.games} under `{BIG_BOARD}`; with "
        f"{SEARCH_SIMULATIONS[SEARCH_100]} it was {percent(few[0].wins[0])} of {few[0].games}, and "
        f"{percent(few[1].wins[1])} of {few[1].games}"
    )
    gains = [percent(measure_or_zero("skill", row)) for row in (first, big)]
    yield (
        f"To search twice as much as the other gains next to nothing, with {gains[0]} and "
        f"{gains[1]} of the games"
    )
    small, middle = (_thinkers_row(line, SEARCH_1000) for line in ADVISED)
    gains = [percent(measure_or_zero("skill", row)) for row in (small, middle)]
    yield (
        f"The first player won {percent(small.wins[0])} of {small.games} games under "
        f"`{ADVISED[0]}` and {percent(middle.wins[0])} of {middle.games} under `{ADVISED[1]}`, and "
        f"to search twice as much wins {gains[0]} and {gains[1]}"
    )


def _thinkers_row(line: str, who: str) -> MeasuredRow:
    rules = parse_rules(line)
    return find_measured_rows(rules.size, str(rules.edition), who)[rules.setting]


# --- the ladder -----------------------------------------------------------------------------------


def _ladder() -> Iterator[str]:
    yield "with 95 % Wilson intervals"
    yield f"± {Z95:.2f} standard deviations"
    yield from _lines(_ladder_section())


def _ladder_section() -> str:
    results = opponents_results()
    ladder = results.ladders[0]
    climbed = [
        ClimbedLadder(parse_rules(line), rungs_of(steps), results.perception.errors[line])
        for line, steps in ladder.steps.items()
    ]
    return format_ladder(climbed, ladder.games, ladder.seed, Language.EN)


def rungs_of(steps: Sequence[Step]) -> Sequence[Rung]:
    """Returns the levels with their shares of wins and their ratings, the lowest first."""
    require("arena")
    names = [steps[0].below, *(step.level for step in steps)]
    return rate_rungs(names, {(step.below, step.level): step.winners for step in steps})


def _confirm() -> Iterator[str]:
    yield from _lines(_confirm_section())


def _confirm_section() -> str:
    ladder, *others = opponents_results().ladders
    parts = [part for other in others for part in _other_seed(ladder, other)]
    return "\n" + "\n\n".join(parts) + "\n"


def _other_seed(ladder: LadderResults, other: LadderResults) -> Iterator[str]:
    yield (
        f"With the seed `{other.seed}` ({other.games} games a pair) each level won against the one "
        f"below:"
    )
    levels = [step.level for step in next(iter(other.steps.values()))]
    rows = [[f"`{line}`", *_shares_by_level(steps, levels)] for line, steps in other.steps.items()]
    yield format_markdown([["rules", *levels], *rows])
    pooled = [
        (_wins(step.won + again.won), step, line)
        for line, steps in other.steps.items()
        for step in ladder.steps.get(line, ())
        for again in steps
        if again.level == step.level
    ]
    if pooled:
        wins, step, line = min(pooled, key=lambda one: one[0].share)
        low, high = map(format_percent, wins.interval)
        yield (
            f"The smallest step of both seeds together is that of level {step.level} under "
            f"`{line}`: {format_percent(wins.share)} of {wins.games} games ({low} – {high})."
        )


def _shares_by_level(steps: Sequence[Step], levels: Sequence[str]) -> Iterator[str]:
    found = {step.level: _wins(step.won) for step in steps}
    for level in levels:
        yield format_percent(found[level].share) if level in found else EMPTY_CELL


def _wins(won: str) -> ShareOfGames:
    return ShareOfGames(won.count("1"), len(won))


SECTIONS: Sequence[Callable[[], Iterator[str]]] = (
    _kinds_of_levels,
    _budgets,
    _thinking,
    _decided,
    _ladder,
    _confirm,
)
