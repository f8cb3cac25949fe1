"""Handlers that review games, step by step and with the truth about each placement."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency

from grav.server.http.json_bodies import StrictBody, encode_answer, encoded_response
from grav.server.http.tables import room_of
from grav.server.http.thread_pools import ReviewPool
from grav.server.limits.request_limits import client_key
from grav.server.live.tables import Tables
from grav.server.messages.request_parameters import TableId
from grav.server.messages.review import PastedRecord, Review
from grav.server.problems.language_negotiation import language_of
from grav.server.problems.problem import OF_BODIES, Problem, refusals
from grav.server.review.game_parsing import read_record
from grav.server.review.review_builder import review_of
from grav.server.review.review_cost_limits import Allowance
from grav.server.table.model import Playing
from grav.server.table.record import record_of
from grav.server.table.table_view import chairs_of


@get(
    "/tables/{table:str}/review",
    summary="Review a finished game of a table",
    responses=refusals(400, 404, 409, 413),
)
async def review_table(
    request: Request[Any, Any, Any],
    table: TableId,
    tables: NamedDependency[Tables],
    review_pool: NamedDependency[ReviewPool],
) -> Response[Review]:
    """Returns every step of the game with the truth about it. A 409 while the game is still played:
    nobody may know the truth yet."""
    room = await room_of(tables, table)
    assert room.table is not None
    if isinstance(room.table.stage, Playing):
        raise Problem(409, "not_over")
    play, game_record = room.table.play, record_of(table, room.table, room.names)
    if play is None or game_record is None:
        raise Problem(404, "no_record_yet")
    players, language = chairs_of(room.table, room.names), language_of(request)

    def work() -> bytes:
        referee = play.state.referee
        return encode_answer(review_of(game_record, language, Allowance(), players, table, referee))

    return encoded_response(await review_pool.run(client_key(request), work))


@post(
    "/review",
    status_code=200,
    summary="Review a record",
    responses=refusals(*OF_BODIES),
)
async def review_record(
    request: Request[Any, Any, Any],
    data: StrictBody[PastedRecord],
    review_pool: NamedDependency[ReviewPool],
) -> Response[Review]:
    """Reviews the record of a game that was played anywhere. Nothing of it is stored."""
    language = language_of(request)

    def work() -> bytes:
        allowance = Allowance()
        return encode_answer(review_of(read_record(data.record, allowance), language, allowance))

    return encoded_response(await review_pool.run(client_key(request), work))


REVIEW_HANDLERS = [review_table, review_record]
