"""Deadlines: when a table has to be checked next, and what is then done automatically.

Every wait has a defined end, so that no table can stall for ever.
"""

from typing import Literal, NamedTuple

from grav.game import (
    Agreement,
    Cards,
    Dice,
    Draw,
    Keep,
    Opening,
    Penalty,
    Remove,
    Resign,
    Roll,
    State,
    Turn,
    Window,
)
from grav.rules import Point
from grav.server.messages import stored_events as e
from grav.server.messages.settings import DAY, HOUR, MINUTE, SECOND, Settings
from grav.server.table import playing, settling, window_answers
from grav.server.table.clocks import flag_fall_time
from grav.server.table.draft import Draft
from grav.server.table.model import Gathering, Play, Playing, SettlingNumbers, Table
from grav.server.table.seats_to_act import bots_to_act

Kind = Literal[
    "abandoned", "share", "settling", "agreement", "opening", "flag", "window", "race", "penalty"
]

SHARE_TIMEOUT = 20 * SECOND
STEP_TIMEOUT = MINUTE
AGREEMENT_TIMEOUT = 10 * MINUTE
"""The timeout for answers to the latest proposal."""
TOTAL_AGREEMENT_TIMEOUT = HOUR
"""The timeout of the whole agreement, however many proposals are made."""
OPENING_TIMEOUT = 2 * MINUTE
PENALTY_TIMEOUT = MINUTE
UNFILLED_TIMEOUT = 2 * DAY
"""A table at which nothing happens for this long before all seats are taken is closed."""
UNPLAYED_TIMEOUT = 30 * DAY
"""A game without a clock in which nothing happens for this long is closed."""
SLOW_STEP_TIMEOUT = 3 * DAY
SLOW_TOTAL_AGREEMENT_TIMEOUT = 14 * DAY
BOT_TIMEOUT = 15 * SECOND
"""When a bot has not answered for this long, its process may be gone, and another process takes it
over. If that does not help, it is asked again with exponential backoff (doubling)."""


class Deadline(NamedTuple):
    at: int
    kind: Kind


def deadline(table: Table) -> Deadline | None:
    """Returns the deadline that ends the present wait; None if the table waits for nothing."""
    settings = table.settings
    match table.stage:
        case Gathering():
            return Deadline(table.changed + UNFILLED_TIMEOUT, "abandoned")
        case SettlingNumbers() as stage:
            return _of_settling(stage, settings)
        case Playing(play):
            limit = _of_play(play, settings)
            return limit or Deadline(table.changed + UNPLAYED_TIMEOUT, "abandoned")
        case _:
            return None


def next_check(table: Table, after: int = 0) -> int | None:
    """Returns when to check the table next: at its deadline, or earlier for bots that do not act.

    The check for bots lies later than `after`, with exponential backoff, so that a table whose bots
    never answer is not checked in a loop.
    """
    limit = deadline(table)
    if limit is None:
        return None
    if not bots_to_act(table):
        return limit.at
    backoff = BOT_TIMEOUT
    while table.changed + backoff <= after:
        backoff *= 2
    return min(limit.at, table.changed + backoff)


def _of_settling(stage: SettlingNumbers, settings: Settings) -> Deadline:
    slow = settings.is_slow
    if stage.seed is not None and not stage.seed.is_complete:
        return Deadline(stage.since + (SLOW_STEP_TIMEOUT if slow else SHARE_TIMEOUT), "share")
    if isinstance(stage.settling, Agreement):
        answers = stage.since + (SLOW_STEP_TIMEOUT if slow else AGREEMENT_TIMEOUT)
        in_all = stage.began + (SLOW_TOTAL_AGREEMENT_TIMEOUT if slow else TOTAL_AGREEMENT_TIMEOUT)
        return Deadline(min(answers, in_all), "agreement")
    return Deadline(stage.since + (SLOW_STEP_TIMEOUT if slow else STEP_TIMEOUT), "settling")


def _of_play(play: Play, settings: Settings) -> Deadline | None:
    """Returns the deadline of the present phase. Without a clock only a race, and a window time if
    one was set, have one."""
    slow, timed = settings.is_slow, settings.clock is not None
    match play.state.phase:
        case Window():
            return _of_window(play, settings)
        case Opening() if timed:
            return Deadline(
                play.since + (SLOW_STEP_TIMEOUT if slow else OPENING_TIMEOUT), "opening"
            )
        case Penalty() if timed:
            return Deadline(
                play.since + (SLOW_STEP_TIMEOUT if slow else PENALTY_TIMEOUT), "penalty"
            )
        case Turn():
            falls = flag_fall_time(play)
            return None if falls is None else Deadline(falls, "flag")
        case _:
            return None


def _of_window(play: Play, settings: Settings) -> Deadline | None:
    ends = [Deadline(claim.at + claim.hold, "race") for claim in play.claims[:1]]
    if (closes := window_ends(play, settings)) is not None:
        ends.append(Deadline(closes, "window"))
    return min(ends, key=lambda end: end.at, default=None)


def window_ends(play: Play, settings: Settings) -> int | None:
    """Returns when the time to answer the open placement is over; None without a limit."""
    time = settings.window_time
    return None if time is None else play.since + time


def carry_out(table: Table, now: int) -> Draft | None:
    """Returns the events of the deadline that has fallen due; None if none has."""
    limit = deadline(table)
    if limit is None or limit.at > now:
        return None
    draft = Draft(table, now)
    match limit.kind:
        case "abandoned":
            draft.add(e.Closed(at=now, why="abandoned"))
        case "agreement":
            draft.add(e.Closed(at=now, why="no_agreement"))
        case "opening":
            draft.add(e.Closed(at=now, why="not_begun"))
        case "share":
            _share_nothing(draft)
        case "settling":
            _settle_for_them(draft)
        case "race":
            window_answers.judge(draft)
        case "window":
            _close_window(draft)
        case "flag":
            _resign(draft)
        case "penalty":
            _remove_the_latest(draft)
    return draft


def _share_nothing(draft: Draft) -> None:
    """Stores an empty share for each seat that gave none: the other shares still make the seed."""
    seed = settling.stage_of(draft).seed
    assert seed is not None
    for seat, share in enumerate(seed.shares):
        if share is None:
            draft.add(e.Shared(at=draft.now, seat=seat, share=""))


def _settle_for_them(draft: Draft) -> None:
    """Throws the dice, draws cards, or keeps the first card for the player who did not."""
    table = settling.stage_of(draft).settling
    match table:
        case Dice():
            settling.apply_step(draft, Roll(0))
        case Cards(to_act=seat, hand=hand) if seat is not None:
            settling.apply_step(draft, Keep(seat, 0) if hand else Draw(seat))


def _close_window(draft: Draft) -> None:
    """Closes the window. Shouts that have arrived count, even if their hold is not over."""
    play = playing.play_of(draft)
    if play.claims:
        window_answers.judge(draft)
    else:
        window_answers.close_window(draft)


def _resign(draft: Draft) -> None:
    seat = playing.play_of(draft).state.to_move
    assert seat is not None
    playing.act(draft, Resign(seat), why="time")


def _remove_the_latest(draft: Draft) -> None:
    state = playing.play_of(draft).state
    penalty = state.phase
    assert isinstance(penalty, Penalty)
    playing.act(draft, Remove(penalty.shouter, latest_stone(state, penalty.violator)), why="time")


def latest_stone(state: State, owner: int) -> Point:
    """Returns the player's most recently placed stone that is still on the board."""
    return next(at for at in reversed(state.trail) if state.board.owner(at) == owner)
