"""The open loop of the load generators: the schedule of actions, and what counts as their delay."""

from bench.server.load_generators import OpenLoop, schedule


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
