"""Bots in `grav play` get every action, and then the view after it."""

from grav.cli.playing.table import Table
from grav.cli.shared.console import Console
from grav.game import Accept, Action, Pass, View
from grav.record import Record
from grav.rules import parse_rules
from grav.testing import place
from grav.text import Language

RULES = parse_rules("5x5 2p 3 3 4 2 4 revised first=0")


class Passing:
    """Accepts every stone, passes on its turn, and records what it is given."""

    def __init__(self) -> None:
        self.told: list[Action | str] = []

    def hear(self, action: Action) -> None:
        self.told.append(action)

    def see(self, view: View) -> None:
        self.told.append(view.phase)

    def act(self, view: View) -> Action:
        return Accept(1) if view.window else Pass(1)

    def delay(self, view: View) -> float:
        raise NotImplementedError


def test_all_that_a_saved_game_holds_is_heard_from_its_start() -> None:
    opponent = Passing()
    actions = (place(0, "c3"), place(1, "c5"), Accept(0))
    Table(Record(RULES, actions), Console(Language.EN, False), bots={1: opponent}, help=())
    assert opponent.told == [
        *("turn", actions[0], "window", actions[1], "window", actions[2], "turn")
    ]


def test_what_is_done_at_the_table_is_heard_its_own_actions_too() -> None:
    opponent = Passing()
    table = Table(Record(RULES), Console(Language.EN, False), bots={1: opponent}, help=())
    for action in (place(0, "c3"), Accept(1), Pass(1)):
        table._apply(action)
    assert opponent.told == [
        *("turn", place(0, "c3"), "window", Accept(1), "turn", Pass(1), "turn")
    ]
