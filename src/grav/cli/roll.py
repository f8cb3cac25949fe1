"""`grav roll`: draws five numbers by dice or cards from a seed, with which anyone can repeat the
draw; or verifies the draw of a table."""

import click
from click.core import ParameterSource

from grav.cli.rolling.draw_verification import verify_draw
from grav.cli.shared.exit_codes import DRAW_IS_WRONG
from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised_click import Command, UsageError, WholeNumber
from grav.cli.shared.seeds import new_seed
from grav.game import (
    Cards,
    Dice,
    Draw,
    Keep,
    Roll,
    play_card,
    roll,
    settling_to_json,
)
from grav.record import format_json_line
from grav.rules import MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE
from grav.text import GravError, Language, say


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
            return _verify_file(record, language)
        seed = new_seed() if seed is None else seed
        table = (size, players, seed)
        settled = settle_with_first_cards(Cards(*table)) if cards else roll(Dice(*table), Roll(0))
        if as_json:
            click.echo(format_json_line(settling_to_json(settled)))
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


def _verify_file(name: str, language: Language) -> int:
    record = read_record(name)
    try:
        findings = verify_draw(record)
    except GravError as error:
        raise FileProblem("cli.in_file", file=name, cause=error.text) from error
    for finding in findings:
        click.echo(finding.text.say(language))
    return 0 if all(finding.holds for finding in findings) else DRAW_IS_WRONG


def settle_with_first_cards(cards: Cards) -> Cards:
    """Settles by cards; every player keeps the first card drawn."""
    while cards.to_act is not None:
        seat = cards.to_act
        cards = play_card(play_card(cards, Draw(seat)), Keep(seat, 0))
    return cards
