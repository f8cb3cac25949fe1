"""Non-interference: the same script is played twice, and all bytes that left the server are
compared.

One run uses the real verdicts, the other random ones. Nothing may differ before a shout is
decided.
"""

import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, cast

import hypothesis
import pytest

from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Help, Window, view
from grav.rules import Board, Point, Rules, Verdict, WrongDistance, judge, parse_rules
from grav.server.app import create_app
from grav.server.live import deadline_timers, socket_heartbeat
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.room import Room
from grav.server.live.table_news import news_of
from grav.server.messages import commands as c
from grav.server.protocol.asgi_types import Application, Message
from grav.server.runtime.config import Config
from grav.server.table import model as table_model
from grav.server.table import table_view
from grav.server.table.command_context import CommandContext
from grav.server.table.decide import decide
from grav.testing.games.patched_judge import Judge, judge_by
from grav.testing.servers.asgi_driver import StreamReader, run_app
from grav.testing.servers.random_server_game import Performance, Script, SentMessages
from grav.testing.tables.deterministic_clock_and_ids import ManualClock, RepeatableIds
from grav.testing.tables.played_table import PlayedTable

pytestmark = pytest.mark.anyio

Perform = Callable[[Script, Judge], Awaitable[SentMessages]]

SEEDS = range(max(1, hypothesis.settings().max_examples // 200))
"""Seeds, each of another game; the long tests have more of them."""
STEPS = min(40, max(25, hypothesis.settings().max_examples // 4))
"""The number of steps of a game; the long tests play longer ones."""
A_BREACH = WrongDistance(Point(0, 0), 99, 1, 2)
TWO = {"size": 5, "seats": 2, "setting": "3 3 4 2 4", "public": True}
THREE = TWO | {"seats": 3, "size": 6}
FOUR = TWO | {"seats": 4, "size": 7, "first": 2}
TABLES = {
    "two": TWO,
    "two with a clock": TWO | {"clock": {"kind": "fischer", "seconds": 600}, "window": 5},
    "two by the classic edition": TWO | {"edition": "classic", "size": 6},
    "two who are shown the last stone": TWO | {"help": ["last"]},
    "three": THREE,
    "three with a clock": THREE | {"clock": {"kind": "per_move", "seconds": 60}},
    "three slowly": THREE | {"clock": {"kind": "days", "days": 2}},
    "three on one device": THREE | {"mode": "device", "public": False, "window": 9},
    "four": FOUR,
}


class Swapped:
    """The other judge: a stone that nobody will shout at gets a random verdict."""

    def __init__(self, script: Script, *, shapes: bool = False) -> None:
        """`shapes`: whether shapes are random, too."""
        self._script = script
        self._shapes = shapes
        self.changed = 0
        """Counts stones that break a rule by one judge and not by the other."""

    def __call__(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        truth = judge(rules, board, last, new)
        before = board.rows()
        if self._script.is_shouted(before, str(new)):
            return truth
        chance = Random(f"{before} {new}")
        drawn = (A_BREACH,) * chance.choice((0, 1, 5))
        self.changed += bool(drawn) != bool(truth.breaches)
        return Verdict(drawn, chance.randrange(9) if self._shapes else truth.shapes)


@pytest.fixture
def at_a_server(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Script], Any]:
    """Opens a server with its own empty database, and seats everybody of the script."""
    monkeypatch.setattr(
        socket_heartbeat, "BEAT_SECONDS", 3600.0
    )  # pings would depend on the machine's clock
    monkeypatch.setattr(
        deadline_timers, "SWEEP_SECONDS", 0.03
    )  # often enough, without busy waiting
    monkeypatch.setattr(deadline_timers, "OVERDUE_MILLISECONDS", 0)

    @asynccontextmanager
    async def opened(script: Script) -> AsyncIterator[Performance]:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.sqlite"
        file.write_bytes(sqlite_template.read_bytes())
        clock = ManualClock()
        config = Config(database=f"sqlite:///{file}")
        app = cast("Application", create_app(config, clock=clock, ids=RepeatableIds(script.seed)))
        async with run_app(app):
            performance = Performance(app, clock, script)
            await performance.gather()
            yield performance
            await performance.leave()

    return opened


@pytest.fixture
def perform(at_a_server: Callable[[Script], Any], monkeypatch: pytest.MonkeyPatch) -> Perform:
    """Plays a script with a judge; returns every message that anybody received."""

    async def performed(script: Script, by: Judge) -> SentMessages:
        judge_by(monkeypatch, by)
        async with at_a_server(script) as performance:
            await performance.play()
            return cast("SentMessages", performance.sent_messages())

    return performed


def names_of_differing(one: SentMessages, other: SentMessages) -> list[str]:
    """Names the recipients whose messages differ, so that a failure shows no long diff."""
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]


@pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("seed", SEEDS)
async def test_no_byte_depends_on_whether_a_stone_breaks_a_rule(
    seed: int, settings: dict[str, Any], perform: Perform
) -> None:
    """Games with shouts, deadlines, refusals and invalid input; only stones with a shout are
    public."""
    script = Script(seed, settings, STEPS)
    swapped = Swapped(script)
    truth, other = await perform(script, judge), await perform(script, swapped)
    assert names_of_differing(truth, other) == []
    assert swapped.changed > 3


@pytest.mark.parametrize("settings", [TWO, THREE], ids=["two", "three"])
async def test_no_byte_depends_on_the_shapes_that_nobody_declares(
    settings: dict[str, Any], perform: Perform
) -> None:
    script = Script(3, settings, STEPS, declare=False)
    swapped = Swapped(script, shapes=True)
    truth, other = await perform(script, judge), await perform(script, swapped)
    assert names_of_differing(truth, other) == []
    assert swapped.changed > 3


@pytest.mark.parametrize("settings", [TWO, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("declared", [1, 9])
async def test_no_byte_reveals_whether_a_declaration_is_right_while_the_window_is_open(
    declared: int,
    settings: dict[str, Any],
    at_a_server: Callable[[Script], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(4, settings, shout=False)
    told = []
    for by in (judge, Swapped(script, shapes=True)):
        judge_by(monkeypatch, by)
        async with at_a_server(script) as performance:
            seat = (await performance.now())["position"]["to_move"] or 0
            stone = c.PlaceStone(id="stone", seat=seat, at="c3", declare=declared)
            await performance.give(performance.players[seat], stone)
            for at in ("c3", "c4"):
                await performance.give_from_all(c.PlaceStone(id=f"to_{at}", seat=0, at=at))
            await performance.give_from_all(c.PassTurn(id="pass", seat=1))
            for _ in range(4):
                await performance.read()
            told.append(performance.sent_messages())
    assert names_of_differing(*told) == []


def leak_breaches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patches the view to leak the number of breaches in a field that is always there."""

    def leaking(state: Any, seat: int | None, agreed: Iterable[Help]) -> Any:
        shown = view(state, seat, tuple(agreed))
        if isinstance(state.phase, Window) and state.phase.verdict.breaches:
            return replace(shown, skips=(*shown.skips[:-1], shown.skips[-1] + 1))
        return shown

    monkeypatch.setattr(table_view, "view", leaking)


async def test_the_comparison_would_find_a_leak(
    perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_breaches(monkeypatch)
    script = Script(1, THREE, STEPS)
    truth, other = await perform(script, judge), await perform(script, Swapped(script))
    assert "nobody" in names_of_differing(truth, other)


async def test_the_comparison_would_find_shapes_where_they_are_shown(perform: Perform) -> None:
    script = Script(1, TWO | {"help": ["shapes"]}, STEPS, declare=False)
    truth = await perform(script, judge)
    other = await perform(script, Swapped(script, shapes=True))
    assert "nobody" in names_of_differing(truth, other)


async def test_a_shout_reveals_the_verdict(perform: Perform) -> None:
    """With random verdicts, stones with a shout differ as well: so the comparison must leave
    them out.
    """
    script = Script(5, TWO, steps=25)
    never = replace(script, shout=False)
    truth, other = await perform(script, judge), await perform(script, Swapped(never))
    assert "nobody" in names_of_differing(truth, other)


def without_counts_of_answers(messages: list[Message]) -> list[Message]:
    """Removes from the metrics the number of answers and the amount stored: both change with a
    shout, so only admins see them (docs/security.md).
    """
    moved = (b"grav_commands_total", b"grav_append_")

    def drop_counts(message: Message) -> Message:
        lines = message.get("body", b"").split(b"\n")
        if not any(line.startswith(b"# HELP grav_") for line in lines):
            return message
        return {**message, "body": [line for line in lines if not line.startswith(moved)]}

    return [drop_counts(message) for message in messages]


async def test_metrics_are_refused_to_requests_through_a_proxy(
    at_a_server: Callable[[Script], Any],
) -> None:
    """Although the proxy has a local address: unless it is trusted, its clients have the same
    address.
    """
    async with at_a_server(Script(0, TWO)) as performance:
        assert (await performance.admin.ask("GET", "/metrics")).status == 200
        scope = performance.admin.scope("http", "/metrics") | {"method": "GET"}
        scope["headers"].append((b"x-forwarded-for", b"127.0.0.1"))
        request = StreamReader(performance.app, scope)
        request.tell({"type": "http.request", "body": b"", "more_body": False})
        assert (await request.answer()).status == 404


@pytest.mark.parametrize("clock", [None, {"kind": "fischer", "seconds": 600}])
async def test_before_a_race_is_decided_only_the_shouter_receives_other_bytes(
    clock: dict[str, Any] | None, at_a_server: Callable[[Script], Any]
) -> None:
    script = Script(6, FOUR | ({"clock": clock} if clock else {}), shout=False)
    told: list[SentMessages] = []
    for shouts in (True, False):
        async with at_a_server(script) as performance:
            shouter, number = performance.players[3], performance.number
            stone = c.PlaceStone(id="stone", seat=2, at="c3", declare=1)
            await performance.give(performance.players[2], stone)
            # The second time the shout has no placement number, and is refused.
            shout = c.ShoutGrav(id="shout", seat=3, placement=1 if shouts else 0, said=100)
            await performance.give(shouter, shout)
            await performance.give_from_all(
                c.AcceptStone(id="accept", seat=0, placement=1), shouter
            )
            await performance.give_from_all(c.PlaceStone(id="place", seat=0, at="d4"), shouter)
            await performance.give_from_all(c.ShoutGrav(id="late", seat=1, placement=0), shouter)
            await performance.give_from_all(c.SayPhrase(id="say", seat=2, phrase="oops"), shouter)
            await performance.give_from_all(c.AskTakeback(id="ask", seat=2), shouter)
            for visitor in performance.visitors:
                if visitor is not shouter:
                    await performance.read(visitor)
            told.append(performance.sent_messages() | {shouter.name: []})
            if shouts:
                before = await number()
                await performance.wait(600)
                assert await number() > before, "the shout was there all the time"
    assert (
        names_of_differing(
            *(
                {who: [*map(without_counts_of_answers, each)] for who, each in t.items()}
                for t in told
            )
        )
        == []
    )


@pytest.mark.needs_core
async def test_what_a_bot_does_is_independent_of_the_verdict(
    at_a_server: Callable[[Script], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot sees only what is public. The setting has no breaches: a bot's shout would be a
    difference.
    """
    answer = Opponent.answer

    def at_once(self: Opponent, play: table_model.Play, limit: ThinkingLimit) -> Answer:
        return answer(self, play, limit)._replace(pause=0.0)

    monkeypatch.setattr(Opponent, "answer", at_once)
    settings = TWO | {"size": 7, "first": 0, "setting": "7 2 4 1 12"}  # nothing breaks a rule
    script = Script(8, settings, shout=False, declare=False, steps=8)
    told = []
    for by in (judge, Swapped(script)):
        judge_by(monkeypatch, by)
        async with at_a_server(script) as performance:
            told.append(await performance.play_with_a_bot(level=2))
    assert told[0] == told[1]
    assert sum("'placed'" in message for message in told[0]) > 8


# Timing: the same work is done, whatever the verdict is.


def count_calls(work: Callable[[], object]) -> Counter[str]:
    """Counts the calls of each function, ours and the libraries'."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, happened: str, _: object) -> None:
        if happened == "call":
            counted[frame.f_code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def always_judge(verdict: Verdict) -> Judge:
    def judging(_: Rules, __: Board, ___: Point | None, ____: Point) -> Verdict:
        return verdict

    return judging


@pytest.mark.parametrize("breaches", [1, 5, 20])
def test_a_stone_that_breaks_rules_takes_the_same_calls_as_a_legal_one(
    breaches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the command to the encoded messages, the number of calls is exactly equal."""
    table = PlayedTable()
    table.put(0, "c5")
    command = c.PlaceStone(id="stone", seat=1, at="e5")
    counts, sent = [], []
    for found in (0, breaches):
        judge_by(monkeypatch, always_judge(Verdict((A_BREACH,) * found, 0)))
        room = Room("table", table.table)

        def work(room: Room = room) -> None:
            assert room.table is not None
            draft = decide(room.table, table.actor_of(1), command, table.now, CommandContext())
            room.advance(draft, "stone")
            sent.append([said.news for said in news_of(draft.added, room.names)])

        work()  # fills the caches
        room._table = table.table
        counts.append(count_calls(work))
    assert counts[0] == counts[1]
    assert sent[0] == sent[1] == sent[2] == sent[3]


def test_the_judge_checks_every_rule_whatever_it_finds() -> None:
    """It does not stop at the first breach, so its time does not reveal one."""
    rules = parse_rules("9x9 2p 3 3 4 2 4 revised first=0")
    new = Point.parse("e5")
    crowded = Board.empty(9, 2)
    for name in ("d5", "f5", "g5", "d4", "e4", "f4", "d6"):
        crowded = crowded.place(Point.parse(name), 0)
    looked = []
    for board, last in ((Board.empty(9, 2), None), (crowded, Point.parse("a1"))):
        judge(rules, board, last, new)
        counts = count_calls(partial(judge, rules, board, last, new))
        looked.append((counts["_walk"], counts["_corners"]))
    assert len(judge(rules, crowded, Point.parse("a1"), new).violations) == 3
    assert looked[0] == looked[1]
