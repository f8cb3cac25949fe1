"""The options for a new table, and the request that opens it."""

import re
from dataclasses import dataclass, fields
from typing import Any

from grav.cli.shared.localised_click import UsageError
from grav.cli.shared.typed_words import words_for
from grav.rules import Setting
from grav.server.messages.commands import NewTable, SeatPlan
from grav.server.messages.settings import Days, Fischer, PerMove, Settings, TimeControl

_FISCHER = re.compile(r"(\d{1,5})\+(\d{1,3})", re.ASCII)
_WAYS = {"dice": "dice", "cards": "cards", "agree": "agreement"}


@dataclass(frozen=True)
class NewTableOptions:
    """The options of the command line; None or empty means the default."""

    size: int | None
    players: int | None
    setting: str | None
    edition: str | None
    strict: bool
    against: int | None
    aid: tuple[str, ...]
    clock: str | None
    window: int | None
    public: bool

    def check_none_given(self, link: str) -> None:
        """Raises a UsageError if any option is given, because the table exists already."""
        for field in fields(self):
            if getattr(self, field.name):
                raise UsageError("join.table_is_there", option=f"--{field.name}", link=link)

    def new_table(self) -> NewTable:
        settle, numbers = parse_settling(self.setting)
        chosen: dict[str, Any] = {
            "size": self.size,
            "seats": self.players,
            "edition": self.edition,
            "enforcement": "strict" if self.strict else None,
            "settle": settle,
            "setting": numbers,
            "clock": None if self.clock is None else parse_clock(self.clock),
            "window": self.window,
            "help": self.aid or None,
            "public": self.public or None,
        }
        settings = Settings(**{name: value for name, value in chosen.items() if value is not None})
        others = settings.seats - 1
        seats = (SeatPlan(me=True), *([SeatPlan(level=self.against)] * others))
        return NewTable(settings=settings, seats=seats if self.against else None)


def parse_settling(text: str | None) -> tuple[str, str | None]:
    """Returns how the numbers are settled (by default dice), and the numbers if they are given."""
    if text is None:
        return "dice", None
    for word, way in _WAYS.items():
        if text.lower() in words_for(word):
            return way, None
    return "given", str(Setting.parse(text))


def parse_clock(text: str) -> TimeControl:
    """Parses `300+2` (Fischer: seconds, increment), `10` (seconds per move) or `3d` (days)."""
    if found := _FISCHER.fullmatch(text):
        seconds, increment = int(found[1]), int(found[2])
        if 10 <= seconds <= 10_800 and increment <= 180:
            return Fischer(seconds=seconds, increment=increment)
    elif re.fullmatch(r"\d{1,2}d", text, re.ASCII):
        if 1 <= int(text[:-1]) <= 14:
            return Days(days=int(text[:-1]))
    elif re.fullmatch(r"\d{1,4}", text, re.ASCII) and 3 <= int(text) <= 3_600:
        return PerMove(seconds=int(text))
    raise UsageError("join.bad_clock", found=text[:40])
