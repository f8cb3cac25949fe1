"""Answers to a stone: the race of shouts in live games, sealed answers in slow ones.

Losing a race costs nothing; no shout is made public before the race is decided.
"""

from grav.game import Accept, Grav, Window
from grav.server.messages import stored_events as e
from grav.server.table.command_context import CommandContext
from grav.server.table.draft import Draft
from grav.server.table.fold import FAIRNESS
from grav.server.table.model import Play
from grav.server.table.refusals import TableCode, TableRefusal
from grav.server.table.shout_race import Claim, decide, hold_time, judge_claim, nearest_after


def check_placement(play: Play, placement: int) -> Window:
    """Returns the open window; refuses a late answer, one about another placement (no penalty)."""
    window = play.state.phase
    if not isinstance(window, Window) or placement != play.placement:
        raise TableRefusal(TableCode.LATE)
    return window


def check_silent(play: Play, seat: int) -> None:
    if seat in play.answered:
        raise TableRefusal(TableCode.ALREADY_ANSWERED)


def shout(draft: Draft, seat: int, claimed_reaction: int | None, context: CommandContext) -> None:
    """Stores the claim. The race is decided once all have answered, or when the hold is over."""
    play = current_play(draft)
    if draft.table.settings.is_slow:
        answer_sealed(draft, seat, shouts=True)
        return
    round_trip = context.round_trip
    used, spent = judge_claim(
        context.elapsed, round_trip, claimed_reaction, play.budgets[seat], FAIRNESS
    )
    claim = Claim(seat, context.elapsed, round_trip, claimed_reaction, used)
    silent = [_round_trip_of(draft, other, context) for other in play.silent - {seat}]
    draft.add(
        e.Claimed(
            at=draft.now,
            seat=seat,
            placement=play.placement,
            elapsed=claim.elapsed,
            round_trip=round_trip,
            said=claimed_reaction,
            used=used,
            spent=spent,
            hold=_hold_left(play, draft.now) if play.claims else hold_time(claim, silent, FAIRNESS),
        )
    )
    settle_answers(draft)


def _round_trip_of(draft: Draft, seat: int, context: CommandContext) -> int | None:
    """Returns the round-trip time of a seat that has not answered: 0 for a bot; None for a person
    whose connection is unknown to the process that received the shout."""
    return 0 if draft.table.seats[seat].is_bot else context.silent_round_trips.get(seat)


def _hold_left(play: Play, now: int) -> int:
    """Returns what is left of the first shout's hold: later shouts do not prolong it."""
    first = play.claims[0]
    return max(0, first.at + first.hold - now)


def accept(draft: Draft, seat: int) -> None:
    if draft.table.settings.is_slow:
        answer_sealed(draft, seat, shouts=False)
        return
    draft.act(Accept(seat))
    settle_answers(draft)


def answer_sealed(draft: Draft, seat: int, *, shouts: bool) -> None:
    placement = current_play(draft).placement
    draft.add(e.Answered(at=draft.now, seat=seat, placement=placement, shout=shouts))
    settle_answers(draft)


def settle_answers(draft: Draft) -> None:
    """Decides the race or opens the sealed answers, once the window waits for no more seats."""
    play = draft.table.play
    if play is None or not isinstance(play.state.phase, Window) or play.silent:
        return
    if play.claims:
        judge(draft)
    elif play.sealed:
        open_sealed(draft)


def judge(draft: Draft) -> None:
    """Decides the race, stores the result, and plays the winner's shout."""
    play = current_play(draft)
    window, order = play.state.phase, play.state.order
    assert isinstance(window, Window)
    assert order is not None
    claims = [Claim(c.seat, c.elapsed, c.round_trip, c.said, c.used) for c in play.claims]
    decision = decide(claims, window.turn.seat, order, FAIRNESS)
    draft.add(
        e.Judged(
            at=draft.now,
            placement=play.placement,
            winner=decision.winner,
            entries=tuple(
                e.Entry(claim.seat, claim.elapsed, claim.round_trip, claim.said, claim.used)
                for claim in decision.ranked
            ),
            band=decision.band,
        )
    )
    draft.act(Grav(decision.winner))


def open_sealed(draft: Draft) -> None:
    """Opens the sealed answers of a slow game. There is no race: of the seats that shouted, the
    nearest after the violator wins."""
    play = current_play(draft)
    window, order = play.state.phase, play.state.order
    assert isinstance(window, Window)
    assert order is not None
    shouting = tuple(sorted(seat for seat, shouts in play.sealed if shouts))
    if shouting:
        winner = nearest_after(shouting, window.turn.seat, order)
        entries = tuple(e.Entry(seat, 0, None, None, 0) for seat in shouting)
        draft.add(
            e.Judged(
                at=draft.now,
                placement=play.placement,
                winner=winner,
                entries=entries,
                band=shouting,
                sealed=True,
            )
        )
        draft.act(Grav(winner))
        return
    for seat in sorted(window.awaiting):
        draft.act(Accept(seat))


def close_window(draft: Draft) -> None:
    """Closes the window when its time is out: every seat that has not answered accepts."""
    play = current_play(draft)
    for seat in sorted(play.silent):
        if draft.table.settings.is_slow:
            placement = play.placement
            draft.add(e.Answered(at=draft.now, seat=seat, placement=placement, shout=False))
        else:
            draft.act(Accept(seat), why="time")
    settle_answers(draft)


def current_play(draft: Draft) -> Play:
    play = draft.table.play
    assert play is not None
    return play
