"""Which settings players who search are measured on: drawn at random, and those with a name.

What a sample costs grows with the board's area, squared, and thrice as fast under house rules that
keep chains of bonus turns short: their games are long. So samples shrink as boards grow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from grav.atlas.measures import SKILL_LADDER
from grav.atlas.player_kinds import SEARCH_100, SEARCH_1000, SEARCH_10000, SEARCH_SIMULATIONS
from grav.lab.editions import ADVISED_EDITION
from grav.lab.setting_selection import draw_settings
from grav.rules import Enforcement, Rules, Setting, parse_edition

SEED = 1
SKILL = "skill"
"""Names the parts in which skill traces are measured."""
REVISED, BONUS_LIMIT_1 = "revised", "revised bonus_limit=1"
NAMED_SETTINGS: Mapping[int, Sequence[Setting]] = {
    size: tuple(map(Setting.parse, texts))
    for size, texts in {
        7: ("3 3 4 2 4", "3 2 2 2 4", "3 3 3 1 3", "3 4 11 2 5", "3 2 2 2 5"),
        9: ("4 3 5 1 5", "3 3 4 3 6", "4 2 3 2 6"),
        13: ("4 4 6 2 8", "4 5 17 4 10"),
    }.items()
}
"""Settings with a name in the web client, by the board that they are for."""


@dataclass(frozen=True, slots=True)
class ThinkingPart:
    """Games between players who search, on a sample of settings of one board."""

    size: int
    players: int
    edition: str
    who: str
    """A kind of player, or `skill` for skill traces."""
    games: int
    """Games of each setting; of a skill trace, at each step of its ladder."""
    drawn: int
    """How many settings are drawn."""

    @property
    def name(self) -> str:
        return part_name(self.size, self.players, self.edition, self.who)

    @property
    def settings(self) -> list[Setting]:
        """Those with a name, then those drawn: smaller draws are the beginnings of larger."""
        named = NAMED_SETTINGS.get(self.size, ()) if self.players == 2 else ()
        drawn = draw_settings(self.size, self.drawn, SEED)
        return list(dict.fromkeys((*named, *drawn)))

    def rules(self, setting: Setting) -> Rules:
        edition = parse_edition(self.edition)
        return Rules(self.size, self.players, setting, edition, Enforcement.STRICT)

    @property
    def seconds_per_setting(self) -> float:
        """The estimated time for one setting on one core."""
        return self.games * sum(
            seconds_per_game(self.size, self.edition, simulations)
            for simulations in self._mean_budgets()
        )

    def _mean_budgets(self) -> Sequence[float]:
        """The mean simulations per move in each kind of game of this part."""
        if self.who != SKILL:
            return [SEARCH_SIMULATIONS[self.who]]
        return [simulations * (1 + 1 / self.players) for simulations in SKILL_LADDER]


def part_name(size: int, players: int, edition: str, who: str) -> str:
    return f"{size}x{size} {players}p {edition} {who}"


def seconds_per_game(size: int, edition: str, simulations: float) -> float:
    """Estimates the time of a game on one core, as measured on boards from 7 × 7 to 23 × 23."""
    seconds: float = 1.06e-8 * size**3.85 * simulations
    return 3 * seconds if "bonus_limit" in edition else seconds


@cache
def thinking_parts() -> Sequence[ThinkingPart]:
    """Returns all parts, the smallest boards first."""
    return tuple(
        ThinkingPart(size, players, edition, who, games, drawn)
        for size, players, edition, drawn, kinds in _SAMPLES
        for who, games in kinds.items()
    )


_SMALL = {SEARCH_100: 128, SEARCH_1000: 64, SKILL: 60}
_MEDIUM = {SEARCH_100: 96, SEARCH_1000: 48, SKILL: 48}
_LARGE = {SEARCH_100: 48, SEARCH_1000: 24, SKILL: 24}
_LARGEST = {SEARCH_100: 48, SEARCH_1000: 16, SKILL: 16}
_MOST = {SEARCH_10000: 40}
_SAMPLES: Sequence[tuple[int, int, str, int, Mapping[str, int]]] = (
    (7, 2, REVISED, 188, _SMALL),
    (7, 2, ADVISED_EDITION, 120, _SMALL),
    (7, 2, BONUS_LIMIT_1, 19, _SMALL),
    (7, 2, REVISED, 19, _MOST),
    (7, 2, ADVISED_EDITION, 12, _MOST),
    (9, 2, REVISED, 88, _SMALL),
    (9, 2, ADVISED_EDITION, 47, _SMALL),
    (9, 2, REVISED, 13, _MOST),
    (9, 2, ADVISED_EDITION, 4, _MOST),
    (13, 2, REVISED, 32, _MEDIUM),
    (13, 2, ADVISED_EDITION, 10, _MEDIUM),
    (17, 2, REVISED, 7, _LARGE),
    (17, 2, ADVISED_EDITION, 3, _LARGE),
    (23, 2, REVISED, 2, _LARGEST),
    (23, 2, ADVISED_EDITION, 1, _LARGEST),
    *(
        (size, players, edition, drawn, _SMALL)
        for size, draws in ((7, (27, 16)), (9, (8, 5)))
        for edition, drawn in zip((REVISED, ADVISED_EDITION), draws, strict=True)
        for players in (3, 4, 6)
    ),
)
"""Size, players, edition, how many settings are drawn, and the games of each by what is measured.
Games of skill traces can be divided by the number of players."""
