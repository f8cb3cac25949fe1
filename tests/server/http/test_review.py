"""Reviews of finished games and of pasted records: every step with its breaches and shapes."""

import asyncio
import json
import threading
from random import Random
from typing import Any

import pytest
from tests.subtests import every

from grav.game import Refusal, State, action_to_json, start
from grav.record import Record, format_json_line, format_text_record, record_to_json
from grav.rules import rules_to_json
from grav.server.http import thread_pools
from grav.server.limits.rates import REVIEWS
from grav.server.review import review_cost_limits
from grav.server.review.review_cost_limits import MAX_ACTIONS
from grav.server.safety.body_limits import MAX_BYTES, MAX_BYTES_OF_GAMES
from grav.testing import random_game
from grav.testing.games.random_rules import random_rules
from grav.testing.servers.asgi_driver import AsgiVisitor
from grav.testing.servers.server_fixture import ServerFixture
from grav.text import LANGUAGES

pytestmark = pytest.mark.anyio

HEAD = "Board: 7x7\nSetting: 3 3 4 2 4\nFirst: 1\n\n"


async def game_with_breaches(server: ServerFixture) -> tuple[str, AsgiVisitor, AsgiVisitor]:
    """A running game: one breach was accepted, and another was called by a shout."""
    one, other = await server.visitor().become("Anna"), await server.guest()
    table = await server.sit(one, other)
    await server.give(one, table, do="place", seat=0, at="c3")
    await server.give(other, table, do="accept", seat=1, placement=1)
    await server.give(other, table, do="place", seat=1, at="c4")  # too near
    await server.give(one, table, do="accept", seat=0, placement=2)
    await server.give(one, table, do="place", seat=0, at="c5")  # too near again
    await server.give(other, table, do="grav", seat=1, placement=3)
    await server.give(other, table, do="remove", seat=1, at="c3")
    return table, one, other


async def test_a_review_of_a_finished_game_has_its_breaches(server: ServerFixture) -> None:
    table, one, _ = await game_with_breaches(server)
    await server.give(one, table, do="resign", seat=0)
    answer = await server.visitor().ask("GET", f"/api/tables/{table}/review")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    review = answer.json()
    assert (review["table"], review["rules"]["size"]) == (table, 7)
    assert review["setting"]
    assert review["players"] == [
        {"kind": "person", "name": "Anna", "level": None},
        {"kind": "guest", "name": None, "level": None},
    ]
    assert review["result"] == {"ended": "resignation", "ranking": [1, 0], "stones": [0, 1]}
    kinds = [(m["kind"], m["step"], m["placed"], m["by"], m["seats"]) for m in review["moments"]]
    assert kinds == [("missed", 3, 3, 1, [0]), ("right_shout", 6, 5, 1, [])]
    (race,) = review["races"]
    assert (race["step"], race["winner"], [e["seat"] for e in race["entries"]]) == (6, 1, [1])
    truth = review["steps"][2]["truth"]
    assert [breach["rule"] for breach in truth["breaches"]] == ["distance"]
    assert (truth["outcome"], truth["missed"]) == ("stood", [0])


async def test_a_running_game_has_no_review(server: ServerFixture) -> None:
    table, one, other = await game_with_breaches(server)
    for visitor in (one, other, server.visitor()):
        answer = await visitor.ask("GET", f"/api/tables/{table}/review")
        assert (answer.status, answer.json()["code"]) == (409, "not_over")
    await server.give(one, table, do="resign", seat=0)
    for visitor in (one, other, server.visitor()):
        assert (await visitor.ask("GET", f"/api/tables/{table}/review")).status == 200


async def test_a_table_without_a_game_has_no_review(server: ServerFixture) -> None:
    host = await server.guest()
    table = await server.open_table(host)
    answer = await host.ask("GET", f"/api/tables/{table}/review")
    assert (answer.status, answer.json()["code"]) == (404, "no_record_yet")
    answer = await host.ask("GET", "/api/tables/nowhere/review")
    assert (answer.status, answer.json()["code"]) == (404, "no_such_table")


