"""Why settling is refused: the codes, and the checks that all ways of settling share."""

from enum import StrEnum

from grav.rules.board import MAX_SIZE, MIN_SIZE
from grav.rules.json_fields import FormError
from grav.rules.rules import MAX_PLAYERS, MIN_PLAYERS
from grav.rules.setting import Setting, check_bounds
from grav.text import GravError


class SettlingCode(StrEnum):
    """Reasons for a refusal, by priority: if several apply, the first is reported."""

    SETTLED = "settled"
    NO_SUCH_SEAT = "no_such_seat"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_CARD = "no_such_card"
    NOTHING_PROPOSED = "nothing_proposed"
    ALREADY_ACCEPTED = "already_accepted"


class SettlingError(GravError):
    """A step that cannot be taken now: a code, and a message in every language."""

    def __init__(self, code: SettlingCode, /, **values: object) -> None:
        super().__init__(f"settling.{code}", **values)
        self.code = code


def check_table(size: int, players: int) -> None:
    """Raises RulesError if the board size or the number of players is out of bounds."""
    check_bounds("size", size, MIN_SIZE, MAX_SIZE)
    check_bounds("players", players, MIN_PLAYERS, MAX_PLAYERS)


def check_seed(seed: str) -> None:
    """Raises FormError for a seed that UTF-8 cannot encode, such as half of a surrogate pair."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise FormError("settling.seed") from None


def check_may_act(settled: Setting | None, players: int, by: int) -> None:
    if settled is not None:
        raise SettlingError(SettlingCode.SETTLED, setting=settled)
    if not 0 <= by < players:
        raise SettlingError(SettlingCode.NO_SUCH_SEAT, seat=by + 1, players=players)
