"""The sentences of the pages that state measured numbers, with these numbers worked out.

`make findings` prints them. `tests/lab/findings/test_sentences.py` looks for each of them on its
page, and for numbers on the page that no sentence explains.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grav.atlas import GREEDY, RANDOM, SEARCH_1000, SEARCH_10000, atlas
from grav.atlas.measures import SKILL_LADDER, STAGES
from grav.atlas.player_kinds import SEARCH_SIMULATIONS
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings import missed, opponents_sentences, search_sentences
from grav.lab.findings.claims import CLAIMS, ClaimTest, check_claim
from grav.lab.findings.formats import percent, points, signed, times
from grav.lab.findings.opponents_sentences import OPPONENTS
from grav.lab.findings.outcomes import median_outcomes
from grav.lab.findings.player_kinds import compare_player_kinds
from grav.lab.findings.rows import CLAIM_SIZES, find_measured_rows, quantile
from grav.lab.findings.search_sentences import SEARCH
from grav.lab.findings.seats import (
    PLAYER_COUNTS,
    best_places,
    place_ratio_by_chance,
    place_ratios,
)
from grav.lab.findings.stages import share_of_settings_with_traps, traps_by_stage
from grav.lab.findings.thinkers import (
    drawn_rows,
    mean_skill_trace,
    skill_quantiles,
    thinkers_outcome,
)
from grav.lab.thinking_samples import SKILL, thinking_parts

FINDINGS, METHOD, README = "docs/findings.md", "docs/method.md", "README.md"
PAGES = (FINDINGS, METHOD, README, OPPONENTS, SEARCH)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a page that states measured numbers."""

    page: str
    text: str
    """As it stands there, but on one line and without Markdown's bold face."""


def sentences() -> Iterator[Sentence]:
    """Yields the sentences of all pages, in their order."""
    for page, sections in SECTIONS.items():
        for section in sections:
            for text in section():
                yield Sentence(page, text)


def _what_was_played() -> Iterator[str]:
    boards = atlas().boards
    rows, games = _count_rows_and_games()
    yield (
        f"between {min(board.games for board in boards)} and "
        f"{max(board.games for board in boards):,} games of each of {rows:,} combinations of "
        f"board, setting, edition and players, {games / 1e9:.1f} billion games in all"
    )


def _method() -> Iterator[str]:
    rows, games = _count_rows_and_games()
    yield f"There are {rows:,} rows and {games / 1e9:.1f} billion games"


def _readme() -> Iterator[str]:
    _, games = _count_rows_and_games()
    yield f"The Atlas: {games / 1e9:.1f} billion games were played beforehand"
    small = thinkers_outcome(7, "revised")
    assert small.decided > 0.9 * small.settings, "README says: decides nearly every setting"


def _count_rows_and_games() -> tuple[int, int]:
    boards = atlas().boards
    return sum(map(len, boards)), sum(len(board) * board.games for board in boards)


def _claims() -> Iterator[str]:
    at_a_fifth = {claim.name: check_claim(claim, 9) for claim in CLAIMS}
    for found in at_a_fifth.values():
        yield _claim_row(found)
    yield ", ".join(
        f"{len(find_measured_rows(size, 'revised')):,} on {size} × {size}" for size in CLAIM_SIZES
    )
    width, ring = at_a_fifth["width"], at_a_fifth["distance"]
    yield (
        f"a step narrower has {points(width.change['traps'])} points of traps over the game, and "
        f"{points(width.change['traps_20'])} when a fifth of the board is full"
    )
    yield (
        f"{points(ring.change['traps'])} points over the game, "
        f"{points(ring.change['traps_20'])} when a fifth is full"
    )
    later = check_claim(next(it for it in CLAIMS if it.name == "width"), 13)
    yield (
        f"at two fifths on 13 × 13 a narrower ring has more traps in "
        f"{percent(later.rises['traps_40'])} of the pairs and fewer in "
        f"{percent(later.falls['traps_40'])}"
    )


def _claim_row(found: ClaimTest) -> str:
    cells = (
        points(found.change["traps_20"]),
        _both_ways(found, "traps_20"),
        points(found.change["traps"]),
        _both_ways(found, "traps"),
        signed(found.change["choice"], 1),
        signed(100 * found.change["fill"], 0) + " %",
    )
    return f"| {found.claim.said} | {' | '.join(cells)} |"


def _both_ways(found: ClaimTest, measure: str) -> str:
    return f"{percent(found.rises[measure])}, {percent(found.falls[measure])}"


def _missed() -> Iterator[str]:
    settings = len(find_measured_rows(missed.SIZE, "revised"))
    yield f"All {settings} settings on {missed.SIZE} × {missed.SIZE}"
    yield f"with the perception of level {missed.LEVEL}, {missed.GAMES} games each"
    first, whole = missed.missed_by_difficulty(missed.FIRST_STONES), missed.missed_by_difficulty()
    yield (
        f"Of the first {missed.FIRST_STONES} stones, {percent(first.easiest, 1)} broke a rule and "
        f"stood on the quarter of the settings with the least difficulty, and "
        f"{percent(first.hardest, 1)} on the quarter with the most; over the settings, the "
        f"correlation is {first.correlation:.2f}"
    )
    yield (
        f"Over whole games it is {whole.correlation:.2f} ({percent(whole.easiest, 1)} and "
        f"{percent(whole.hardest, 1)})"
    )


