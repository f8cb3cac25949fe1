"""A diagram as one self-contained SVG picture: no embedded fonts, scripts or other files."""

from collections import defaultdict

from grav.record.diagram_data import Diagram
from grav.record.svg.board import MARGIN, Tray, draw_tray, tray_defs
from grav.record.svg.caption import Lines, draw_caption
from grav.record.svg.marks import marks_above, marks_beneath
from grav.record.svg.stones import draw_stone, stone_defs
from grav.record.svg.text_layout import faces
from grav.record.svg.theme import PALETTES, Theme
from grav.record.svg.xml import content, tag
from grav.text import Language, say


def svg_of(diagram: Diagram, language: str = Language.EN, theme: str = Theme.LIGHT) -> str:
    """Returns the diagram as SVG text; the output is deterministic."""
    palette, tray = PALETTES[Theme(theme)], Tray.of(diagram.size)
    lines = Lines(MARGIN + 4, MARGIN + tray.side + 14, tray.side - 8)
    draw_caption(diagram, palette, language, lines)
    width, height = round(tray.side + 2 * MARGIN), round(lines.top + MARGIN)
    parts = (
        tag("title", content(title(diagram, language))),
        tag("desc", content(description(diagram, language))),
        tag("defs", tray_defs(palette), stone_defs(palette)),
        tag("rect", width=width, height=height, fill=palette.paper),
        draw_tray(tray, palette),
        marks_beneath(tray, diagram, palette),
        *(draw_stone(tray, stone, palette) for stone in diagram.stones),
        marks_above(tray, diagram, palette),
        *lines.drawn,
    )
    return (
        tag(
            "svg",
            "\n",
            *(part + "\n" for part in parts if part),
            xmlns="http://www.w3.org/2000/svg",
            width=width,
            height=height,
            viewBox=f"0 0 {width} {height}",
            role="img",
            lang=Language(language),
            font_family=faces(language),
            style="font-variant-numeric: lining-nums tabular-nums",
        )
        + "\n"
    )


def title(diagram: Diagram, language: str) -> str:
    """Returns the title of the picture, for screen readers and tooltips."""
    values: dict[str, object] = {"size": diagram.size}
    if diagram.rules is None:
        named = say("diagram.title_bare", language, **values)
    else:
        named = say("diagram.title", language, **values, setting=str(diagram.rules.setting))
    return ": ".join((*diagram.caption[:1], named))


def description(diagram: Diagram, language: str) -> str:
    """Returns a description for screen readers: every stone, seat by seat, and the notes."""
    names = defaultdict(list)
    for stone in diagram.stones:
        name = str(stone.at) if stone.number is None else f"{stone.number} {stone.at}"
        names[stone.seat].append(name)
    stones = [
        say(
            "diagram.stones",
            language,
            player=_player(diagram, seat, language),
            form=say(f"diagram.form_{seat}", language),
            points=names[seat],
        )
        for seat in sorted(names)
    ]
    notes = [note.say(language) for note in diagram.notes]
    return "\n".join((*(stones or [say("diagram.no_stones", language)]), *notes))


def _player(diagram: Diagram, seat: int, language: str) -> str:
    if seat < len(diagram.players):
        return diagram.players[seat]
    return say("diagram.player", language, seat=seat + 1)
