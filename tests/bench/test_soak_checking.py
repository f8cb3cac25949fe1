"""Accounts that are as they should be, and then not: whoever compares them finds it."""

from collections.abc import Callable

import pytest
from bench.soak.account import Account, Shown, Told
from bench.soak.checking import Stored, digest, faults_of
from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.store import Row
from grav.testing.tables.played_table import PlayedTable

POINTS = ("d4", "b2", "f6")


class Evening:
    """A short game, as it is stored, and as two players and one who watches tell of it."""

    def __init__(self) -> None:
        self.rows = list[Row]()
        self.host, self.guest = Account("host", "p0"), Account("guest", "p1")
        self.spectator = Account("spectator", None)
        self._table = PlayedTable()
        self._keep(None)
        for account in self.accounts:
            account.heard.append(Shown(self._table.table.shown))
        for number, at in enumerate(POINTS, 1):
            seat, other = (0, 1) if number % 2 else (1, 0)
            placed = c.PlaceStone(id=f"place-{number}", seat=seat, at=at)
            accepted = c.AcceptStone(id=f"accept-{number}", seat=other, placement=number)
            self._give(self.accounts[seat], seat, placed)
            self._give(self.accounts[other], other, accepted)

    @property
    def accounts(self) -> list[Account]:
        return [self.host, self.guest, self.spectator]

    def faults(self) -> list[str]:
        return faults_of(Stored.of(self.rows), self.accounts)

    def _give(self, account: Account, seat: int, command: c.Command) -> None:
        before = self._table.table.shown
        self._table.give(self._table.who_has(seat), command)
        self._keep(f"{account.person}:{command.id}")
        number = self._table.table.shown
        account.sent[command.id] = command
        account.acknowledged[command.id] = number
        for each in self.accounts:
            each.heard.append(Told(before, number, hash(command.id)))

    def _keep(self, command: str | None) -> None:
        """What was added to the table, as the journal would give it back."""
        for event in self._table.stored[len(self.rows) :]:
            self.rows.append(Row(len(self.rows) + 1, e.FORM, command, event))
            command = None


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_an_evening_that_is_as_it_should_be_has_no_faults(evening: Evening) -> None:
    assert evening.faults() == []
    assert len(evening.host.acknowledged) == len(evening.guest.acknowledged) == len(POINTS)


def lose_the_last(evening: Evening) -> None:
    evening.rows.pop()


def lose_one_between(evening: Evening) -> None:
    del evening.rows[-2]


def lose_and_close_the_gap(evening: Evening) -> None:
    del evening.rows[-2]
    evening.rows[-1] = replace(evening.rows[-1], number=evening.rows[-1].number - 1)


def double(evening: Evening) -> None:
    last = evening.rows[-1]
    evening.rows.append(replace(last, number=last.number + 1))


def reorder(evening: Evening) -> None:
    one, other = evening.rows[-2:]
    evening.rows[-2:] = [
        replace(other, number=one.number),
        replace(one, number=other.number),
    ]


def alter(evening: Evening) -> None:
    placed = next(row for row in evening.rows if b'"d4"' in row.event)
    evening.rows[placed.number - 1] = replace(placed, event=placed.event.replace(b"d4", b"e5"))


def invent(evening: Evening) -> None:
    del evening.guest.sent["accept-3"], evening.guest.acknowledged["accept-3"]


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
def test_what_is_lost_doubled_or_moved_in_the_store_is_found(
    evening: Evening, tamper: Callable[[Evening], None], found: str
) -> None:
    before = digest(evening.rows)
    tamper(evening)
    assert any(found in fault for fault in evening.faults()), evening.faults()
    if tamper is not invent:
        assert digest(evening.rows) != before


def forget(heard: list[Told | Shown]) -> None:
    del heard[2]


def repeat(heard: list[Told | Shown]) -> None:
    heard.insert(3, heard[2])


def swap(heard: list[Told | Shown]) -> None:
    heard[2], heard[3] = heard[3], heard[2]


def say_otherwise(heard: list[Told | Shown]) -> None:
    told = heard[2]
    assert isinstance(told, Told)
    heard[2] = told._replace(digest=told.digest + 1)


def miss_the_end(heard: list[Told | Shown]) -> None:
    heard.pop()


def make_one_of_two(heard: list[Told | Shown]) -> None:
    one, other = heard[2:4]
    assert isinstance(one, Told)
    heard[2:4] = [Told(one.after, other.number, 0)]


def go_back(heard: list[Told | Shown]) -> None:
    heard.append(Shown(heard[-2].number))
    heard.append(heard[-2])


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
def test_what_is_told_not_at_all_twice_or_out_of_order_is_found(
    evening: Evening, tamper: Callable[[list[Told | Shown]], None], found: str, who: int
) -> None:
    tamper(evening.accounts[who].heard)
    assert any(found in fault for fault in evening.faults()), evening.faults()


def test_who_comes_back_may_be_shown_the_whole_instead_of_what_was_missed(
    evening: Evening,
) -> None:
    heard = evening.guest.heard
    heard[2:4] = [Shown(heard[3].number)]
    assert evening.faults() == []


def test_who_left_before_the_end_need_not_have_been_told_it(evening: Evening) -> None:
    evening.spectator.heard.pop()
    evening.spectator.stayed = False
    assert evening.faults() == []


def test_what_was_refused_and_is_there_is_found(evening: Evening) -> None:
    evening.host.refused["place-1"] = "late"
    assert evening.faults() == ["host: place-1 was refused and is there"]
