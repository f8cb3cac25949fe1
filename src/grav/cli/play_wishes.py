"""What a command line asks for in a game, and the game that comes of it."""

import datetime
from dataclasses import dataclass, replace

from grav.cli.console import Console
from grav.cli.localised import UsageError
from grav.cli.outlook import Outlook
from grav.cli.play_setup import Settled, ask_opponent, ask_players, ask_setting, ask_size
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
    """What the command line asked for; None where it leaves the choice to a question."""

    rules: str | None
    size: int | None
    players: int | None
    setting: str | None
    edition: str | None
    strict: bool
    against: str | None
    name: tuple[str, ...]

    def leave_rules_to(self, stated: str) -> None:
        """Refuses wishes about what is stated already, by `--rules` or by a file."""
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
    """The game that the wishes describe, and the opponent; what they leave open is asked."""
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
    """So many names are so many players."""
    check_bounds("--name", len(names), MIN_PLAYERS, MAX_PLAYERS)
    return len(names)


def _today() -> str:
    return datetime.datetime.now(tz=datetime.UTC).astimezone().date().isoformat()


def bot_seats(players: int, against: str | None) -> range:
    """A program sits on every seat but the first."""
    return range(1, players) if against else range(0)