def _stages() -> Iterator[str]:
    for size in CLAIM_SIZES:
        found = traps_by_stage(size)
        cells = []
        for stage in STAGES:
            low, _, middle, _, high = (percent(each) for each in found[stage])
            cells.append(f"{middle} ({low} to {high})".replace(" % (", " % (", 1))
        yield f"| {size} × {size} | {' | '.join(cells)} |"
    few = [percent(share_of_settings_with_traps(size, 10, 0.1)) for size in CLAIM_SIZES]
    yield (
        f"When a tenth of the board is full, more than one point in ten is a trap on {few[0]} of "
        f"the settings on 7 × 7, {few[1]} on 9 × 9 and {few[2]} on 13 × 13"
    )
    many = [percent(share_of_settings_with_traps(size, 20, 0.1)) for size in CLAIM_SIZES]
    yield f"At a fifth it is {many[0]}, {many[1]} and {many[2]}"


def _outcomes() -> Iterator[str]:
    books = {size: _medians(size, "revised") for size in (7, 9, 13, 17, 23)}
    chains = {size: percent(found["chain_share"]) for size, found in books.items()}
    yield (
        f"On 7 × 7 the longest chain is {chains[7]} of all stones (median over all settings), on "
        f"9 × 9 {chains[9]}, on 13 × 13 {chains[13]}, on 23 × 23 {chains[23]}"
    )
    margins = [f"{books[size]['margin']:.0f}" for size in CLAIM_SIZES]
    yield (
        f"The winner leads by {margins[0]} stones on 7 × 7, by {margins[1]} on 9 × 9, by "
        f"{margins[2]} on 13 × 13"
    )
    firsts = [percent(books[size]["first_shape_wins"]) for size in CLAIM_SIZES]
    greedy = {size: _medians(size, "revised", GREEDY) for size in CLAIM_SIZES}
    greedy_firsts = [percent(found["first_shape_wins"]) for found in greedy.values()]
    yield (
        f"Whoever completes the first shape wins {firsts[0]} of the games on 7 × 7, {firsts[1]} on "
        f"9 × 9, {firsts[2]} on 13 × 13. Between greedy players it is {greedy_firsts[0]}, "
        f"{greedy_firsts[1]} and {greedy_firsts[2]}"
    )
    wins = [percent(found["first_wins"]) for found in greedy.values()]
    yield f"wins only {wins[0]} on 7 × 7, {wins[1]} on 9 × 9 and {wins[2]} on 13 × 13"
    for edition, name in OUTCOME_ROWS.items():
        yield _outcome_row(edition, name)
    leads = [
        f"{_medians(size, 'revised bonus_limit=1')['lead_changes']:.0f}" for size in (9, 13, 23)
    ]
    yield (
        f"The lead changes {leads[0]} times instead of once on 9 × 9, {leads[1]} times on 13 × 13, "
        f"{leads[2]} times on 23 × 23"
    )


BOTH_EDITIONS = {"revised": "the books", ADVISED_EDITION: "advised"}
OUTCOME_ROWS = {
    "revised": "the books (`revised`)",
    "revised min_shape=6": "`min_shape=6`",
    "revised min_shape=8": "`min_shape=8`",
    "revised shapes=whole": "`shapes=whole`",
    "revised bonus_limit=0": "`bonus_limit=0`: no bonus turns",
    "revised bonus_limit=1": "`bonus_limit=1`",
    ADVISED_EDITION: "`min_shape=6` and `bonus_limit=1`",
    "revised min_shape=8 bonus_limit=1": "`min_shape=8` and `bonus_limit=1`",
}


def _outcome_row(edition: str, name: str) -> str:
    found, greedy = _medians(9, edition), median_outcomes(9, edition, GREEDY)

    def cell(measure: str, form: Callable[[float], str]) -> str:
        text = form(found[measure])
        return text if greedy is None else f"{text} ({form(greedy[measure])})"

    leads = cell("lead_changes", lambda value: f"{value:.1f}")
    cells = cell("chain_share", percent), leads, cell("first_wins", percent), cell("ties", percent)
    return f"| {name} | {' | '.join(cells)} |"


