"""Events as texts for people. Texts may show all that an event holds, so pass event views."""

from collections.abc import Sequence

from grav.game import (
    BonusTurnBegun,
    Event,
    GameEnded,
    Passed,
    Placed,
    Removed,
    Resigned,
    Shouted,
    Skipped,
)
from grav.rules.breach_text import breaches_text
from grav.text import Text


def player_text(names: Sequence[str] | None, seat: int) -> str | Text:
    """Returns the player's name, or a text such as `player 2`."""
    return names[seat] if names else Text("report.player", {"seat": seat + 1})


def event_text(event: Event, names: Sequence[str] | None) -> Text | None:
    """Describes an event in a sentence; returns None for events that need no text."""

    def player(seat: int) -> str | Text:
        return player_text(names, seat)

    match event:
        case Placed(by, at, declared):
            values = {"player": player(by), "at": at, "count": declared}
            return Text("event.placed_declaring" if declared else "event.placed", values)
        case Shouted(by, breaches=breaches):
            if not breaches:
                return Text("event.wrong_shout", {"player": player(by)})
            shown = breaches_text(breaches)
            return Text("event.right_shout", {"player": player(by), "shown": shown})
        case Removed(by, of, at):
            return Text("event.removed", {"player": player(by), "of": player(of), "at": at})
        case Skipped(by):
            return Text("event.skipped", {"player": player(by)})
        case Passed(by):
            return Text("event.passed", {"player": player(by)})
        case Resigned(by):
            return Text("event.resigned", {"player": player(by)})
        case BonusTurnBegun(by, left):
            key = "event.bonus_turn_of_more" if left else "event.bonus_turn"
            return Text(key, {"player": player(by), "left": left})
        case GameEnded(how, ranking):
            values = {"winner": player(ranking[0]), "how": Text(f"report.ended_{how}")}
            return Text("event.ended", values)
        case _:
            return None
