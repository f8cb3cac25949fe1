"""The options for a new game, and the game that they describe."""

import datetime
from dataclasses import dataclass, replace

from grav.cli.forecasts.forecast_text import Outlook
from grav.cli.playing.prompts import Settled, ask_opponent, ask_players, ask_setting, ask_size
from grav.cli.shared.console import Console
from grav.cli.shared.localised import UsageError
from grav.record import Record
from grav.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    REVISED,
    Enforcement,
    Rules,
    Setting,
    parse_edition,
    parse_rules,
)
from grav.rules.setting import check_bounds


@dataclass(frozen=True)
class Wishes:
    """The options of the command line; None where a question asks for the choice."""

    rules: str | None
    size: int | None
    players: int | None
    setting: str | None
    edition: str | None
    strict: bool
    against: str | None
    name: tuple[str, ...]

    def leave_rules_to(self, stated: str) -> None:
        """Raises a UsageError for options that `--rules` or a file states already."""
        given = {
            "--rules": self.rules if stated != "--rules" else None,
            "--size": self.size,
            "--players": self.players,
            "--setting": self.setting,
            "--edition": self.edition,
            "--strict": self.strict,
        }
        for option, value in given.items():
            if value:
                raise UsageError("cli.stated_twice", option=option, by=stated)


def new_game(wishes: Wishes, console: Console) -> tuple[Record, str | None]:
    """Returns a new game and the opponent; asks for what the options leave open."""
    if wishes.rules is not None:
        wishes.leave_rules_to("--rules")
        rules = parse_rules(wishes.rules)
        return Record(rules, players=_names(wishes, rules.players), date=_today()), wishes.against
    if wishes.name and wishes.players is None:
        wishes = replace(wishes, players=_count(wishes.name))
    edition = parse_edition(wishes.edition or REVISED.name)
    size = wishes.size or ask_size(console)
    against = wishes.against
    players = wishes.players or (2 if against else ask_players(console))
    if against is None and wishes.players is None:
        against = ask_opponent(console)
    if wishes.setting is None:
        settled = ask_setting(console, Outlook(size, players, edition), bot_seats(players, against))
    else:
        settled = Settled(Setting.parse(wishes.setting))
    enforcement = Enforcement.STRICT if wishes.strict else Enforcement.CHALLENGE
    rules = Rules(size, players, settled.setting, edition, enforcement)
    names = _names(wishes, players)
    return Record(rules, players=names, date=_today(), setting=settled.how), against


def _names(wishes: Wishes, players: int) -> tuple[str, ...] | None:
    if not wishes.name:
        return None
    if len(wishes.name) != players:
        raise UsageError("cli.names", found=len(wishes.name), expected=players)
    return wishes.name


def _count(names: tuple[str, ...]) -> int:
    """Returns the number of players, from the number of names."""
    check_bounds("--name", len(names), MIN_PLAYERS, MAX_PLAYERS)
    return len(names)


def _today() -> str:
    return datetime.datetime.now(tz=datetime.UTC).astimezone().date().isoformat()


def bot_seats(players: int, against: str | None) -> range:
    """Returns the seats of programs: all but the first, or none without an opponent."""
    return range(1, players) if against else range(0)
