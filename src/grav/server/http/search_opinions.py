"""The handler that streams the search's opinion of a position."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import Request, post
from litestar.di import NamedDependency
from litestar.response import Stream

from grav.server.http.json_bodies import NDJSON, StrictBody
from grav.server.http.thread_pools import ReviewPool
from grav.server.limits.request_limits import client_key
from grav.server.messages.review import OpinionRequest
from grav.server.problems.problem import OF_BODIES, refusals
from grav.server.review.game_parsing import read_game
from grav.server.review.review_cost_limits import Allowance
from grav.server.review.search_opinions import OpinionBudget, Opinions, RunningSearch
from grav.server.review.study_board import replay

_encode = msgspec.json.Encoder().encode


@post(
    "/review/opinion",
    status_code=200,
    summary="Stream the evaluation of a position",
    media_type=NDJSON,
    responses=refusals(*OF_BODIES, 409, 501),
)
async def opinion(
    request: Request[Any, Any, Any],
    data: StrictBody[OpinionRequest],
    review_pool: NamedDependency[ReviewPool],
    opinions: NamedDependency[Opinions],
) -> Stream:
    """Streams what the search thinks of a position: a line a few times a second, until the search
    is done. Closing the connection ends the search."""
    asker = client_key(request)
    opinions.check_capacity(asker)
    budget = OpinionBudget(data.milliseconds, data.simulations, data.best)

    def prepare() -> RunningSearch:
        allowance = Allowance()
        rules, actions = read_game(data.rules, data.actions, allowance)
        return RunningSearch(replay(rules, actions, allowance), budget)

    evaluations = opinions.stream(await review_pool.run(asker, prepare), asker)

    async def lines() -> AsyncIterator[bytes]:
        async with aclosing(evaluations) as stream:
            async for evaluation in stream:
                yield _encode(evaluation) + b"\n"

    return Stream(lines(), media_type=NDJSON)


OPINION_HANDLERS = [opinion]
