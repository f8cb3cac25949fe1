"""The handler of the study board, on which actions can be tried with the truth shown."""

from typing import Any

from litestar import Request, Response, post
from litestar.di import NamedDependency

from grav.server.http.json_bodies import StrictBody, encode_answer, encoded_response
from grav.server.http.thread_pools import ReviewPool
from grav.server.limits.request_limits import client_key
from grav.server.messages.review import StudiedGame, Study
from grav.server.problems.language_negotiation import language_of
from grav.server.problems.problem import OF_BODIES, refusals
from grav.server.review.game_parsing import read_game
from grav.server.review.review_cost_limits import Allowance
from grav.server.review.study_board import study_of


@post(
    "/study",
    status_code=200,
    summary="Try actions on a study board",
    responses=refusals(*OF_BODIES, 409),
)
async def study(
    request: Request[Any, Any, Any],
    data: StrictBody[StudiedGame],
    review_pool: NamedDependency[ReviewPool],
) -> Response[Study]:
    """Returns the board after these actions, the truth about the last one, and the legal points. An
    action that the rules do not allow is a 409."""
    language = language_of(request)

    def work() -> bytes:
        allowance = Allowance()
        rules, actions = read_game(data.rules, data.actions, allowance)
        return encode_answer(study_of(rules, actions, language, allowance))

    return encoded_response(await review_pool.run(client_key(request), work))


STUDY_HANDLERS = [study]
