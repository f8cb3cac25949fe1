"""Reads the races of shouts that a server wrote into a record: who was first, and by how much."""

from typing import Any

import msgspec

from grav.record import Record
from grav.server.messages.conversion import make_converter
from grav.server.messages.recorded_race import RecordedRace
from grav.server.messages.review import ReviewedRace

_race = make_converter(RecordedRace)


def races_of(record: Record) -> tuple[ReviewedRace, ...]:
    """Returns the races that can be read and fit the game: anybody may write anything into a
    record."""
    table = record.table
    races: Any = table.get("races") if isinstance(table, dict) else None
    return tuple(
        ReviewedRace(race.action + 1, race.winner, race.band, race.sealed, race.entries)
        for form in (races if isinstance(races, list) else ())
        if (race := _read(form)) is not None and _fits(race, record)
    )


def _read(form: object) -> RecordedRace | None:
    try:
        return _race(form)
    except msgspec.ValidationError:
        return None


def _fits(race: RecordedRace, record: Record) -> bool:
    seats = {race.winner, *race.band, *(entry.seat for entry in race.entries)}
    return race.action in range(len(record.actions)) and seats <= set(range(record.rules.players))
