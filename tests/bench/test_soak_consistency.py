"""The consistency check of the soak finds every loss, duplicate and reordering in logs or rows."""

from collections.abc import Callable

import pytest
from bench.soak.client_log import ClientLog, NewsReceived, SnapshotReceived
from bench.soak.consistency import Stored, digest, faults_of
from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.store import Row
from grav.testing.tables.played_table import PlayedTable

POINTS = ("d4", "b2", "f6")


class RecordedGame:
    """A short game: its stored rows, and the logs of two players and a spectator."""

    def __init__(self) -> None:
        self.rows = list[Row]()
        self.host, self.guest = ClientLog("host", "p0"), ClientLog("guest", "p1")
        self.spectator = ClientLog("spectator", None)
        self._table = PlayedTable()
        self._keep(None)
        for log in self.logs:
            log.received.append(SnapshotReceived(self._table.table.shown))
        for number, at in enumerate(POINTS, 1):
            seat, other = (0, 1) if number % 2 else (1, 0)
            placed = c.PlaceStone(id=f"place-{number}", seat=seat, at=at)
            accepted = c.AcceptStone(id=f"accept-{number}", seat=other, placement=number)
            self._give(self.logs[seat], seat, placed)
            self._give(self.logs[other], other, accepted)

    @property
    def logs(self) -> list[ClientLog]:
        return [self.host, self.guest, self.spectator]

    def faults(self) -> list[str]:
        return faults_of(Stored.of(self.rows), self.logs)

    def _give(self, log: ClientLog, seat: int, command: c.Command) -> None:
        before = self._table.table.shown
        self._table.give(self._table.actor_of(seat), command)
        self._keep(f"{log.guest}:{command.id}")
        number = self._table.table.shown
        log.sent[command.id] = command
        log.acknowledged[command.id] = number
        for each in self.logs:
            each.received.append(NewsReceived(before, number, hash(command.id)))

    def _keep(self, command: str | None) -> None:
        """Adds the new events of the table as rows, as the journal would return them."""
        for event in self._table.stored[len(self.rows) :]:
            self.rows.append(Row(len(self.rows) + 1, e.SCHEMA_VERSION, command, event))
            command = None


@pytest.fixture
def game() -> RecordedGame:
    return RecordedGame()


def test_a_consistent_game_has_no_faults(game: RecordedGame) -> None:
    assert game.faults() == []
    assert len(game.host.acknowledged) == len(game.guest.acknowledged) == len(POINTS)


def lose_the_last(game: RecordedGame) -> None:
    game.rows.pop()


def lose_one_between(game: RecordedGame) -> None:
    del game.rows[-2]


def lose_and_close_the_gap(game: RecordedGame) -> None:
    del game.rows[-2]
    game.rows[-1] = replace(game.rows[-1], number=game.rows[-1].number - 1)


def double(game: RecordedGame) -> None:
    last = game.rows[-1]
    game.rows.append(replace(last, number=last.number + 1))


def reorder(game: RecordedGame) -> None:
    one, other = game.rows[-2:]
    game.rows[-2:] = [
        replace(other, number=one.number),
        replace(one, number=other.number),
    ]


def alter(game: RecordedGame) -> None:
    placed = next(row for row in game.rows if b'"d4"' in row.event)
    game.rows[placed.number - 1] = replace(placed, event=placed.event.replace(b"d4", b"e5"))


def invent(game: RecordedGame) -> None:
    del game.guest.sent["accept-3"], game.guest.acknowledged["accept-3"]


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lose_the_last, "was acknowledged and is not there"),
        (lose_one_between, "stored under the numbers"),
        (lose_and_close_the_gap, "was acknowledged and is not there"),
        (double, "is stored twice"),
        (reorder, "was acknowledged at"),
        (alter, "led to"),
        (invent, "was never sent"),
    ],
)
def test_rows_that_are_lost_duplicated_or_reordered_are_found(
    game: RecordedGame, tamper: Callable[[RecordedGame], None], found: str
) -> None:
    before = digest(game.rows)
    tamper(game)
    assert any(found in fault for fault in game.faults()), game.faults()
    if tamper is not invent:
        assert digest(game.rows) != before


def forget(received: list[NewsReceived | SnapshotReceived]) -> None:
    del received[2]


def repeat(received: list[NewsReceived | SnapshotReceived]) -> None:
    received.insert(3, received[2])


def swap(received: list[NewsReceived | SnapshotReceived]) -> None:
    received[2], received[3] = received[3], received[2]


def say_otherwise(received: list[NewsReceived | SnapshotReceived]) -> None:
    told = received[2]
    assert isinstance(told, NewsReceived)
    received[2] = told._replace(digest=told.digest + 1)


def miss_the_end(received: list[NewsReceived | SnapshotReceived]) -> None:
    received.pop()


def make_one_of_two(received: list[NewsReceived | SnapshotReceived]) -> None:
    one, other = received[2:4]
    assert isinstance(one, NewsReceived)
    received[2:4] = [NewsReceived(one.after, other.number, 0)]


def go_back(received: list[NewsReceived | SnapshotReceived]) -> None:
    received.append(SnapshotReceived(received[-2].number))
    received.append(received[-2])


@pytest.mark.parametrize("who", [0, 2], ids=["player", "spectator"])
@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (forget, "with a gap"),
        (repeat, "again"),
        (swap, "with a gap"),
        (say_otherwise, "in other words"),
        (miss_the_end, "was told up to"),
        (make_one_of_two, "which is not stored"),
        (go_back, "was shown"),
    ],
)
def test_news_that_is_lost_repeated_or_reordered_is_found(
    game: RecordedGame,
    tamper: Callable[[list[NewsReceived | SnapshotReceived]], None],
    found: str,
    who: int,
) -> None:
    tamper(game.logs[who].received)
    assert any(found in fault for fault in game.faults()), game.faults()


def test_a_reconnected_client_may_get_a_snapshot_instead_of_the_missed_news(
    game: RecordedGame,
) -> None:
    received = game.guest.received
    received[2:4] = [SnapshotReceived(received[3].number)]
    assert game.faults() == []


def test_a_client_that_left_early_need_not_have_received_the_end(game: RecordedGame) -> None:
    game.spectator.received.pop()
    game.spectator.stayed = False
    assert game.faults() == []


def test_a_refused_command_that_was_stored_is_found(game: RecordedGame) -> None:
    game.host.refused["place-1"] = "late"
    assert game.faults() == ["host: place-1 was refused and is there"]
