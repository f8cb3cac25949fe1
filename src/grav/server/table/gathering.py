"""Before the start: checks the settings, takes and frees seats, begins settling the numbers."""

from dataclasses import replace
from typing import Any

from msgspec import UNSET, structs

from grav.game import (
    AcceptProposal,
    Propose,
    SettlingStep,
    commitment_to,
    sensible_settings,
    settling_step_to_json,
)
from grav.rules import EDITIONS, PARTS, Edition, Enforcement, Rules, Setting
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Settings
from grav.server.table import size_limits
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.draft import Draft
from grav.server.table.model import Gathering, Table
from grav.server.table.refusals import TableCode, TableRefusal, check_bound

MIN_SLOW_WINDOW = 3600
"""Seconds: players of a slow game do not sit at the table and wait for stones."""


def check_settings(settings: Settings) -> None:
    """Raises an error that says why, if the settings cannot be played."""
    if settings.settle == "given" and settings.setting is None:
        raise TableRefusal(TableCode.NUMBERS_MISSING)
    if settings.settle in ("dice", "cards") and settings.setting is not None:
        raise TableRefusal(TableCode.NUMBERS_TOO_MANY)
    if settings.mode != "online" and settings.public:
        raise TableRefusal(TableCode.DEVICE_PUBLIC)
    if settings.mode != "online" and settings.is_slow:
        raise TableRefusal(TableCode.DEVICE_SLOW)
    if settings.is_slow and settings.window is not None and settings.window < MIN_SLOW_WINDOW:
        raise TableRefusal(TableCode.SLOW_WINDOW)
    if settings.help is not None and len(set(settings.help)) != len(settings.help):
        raise TableRefusal(TableCode.HELP_TWICE)
    given = settings.setting
    numbers = Setting.parse(given) if given else sensible_settings(settings.size)[0]
    rules_of(settings, numbers)


def rules_of(settings: Settings, numbers: Setting) -> Rules:
    """Returns the rules of the game for these settings; raises if the rules do not allow them."""
    return Rules(
        size=settings.size,
        players=settings.seats,
        setting=numbers,
        edition=edition_of(settings),
        enforcement=Enforcement(settings.enforcement),
        first=settings.first,
    )


def edition_of(settings: Settings) -> Edition:
    """Returns the edition with the table's house rules applied."""
    parts: dict[str, Any] = {
        part: PARTS[part].from_json(value, part)
        for part, value in structs.asdict(settings.house_rules).items()
        if value is not UNSET
    }
    return replace(EDITIONS[settings.edition], **parts)


def sit(draft: Draft, actor: Actor, command: c.Sit, context: CommandContext) -> None:
    table, seat = draft.table, command.seat
    gathering = _check_gathering(table)
    if actor.person is None:
        raise TableRefusal(TableCode.NOT_YOUR_SEAT, seat=seat + 1)
    sat = e.Sat(at=draft.now, seat=seat, person=actor.person, label=command.label)
    check_seated(table, sat)
    if context.blocked:
        raise TableRefusal(TableCode.BLOCKED)
    if table.settings.public and table.seats_of(actor.person):
        raise TableRefusal(TableCode.ONE_SEAT)
    _check_seating_limits(gathering, actor.person)
    draft.add(sat)
    start_if_full(draft, context)


def seat_bot(draft: Draft, actor: Actor, command: c.SeatBot, context: CommandContext) -> None:
    table, seat = draft.table, command.seat
    gathering = _check_gathering(table)
    _check_host(table, actor)
    sat = e.Sat(at=draft.now, seat=seat, level=command.level)
    check_seated(table, sat)
    _check_seating_limits(gathering, table.host)
    draft.add(sat)
    start_if_full(draft, context)


