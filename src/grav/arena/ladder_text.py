"""The results of a ladder as Markdown: for each set of rules the rungs, and how levels perceive."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grav.arena.ladder import Rung
from grav.arena.table_rows import perception_rows, rung_rows
from grav.arena.table_text import format_markdown
from grav.bots import LEVELS
from grav.native import PerceptionErrors, measure_perception
from grav.rules import Rules
from grav.text import Language, say


@dataclass(frozen=True, slots=True)
class ClimbedLadder:
    """A ladder under one set of rules."""

    rules: Rules
    rungs: Sequence[Rung]
    perception: Mapping[str, PerceptionErrors]
    """By level; other players have none."""


def measure_levels(names: Iterable[str], rules: Rules) -> dict[str, PerceptionErrors]:
    """Measures the perception of those players that are levels."""
    known = [name for name in names if name in map(str, LEVELS)]
    return {name: measure_perception(rules, LEVELS[int(name)].perception) for name in known}


def format_ladder(
    climbed: Iterable[ClimbedLadder], games: int, seed: str, language: Language
) -> str:
    """Returns the section of a page, with empty lines around it."""
    written = say("arena.written", language, games=games, seed=seed)
    parts = [written, *(part for each in climbed for part in _format_climbed(each, language))]
    return "\n" + "\n\n".join(parts) + "\n"


def _format_climbed(climbed: ClimbedLadder, language: Language) -> Iterator[str]:
    yield say("arena.under", language, rules=f"`{climbed.rules}`")
    yield format_markdown(rung_rows(climbed.rungs, language))
    if climbed.perception:
        yield say("arena.eyes", language)
        yield format_markdown(perception_rows(climbed.perception, language))