async def test_a_bots_seat_has_its_level(server: ServerFixture) -> None:
    host = await server.guest()
    form = {
        "settings": {"setting": "3 3 4 2 4", "first": 0},
        "seats": [{"me": True}, {"level": 3}],
    }
    table = (await host.ask("POST", "/api/tables", form)).json()["table"]
    await server.give(host, table, do="resign", seat=0)
    review = await host.get(f"/api/tables/{table}/review")
    assert review["players"][1] == {"kind": "bot", "name": None, "level": 3}
    assert (review["steps"][0]["action"], review["steps"][0]["truth"]) == (
        {"do": "resign", "by": 0},
        None,
    )


async def test_the_review_of_a_table_is_that_of_its_record(server: ServerFixture) -> None:
    table, one, _ = await game_with_breaches(server)
    await server.give(one, table, do="resign", seat=0)
    review = await one.get(f"/api/tables/{table}/review")
    for form in ("json", "grav"):
        text = (await one.ask("GET", f"/api/tables/{table}/record?form={form}")).body.decode()
        pasted = (await one.ask("POST", "/api/review", {"record": text})).json()
        for key in ("rules", "setting", "result", "races", "start", "steps", "moments"):
            assert pasted[key] == review[key], key


def boards_of(plies: list[Any], first: State) -> list[list[str]]:
    boards, state = [], first
    for _, outcome in plies:
        state = outcome if isinstance(outcome, State) else state
        boards.append(state.board.rows())
    return boards


@every("seed", range(12))
async def test_the_boards_of_a_review_are_those_of_a_replay(
    server: ServerFixture, seed: int
) -> None:
    chance = Random(seed)
    rules = random_rules(chance, 9)
    plies = random_game(rules, seed)
    record = Record(rules, tuple(action for action, _ in plies))
    texts = [format_json_line(record_to_json(record))]
    if all(0 <= action.by < rules.players for action, _ in plies):
        texts.append(format_text_record(record))
    for text in texts:
        answer = await server.visitor().ask("POST", "/api/review", {"record": text})
        assert answer.status == 200, answer.body
        review = answer.json()
        steps = review["steps"]
        assert [step["position"]["board"] for step in steps] == boards_of(plies, start(rules))
        assert [step["action"] for step in steps] == [action_to_json(each) for each, _ in plies]
        assert [(step["refused"] or {}).get("code") for step in steps] == [
            outcome.code.value if isinstance(outcome, Refusal) else None for _, outcome in plies
        ]
        assert review["rules"] == rules_to_json(rules)
        numbers = {step["number"] for step in steps}
        assert all({moment["step"], moment["placed"]} <= numbers for moment in review["moments"])


@every(
    ("text", "expected"),
    [
        (f"{HEAD}1. c3 ok\n2. zz", "line 6, column 4: found “zz”"),
        ("Board: 7x7\nSetting: 3 3 99 2 4\n\n1. c3", "line 2"),
        ('{"rules": {}, "actions": [}', "line 1, column 27"),
        ('{"actions": []}', 'record: "rules" is missing'),
        (
            format_json_line(
                {
                    "rules": {"size": 7, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4},
                    "actions": [{"do": "fly", "by": 0}],
                }
            ),
            "actions[0]",
        ),
        ("(;FF[4])", "SGF can be written but not read"),
        (" ", "expected a record"),
        ("hello", "line 1, column 1: found “hello”"),
    ],
)
async def test_a_bad_record_is_an_error_with_its_place(
    server: ServerFixture, text: str, expected: str
) -> None:
    for path in ("/api/review", "/api/review/convert?form=svg"):
        answer = await server.visitor().ask("POST", path, {"record": text})
        assert (answer.status, answer.json()["code"]) == (400, "bad_record")
        assert expected in answer.json()["text"]


async def test_the_error_of_a_bad_record_is_in_the_language_of_the_request(
    server: ServerFixture,
) -> None:
    texts = {
        (await server.visitor().ask("POST", f"/api/review?lang={each}", {"record": "x"})).body
        for each in LANGUAGES
    }
    assert len(texts) == len(LANGUAGES)


