"""Events of the game on the wire: these bytes are the protocol, on which clients rely."""

import json
from typing import get_args

import msgspec
from tests.subtests import every

from grav.client.event_adapter import events_of
from grav.game import (
    Accepted,
    BonusTurnBegun,
    Ended,
    Event,
    GameEnded,
    Passed,
    Placed,
    Removed,
    Resigned,
    Shouted,
    Skipped,
    Stood,
    Voided,
)
from grav.rules import Point, Verdict, WrongDistance
from grav.server.messages.game_events import to_public_event
from grav.server.messages.public_events import PublicEvent
from grav.server.messages.stored_events import Why

C3 = Point.parse("c3")
BREACH = WrongDistance(Point.parse("c4"), 1, 2, 4)

FORMS: list[tuple[Event, Why | None, str]] = [
    (
        Placed(1, C3, None),
        None,
        '{"event":"placed","by":1,"at":"c3","declared":null,"placement":7}',
    ),
    (
        Placed(1, C3, 2, shapes=3),
        None,
        '{"event":"placed","by":1,"at":"c3","declared":2,"placement":7,"shapes":3}',
    ),
    (Accepted(1), None, '{"event":"accepted","by":1}'),
    (Accepted(1), "time", '{"event":"accepted","by":1,"why":"time"}'),
    (Stood(1, C3), None, '{"event":"stood","by":1,"at":"c3"}'),
    (
        Shouted(0, 1, C3, ()),
        None,
        '{"event":"shouted","by":0,"against":1,"at":"c3","right":false,"breaches":[]}',
    ),
    (
        Shouted(0, 1, C3, (BREACH,)),
        None,
        (
            '{"event":"shouted","by":0,"against":1,"at":"c3","right":true,"breaches":['
            '{"rule":"distance","from":"c4","distance":1,"least":2,"most":4}]}'
        ),
    ),
    (Voided(1, C3), None, '{"event":"voided","by":1,"at":"c3"}'),
    (Removed(0, 1, C3), None, '{"event":"removed","by":0,"of":1,"at":"c3"}'),
    (Removed(0, 1, C3), "time", '{"event":"removed","by":0,"of":1,"at":"c3","why":"time"}'),
    (Skipped(1, 2), None, '{"event":"skipped","by":1,"owed":2}'),
    (Passed(1), None, '{"event":"passed","by":1}'),
    (Resigned(1), None, '{"event":"resigned","by":1}'),
    (Resigned(1), "gone", '{"event":"resigned","by":1,"why":"gone"}'),
    (BonusTurnBegun(1, 2), None, '{"event":"bonus_turn_begun","by":1,"left":2}'),
    (GameEnded(Ended.PASSES, (1, 0)), None, '{"event":"ended","how":"passes","ranking":[1,0]}'),
]


@every(("event", "why", "form"), FORMS)
def test_an_event_has_this_json_and_is_read_from_it(
    event: Event, why: Why | None, form: str
) -> None:
    happening = to_public_event(event, 7, why)
    assert msgspec.json.encode(happening).decode() == form
    again: PublicEvent = msgspec.json.decode(form, type=PublicEvent)
    assert again == happening
    assert again.why == why
    assert events_of([again]) == [event]


def test_every_kind_of_event_has_an_example() -> None:
    assert {type(event) for event, _, _ in FORMS} == set(get_args(Event))


def test_a_verdict_is_not_sent() -> None:
    judged = Placed(1, C3, 0, Verdict((BREACH,), 5))
    sent = json.loads(msgspec.json.encode(to_public_event(judged, 7)))
    assert sent == {"event": "placed", "by": 1, "at": "c3", "declared": 0, "placement": 7}
