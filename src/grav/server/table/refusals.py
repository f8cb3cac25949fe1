"""Why a table refuses a command. A refused command changes nothing."""

from enum import StrEnum

from grav.text import GravError


class TableCode(StrEnum):
    WRONG_STAGE = "wrong_stage"
    NOT_YOUR_SEAT = "not_your_seat"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_KEPT = "seat_kept"
    SEAT_FREE = "seat_free"
    BLOCKED = "blocked"
    ONE_SEAT = "one_seat"
    NOT_HOST = "not_host"
    NOT_PLAYING = "not_playing"
    NO_BOTS_HERE = "no_bots_here"
    NO_LABELS_HERE = "no_labels_here"
    ALREADY_SHARED = "already_shared"
    SHARES_FIRST = "shares_first"
    OTHER_WAY = "other_way"
    OTHER_PROPOSAL = "other_proposal"
    LATE = "late"
    ALREADY_ANSWERED = "already_answered"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    ALREADY_ASKED = "already_asked"
    NOTHING_ASKED = "nothing_asked"
    NOT_GONE = "not_gone"
    HAS_CLOCK = "has_clock"
    ALREADY_OFFERED = "already_offered"
    NOTHING_OFFERED = "nothing_offered"
    BAD_CHANGE = "bad_change"
    NUMBERS_MISSING = "numbers_missing"
    NUMBERS_TOO_MANY = "numbers_too_many"
    DEVICE_PUBLIC = "device_public"
    DEVICE_SLOW = "device_slow"
    SLOW_WINDOW = "slow_window"
    HELP_TWICE = "help_twice"
    BAD_SEATS = "bad_seats"
    TOO_MANY_EVENTS = "too_many_events"
    TOO_MANY_ACTIONS = "too_many_actions"
    TOO_MANY_PROPOSALS = "too_many_proposals"
    TOO_MANY_PROPOSALS_OF_YOURS = "too_many_proposals_of_yours"
    TOO_MANY_PHRASES = "too_many_phrases"
    TOO_MANY_TAKEBACKS = "too_many_takebacks"
    TOO_MANY_REMATCHES = "too_many_rematches"
    TOO_MANY_SEATINGS = "too_many_seatings"
    TOO_MANY_SEATINGS_OF_YOURS = "too_many_seatings_of_yours"


class TableRefusal(GravError):
    """Raised for a command that the table refuses: an error code, and a translatable sentence."""

    def __init__(self, code: TableCode, /, **values: object) -> None:
        super().__init__(f"table.{code}", **values)
        self.code = code


def check_bound(count: int, most: int, code: TableCode) -> None:
    """Raises TableRefusal if the count has reached its limit."""
    if count >= most:
        raise TableRefusal(code, most=most)


def code_of(error: GravError) -> str:
    """Returns the error code that a client gets: the error's own, or `bad_value`."""
    return str(getattr(error, "code", "bad_value"))
