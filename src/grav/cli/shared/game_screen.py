"""Prints a view of a game to a terminal."""

from collections.abc import Mapping, Sequence

import click

from grav.cli.shared.console import Console
from grav.game import View
from grav.record import player_text
from grav.record.text_board import ASCII_MARKS, MARKS, draw
from grav.rules import Point
from grav.rules.rules_text import setting_texts
from grav.text import Text, printable

# The stones' colours, lightened where they would be invisible on a dark terminal.
_COLOURS = (
    (224, 92, 62),
    (92, 132, 204),
    (47, 166, 132),
    (224, 161, 27),
    (170, 104, 167),
    (239, 235, 221),
)


class GameScreen:
    def __init__(self, console: Console, names: Sequence[str] | None, plain: bool) -> None:
        self._console = console
        self._names = names
        self._plain = plain

    def name(self, seat: int) -> str | Text:
        return player_text(self._names, seat)

    def show_board(self, view: View, marks: Mapping[Point, str] | None = None) -> None:
        """Prints the board and the players; highlights the stone of the window, or the last stone.

        `marks` are printed beside their points, instead of the agreed help.
        """
        highlighted = [view.window.at] if view.window else [view.last] if view.last else []
        drawing = draw(
            view.board,
            ascii=self._plain,
            highlights=highlighted,
            marks=self._marks(view) if marks is None else marks,
            paint=self._paint if self._console.colour else None,
        )
        self._console.show(f"\n{drawing}")
        self._console.show(self._standing(view))

    def show_rules(self, view: View) -> None:
        rules = view.rules
        self._console.show(str(rules))
        for text in setting_texts(rules):
            self._console.show(f"  {text.say(self._console.language)}")
        key = f"parts.bonus_earned_{rules.edition.bonus}"
        self._console.show_text(key, least=rules.edition.min_shape)
        self._console.show_text(f"play.enforcement_{rules.enforcement}")

    def _marks(self, view: View) -> dict[Point, str]:
        """Returns the help on empty points: the number of shapes, or a tick on a legal point."""
        marks: dict[Point, str] = {}
        for point in view.legal or ():
            marks[point] = "'"
        for point, count in (view.shapes or {}).items():
            if count and (view.legal is None or point in view.legal):
                marks[point] = str(count) if count < 10 else "+"
        return marks

    def _standing(self, view: View) -> str:
        counts = view.board.counts()
        parts = []
        for seat in view.order or range(view.rules.players):
            mark = (ASCII_MARKS if self._plain else MARKS)[seat]
            texts = [self._paint(mark, seat) if self._console.colour else mark]
            name = self.name(seat)
            if isinstance(name, Text):
                texts.append(name.say(self._console.language))
            else:  # with its number, for `2 grav`
                texts.append(f"{seat + 1} {printable(name)}")
            texts.append(str(counts[seat]))
            if seat in view.resigned:
                texts.append(Text("play.has_resigned").say(self._console.language))
            elif view.skips[seat]:
                owed = Text("play.owes", {"count": view.skips[seat]})
                texts.append(owed.say(self._console.language))
            parts.append(" ".join(texts))
        return "   ".join(parts)

    def _paint(self, text: str, seat: int | None) -> str:
        if seat is not None:
            return click.style(text, fg=_COLOURS[seat])
        return click.style(text, bold=text in "[]", dim=text not in "[]")
