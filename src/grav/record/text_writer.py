"""Writes a record in the text form, which people can read."""

from collections.abc import Iterator

from grav.game import Accept, Action, Place, State, start
from grav.record.model import Record
from grav.record.notation import format_word, meant_seats, state_after
from grav.record.record_json import VERSION, format_json_line
from grav.record.text_escapes import escape
from grav.rules.referee import PLAIN, Referee

WIDTH = 78


def format_text_record(record: Record, referee: Referee = PLAIN) -> str:
    """Returns the text form of a record. `parse_text_record` turns it back into the same record.

    `referee` is the one that judged the game: what a word leaves out depends on who is on turn.
    """
    lines = [f"Grav {VERSION}", *_headers(record), ""]
    remark = record.extra.get("comment")
    if isinstance(remark, str):
        lines += [*_comment(remark), ""]
    lines += _moves(record, referee)
    return "\n".join(lines).rstrip("\n") + "\n"


def _headers(record: Record) -> Iterator[str]:
    rules = record.rules
    if record.name is not None:
        yield f"Name: {escape(record.name)}"
    for seat, name in enumerate(record.players or ()):
        yield f"Player {seat + 1}: {escape(name)}"
    if record.date is not None:
        yield f"Date: {escape(record.date)}"
    if record.place is not None:
        yield f"Place: {escape(record.place)}"
    yield f"Board: {rules.size}x{rules.size}"
    yield f"Players: {rules.players}"
    yield f"Setting: {rules.setting}"
    edition, _, house_rules = str(rules.edition).partition(" ")
    yield f"Edition: {edition}"
    if house_rules:
        yield f"House rules: {house_rules}"
    if rules.is_strict:
        yield f"Enforcement: {rules.enforcement}"
    if rules.first is not None:
        yield f"First: {rules.first + 1}"
    if record.setting is not None:
        yield f"Settled: {format_json_line(record.setting)}"
    if record.table is not None:
        yield f"Table: {format_json_line(record.table)}"
    for key, value in record.extra.items():
        if not (key == "comment" and isinstance(value, str)):
            yield f"{format_json_line(key)}: {format_json_line(value)}"


def _moves(record: Record, referee: Referee) -> Iterator[str]:
    """Yields the lines of moves, wrapped before move numbers; a comment ends its line."""
    line = ""
    for words, comment in _groups(record, referee):
        if line and (len(line) + 1 + len(words) > WIDTH):
            yield line
            line = ""
        line = f"{line} {words}" if line else words
        if comment is not None:
            yield line
            yield from _comment(comment)
            line = ""
    if line:
        yield line


def _comment(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        body = escape(line)
        yield f"; {body}" if body else ";"


def _groups(record: Record, referee: Referee) -> Iterator[tuple[str, str | None]]:
    """Yields a placement and its answers, up to the next placement or comment."""
    group: list[str] = []
    for is_placement, words, comment in _words(record, referee):
        if is_placement and group:
            yield " ".join(group), None
            group = []
        group.append(words)
        if comment is not None:
            yield " ".join(group), comment
            group = []
    if group:
        yield " ".join(group), None


def _words(record: Record, referee: Referee) -> Iterator[tuple[bool, str, str | None]]:
    """Yields for each word: whether it is a placement, the word, and its comment."""
    state, placements, index = start(record.rules, referee), 0, 0
    while index < len(record.actions):
        action = record.actions[index]
        together = _accepted_together(record, state, index) or [action]
        is_meant = [one.by for one in together] == meant_seats(type(action), state)
        word = format_word(action, with_seat=not is_meant)
        before = state
        for one in together:
            state = state_after(state, one)
        placed = isinstance(action, Place) and state is not before
        if placed:
            placements += 1
            word = f"{placements}. {word}"
        index += len(together)
        extra = record.action_extra.get(index - 1)
        if extra:
            word = f"{word} {format_json_line(dict(extra))}"
        yield placed, word, record.comments.get(index - 1)


def _accepted_together(record: Record, state: State, index: int) -> list[Action]:
    """Returns the acceptances from here on that one `ok` can state: all awaited, in order."""
    if not isinstance(record.actions[index], Accept):
        return []
    awaited: list[Action] = [Accept(seat) for seat in meant_seats(Accept, state)]
    following = list(record.actions[index : index + len(awaited)])
    noted = {*record.comments, *record.action_extra}
    within = range(index, index + len(awaited) - 1)
    return awaited if following == awaited and noted.isdisjoint(within) else []
