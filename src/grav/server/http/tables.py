"""Tables over HTTP: open one, look at one, act there."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grav.bots import check_player_name
from grav.server.http.identity import require_person, require_scope
from grav.server.http.json_bodies import StrictBody, encoded_response
from grav.server.limits.command_limits import CommandLimits
from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import BOT_MOVES, TABLES
from grav.server.limits.request_limits import client_key
from grav.server.live.context_builder import Arrival
from grav.server.live.room import Room
from grav.server.live.rooms import NoSuchTable
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.people import Scope
from grav.server.messages.request_parameters import TableId
from grav.server.messages.responses import Made
from grav.server.messages.views import Done, Whole
from grav.server.observability.command_metrics import count_command
from grav.server.observability.metrics import Metrics
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.problem import OF_BODIES, Problem, refusals
from grav.server.runtime.background import run_shielded
from grav.server.runtime.clock import Clock
from grav.server.table.command_context import Actor
from grav.server.table.refusals import TableCode, TableRefusal
from grav.text import GravError


@post("/tables", summary="Open a table", responses=refusals(*OF_BODIES, 404, 409))
async def open_table(
    request: Request[Any, Any, Any],
    data: StrictBody[c.NewTable],
    tables: NamedDependency[Tables],
    people: NamedDependency[People],
    rate_limits: NamedDependency[RateLimits],
    clock: NamedDependency[Clock],
    person: NamedDependency[Person | None],
) -> Made:
    """Opens a table. Whoever opens it is its host."""
    host = require_scope(person, Scope.PLAY)
    await rate_limits.admit_person_shared(TABLES, host.id, client_key(request))
    seats = await _seat_events(data, host, people, clock.now())
    game = await tables.open(data, host.id, seats)
    return Made(game, f"/table/{game}")


async def _seat_events(
    new: c.NewTable, host: Person, people: People, now: int
) -> tuple[e.Sat | e.Invited, ...]:
    """Returns the events that fill the seats from the start. Refuses a bad plan of seats, and
    invitations of people who do not exist or are blocked."""
    plans = new.seats if new.seats is not None else (c.SeatPlan(me=True),)
    if len(plans) > new.settings.seats:
        raise TableRefusal(TableCode.BAD_SEATS)
    alone = new.settings.mode != "online"
    events: list[e.Sat | e.Invited] = []
    for seat in range(new.settings.seats):
        plan = plans[seat] if seat < len(plans) else c.SeatPlan()
        if plan.me + (plan.level is not None) + (plan.invite is not None) > 1:
            raise TableRefusal(TableCode.BAD_SEATS)
        if plan.level is not None:
            if new.settings.mode == "referee":
                raise TableRefusal(TableCode.NO_BOTS_HERE)
            check_player_name(str(plan.level))
            events.append(e.Sat(at=now, seat=seat, level=plan.level))
        elif plan.invite is not None:
            invited = await people.by_name(plan.invite)
            if invited is None:
                raise Problem(404, "no_such_person", name=plan.invite)
            if await people.are_blocked(host.id, invited.id):
                raise TableRefusal(TableCode.BLOCKED)
            events.append(e.Invited(at=now, seat=seat, person=invited.id))
        elif plan.me or alone:
            events.append(e.Sat(at=now, seat=seat, person=host.id, label=plan.label))
    return tuple(events)


@get("/tables/{table:str}", summary="Get a table", responses=refusals(400, 404))
async def look(
    table: TableId,
    tables: NamedDependency[Tables],
    clock: NamedDependency[Clock],
    person: NamedDependency[Person | None],
) -> Response[Whole]:
    """Returns everything that may be seen of the table. Whoever has its address may look."""
    room = await room_of(tables, table)
    return encoded_response(room.encode_snapshot(person.id if person else None, clock.now()))


@post(
    "/tables/{table:str}/commands",
    status_code=200,
    summary="Send a command to a table",
    responses=refusals(*OF_BODIES, 404, 409),
)
async def act(
    request: Request[Any, Any, Any],
    table: TableId,
    data: JSONBody[c.Command],
    tables: NamedDependency[Tables],
    command_limits: NamedDependency[CommandLimits],
    metrics: NamedDependency[Metrics],
    rate_limits: NamedDependency[RateLimits],
    clock: NamedDependency[Clock],
    person: NamedDependency[Person | None],
) -> Done:
    """Carries out a command, as over the websocket. Its id is an idempotency key: it acts once,
    however often it is sent. A refusal is a 409."""
    actor = require_person(person)
    if not (actor.has_scope(Scope.PLAY) or actor.has_scope(Scope.BOT)):
        require_scope(person, Scope.PLAY)
    arrived = clock.elapsed()
    address = client_key(request)
    await rate_limits.admit_person_shared(BOT_MOVES, actor.id, address)
    try:
        command_limits.admit(data, actor.id, address)
        # A command that has begun is completed, even if the client does not wait for it.
        done = await run_shielded(tables.command(table, Actor(actor.id), data, Arrival(arrived)))
    except NoSuchTable:
        raise Problem(404, "no_such_table") from None
    except GravError as error:
        count_command(metrics, data, error)
        raise
    count_command(metrics, data)
    return done


async def room_of(tables: Tables, game: str) -> Room:
    """Returns the table's room; raises Problem if there is no such table."""
    try:
        return await tables.load_to_show(game)
    except NoSuchTable:
        raise Problem(404, "no_such_table") from None


TABLE_HANDLERS = [open_table, look, act]
