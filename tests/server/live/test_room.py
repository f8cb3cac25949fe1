"""A room is a cache of stored events, whose news reach every listener once and in order."""

import json
from typing import Any

from tests.subtests import every

from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.room import HISTORY, PRESENCE_SECONDS, Room
from grav.server.live.table_news import (
    NewsMessage,
    PresenceReport,
    StoredEvent,
    fold_stored,
    news_of,
)
from grav.server.messages.settings import Settings
from grav.server.table.draft import Draft
from grav.testing.tables.played_table import NUMBERS, PlayedTable, fill_seats

THREE = Settings(setting=NUMBERS, seats=3)


class RecordingListener:
    """A listener at a table."""

    def __init__(self, person: str | None = None, round_trip: int | None = None) -> None:
        self.person = person
        self.round_trip = round_trip
        self.received: list[str] = []

    def send(self, message: EncodedMessage) -> None:
        self.received.append(message.json.decode())


def stored(table: PlayedTable, start: int = 0) -> list[StoredEvent]:
    """Returns each event as an append of its own."""
    return [StoredEvent(f"p:{number}", event) for number, event in enumerate(table.events())][
        start:
    ]


def said(number: int, before: int, shown: int, placement: int = 0) -> NewsMessage:
    return NewsMessage(number, before, shown, placement, f"news {shown}".encode())


def take(room: Room, events: list[StoredEvent]) -> list[NewsMessage]:
    """The room adopts events that others have stored; returns their news."""
    found = fold_stored(room.table, events, {})
    room.adopt(found)
    assert found.news is not None
    return found.news


def heard_by(room: Room, since: int) -> list[str] | None:
    """Returns what a reconnecting client gets; None for a snapshot."""
    missed = room.messages_since(since, None, 0)
    told = [message.json.decode() for message in missed]
    return None if any('"is":"whole"' in each for each in told) else told


def a_game() -> PlayedTable:
    table = PlayedTable(THREE)
    table.put(0, "c5")
    table.place(1, "e5")
    return table


def test_the_fold_of_stored_events_is_the_table() -> None:
    table, room = a_game(), Room("table")
    news = take(room, stored(table))
    assert room.table == table.table
    assert [each.shown for each in news] == list(range(1, table.table.shown + 1))


def test_a_fold_can_continue() -> None:
    table, whole, parts = a_game(), Room("table"), Room("table")
    news = take(whole, stored(table))
    first = take(parts, stored(table)[:4])
    assert first + take(parts, stored(table, 4)) == news
    assert parts.table == whole.table


def test_an_undecided_shout_is_no_news_and_has_no_public_number() -> None:
    table, room = a_game(), Room("table")
    take(room, stored(table))
    assert room.table is not None
    before, known = room.table.shown, len(table.events())
    table.shout(2)
    assert take(room, stored(table, known)) == []
    assert room.table.number == table.table.number
    assert room.table.shown == before


def test_events_of_one_append_are_one_message() -> None:
    """The last answer and its consequences: nobody sees one without the other."""
    table, room = a_game(), Room("table")
    take(room, stored(table))
    known = len(table.events())
    table.shout(2)
    table.shout(0)
    events = stored(table, known)
    together = [events[0], events[1], *(StoredEvent(None, event) for _, event in events[2:])]
    (news,) = take(room, together)
    happened = [each["event"] for each in json.loads(news.news)["happened"]]
    assert happened[:2] == ["judged", "shouted"]


def test_idempotency_keys_are_read_with_the_events() -> None:
    table, room = a_game(), Room("table")
    take(room, stored(table))
    assert room.commands["p:0"] == 1
    assert room.commands[f"p:{len(table.events()) - 1}"] == table.table.shown


def test_news_come_once_and_in_order() -> None:
    room, listener = Room("table"), RecordingListener()
    room.listeners.add(listener)
    assert room.deliver(said(1, 0, 1), 0.0)
    assert room.deliver(said(1, 0, 1), 0.0)
    assert not room.deliver(said(4, 3, 4), 0.0), "something is missing"
    assert listener.received == ["news 1"]
    assert room.newest == 4
    assert room.deliver(said(3, 1, 3), 0.0)
    assert room.deliver(said(4, 3, 4), 0.0)
    assert listener.received == ["news 1", "news 3", "news 4"]


@every(
    ("number", "missed"),
    [(4, []), (3, ["news 4"]), (1, ["news 3", "news 4"]), (2, None), (5, None), (99, None)],
)
def test_a_returning_client_gets_the_missing_news_only(
    number: int, missed: list[str] | None
) -> None:
    """If they are not known any more, it gets a snapshot instead."""
    room = Room("table", a_game().table)
    for news in (said(1, 0, 1), said(3, 1, 3), said(4, 3, 4)):
        room.deliver(news, 0.0)
    assert heard_by(room, number) == missed


def test_the_history_for_returning_clients_is_bounded() -> None:
    room = Room("table", a_game().table)
    for number in range(1, HISTORY + 10):
        room.deliver(said(number, number - 1, number), 0.0)
    assert heard_by(room, 8) is None
    missed = heard_by(room, 9)
    assert missed is not None
    assert len(missed) == HISTORY


def test_a_placement_has_the_time_of_its_first_news() -> None:
    """The reaction time of a shout counts from then on, whatever is sent later."""
    room = Room("table")
    room.deliver(said(1, 0, 1, placement=1), 10.0)
    room.deliver(said(2, 1, 2, placement=1), 11.0)
    assert room.placement == (1, 10.0)
    room.deliver(said(3, 2, 3, placement=2), 12.0)
    assert room.placement == (2, 12.0)


def room_of(*ears: RecordingListener, bots: tuple[int, ...] = ()) -> Room:
    room = Room("table", PlayedTable(THREE, fill_seats(3, bots)).table)
    room.listeners.update(ears)
    return room


def test_presence_shows_seats_and_the_number_of_spectators() -> None:
    room = room_of(
        RecordingListener("p0"),
        RecordingListener("p0"),
        RecordingListener("stranger"),
        RecordingListener(),
        bots=(1,),
    )
    here = room.presence(0.0)
    assert (here.seats, here.watching) == ((True, True, False), 2)


def test_presence_at_other_processes_expires() -> None:
    room = room_of(RecordingListener("p0"))
    room.remote_presence["other"] = (
        100.0,
        PresenceReport("other", {"p2": 80, "stranger": None}, 3),
    )
    here = room.presence(100.0 + PRESENCE_SECONDS - 1)
    assert (here.seats, here.watching) == ((True, False, True), 4)
    here = room.presence(100.0 + PRESENCE_SECONDS)
    assert (here.seats, here.watching) == ((True, False, False), 0)


def test_the_longest_round_trip_of_a_person_counts() -> None:
    """The person may play by the slower connection."""
    room = room_of(
        RecordingListener("p0", 40), RecordingListener("p0", 90), RecordingListener("p1")
    )
    people: dict[str, Any]
    people, _ = room.people_present(0.0)
    assert people == {"p0": 90, "p1": None}


def test_stored_events_become_the_state_and_news() -> None:
    table = a_game()
    room = Room("table")
    take(room, stored(table))
    known = len(table.events())
    table.accept(2)
    assert room.table is not None
    draft = Draft(room.table, table.now)
    draft.add(table.events()[known])
    room.advance(draft, "p:accept")
    (news,) = news_of(draft.added, {})
    assert room.table == table.table
    assert room.commands["p:accept"] == room.table.shown == news.shown
    assert not room.is_stale
