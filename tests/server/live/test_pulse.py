"""The pulse: who plays is measured often, who watches seldom, and all are told of the end."""

from typing import Any, cast

import pytest

from grav.server.live import pulse as module
from grav.server.live.pulse import QUIET_BEATS, TELL_BEATS, Pulse
from grav.server.live.socket import GOING_AWAY
from grav.testing.asgi import quiet
from grav.testing.fixed import SetClock
from grav.testing.house import House, open_house

pytestmark = pytest.mark.anyio


class Line:
    """What a pulse needs of a socket."""

    is_known = None

    def __init__(self, *, plays: bool) -> None:
        self.plays = plays
        self.pings = 0
        self.probes = 0
        self.closing: int | None = None

    def ping(self) -> None:
        self.pings += 1

    def probe(self) -> None:
        self.probes += 1

    def close(self, code: int) -> None:
        self.closing = code


class NoTables:
    def __init__(self) -> None:
        self.beats = 0

    def tell_attendance(self, *, anew: bool) -> None:
        self.beats += 1
        assert anew is (self.beats % TELL_BEATS == 0)

    async def note_presence(self) -> None:
        pass


async def test_players_are_pinged_on_every_beat_and_others_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "BEAT", 0.0)
    tables, player, watcher = NoTables(), Line(plays=True), Line(plays=False)
    pulse = Pulse(cast("Any", tables))
    for line in (player, watcher):
        pulse.add(cast("Any", line))
    assert (player.pings, watcher.pings) == (1, 1), "one at once"
    pulse.start()
    while tables.beats < 3 * QUIET_BEATS:
        await quiet()
    pulse.drop(cast("Any", player))
    await pulse.stop()
    assert player.pings == tables.beats + 1
    assert watcher.pings == tables.beats // QUIET_BEATS + 1
    assert player.probes == watcher.probes == tables.beats // QUIET_BEATS
    assert (player.closing, watcher.closing) == (None, GOING_AWAY)


async def test_all_at_tables_are_told_when_the_server_ends(
    sqlite_url: str, clock: SetClock
) -> None:
    async with open_house(sqlite_url, clock) as house:
        guest = await house.guest()
        socket = await house.at(await house.open_table(guest), guest)
        house.visitors.clear()  # nobody goes by themselves
    await socket.end()
    assert socket.closed_with == GOING_AWAY


async def test_a_socket_that_was_never_added_can_be_dropped(house: House) -> None:
    pulse = Pulse(house.tables)
    pulse.drop(cast("Any", Line(plays=True)))
    await pulse.stop()