def check_seated(table: Table, event: e.Sat | e.Invited) -> None:
    """Raises TableRefusal if this person or bot cannot have the seat."""
    seat, mode = event.seat, table.settings.mode
    _check_seat(table, seat)
    chair = table.seats[seat]
    if chair.is_taken:
        raise TableRefusal(TableCode.SEAT_TAKEN, seat=seat + 1)
    if event.person is not None and chair.invited not in (None, event.person):
        raise TableRefusal(TableCode.SEAT_KEPT, seat=seat + 1)
    if event.person is not None and mode != "online" and event.person != table.host:
        raise TableRefusal(TableCode.NOT_HOST)
    if isinstance(event, e.Sat) and event.level is not None and mode == "referee":
        raise TableRefusal(TableCode.NO_BOTS_HERE)
    if isinstance(event, e.Sat) and event.label is not None and mode == "online":
        # A label is free text that everybody reads: not allowed among strangers.
        raise TableRefusal(TableCode.NO_LABELS_HERE)


def leave(draft: Draft, actor: Actor, command: c.Leave) -> None:
    _check_gathering(draft.table)
    _check_seat(draft.table, command.seat)
    if command.seat not in draft.table.seats_of(actor.person):
        raise TableRefusal(TableCode.NOT_YOUR_SEAT, seat=command.seat + 1)
    draft.add(e.Left(at=draft.now, seat=command.seat))


def free(draft: Draft, actor: Actor, command: c.Free) -> None:
    table, seat = draft.table, command.seat
    _check_gathering(table)
    _check_host(table, actor)
    _check_seat(table, seat)
    if not table.seats[seat].is_taken and table.seats[seat].invited is None:
        raise TableRefusal(TableCode.SEAT_FREE, seat=seat + 1)
    draft.add(e.Left(at=draft.now, seat=seat))


def close(draft: Draft, actor: Actor) -> None:
    _check_gathering(draft.table)
    _check_host(draft.table, actor)
    draft.add(e.Closed(at=draft.now, why="host"))


def start_if_full(draft: Draft, context: CommandContext) -> None:
    """Starts settling the numbers if all seats are taken; given numbers are settled at once."""
    settings = draft.table.settings
    if not all(seat.is_taken for seat in draft.table.seats):
        return
    draft.add(e.Gathered(at=draft.now))
    if settings.settle in ("dice", "cards"):
        commitment = commitment_to(context.share)
        draft.add(e.Committed(at=draft.now, commitment=commitment, share=context.share))
    if settings.setting is not None:
        _propose(draft, Setting.parse(settings.setting))


def _propose(draft: Draft, numbers: Setting) -> None:
    """Proposes the host's numbers. Given numbers count as accepted by all who sat down, and the
    game begins; otherwise a host who does not play proposes nothing."""
    table, given = draft.table, draft.table.settings.settle == "given"
    host = next((seat for seat, s in enumerate(table.seats) if s.person == table.host), None)
    if host is None and not given:
        return
    proposer = host or 0
    steps: list[SettlingStep] = [Propose(proposer, numbers)]
    if given:
        steps += [AcceptProposal(seat) for seat in range(len(table.seats)) if seat != proposer]
    for step in steps:
        draft.add(e.SettlingStepTaken(at=draft.now, step=settling_step_to_json(step)))
    if given:
        draft.begin(rules_of(table.settings, numbers))


def _check_gathering(table: Table) -> Gathering:
    if not isinstance(table.stage, Gathering):
        raise TableRefusal(TableCode.WRONG_STAGE)
    return table.stage


def _check_seating_limits(gathering: Gathering, person: str) -> None:
    """Limits how often seats are taken, so that sitting down and leaving in a loop cannot make the
    table grow without bound."""
    mine = gathering.sat.count(person)
    most = size_limits.MAX_SEATINGS_OF_A_PERSON
    check_bound(mine, most, TableCode.TOO_MANY_SEATINGS_OF_YOURS)
    check_bound(len(gathering.sat), size_limits.MAX_SEATINGS, TableCode.TOO_MANY_SEATINGS)


def _check_host(table: Table, actor: Actor) -> None:
    if actor.person is None or actor.person != table.host:
        raise TableRefusal(TableCode.NOT_HOST)


def _check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise TableRefusal(TableCode.NO_SUCH_SEAT, seat=seat + 1, seats=len(table.seats))
