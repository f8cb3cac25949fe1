"""The fold: applies one event to a table. A refused command never becomes an event."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from grav.game import (
    Action,
    Agreement,
    Cards,
    Dice,
    Over,
    Place,
    Resign,
    Settling,
    action_from_json,
    apply,
    seed_of,
    settle,
    settling_step_from_json,
    start,
)
from grav.game import Event as GameEvent
from grav.rules import rules_from_json
from grav.server.messages import stored_events as e
from grav.server.table.clocks import clocks_after, goes_on, initial_clocks
from grav.server.table.model import (
    Closed,
    Finished,
    Gathering,
    Play,
    Playing,
    Rematch,
    Seat,
    Seed,
    SettlingNumbers,
    Stage,
    Table,
    Takeback,
    Undo,
)
from grav.server.table.referee import REFEREES
from grav.server.table.shout_race import Fairness, refill_budget

FAIRNESS = Fairness()
"""The parameters by which races are judged on this server."""


class Evolved(NamedTuple):
    table: Table
    happened: tuple[GameEvent, ...] = ()
    """The events of the game that followed."""


class BrokenHistory(Exception):
    """Raised for events that cannot follow each other: the store was tampered with."""


def fold(events: Iterable[e.Event], table: Table | None = None) -> Table | None:
    """Returns the table after all these events; None if there are none."""
    for event in events:
        table = evolve(table, event).table
    return table


def evolve(table: Table | None, event: e.Event) -> Evolved:
    """Returns the table after the event. A refusal by the game is raised unchanged."""
    if table is None:
        if not isinstance(event, e.Opened):
            raise BrokenHistory(f"expected a table to be opened first, found {event!r}")
        return Evolved(_open(event))
    if isinstance(event, e.Acted):
        return act(table, event, action_from_json(event.action))
    return Evolved(_evolve(_with_count(table, event, table.stage), event))


def act(table: Table, event: e.Acted, action: Action) -> Evolved:
    """Returns the table after the action that the event holds."""
    stage, happened = _after_action(table, event, action)
    return Evolved(_with_count(table, event, stage), happened)


def _with_count(table: Table, event: e.Event, stage: Stage) -> Table:
    shown = e.is_shown(event)
    return replace(
        table,
        stage=stage,
        number=table.number + 1,
        shown=table.shown + shown,
        changed=event.at if shown else table.changed,
        latest=max(table.latest, event.at),
    )


def _open(event: e.Opened) -> Table:
    return Table(
        settings=event.settings,
        host=event.host,
        seats=(Seat(),) * event.settings.seats,
        stage=Gathering(),
        opened=event.at,
        changed=event.at,
        latest=event.at,
        number=1,
        shown=1,
        phrases=(0,) * event.settings.seats,
        rematch_of=event.rematch_of,
    )


def _evolve(table: Table, event: e.Event) -> Table:
    match event:
        case e.Sat(seat=seat):
            invited = table.seats[seat].invited
            if isinstance(table.stage, Gathering):
                sat = (*table.stage.sat, event.person or table.host)
                table = replace(table, stage=Gathering(sat))
            return table.with_seat(seat, Seat(event.person, event.level, event.label, invited))
        case e.Invited(seat=seat):
            return table.with_seat(seat, Seat(invited=event.person))
        case e.Left(seat=seat):
            return table.with_seat(seat, Seat())
        case e.Closed(why=why):
            return replace(table, stage=Closed(why, table.play))
        case e.Said(seat=seat):
            said = tuple(count + (s == seat) for s, count in enumerate(table.phrases))
            return replace(table, phrases=said)
        case e.Gathered(at=at):
            return replace(table, stage=SettlingNumbers(at, at, settling=_agreement(table)))
        case e.Committed() | e.Shared() | e.SettlingStepTaken() | e.Begun():
            return replace(table, stage=_settling(table, event))
        case e.RematchOffered() | e.RematchAnswered() | e.Rematched():
            return replace(table, stage=_with_rematch(table, event))
        case e.Claimed() | e.Judged() | e.Answered():
            return _playing(table, _with_answer(_play(table), event))
        case e.TakebackAsked() | e.TakebackAnswered() | e.TakenBack():
            return _playing(table, _with_takeback(_play(table), event))
        case _:
            raise BrokenHistory(f"{event!r} cannot follow")


def _settling(table: Table, event: e.Committed | e.Shared | e.SettlingStepTaken | e.Begun) -> Stage:
    if isinstance(event, e.Begun):
        return _begin(table, event)
    if not isinstance(table.stage, SettlingNumbers):
        raise BrokenHistory("no numbers are being settled here")
    stage = replace(table.stage, since=event.at)
    match event:
        case e.Committed():
            seed = Seed(event.commitment, event.share, (None,) * table.settings.seats)
            return replace(stage, seed=seed)
        case e.Shared(seat=seat, share=share):
            assert stage.seed is not None
            given = stage.seed.shares
            seed = replace(stage.seed, shares=(*given[:seat], share, *given[seat + 1 :]))
            ready = _settling_from(table, seed) if seed.is_complete else None
            return replace(stage, seed=seed, settling=ready)
        case e.SettlingStepTaken(step=form):
            settling = stage.settling
            assert settling is not None
            step = settling_step_from_json(form, settling.how)
            return replace(stage, settling=settle(settling, step))


def _agreement(table: Table) -> Settling | None:
    """Returns an empty agreement, also for given numbers; None for dice and cards, which wait for
    a seed."""
    if table.settings.settle in ("dice", "cards"):
        return None
    return Agreement(table.settings.size, table.settings.seats)


def _settling_from(table: Table, seed: Seed) -> Settling:
    size, players = table.settings.size, table.settings.seats
    combined = seed_of(seed.share, [share or "" for share in seed.shares])
    if table.settings.settle == "cards":
        return Cards(size, players, combined)
    return Dice(size, players, combined)


def _begin(table: Table, event: e.Begun) -> Playing:
    stage = table.stage
    if not isinstance(stage, SettlingNumbers) or stage.settling is None:
        raise BrokenHistory("no numbers are being settled here")
    version = event.rules_version or 1
    if version not in REFEREES:
        raise BrokenHistory(
            f"judged by version {version} of the rules; known here: {max(REFEREES)}"
        )
    rules = rules_from_json(event.rules)
    play = Play(
        rules=rules,
        settling=stage.settling,
        seed=stage.seed,
        state=start(rules, REFEREES[version]),
        since=event.at,
        left=initial_clocks(table.settings.clock, rules.players),
        budgets=(FAIRNESS.budget,) * rules.players,
    )
    return Playing(play)


def _after_action(
    table: Table, event: e.Acted, action: Action
) -> tuple[Stage, tuple[GameEvent, ...]]:
    play, clock = _play(table), table.settings.clock
    step = apply(play.state, action)
    same = goes_on(play.state.phase, step.state.phase, action)
    over = isinstance(step.state.phase, Over)
    changes: dict[str, Any] = {}
    if isinstance(action, Place):
        changes = {
            "placements": play.placements + 1,
            "placement": play.placements + 1,
            "budgets": tuple([refill_budget(budget, FAIRNESS) for budget in play.budgets]),
            "undo": Undo(play.state, len(play.actions), play.left, play.placement),
            "takeback": None,
            "takebacks": 0,
        }
    if over or isinstance(action, Resign):
        # A takeback would bring a player who has resigned back into the game.
        changes |= {"undo": None, "takeback": None}
    new = replace(
        play,
        state=step.state,
        actions=play.actions.with_one_more(action),
        moments=play.moments.with_one_more(event.at),
        left=clocks_after(clock, play, action, event.at),
        since=play.since if same else event.at,
        # Drops the answers of a seat that resigns, and all answers once the window is closed.
        claims=tuple([claim for claim in play.claims if same and claim.seat != action.by]),
        sealed=tuple([pair for pair in play.sealed if same and pair[0] != action.by]),
        **changes,
    )
    return (Finished(new) if over else Playing(new)), step.events


def _with_answer(play: Play, event: e.Claimed | e.Judged | e.Answered) -> Play:
    match event:
        case e.Claimed(seat=seat, spent=spent):
            left = tuple(b - spent * (s == seat) for s, b in enumerate(play.budgets))
            return replace(play, claims=(*play.claims, event), budgets=left)
        case e.Judged():
            return replace(play, races=(*play.races, (len(play.actions), event)))
        case e.Answered(seat=seat, shout=shout):
            return replace(play, sealed=(*play.sealed, (seat, shout)))


def _with_takeback(play: Play, event: e.TakebackAsked | e.TakebackAnswered | e.TakenBack) -> Play:
    match event:
        case e.TakebackAsked(seat=seat):
            asked = Takeback(seat, frozenset({seat}))
            return replace(play, takeback=asked, takebacks=play.takebacks + 1)
        case e.TakebackAnswered(seat=seat, agreed=True):
            takeback = play.takeback
            assert takeback is not None
            agreed = replace(takeback, agreed=takeback.agreed | {seat})
            return replace(play, takeback=agreed)
        case e.TakebackAnswered():
            return replace(play, takeback=None)
        case e.TakenBack(at=at):
            undo = play.undo
            assert undo is not None
            return replace(
                play,
                state=undo.state,
                actions=play.actions[: undo.actions],
                moments=play.moments[: undo.actions],
                left=undo.left,
                since=at,
                placement=undo.placement,
                races=tuple(pair for pair in play.races if pair[0] < undo.actions),
                claims=(),
                sealed=(),
                undo=None,
                takeback=None,
            )


def _with_rematch(
    table: Table, event: e.RematchOffered | e.RematchAnswered | e.Rematched
) -> Finished:
    stage = table.stage
    assert isinstance(stage, Finished)
    match event:
        case e.RematchOffered(seat=seat):
            offered = Rematch(seat, event.rotate, event.setting, frozenset({seat}))
            return replace(stage, rematch=offered, offers=stage.offers + 1)
        case e.RematchAnswered(seat=seat, agreed=True):
            rematch = stage.rematch
            assert rematch is not None
            return replace(stage, rematch=replace(rematch, agreed=rematch.agreed | {seat}))
        case e.RematchAnswered():
            return replace(stage, rematch=None)
        case e.Rematched(table=following):
            return replace(stage, next=following, rematch=None)


def _play(table: Table) -> Play:
    if not isinstance(table.stage, Playing):
        raise BrokenHistory("no game is being played here")
    return table.stage.play


def _playing(table: Table, play: Play) -> Table:
    return replace(table, stage=Playing(play))
