"""Builds the record of a table's game: the actions, how the numbers were settled, and the races."""

from datetime import UTC, datetime

import msgspec

from grav.game import settling_to_json
from grav.record import Record
from grav.rules.json_fields import Json
from grav.server.messages.recorded_race import RecordedRace
from grav.server.messages.stored_events import Judged
from grav.server.table.model import Play, Seat, Table
from grav.server.table.table_view import Names
from grav.text import Language, say


def record_of(
    id: str,  # noqa: A002
    table: Table,
    names: Names,
    language: str = Language.EN,
) -> Record | None:
    """Returns the record so far; None before the numbers are settled. It holds actions, never
    verdicts.

    Players without a name of their own (guests, bots) get one in `language`.
    """
    play = table.play
    if play is None:
        return None
    return Record(
        rules=play.rules,
        actions=tuple(play.actions),
        players=tuple(
            _name(index, seat, names, language) for index, seat in enumerate(table.seats)
        ),
        date=datetime.fromtimestamp(table.opened / 1000, UTC).date().isoformat(),
        setting=settling_to_json(play.settling),
        table=_table(id, table, play),
    )


def _name(index: int, seat: Seat, names: Names, language: str) -> str:
    if seat.level is not None:
        return say(f"levels.name_{seat.level}", language)
    name = names.get(seat.person) if seat.person else None
    return seat.label or name or say("table.guest", language, seat=index + 1)


def _table(id: str, table: Table, play: Play) -> dict[str, Json]:  # noqa: A002
    settings = table.settings
    form: dict[str, Json] = {
        "id": id,
        "clock": msgspec.to_builtins(settings.clock),
        "window": settings.window_time,
        "help": list(settings.shown_help),
        "moments": [moment - table.opened for moment in play.moments],
        "races": [_race(index, judged) for index, judged in play.races],
    }
    if play.seed is not None:
        form["draw"] = {
            "commitment": play.seed.commitment,
            "share": play.seed.share,
            "shares": [share or "" for share in play.seed.shares],
        }
    return form


def _race(action: int, judged: Judged) -> dict[str, Json]:
    race = RecordedRace(
        action=action,
        winner=judged.winner,
        band=judged.band,
        sealed=judged.sealed,
        entries=judged.entries,
    )
    form: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(race))
    return form
