"""Study boards: breaches of the last stone, and legal points for the next."""

from random import Random
from typing import Any

import pytest
from tests.subtests import every

from grav.game import State, action_to_json
from grav.rules import rules_to_json
from grav.server.limits.rates import STUDIES
from grav.server.review.review_cost_limits import MAX_ACTIONS
from grav.testing import random_game
from grav.testing.games.random_rules import random_rules
from grav.testing.servers.asgi_driver import Answer
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio

RULES = {"size": 7, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4, "first": 0}


def place(by: int, at: str, **more: object) -> dict[str, Any]:
    return {"do": "place", "by": by, "at": at, **more}


async def study(server: ServerFixture, *actions: dict[str, Any], **rules: object) -> Answer:
    form = {"rules": {**RULES, **rules}, "actions": list(actions)}
    return await server.visitor().ask("POST", "/api/study", form)


async def test_without_actions_the_board_is_empty(server: ServerFixture) -> None:
    found = (await study(server)).json()
    assert found["position"]["board"] == ["." * 7] * 7
    assert (found["position"]["phase"], found["position"]["to_move"]) == ("turn", 0)
    assert (found["last"], found["placed"]) == (None, None)
    assert len(found["legal"]) == 49
    left_out = await server.visitor().ask("POST", "/api/study", {"rules": RULES})
    assert left_out.json() == found


async def test_a_breach_is_shown_at_once(server: ServerFixture) -> None:
    first, near = place(0, "c3"), place(1, "c4")
    found = (await study(server, first, near)).json()
    truth = found["last"]["truth"]
    assert [breach["rule"] for breach in truth["breaches"]] == ["distance"]
    assert (truth["outcome"], truth["asked"]) == ("open", [0])
    assert found["placed"] == found["last"]


async def test_the_last_placement_is_shown_after_it_was_answered(
    server: ServerFixture,
) -> None:
    found = (await study(server, place(0, "c3"), {"do": "accept", "by": 1})).json()
    assert (found["last"]["number"], found["last"]["truth"]) == (2, None)
    assert (found["placed"]["number"], found["placed"]["truth"]["outcome"]) == (1, "stood")


async def test_legal_points_have_their_shapes_and_other_points_are_left_out(
    server: ServerFixture,
) -> None:
    square = [place(by, at) for by, at in ((0, "c3"), (1, "c5"), (0, "e5"))]
    found = (await study(server, *square, {"do": "accept", "by": 1})).json()
    assert found["legal"]["e3"] == 1
    assert "e4" not in found["legal"], "too near"
    assert "e5" not in found["legal"], "a stone is there"


async def test_a_finished_game_has_no_legal_points(server: ServerFixture) -> None:
    found = (await study(server, place(0, "c3"), {"do": "resign", "by": 1})).json()
    assert (found["position"]["phase"], found["legal"]) == ("over", None)


@pytest.mark.parametrize(
    ("actions", "rules", "code"),
    [
        ([place(0, "c3"), place(1, "c3")], {}, "occupied"),
        ([place(1, "c3")], {}, "not_your_turn"),
        ([place(0, "c3"), place(1, "c4")], {"enforcement": "strict"}, "violation"),
        ([place(0, "z9")], {}, "off_board"),
        ([{"do": "pass", "by": 0}], {}, "wrong_phase"),
    ],
)
async def test_an_action_against_the_rules_is_refused_with_its_code(
    server: ServerFixture, actions: list[dict[str, Any]], rules: dict[str, Any], code: str
) -> None:
    answer = await study(server, *actions, **rules)
    assert (answer.status, answer.json()["code"]) == (409, code)
    assert answer.json()["text"]


@every(
    ("form", "code"),
    [
        ({"actions": []}, "invalid"),
        ({"rules": {}, "actions": []}, "bad_value"),
        ({"rules": RULES | {"size": 99}}, "bad_value"),
        ({"rules": RULES | {"house": 1}}, "bad_value"),
        ({"rules": RULES, "actions": [{"do": "fly", "by": 0}]}, "bad_value"),
        ({"rules": RULES, "actions": [7]}, "invalid"),
        ({"rules": RULES, "table": "x"}, "invalid"),
    ],
)
async def test_a_malformed_request_is_refused(
    server: ServerFixture, form: object, code: str
) -> None:
    answer = await server.visitor().ask("POST", "/api/study", form)
    assert (answer.status, answer.json()["code"]) == (400, code)


async def test_a_game_that_is_too_long_is_refused(server: ServerFixture) -> None:
    form = {"rules": RULES, "actions": [{"do": "accept", "by": 1}] * (MAX_ACTIONS + 1)}
    for path in ("/api/study", "/api/review/opinion"):
        answer = await server.visitor().ask("POST", path, form)
        assert (answer.status, answer.json()["code"]) == (413, "game_too_long")


@every("seed", range(6))
async def test_a_study_can_continue_any_game(server: ServerFixture, seed: int) -> None:
    rules = random_rules(Random(seed), 9)
    accepted = [(a, s) for a, s in random_game(rules, seed, 40) if isinstance(s, State)]
    actions = [action_to_json(action) for action, _ in accepted]
    for count, (_, state) in enumerate(accepted, start=1):
        if count % 5 == 0:
            form = {"rules": rules_to_json(rules), "actions": actions[:count]}
            found = (await server.visitor().ask("POST", "/api/study", form)).json()
            assert found["position"]["board"] == state.board.rows()
            assert found["last"]["action"] == actions[count - 1]
            over = state.phase.name in ("penalty", "over")
            legal = None if over else {str(at): n for at, n in state.legal().items()}
            assert found["legal"] == legal


async def test_studies_are_rate_limited_by_address(limited_server: ServerFixture) -> None:
    visitor = limited_server.visitor()
    most = round(STUDIES.burst)
    codes = [
        (await visitor.ask("POST", "/api/study", {"rules": RULES})).status for _ in range(most + 1)
    ]
    assert codes[: most - 1] == [200] * (most - 1)  # sums of floats are not exact
    assert codes[-1] == 429
