"""Rules: everything that players agree on before a game, as one immutable value."""

from dataclasses import dataclass
from enum import StrEnum

from grav.rules.board import MAX_SIZE, MIN_SIZE
from grav.rules.edition import REVISED, Edition
from grav.rules.setting import Setting, check_bounds

MIN_PLAYERS, MAX_PLAYERS = 2, 6


class Enforcement(StrEnum):
    """Whether a placement that breaks a rule stands unless somebody shouts, or is refused."""

    CHALLENGE = "challenge"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game. The constructor checks every bound, so an instance can be played."""

    size: int
    players: int
    setting: Setting
    edition: Edition = REVISED
    enforcement: Enforcement = Enforcement.CHALLENGE
    first: int | None = None
    """The seat that starts, if the players agreed on one; else anyone may."""

    def __post_init__(self) -> None:
        check_bounds("size", self.size, MIN_SIZE, MAX_SIZE)
        check_bounds("players", self.players, MIN_PLAYERS, MAX_PLAYERS)
        self.setting.check(self.size)
        if self.first is not None:
            check_bounds("first", self.first, 0, self.players - 1)

    @property
    def is_strict(self) -> bool:
        return self.enforcement is Enforcement.STRICT

    def __str__(self) -> str:
        """One canonical line: `9x9 2p 3 3 4 2 4 revised min_shape=5 strict`.

        Size, players, setting and edition are always written, the rest only if it is not the
        default. Equal rules have equal lines, so links, presets and tables use the line as key.
        """
        words = [f"{self.size}x{self.size}", f"{self.players}p", str(self.setting)]
        words.append(str(self.edition))
        if self.is_strict:
            words.append("strict")
        if self.first is not None:
            words.append(f"first={self.first}")
        return " ".join(words)