def _thinkers() -> Iterator[str]:
    budgets = [f"{simulations:,}" for simulations in SEARCH_SIMULATIONS.values()]
    games = [part.games for part in thinking_parts() if part.who != SKILL]
    yield (
        f"{', '.join(budgets[:-1])} or {budgets[-1]} simulations, and perceive everything; a "
        f"setting has {min(games)} to {max(games)} games"
    )
    for size in CLAIM_SIZES:
        for edition, name in BOTH_EDITIONS.items():
            for who, simulations in SEARCH_SIMULATIONS.items():
                if size == 13 and who == SEARCH_10000:
                    continue
                found = thinkers_outcome(size, edition, who)
                yield (
                    f"| {size} × {size}, {name} | {simulations:,} | {found.settings} | "
                    f"{found.games} | {percent(found.best_place)} | "
                    f"{found.decided} of {found.settings} | {found.even} of {found.settings} |"
                )
    small, middle = (thinkers_outcome(size, "revised") for size in (7, 9))
    yield (
        f"With 1,000 simulations a move, one place wins nine games in ten or more on "
        f"{small.decided} of {small.settings} settings on 7 × 7 and on {middle.decided} of "
        f"{middle.settings} on 9 × 9"
    )
    second = [_share_won_by_second(size) for size in (7, 9)]
    yield f"mostly the second, on {percent(second[0])} of the settings and {percent(second[1])}"
    yield f"{percent(1 / 2)} for two players means that thinking more gains nothing"
    first, *others = [f"{2 * budget} against {budget}" for budget in SKILL_LADDER]
    yield f"| {first} simulations | {' | '.join(others)} |"
    for size in CLAIM_SIZES:
        for edition, name in BOTH_EDITIONS.items():
            low, mean, high = (percent(each) for each in skill_quantiles(size, edition))
            trace = " | ".join(map(percent, mean_skill_trace(size, edition).values()))
            yield f"| {size} × {size}, {name} | {mean} ({low} to {high}) | {trace} |"
    drawn = [
        thinkers_outcome(size, edition, players=3).settings
        for size in (7, 9)
        for edition in BOTH_EDITIONS
    ]
    yield f"{drawn[0]} and {drawn[1]} on 7 × 7, {drawn[2]} and {drawn[3]} on 9 × 9"
    for players in (3, 4, 6):
        cells = []
        for size in (7, 9):
            for edition in BOTH_EDITIONS:
                found = thinkers_outcome(size, edition, SEARCH_1000, players)
                _, gain, _ = skill_quantiles(size, edition, players)
                cells.append(f"{percent(found.best_place)}, {percent(gain)}")
        yield f"| {players} | {percent(1 / players)} | {' | '.join(cells)} |"


def _share_won_by_second(size: int) -> float:
    rows = drawn_rows(size, "revised")
    return sum(row.wins[1] > row.wins[0] for row in rows) / len(rows)


def _alike() -> Iterator[str]:
    for measure in ("choice", "traps", "length", "chain_share", "lead_changes", "first_wins"):
        cells = []
        for edition in BOTH_EDITIONS:
            for size in (7, 9):
                found = compare_player_kinds(size, edition, measure)
                assert found is not None
                assert found.alike is not None
                cells.append(f"{found.alike:.2f}".replace("-", "−"))
        yield f"| `{measure}` | {' | '.join(cells)} |"
    fill = compare_player_kinds(7, "revised", "fill")
    assert fill is not None
    yield (
        f"players who think fill more of it ({percent(fill.medians[SEARCH_1000])} instead of "
        f"{percent(fill.medians[RANDOM])} on 7 × 7)"
    )


def _seats() -> Iterator[str]:
    fewest, *others = PLAYER_COUNTS
    yield f"| {fewest} players | {' | '.join(map(str, others))} |"
    for size in CLAIM_SIZES:
        for edition, name in BOTH_EDITIONS.items():
            cells = []
            for players in PLAYER_COUNTS:
                found = place_ratios(size, edition, players)
                low, middle, high = (times(quantile(found, share)) for share in (0.1, 0.5, 0.9))
                cells.append(f"{middle} ({low} to {high}; {times(found[-1])})")
            yield f"| {size} × {size}, {name} | {' | '.join(cells)} |"
    rows = find_measured_rows(7, "revised", players=6).values()
    games = next(iter(rows)).games
    yield (
        f"After {games:,} games, a game that is quite fair shows a ratio of "
        f"{place_ratio_by_chance(4, games):.2f} for four players and "
        f"{place_ratio_by_chance(6, games):.2f} for six by chance alone"
    )
    advised = place_ratios(7, ADVISED_EDITION, 6)
    uneven = sum(ratio > 2 for ratio in advised) / len(advised)
    yield (
        f"with six on 7 × 7, on {percent(uneven)} of the settings the best place still wins more "
        f"than twice as often as the worst"
    )
    best = [percent(share) for share in best_places(7, ADVISED_EDITION, 6)]
    yield f"the first on {best[0]} of the settings, {', '.join(best[1:5])} and {best[5]}"


def _medians(size: int, edition: str, who: str = "random") -> dict[str, float]:
    found = median_outcomes(size, edition, who)
    assert found is not None, f"{size} × {size}, {edition}, {who} was not measured"
    return found


SECTIONS: Mapping[str, Sequence[Callable[[], Iterator[str]]]] = {
    FINDINGS: (
        _what_was_played,
        _claims,
        _missed,
        _stages,
        _outcomes,
        _thinkers,
        _alike,
        _seats,
    ),
    METHOD: (_method,),
    README: (_readme,),
    OPPONENTS: opponents_sentences.SECTIONS,
    SEARCH: search_sentences.SECTIONS,
}
