"""Writes SGF (FF[4]) that editors for Go can open.

Stones are written as setup (AB, AW, AE), not as moves, so that no rule of Go applies to them.
Go has two colours. Seats 0, 2, 4 are black, 1, 3, 5 white; from the third seat on, each stone
also has a mark (triangle, square, circle, cross), so that all six can be distinguished.
"""

import re

from grav.game import (
    Event,
    Over,
    Placed,
    Refusal,
    Removed,
    State,
    Voided,
    apply,
    start,
)
from grav.record.event_text import event_text
from grav.record.model import Record
from grav.record.record_json import VERSION
from grav.rules import Point, points_of
from grav.rules.referee import PLAIN, Referee
from grav.text import Text, printable, say

_MARKS = ("", "", "TR", "SQ", "CR", "MA")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)


def format_sgf(record: Record, language: str = "en", referee: Referee = PLAIN) -> str:
    """Returns one game tree without branches: a node for each action that has anything to show.

    A refused action is a node with the reason as comment. `referee` is the one that judged the
    game.
    """
    nodes, state, placements = [], start(record.rules, referee), 0
    for index, action in enumerate(record.actions):
        try:
            state, events = apply(state, action)
        except Refusal as refusal:
            comment = _comment([refusal.text.say(language)], record, index)
            nodes.append(_node({}, _seat_marks(state), comment))
            continue
        setup: dict[str, list[Point]] = {}
        labels: list[str] = []
        for event in events:
            _set_up(event, setup)
            if isinstance(event, Placed):
                placements += 1
                labels.append(f"{_at(event.at, state)}:{placements}")
        sentences = [text.say(language) for event in events if (text := _sentence(event, record))]
        marks = _seat_marks(state) + _property("LB", labels)
        if setup or sentences or index in record.comments:
            comment = _comment(sentences, record, index)
            nodes.append(_node(_points(setup, state), marks, comment))
    return f"({_root(record, state, language)}{''.join(nodes)})\n"


def _set_up(event: Event, setup: dict[str, list[Point]]) -> None:
    match event:
        case Placed(by, at):
            setup.setdefault("AW" if by % 2 else "AB", []).append(at)
        case Voided(_, at) | Removed(at=at):
            setup.setdefault("AE", []).append(at)
        case _:
            pass


def _sentence(event: Event, record: Record) -> Text | None:
    """Describes an event; returns None if the stones of the node show it already."""
    if isinstance(event, Placed) and not event.declared:
        return None
    return event_text(event, record.players)


def _seat_marks(state: State) -> str:
    """Marks all stones of the third seat and on: in SGF, marks hold for one node only."""
    return "".join(
        _property(_MARKS[seat], [_at(p, state) for p in points_of(bits, state.board.size)])
        for seat, bits in enumerate(state.board.owned)
        if seat >= 2 and bits
    )


def _points(setup: dict[str, list[Point]], state: State) -> dict[str, list[str]]:
    return {name: [_at(point, state) for point in points] for name, points in setup.items()}


def _at(point: Point, state: State) -> str:
    """Formats a point as SGF: column, then row from the top, as letters."""
    return chr(ord("a") + point.column) + chr(ord("a") + state.board.size - 1 - point.row)


def _comment(sentences: list[str], record: Record, index: int) -> str:
    comment = record.comments.get(index)
    return "\n".join([*sentences, *([comment] if comment else [])])


def _node(setup: dict[str, list[str]], marks: str, comment: str) -> str:
    stones = "".join(_property(name, values) for name, values in setup.items())
    said = _property("C", [_escape(comment)] if comment else [])
    return f"\n;{stones}{marks}{said}"


def _root(record: Record, final: State, language: str) -> str:
    rules = record.rules
    names = [say("report.player", language, seat=seat + 1) for seat in range(rules.players)]
    names = list(record.players or names)
    dated = record.date if record.date and _DATE.fullmatch(record.date) else None
    remarks = [
        *(
            say("event.seat", language, seat=seat + 1, name=names[seat])
            for seat in range(2, len(names))
        ),
        record.date if not dated else None,
        remark if isinstance(remark := record.extra.get("comment"), str) else None,
    ]
    root = {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "AP": f"Grav:{VERSION}",
        "SZ": str(rules.size),
        "GN": record.name,
        "PB": names[0],
        "PW": names[1],
        "DT": dated,
        "PC": record.place,
        "RU": f"Grav {rules}",
        "RE": _result(final),
        "GC": "\n".join(remark for remark in remarks if remark),
    }
    return ";" + "".join(_property(key, [_escape(value)]) for key, value in root.items() if value)


def _result(final: State) -> str | None:
    """Returns the SGF result; None with more than two players or if the game is not over."""
    if not isinstance(final.phase, Over) or final.rules.players > 2:
        return None
    winner, loser = final.phase.ranking
    stones = final.board.counts()
    margin = "R" if final.resigned else str(stones[winner] - stones[loser] or "")
    return f"{'BW'[winner]}+{margin}"


def _property(name: str, values: list[str]) -> str:
    return name + "".join(f"[{value}]" for value in values) if values else ""


def _escape(text: str) -> str:
    shown = "\n".join(printable(line) for line in text.split("\n"))
    return shown.replace("\\", "\\\\").replace("]", "\\]")