def long_record(actions: int) -> str:
    return format_json_line(
        {
            "rules": {"size": 7, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4},
            "actions": [{"do": "accept", "by": 1}] * actions,
        }
    )


@pytest.mark.parametrize(
    "text",
    [
        long_record(MAX_ACTIONS + 1),
        f"{HEAD}{'1:ok ' * (MAX_ACTIONS + 1)}",
    ],
    ids=["json", "text"],
)
async def test_a_game_that_is_too_long_is_refused(server: ServerFixture, text: str) -> None:
    for path in ("/api/review", "/api/review/convert?form=grav"):
        answer = await server.visitor().ask("POST", path, {"record": text})
        assert (answer.status, answer.json()["code"]) == (413, "game_too_long")


async def test_a_game_of_the_maximum_length_is_reviewed(server: ServerFixture) -> None:
    text = long_record(MAX_ACTIONS)
    assert len(json.dumps({"record": text})) > MAX_BYTES
    answer = await server.visitor().ask("POST", "/api/review", {"record": text})
    assert (answer.status, len(answer.json()["steps"])) == (200, MAX_ACTIONS)


async def test_a_body_that_is_too_long_is_refused(server: ServerFixture) -> None:
    answer = await server.visitor().ask("POST", "/api/review", {"record": "x" * MAX_BYTES_OF_GAMES})
    assert (answer.status, answer.json()["code"]) == (413, "body_too_long")


async def test_a_review_that_takes_too_long_is_aborted(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_cost_limits, "MAX_WORK", -1.0)
    for path in ("/api/review", "/api/review/convert?form=grav"):
        answer = await server.visitor().ask("POST", path, {"record": f"{HEAD}1. c3"})
        assert (answer.status, answer.json()["code"]) == (413, "game_too_heavy")


async def test_other_requests_are_answered_during_a_review(
    server: ServerFixture,
) -> None:
    slow = server.visitor().open("POST", "/api/review", {"record": long_record(MAX_ACTIONS)})
    other, answered = server.visitor(), 0
    while slow.is_open and answered < 3:
        await other.ask("GET", "/healthz")
        answered += slow.is_open
    assert (await slow.answer()).status == 200
    assert answered == 3


async def test_one_address_cannot_use_the_whole_pool(server: ServerFixture) -> None:
    record = {"record": f"{HEAD}1. c3"}
    greedy, other, go_on = server.visitor(), server.visitor(), threading.Event()
    taken = server.app.dependencies["review_pool"].dependency()  # type: ignore[attr-defined]  # Litestar's
    asked = [
        asyncio.create_task(taken.run(greedy.address, go_on.wait))
        for _ in range(thread_pools.MAX_REVIEWS_EACH)
    ]
    await asyncio.sleep(0)
    answer = await greedy.ask("POST", "/api/review", record)
    assert (answer.status, answer.json()["code"]) == (429, "busy_with_yours")
    assert str(thread_pools.MAX_REVIEWS_EACH) in answer.json()["text"]
    assert int(answer.headers["retry-after"]) > 0
    assert (await other.ask("POST", "/api/review", record)).status == 200
    go_on.set()
    await asyncio.gather(*asked)
    assert (await greedy.ask("POST", "/api/review", record)).status == 200


async def test_reviews_are_rate_limited_by_address(limited_server: ServerFixture) -> None:
    visitor = limited_server.visitor()
    for _ in range(round(REVIEWS.burst)):
        answer = await visitor.ask("POST", "/api/review", {"record": f"{HEAD}1. c3"})
        assert answer.status == 200
    for method, path in (("POST", "/api/review/convert"), ("GET", "/api/tables/x/review")):
        body = {"record": f"{HEAD}1. c3"} if method == "POST" else None
        answer = await visitor.ask(method, path, body)
        assert (answer.status, answer.json()["code"]) == (429, "too_many_requests")
    other = await limited_server.visitor().ask("POST", "/api/review", {"record": f"{HEAD}1. c3"})
    assert other.status == 200
