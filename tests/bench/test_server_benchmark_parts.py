"""The script of the load, the schedule and delays of the open loop, resource usage, and the rows
of figures."""

import json
import os

import pytest
from bench.server import scripted_game
from bench.server.boardgameio_adapter import BoardgameIoAdapter
from bench.server.comparison_row import Figure, Kind, Row
from bench.server.load_generators import OpenLoop, schedule
from bench.server.resource_usage import Cores, Meter, cpu_seconds, percentile, resident_bytes
from hypothesis import given
from hypothesis import strategies as st
from tests.data_driven import every


class Seated:
    """A player that records the numbers of its actions."""

    def __init__(self, seat: int) -> None:
        self.table, self.shown = 0, 0
        self.seat: int | None = seat
        self.acted = list[int]()

    def act(self, number: int) -> None:
        self.acted.append(number)


class Table:
    """A table with a clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.players = Seated(0), Seated(1)
        self.open_loop = OpenLoop(self.players, lambda: self.now)

    def add_due(self, at: float) -> None:
        self.now = at
        self.open_loop.add_due(0, at)

    def show(self, seat: int, number: int, at: float) -> None:
        self.now = at
        player = self.players[seat]
        before, player.shown = player.shown, number
        self.open_loop.note_shown(player, before)


def test_every_stone_is_answered_by_the_other_player_who_places_next() -> None:
    assert [scripted_game.actor(number) for number in range(8)] == [0, 1, 1, 0, 0, 1, 1, 0]
    placements = filter(scripted_game.is_placement, range(scripted_game.LENGTH))
    points = {scripted_game.point(number) for number in placements}
    assert len(points) == scripted_game.SIZE**2
    assert all(0 <= axis < scripted_game.SIZE for point in points for axis in point)


def test_actions_are_due_at_a_steady_rate_at_one_table_after_the_other() -> None:
    times = list(schedule(rate=4, tables=3, period=1.5, begin=10))
    assert times == [(10, 0), (10.25, 1), (10.5, 2), (10.75, 0), (11, 1), (11.25, 2)]


def test_a_delay_ends_when_the_other_player_is_shown_the_action() -> None:
    table = Table()
    table.add_due(at=1)
    table.show(seat=0, number=1, at=2)
    assert table.open_loop.delays == []
    assert not table.open_loop.is_over
    table.show(seat=1, number=1, at=4)
    assert table.open_loop.delays == [3]
    assert table.open_loop.is_over


def test_waiting_for_a_table_that_is_not_ready_counts_as_delay() -> None:
    table = Table()
    table.add_due(at=1)
    table.add_due(at=2)
    assert table.players[1].acted == []
    table.show(seat=1, number=1, at=7)
    assert table.players[1].acted == [1]
    table.show(seat=0, number=2, at=8)
    assert table.open_loop.delays == [7 - 1, 8 - 2]


def test_actions_that_are_shown_together_count_each() -> None:
    table = Table()
    for moment in (1, 2, 3):
        table.add_due(at=moment)
    table.show(seat=1, number=1, at=4)
    table.show(seat=1, number=2, at=5)
    table.show(seat=0, number=3, at=9)
    assert table.players[1].acted == [1, 2]
    assert table.open_loop.delays == [4 - 1, 9 - 2, 9 - 3]


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert [percentile(values, share) for share in (0, 0.2, 0.5, 0.99, 1)] == [1, 1, 3, 5, 5]


@given(
    values=st.lists(st.floats(0, 1e6), min_size=1),
    share=st.sampled_from([0.0, 0.25, 0.5, 0.9, 0.99, 1.0]),
)
def test_a_percentile_is_the_smallest_such_value(values: list[float], share: float) -> None:
    found = percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
    assert not any(
        other < found and sum(value <= other for value in values) >= share * len(values)
        for other in values
    )


def test_a_process_uses_processor_time_and_memory() -> None:
    me, meter = os.getpid(), Meter(os.getpid())
    begin = cpu_seconds(me)
    while cpu_seconds(me) == begin:
        pass
    cores = meter.cores()
    assert cores.server > 0
    assert cores.clients > 0
    assert resident_bytes(me) > 1_000_000


def test_boardgame_io_is_answered_in_its_own_protocol() -> None:
    codec = BoardgameIoAdapter(("127.0.0.1", 1)).codec(7, 1)
    assert codec.read(b'0{"sid":"s","pingInterval":10000}') == b"40/stones,"
    sync = codec.read(b'40/stones,{"sid":"t"}')
    assert sync == b'42/stones,["sync","match-7","1",null,2]'
    assert codec.read(b"2") == b"3"
    assert codec.read(b'42/stones,["matchData","match-7",[]]') is None
    seen = b'42/stones,["update","match-7",{"G":{},"_stateID":12},[{"_stateID":11}]]'
    assert codec.read(seen) == 12


def test_boardgame_io_gets_the_move_and_the_state_it_is_about() -> None:
    adapter = BoardgameIoAdapter(("127.0.0.1", 1))
    column, row = scripted_game.point(2)
    for number, seat, move, values in (
        (2, 1, "place", [row * scripted_game.SIZE + column]),
        (3, 0, "accept", []),
    ):
        said = adapter.codec(7, seat).encode_action(number)
        name, action, state, match, player = json.loads(said.removeprefix(b"42/stones,"))
        assert (name, state, match, player) == ("update", number, "match-7", str(seat))
        payload = {"type": move, "args": values, "playerID": str(seat)}
        assert action == {"type": "MAKE_MOVE", "payload": payload}


CORES = Cores(server=1, clients=0.25)


def figure(value: float) -> Figure:
    return Figure(value, CORES)


def test_the_best_round_counts() -> None:
    rounds = [figure(2), figure(3), figure(1)]
    assert Kind("rate").best(rounds) == figure(3)
    assert Kind("delay", is_cost=True).best(rounds) == figure(1)
    assert Kind("rate").best([]) is None


@every("kind", [Kind("rate", target=2, stretch=4), Kind("delay", True, 2, 4)])
@every(("better", "verdict"), [(1.9, "below"), (2, "reached"), (4, "stretch")])
def test_a_ratio_says_how_many_times_better_ours_is(
    kind: Kind, better: float, verdict: str
) -> None:
    ours, peer = (1, better) if kind.is_cost else (better, 1)
    row = Row(kind, figure(ours), figure(peer))
    assert row.ratio == pytest.approx(better)
    assert row.verdict == verdict


def test_a_server_that_is_missing_has_no_figures() -> None:
    told = json.loads(json.dumps(Row(Kind("rate", target=2), None, figure(3)).to_json()))
    assert told == {
        "what": "rate",
        "ours": None,
        "peer": 3,
        "ratio": None,
        "target": 2,
        "ours_cores": None,
        "peer_cores": {"server": 1, "clients": 0.25},
    }
    assert Row(Kind("rate", target=2), None, figure(3)).verdict == ""
