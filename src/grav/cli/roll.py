"""`grav roll`: draws five numbers by dice or cards from a seed, with which anyone can repeat the
draw; or verifies the draw of a table."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

import click
from click.core import ParameterSource

from grav.cli.shared.exit_codes import DRAW_IS_WRONG
from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised_click import Command, UsageError, WholeNumber
from grav.game import (
    Cards,
    Dice,
    Draw,
    Keep,
    Roll,
    commitment_to,
    play_card,
    roll,
    seed_of,
    settling_from_json,
    settling_to_json,
)
from grav.record import Record, dump_json
from grav.rules import MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE, Setting
from grav.rules.json_fields import FormError, Json, as_array, as_object, as_text, require_key
from grav.text import GravError, Language, Text, say


def new_seed() -> str:
    return secrets.token_hex(8)


def roll_command(language: Language) -> click.Command:
    @click.command(
        "roll",
        cls=Command,
        help=say("cli.roll", language),
        short_help=say("cli.roll_short", language),
    )
    @click.option(
        "--size", type=WholeNumber(MIN_SIZE, MAX_SIZE), default=9, help=say("cli.size", language)
    )
    @click.option(
        "--players",
        type=WholeNumber(MIN_PLAYERS, MAX_PLAYERS),
        default=2,
        help=say("cli.players", language),
    )
    @click.option("--seed", metavar="S", help=say("cli.roll_seed", language))
    @click.option("--cards", is_flag=True, help=say("cli.roll_cards", language))
    @click.option("--json", "as_json", is_flag=True, help=say("cli.roll_json", language))
    @click.option("--verify", "record", metavar="RECORD", help=say("cli.roll_verify", language))
    @click.pass_context
    def roll_(
        context: click.Context,
        size: int,
        players: int,
        seed: str | None,
        cards: bool,
        as_json: bool,
        record: str | None,
    ) -> int | None:
        if record is not None:
            _check_alone(context)
            return _verify(record, language)
        seed = new_seed() if seed is None else seed
        table = (size, players, seed)
        settled = draw_cards(Cards(*table)) if cards else roll(Dice(*table), Roll(0))
        if as_json:
            click.echo(dump_json(settling_to_json(settled)))
            return None
        if isinstance(settled, Cards):
            for index, card in enumerate(settled.kept):
                values = {"seat": index % players + 1, "card": str(card)}
                click.echo(say("cli.roll_card", language, **values))
        click.echo(str(settled.settled))
        click.echo(say("cli.roll_again", language, size=size, seed=seed), err=True)
        return None

    return roll_


def _check_alone(context: click.Context) -> None:
    """Raises a UsageError if another option is given beside --verify: the record states it."""
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name != "record":
            raise UsageError("cli.roll_verify_alone", option=option.opts[0])


def _verify(name: str, language: Language) -> int:
    record = read_record(name)
    try:
        findings = verify_draw(record)
    except GravError as error:
        raise FileProblem("cli.in_file", file=name, cause=error.text) from error
    for finding in findings:
        click.echo(finding.text.say(language))
    return 0 if all(finding.holds for finding in findings) else DRAW_IS_WRONG


def draw_cards(cards: Cards) -> Cards:
    """Settles by cards; every player keeps the first card drawn."""
    while cards.to_act is not None:
        seat = cards.to_act
        cards = play_card(play_card(cards, Draw(seat)), Keep(seat, 0))
    return cards


class Finding(NamedTuple):
    """The result of one check: whether it holds, and its text."""

    holds: bool
    text: Text


class _Draw(NamedTuple):
    commitment: str
    share: str
    shares: list[str]


def verify_draw(record: Record) -> list[Finding]:
    """Checks the commitment, the seed and the numbers; raises GravError if there was no draw."""
    if not (isinstance(record.table, dict) and "draw" in record.table):
        raise GravError("cli.roll_verify_none")
    draw = _draw(record.table["draw"], record.rules.players)
    setting = as_object(record.setting, "setting")
    return [_check_commitment(draw), _check_seed(draw, setting), _check_numbers(record)]


def _draw(value: Json, players: int) -> _Draw:
    where = "table.draw"
    form = as_object(value, where)
    shares = as_array(require_key(form, "shares", where), f"{where}.shares")
    if len(shares) != players:
        raise FormError(
            "form.players", where=f"{where}.shares", found=len(shares), expected=players
        )
    return _Draw(
        as_text(require_key(form, "commitment", where), f"{where}.commitment"),
        _share_text(require_key(form, "share", where), f"{where}.share"),
        [_share_text(share, f"{where}.shares[{seat}]") for seat, share in enumerate(shares)],
    )


def _share_text(value: Json, where: str) -> str:
    """Returns a share. A line feed is refused: two lists of shares could then give one seed."""
    text = as_text(value, where)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "\n"
    if "\n" in text:
        raise FormError("cli.roll_verify_share", where=where)
    return text


def _check_commitment(draw: _Draw) -> Finding:
    return _compare("commitment", draw.commitment, commitment_to(draw.share))


def _check_seed(draw: _Draw, setting: Mapping[str, Json]) -> Finding:
    stated = as_text(require_key(setting, "seed", "setting"), "setting.seed")
    return _compare("seed", stated, seed_of(draw.share, draw.shares))


def _check_numbers(record: Record) -> Finding:
    """Replays the steps from the seed, and compares board, players and numbers with the game."""
    try:
        settling = settling_from_json(record.setting)
    except GravError as error:
        return Finding(False, Text("cli.roll_verify_steps_wrong", {"why": error.text}))
    rules = record.rules
    played = _format_rules(rules.size, rules.players, rules.setting)
    drawn = _format_rules(settling.size, settling.players, settling.settled)
    return _compare("numbers", played, drawn)


def _format_rules(size: int, players: int, setting: Setting | None) -> str:
    """Formats them as the beginning of a rules line."""
    return f"{size}x{size} {players}p {setting or '?'}"


def _compare(what: str, found: str, expected: str) -> Finding:
    holds = found == expected
    key = f"cli.roll_verify_{what}" if holds else f"cli.roll_verify_{what}_wrong"
    return Finding(holds, Text(key, {"found": found, "expected": expected}))
