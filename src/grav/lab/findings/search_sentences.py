"""The sentences of docs/search.md that state numbers: what `data/search.json` holds, and parameters
of the search."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from grav.lab.findings.search_results import (
    AS_IS,
    Match,
    SearchResults,
    SolvedBoard,
    stored_results,
)
from grav.native.search_options import SearchOptions
from grav.rules import Rules, parse_rules

SEARCH = "docs/search.md"
EASY_RULES, HARD_RULES = slice(0, 2), slice(2, None)
"""Of the rules of the matches: those under which few simulations are enough, and the others."""
FIRST_THAT_DID_NOT_HELP = "a weight of 16, not 4, for taking all bonus turns"
"""The variants from this one on are in the second table."""
SOLVED_EDITIONS = (
    "classic",
    "revised",
    "revised shapes=whole",
    "revised min_shape=5",
    "revised bonus_limit=1",
)
"""The columns of the table of solved boards."""


def _parameters() -> Iterator[str]:
    options = SearchOptions()
    yield (
        f"A stone that completes a shape weighs {options.shape_weight:g}, one that leaves the next "
        f"player no shape to complete {options.safe_weight:g}, any other 1"
    )
    yield f"all of them weighs {options.number_weight:g} and every other 1"
    assert (options.pass_weight, options.score_share) == (0.1, 0.1), "the page says: a tenth"


def _speeds() -> Iterator[str]:
    found = stored_results()
    yield f"on one machine ({found.machine}) that had other work as well"
    yield _row("", (_board(speed.rules) for speed in found.speeds))
    yield _row("as it is", (_rounded(speed.careful) for speed in found.speeds))
    completing = (_rounded(speed.completing) for speed in found.speeds)
    yield _row("with play-outs that are not careful", completing)
    costs = sorted(speed.completing / speed.careful for speed in found.speeds)
    yield (
        f"With careful play-outs a simulation takes {costs[0]:.1f} to {costs[-1]:.1f} times as long"
    )


def _matches() -> Iterator[str]:
    found = stored_results()
    rules = _match_rules(found)
    players = found.provenance.players
    base = players[AS_IS]
    assert isinstance(base, dict)
    yield f"{base['simulations']} simulations a move, unless the row says otherwise"
    yield _row("variant", map(_board, rules))
    yield _row("games", (str(found.match(AS_IS, line).games) for line in rules))
    for variant in players:
        if variant != AS_IS:
            yield _row(variant, (_share(found.match(variant, line)) for line in rules))


def _what_matches_say() -> Iterator[str]:
    found = stored_results()
    rules = _match_rules(found)
    even = [found.match(AS_IS, line) for line in rules]
    yield f"{_won_by_next(even[EASY_RULES], 1)} after one random stone"
    yield f"{_won_by_next(even[EASY_RULES], 2)} after two"
    yield f"{_won_by_next(even[HARD_RULES], 1)} after one"
    _check_claims(found)
    first = found.first_moves
    best = [move for move in first.best if move.move in _corners(parse_rules(first.rules))]
    assert best == first.best[: len(best)], "the page says: the corners are the best"
    worths = sorted(100 * move.worth for move in best)
    yield (
        f"after {first.simulations:,} simulations on the empty board of {_board(first.rules)} the "
        f"search gives the first player who takes a corner {worths[0]:.0f} to {worths[-1]:.0f} of "
        f"100 games"
    )


def _won_by_next(matches: Iterable[Match], stones: int) -> str:
    """Says how many games the search on turn won against itself. Both games of a pair are the same
    game then: it counts once."""
    won = [(match, match.won_by_next(stones)[::2]) for match in matches]
    return _listed(
        f"{sum(games)} of {len(games)} games on {_board(match.rules)}" for match, games in won
    )


def _check_claims(found: SearchResults) -> None:
    """Checks what the page says of the matches without a number."""
    rules = _match_rules(found)
    for budget in ("half the simulations", "twice the simulations", "four times the simulations"):
        for line in rules[EASY_RULES]:
            same = set(found.match(budget, line).shares) == {0.5}
            assert same, "the page says: one game of every pair"
    for line in rules[HARD_RULES]:
        for budget in ("twice the simulations", "four times the simulations"):
            gain = found.match(budget, line)
            assert gain.share - 2 * gain.error > 0.5, "the page says: more simulations gain"
    names = [*found.provenance.players]
    for variant in names[names.index(FIRST_THAT_DID_NOT_HELP) :]:
        for line in rules:
            tried = found.match(variant, line)
            assert tried.share - 2 * tried.error <= 0.5, "the page says: none won more than half"
    cheaper = found.match("the same, with twice the simulations", rules[2])
    assert cheaper.share + 2 * cheaper.error < 0.5, "the page says: still lose on 7 × 7"
    for line in rules[3:]:
        cheaper = found.match("the same, with twice the simulations", line)
        assert abs(cheaper.share - 0.5) < 2 * cheaper.error, "the page says: too few to tell"


def _solver() -> Iterator[str]:
    found = stored_results()
    at_random, stored = found.solved_at_random, found.solved
    size = parse_rules(at_random[0].rules).size
    slowest = max(at_random, key=lambda board: board.seconds)
    yield (
        f"Of {len(at_random)} random rules on {size} × {size} the slowest took "
        f"{slowest.seconds:.1f} seconds of CPU time"
    )
    sizes = [parse_rules(board.rules).size for board in stored]
    seconds = sorted(
        board.seconds for board, size in zip(stored, sizes, strict=True) if size == max(sizes)
    )
    yield (
        f"the {len(seconds)} stored cases on {max(sizes)} × {max(sizes)} took {seconds[0]:.2f} to "
        f"{seconds[-1]:.1f} seconds"
    )
    yield f"has {len(stored)} cases"
    margins = sorted({board.margin for board in (*stored, *at_random)})
    yield (
        f"In all of them, and in the {len(at_random)} random rules, the margin is "
        f"{' or '.join(map(str, margins))}"
    )


def _solved_boards() -> Iterator[str]:
    yield _row("board | setting", (f"`{edition}`" for edition in SOLVED_EDITIONS))
    boards = [(parse_rules(board.rules), board) for board in stored_results().solved]
    for (size, setting), group in groupby(boards, key=lambda one: (one[0].size, one[0].setting)):
        by_edition = {str(rules.edition): board for rules, board in group}
        cells = (_solved(by_edition[edition], size) for edition in SOLVED_EDITIONS)
        yield _row(f"{size} × {size} | `{setting}`", cells)


def _match_rules(found: SearchResults) -> Sequence[str]:
    return [match.rules for match in found.matches if match.variant == AS_IS]


def _board(rules: str) -> str:
    parsed = parse_rules(rules)
    return f"{parsed.size} × {parsed.size} `{parsed.edition}`"


def _corners(rules: Rules) -> set[str]:
    last = rules.size
    return {f"{column}{row}" for column in ("a", chr(ord("a") + last - 1)) for row in (1, last)}


def _share(match: Match) -> str:
    """Formats a share in percent with its error, if pairs differ."""
    share, error = 100 * match.share, 100 * match.error
    if error == 0:
        return f"{share:.0f}"
    digits = 0 if error >= 1 else 1
    return f"{share:.{digits}f} ± {error:.{digits}f}"


def _solved(board: SolvedBoard, size: int) -> str:
    return f"{board.margin} ({'all' if board.best == size**2 else board.best})"


def _rounded(number: float) -> str:
    """Formats a large number by its first two digits."""
    return f"{float(f'{number:.2g}'):,.0f}"


def _row(head: str, cells: Iterable[str]) -> str:
    return f"| {head} | {' | '.join(cells)} |".replace("|  |", "| |")


def _listed(parts: Iterable[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}"


SECTIONS: Sequence[Callable[[], Iterator[str]]] = (
    _parameters,
    _speeds,
    _matches,
    _what_matches_say,
    _solver,
    _solved_boards,
)
