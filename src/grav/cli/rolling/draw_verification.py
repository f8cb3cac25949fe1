"""Verifies the draw of a table: the commitment, the seed from all shares, and the numbers."""

from collections.abc import Mapping
from typing import NamedTuple

from grav.game import commitment_to, seed_of, settling_from_json
from grav.record import Record
from grav.rules import Setting
from grav.rules.json_fields import FormError, Json, as_array, as_object, as_text, require_key
from grav.text import GravError, Text


class DrawFinding(NamedTuple):
    """The result of one check: whether it holds, and its text."""

    holds: bool
    text: Text


class _StatedDraw(NamedTuple):
    commitment: str
    share: str
    shares: list[str]


def verify_draw(record: Record) -> list[DrawFinding]:
    """Checks the commitment, the seed and the numbers; raises GravError if there was no draw."""
    if not (isinstance(record.table, dict) and "draw" in record.table):
        raise GravError("cli.roll_verify_none")
    draw = _parse_draw(record.table["draw"], record.rules.players)
    setting = as_object(record.setting, "setting")
    return [_check_commitment(draw), _check_seed(draw, setting), _check_numbers(record)]


def _parse_draw(value: Json, players: int) -> _StatedDraw:
    where = "table.draw"
    form = as_object(value, where)
    shares = as_array(require_key(form, "shares", where), f"{where}.shares")
    if len(shares) != players:
        raise FormError(
            "form.players", where=f"{where}.shares", found=len(shares), expected=players
        )
    return _StatedDraw(
        as_text(require_key(form, "commitment", where), f"{where}.commitment"),
        _parse_share(require_key(form, "share", where), f"{where}.share"),
        [_parse_share(share, f"{where}.shares[{seat}]") for seat, share in enumerate(shares)],
    )


def _parse_share(value: Json, where: str) -> str:
    """Returns a share. A line feed is refused: two lists of shares could then give one seed."""
    text = as_text(value, where)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "\n"
    if "\n" in text:
        raise FormError("cli.roll_verify_share", where=where)
    return text


def _check_commitment(draw: _StatedDraw) -> DrawFinding:
    return _compare_with_expected("commitment", draw.commitment, commitment_to(draw.share))


def _check_seed(draw: _StatedDraw, setting: Mapping[str, Json]) -> DrawFinding:
    stated = as_text(require_key(setting, "seed", "setting"), "setting.seed")
    return _compare_with_expected("seed", stated, seed_of(draw.share, draw.shares))


def _check_numbers(record: Record) -> DrawFinding:
    """Replays the steps from the seed, and compares board, players and numbers with the game."""
    try:
        settling = settling_from_json(record.setting)
    except GravError as error:
        return DrawFinding(False, Text("cli.roll_verify_steps_wrong", {"why": error.text}))
    rules = record.rules
    played = _format_rules(rules.size, rules.players, rules.setting)
    drawn = _format_rules(settling.size, settling.players, settling.settled)
    return _compare_with_expected("numbers", played, drawn)


def _format_rules(size: int, players: int, setting: Setting | None) -> str:
    """Formats them as the beginning of a rules line."""
    return f"{size}x{size} {players}p {setting or '?'}"


def _compare_with_expected(what: str, found: str, expected: str) -> DrawFinding:
    holds = found == expected
    key = f"cli.roll_verify_{what}" if holds else f"cli.roll_verify_{what}_wrong"
    return DrawFinding(holds, Text(key, {"found": found, "expected": expected}))
