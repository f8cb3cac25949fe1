"""The caption below the tray: name, players, the setting as five tiles, edition, notes."""

from dataclasses import dataclass, field

from grav.record.diagram_data import Diagram
from grav.record.svg.stones import small_stone
from grav.record.svg.text_layout import draw_centred, draw_text, width, wrap_text
from grav.record.svg.theme import Palette
from grav.record.svg.xml import tag
from grav.rules import PARTS, Rules
from grav.rules.rules_text import part_text
from grav.text import Text, say

_HEADING, _LINE, _NOTE = 22.0, 16.0, 15.0
_TILE, _GAP = 38.0, 9.0
_MIN_BESIDE = 150.0
"""The edition is written beside the tiles if there is this much room, else below."""
_MAX_CHARACTERS = 7
"""Maximum number of characters that a tile shows."""
_ICON, _COLUMN = 30.0, 170.0
"""Room for a player's stone, and for the narrowest column of players."""


@dataclass
class Lines:
    """Writes lines of text below each other in a column of the picture."""

    left: float
    top: float
    room: float
    drawn: list[str] = field(default_factory=list)

    def write(self, text: str, size: float, fill: str, *, bold: bool = False) -> None:
        for line in wrap_text(text, self.room, size, bold=bold):
            self.top += 1.4 * size
            self.drawn.append(
                draw_text(line, self.left, self.top - 0.4 * size, size, fill, bold=bold)
            )


def draw_caption(
    diagram: Diagram,
    palette: Palette,
    language: str,
    lines: Lines,
) -> None:
    """Writes the caption; afterwards `lines.top` is where the picture ends."""
    for index, text in enumerate(diagram.caption):
        heading = index == 0
        lines.write(
            text,
            _HEADING if heading else _LINE,
            palette.ink if heading else palette.quiet,
            bold=heading,
        )
    if diagram.players:
        _players(diagram.players, palette, lines)
    if diagram.rules is not None:
        _setting(diagram.rules, palette, language, lines)
    if diagram.notes:
        lines.top += 8
    for note in diagram.notes:
        lines.write(note.say(language), _NOTE, palette.ink)


def _players(players: tuple[str, ...], palette: Palette, lines: Lines) -> None:
    """Writes each player with the stone, in columns; a long name is wrapped in its column."""
    if lines.drawn:
        lines.top += 6
    longest = max((width(word, _LINE) for name in players for word in name.split()), default=0.0)
    columns = min(len(players), max(1, int(lines.room // max(_COLUMN, _ICON + longest + 18))))
    widest = max(width(name, _LINE) for name in players)
    column = min(lines.room / columns, _ICON + widest + 18)
    for seat, name in enumerate(players):
        if seat % columns == 0:
            top = lines.top
        x, y = lines.left + seat % columns * column, top + _ICON / 2
        lines.drawn.append(small_stone(seat, x + _ICON / 2 - 3, y, 28.0, palette))
        cell = Lines(x + _ICON, y - 0.65 * _LINE, column - _ICON - 16)
        cell.write(name, _LINE, palette.ink)
        lines.drawn += cell.drawn
        lines.top = max(lines.top, top + _ICON, cell.top + 4)


def _setting(rules: Rules, palette: Palette, language: str, lines: Lines) -> None:
    if lines.drawn:
        lines.top += 10
    x, top = lines.left, lines.top
    size = 20.0
    for number in rules.setting:
        text = str(number)
        text = text if len(text) <= _MAX_CHARACTERS else text[: _MAX_CHARACTERS - 1] + "…"
        wide = max(_TILE, width(text, size, bold=True) + 12)
        if x > lines.left and x + wide > lines.left + lines.room:
            x, top = lines.left, top + _TILE + _GAP
        lines.drawn.append(
            tag(
                "rect",
                x=x,
                y=top,
                width=wide,
                height=_TILE,
                rx=8.0,
                fill=palette.card,
                stroke=palette.rule,
                stroke_width=1.5,
            )
        )
        lines.drawn.append(
            draw_centred(text, x + wide / 2, top + _TILE / 2, size, palette.ink, bold=True)
        )
        x += wide + _GAP
    _edition(rules, palette, language, lines, x + 9, top)


def _edition(
    rules: Rules, palette: Palette, language: str, lines: Lines, x: float, top: float
) -> None:
    """Writes the size of the board and the edition, beside the last tile or below it."""
    left, room = lines.left, lines.room
    beside = left + room - x >= _MIN_BESIDE
    if beside:
        lines.left, lines.room, lines.top = x, left + room - x, top - 2
    else:
        lines.top = top + _TILE + 6
    size = say("diagram.size", language, size=rules.size)
    lines.write(size, 17.0, palette.ink, bold=True)
    lines.write(edition_line(rules).say(language), _NOTE, palette.quiet)
    lines.left, lines.room = left, room
    lines.top = max(lines.top, top + _TILE + 2)


def edition_line(rules: Rules) -> Text:
    """Describes the edition, the house rules and strict play."""
    parts = [Text(f"parts.edition_short_{rules.edition.name}")]
    parts += [part_text(PARTS[part], value) for part, value in rules.edition.house_rules().items()]
    if rules.is_strict:
        parts.append(Text("diagram.strict"))
    return Text("diagram.parts", {"parts": parts})
