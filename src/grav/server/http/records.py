"""Handlers that return records, of a table or of a pasted record, in any form."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    Schema,
)
from litestar.params import QueryParameter

from grav.game import Help
from grav.server.http.json_bodies import StrictBody
from grav.server.http.tables import room_of
from grav.server.http.thread_pools import ReviewPool
from grav.server.limits.request_limits import client_key
from grav.server.live.tables import Tables
from grav.server.messages.request_parameters import TableId
from grav.server.messages.review import PastedRecord
from grav.server.problems.language_negotiation import language_of
from grav.server.problems.problem import OF_BODIES, Problem, refusals
from grav.server.review.answer_cache import AnswerCache
from grav.server.review.game_parsing import read_record
from grav.server.review.record_formats import TYPES, Form, draw_record, format_record, play_through
from grav.server.review.review_cost_limits import MAX_ACTIONS, Allowance
from grav.server.table.model import Playing
from grav.server.table.record import record_of

WhichForm = Annotated[
    Form, QueryParameter(name="form", description="The form of the record; `svg` is a picture.")
]
AfterMove = Annotated[
    int | None,
    QueryParameter(
        name="move",
        ge=0,
        le=MAX_ACTIONS,
        description="For pictures: the position after this placement; by default the last one.",
    ),
]
WithTruth = Annotated[
    bool,
    QueryParameter(
        name="truth", description="For pictures: show the broken rules and the completed shapes."
    ),
]


@dataclass
class RecordOperation(Operation):
    """Describes the response in all its forms for OpenAPI: a handler by itself describes only
    one."""

    def __post_init__(self) -> None:
        assert self.responses is not None
        kinds = dict.fromkeys(TYPES.values(), OpenAPIType.STRING)
        kinds[TYPES["json"]] = OpenAPIType.OBJECT
        forms = {kind: OpenAPIMediaType(schema=Schema(type=of)) for kind, of in kinds.items()}
        self.responses["200"] = OpenAPIResponse(description="The record.", content=forms)


@get(
    "/tables/{table:str}/record",
    operation_class=RecordOperation,
    summary="Get the record of a game",
    responses=refusals(400, 404, 409),
)
async def record(
    request: Request[Any, Any, Any],
    table: TableId,
    tables: NamedDependency[Tables],
    review_pool: NamedDependency[ReviewPool],
    answer_cache: NamedDependency[AnswerCache],
    form: WhichForm = "json",
    move: AfterMove = None,
    truth: WithTruth = False,
) -> Response[bytes]:
    """Returns the record of what was played so far. It holds no verdict: those follow from the
    rules."""
    room = await room_of(tables, table)
    assert room.table is not None
    play, game_record = room.table.play, record_of(table, room.table, room.names)
    if play is None or game_record is None:
        raise Problem(404, "no_record_yet")
    _check_picture(form, move, truth=truth)
    running = isinstance(room.table.stage, Playing)
    if running and (form == "sgf" or truth):
        # An SGF file reveals what was right: it is available only after the game.
        raise Problem(409, "not_over")
    language = language_of(request)
    last = not running or Help.LAST in room.table.help
    referee = play.state.referee

    def work() -> bytes:
        if form == "svg":
            return draw_record(game_record, language, move, truth=truth, last=last, referee=referee)
        return format_record(game_record, form, language, referee)

    def work_once() -> bytes:
        """Caches the result by a digest of the record and the referee of its version: the same
        record is played through once, whoever asks for it and however often."""
        digest = sha256(format_record(game_record, "json", language)).digest()
        return answer_cache.get((digest, referee, form, language, move, truth, last), work)

    body = await review_pool.run(client_key(request), work if form == "json" else work_once)
    return Response(body, headers={"content-type": TYPES[form]})


@post(
    "/review/convert",
    status_code=200,
    operation_class=RecordOperation,
    summary="Convert a record to another form",
    responses=refusals(*OF_BODIES),
)
async def convert(
    request: Request[Any, Any, Any],
    data: StrictBody[PastedRecord],
    review_pool: NamedDependency[ReviewPool],
    form: WhichForm = "json",
    move: AfterMove = None,
    truth: WithTruth = False,
) -> Response[bytes]:
    """Returns a pasted record as JSON, as text, as SGF, or as a picture."""
    _check_picture(form, move, truth=truth)
    language = language_of(request)

    def work() -> bytes:
        allowance = Allowance()
        pasted = read_record(data.record, allowance)
        if form == "json":
            return format_record(pasted, form, language)
        play_through(pasted, allowance)
        if form == "svg":
            return draw_record(pasted, language, move, truth=truth)
        return format_record(pasted, form, language)

    body = await review_pool.run(client_key(request), work)
    return Response(body, headers={"content-type": TYPES[form]})


def _check_picture(form: Form, move: int | None, *, truth: bool) -> None:
    """Raises Problem for a parameter that only pictures have, so that nobody believes it took
    effect."""
    for key, is_there in (("move", move is not None), ("truth", truth)):
        if is_there and form != "svg":
            raise Problem(400, "only_pictures", key=key)


RECORD_HANDLERS = [record, convert]
