"""`grav roll --verify`: checks the commit–reveal draw of a record without trusting the server."""

from collections.abc import Mapping
from typing import NamedTuple

from grav.game import commitment_to, seed_of, settling_from_json
from grav.record import Record
from grav.rules import Setting
from grav.rules.json_fields import (
    FormError,
    Json,
    as_array,
    as_object,
    as_text,
    required,
)
from grav.text import GravError, Text


class Finding(NamedTuple):
    """The result of one check: whether it holds, and its text."""

    holds: bool
    text: Text


class _Draw(NamedTuple):
    commitment: str
    share: str
    shares: list[str]


def verify(record: Record) -> list[Finding]:
    """Checks the commitment, the seed and the numbers; raises GravError if there was no draw."""
    if not (isinstance(record.table, dict) and "draw" in record.table):
        raise GravError("cli.roll_verify_none")
    draw = _draw(record.table["draw"], record.rules.players)
    setting = as_object(record.setting, "setting")
    return [_commitment(draw), _seed(draw, setting), _numbers(record)]


def _draw(value: Json, players: int) -> _Draw:
    where = "table.draw"
    form = as_object(value, where)
    shares = as_array(required(form, "shares", where), f"{where}.shares")
    if len(shares) != players:
        raise FormError(
            "form.players", where=f"{where}.shares", found=len(shares), expected=players
        )
    return _Draw(
        as_text(required(form, "commitment", where), f"{where}.commitment"),
        _line(required(form, "share", where), f"{where}.share"),
        [_line(share, f"{where}.shares[{seat}]") for seat, share in enumerate(shares)],
    )


def _line(value: Json, where: str) -> str:
    """Returns a share. A line feed is refused: two lists of shares could then give one seed."""
    text = as_text(value, where)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "\n"
    if "\n" in text:
        raise FormError("cli.roll_verify_share", where=where)
    return text


def _commitment(draw: _Draw) -> Finding:
    return _compared("commitment", draw.commitment, commitment_to(draw.share))


def _seed(draw: _Draw, setting: Mapping[str, Json]) -> Finding:
    stated = as_text(required(setting, "seed", "setting"), "setting.seed")
    return _compared("seed", stated, seed_of(draw.share, draw.shares))


def _numbers(record: Record) -> Finding:
    """Replays the steps from the seed, and compares board, players and numbers with the game."""
    try:
        settling = settling_from_json(record.setting)
    except GravError as error:
        return Finding(False, Text("cli.roll_verify_steps_wrong", {"why": error.text}))
    rules = record.rules
    played = _told(rules.size, rules.players, rules.setting)
    drawn = _told(settling.size, settling.players, settling.settled)
    return _compared("numbers", played, drawn)


def _told(size: int, players: int, setting: Setting | None) -> str:
    """Formats them as the beginning of a rules line."""
    return f"{size}x{size} {players}p {setting or '?'}"


def _compared(what: str, found: str, expected: str) -> Finding:
    holds = found == expected
    key = f"cli.roll_verify_{what}" if holds else f"cli.roll_verify_{what}_wrong"
    return Finding(holds, Text(key, {"found": found, "expected": expected}))
