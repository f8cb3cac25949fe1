"""Why an action is refused. A refused action changes nothing."""

from collections.abc import Iterable
from enum import StrEnum

from grav.rules.legality import Breach
from grav.text import GravError


class RefusalCode(StrEnum):
    """Reasons for a refusal, by priority: if several apply, the first is reported."""

    GAME_OVER = "game_over"
    NO_SUCH_SEAT = "no_such_seat"
    ALREADY_RESIGNED = "already_resigned"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    OWN_MOVE = "own_move"
    ALREADY_ACCEPTED = "already_accepted"
    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    VIOLATION = "violation"
    CANNOT_DECLARE = "cannot_declare"
    TOO_MANY_DECLARED = "too_many_declared"
    MUST_PLACE = "must_place"
    NOT_THEIR_STONE = "not_their_stone"


class Refusal(GravError):
    """An action that the rules do not allow now: a code, and a message in every language."""

    def __init__(
        self, code: RefusalCode, breaches: Iterable[Breach] = (), /, **values: object
    ) -> None:
        super().__init__(f"refused.{code}", **values)
        self.code = code
        self.breaches = tuple(breaches)
        """The breaches, if they are the reason why a placement is refused (strict play only)."""
