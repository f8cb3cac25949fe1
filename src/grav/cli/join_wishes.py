"""What a command line asks for in a new table, and the table that comes of it."""

import re
from dataclasses import dataclass, fields
from typing import Any

from grav.cli.localised import UsageError
from grav.cli.words import words_for
from grav.rules import Setting
from grav.server.messages.commands import NewTable, SeatPlan
from grav.server.messages.settings import Days, Fischer, PerMove, Settings, TimeControl

_FISCHER = re.compile(r"(\d{1,5})\+(\d{1,3})", re.ASCII)
_WAYS = {"dice": "dice", "cards": "cards", "agree": "agreement"}


@dataclass(frozen=True)
class TableWishes:
    """What the command line asked for; None, or nothing, where it leaves it to what is usual."""

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

    def leave_all_to(self, link: str) -> None:
        """Refuses wishes about a table that is there already."""
        for field in fields(self):
            if getattr(self, field.name):
                raise UsageError("join.table_is_there", option=f"--{field.name}", link=link)

    def new_table(self) -> NewTable:
        settle, numbers = read_setting(self.setting)
        chosen: dict[str, Any] = {
            "size": self.size,
            "seats": self.players,
            "edition": self.edition,
            "enforcement": "strict" if self.strict else None,
            "settle": settle,
            "setting": numbers,
            "clock": None if self.clock is None else read_clock(self.clock),
            "window": self.window,
            "help": self.aid or None,
            "public": self.public or None,
        }
        settings = Settings(**{name: value for name, value in chosen.items() if value is not None})
        others = settings.seats - 1
        seats = (SeatPlan(me=True), *([SeatPlan(level=self.against)] * others))
        return NewTable(settings=settings, seats=seats if self.against else None)


def read_setting(text: str | None) -> tuple[str, str | None]:
    """How the numbers are settled, and which they are; by dice if nothing is said."""
    if text is None:
        return "dice", None
    for word, way in _WAYS.items():
        if text.lower() in words_for(word):
            return way, None
    return "given", str(Setting.parse(text))


def read_clock(text: str) -> TimeControl:
    """`300+2`: seconds for the game, and more with each stone. `10`: for each. `3d`: days."""
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
