"""The options for a new game, and the game that they describe."""

import datetime
from dataclasses import dataclass, replace

from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.cli.playing.setup_prompts import (
    SettledNumbers,
    ask_opponent,
    ask_players,
    ask_setting,
    ask_size,
)
from grav.cli.shared.console import Console
from grav.cli.shared.localised_click import UsageError
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
class NewGameOptions:
    """The options of the command line; None where a question asks for the choice."""

    rules: str | None
    size: int | None
    players: int | None
    setting: str | None
    edition: str | None
    strict: bool
    against: str | None
    name: tuple[str, ...]

    def check_not_stated_twice(self, stated: str) -> None:
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


def new_game(options: NewGameOptions, console: Console) -> tuple[Record, str | None]:
    """Returns a new game and the opponent; asks for what the options leave open."""
    if options.rules is not None:
        options.check_not_stated_twice("--rules")
        rules = parse_rules(options.rules)
        return Record(rules, players=_names(options, rules.players), date=_today()), options.against
    if options.name and options.players is None:
        options = replace(options, players=_count_players(options.name))
    edition = parse_edition(options.edition or REVISED.name)
    size = options.size or ask_size(console)
    against = options.against
    players = options.players or (2 if against else ask_players(console))
    if against is None and options.players is None:
        against = ask_opponent(console)
    if options.setting is None:
        settled = ask_setting(
            console, SettlingForecast(size, players, edition), bot_seats(players, against)
        )
    else:
        settled = SettledNumbers(Setting.parse(options.setting))
    enforcement = Enforcement.STRICT if options.strict else Enforcement.CHALLENGE
    rules = Rules(size, players, settled.setting, edition, enforcement)
    names = _names(options, players)
    return Record(rules, players=names, date=_today(), setting=settled.how), against


def _names(options: NewGameOptions, players: int) -> tuple[str, ...] | None:
    if not options.name:
        return None
    if len(options.name) != players:
        raise UsageError("cli.names", found=len(options.name), expected=players)
    return options.name


def _count_players(names: tuple[str, ...]) -> int:
    """Returns the number of players, from the number of names."""
    check_bounds("--name", len(names), MIN_PLAYERS, MAX_PLAYERS)
    return len(names)


def _today() -> str:
    return datetime.datetime.now(tz=datetime.UTC).astimezone().date().isoformat()


def bot_seats(players: int, against: str | None) -> range:
    """Returns the seats of programs: all but the first, or none without an opponent."""
    return range(1, players) if against else range(0)
