"""Localises click: the fixed words of its help pages, and its usage errors."""

import os
import re
from collections.abc import Sequence
from typing import Any

import click

from grav.extras import require
from grav.text import LANGUAGES, GravError, Language, Text, language_of_locale, say


class UsageError(GravError):
    """An invalid command line."""


def locale_language() -> Language:
    return language_of_locale(*(os.environ.get(n) for n in ("LC_ALL", "LC_MESSAGES", "LANG")))


def parse_language(arguments: Sequence[str]) -> tuple[Language, list[str]]:
    """Returns the language of `--lang` or else the locale, and the arguments without `--lang`."""
    language = locale_language()
    rest: list[str] = []
    left = iter(arguments)
    for argument in left:
        name, equals, value = argument.partition("=")
        if name != "--lang":
            rest.append(argument)
            continue
        asked = value if equals else next(left, "")
        if asked not in LANGUAGES:
            expected = ", ".join(LANGUAGES)
            raise UsageError("cli.bad_choice", name="--lang", found=asked, expected=expected)
        language = Language(asked)
    return language, rest


class _LocalisedCommand(click.Command):
    """A command whose help page is in the language of its context."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        pieces = pieces.replace("[OPTIONS]", _say(ctx, "usage_options"))
        pieces = pieces.replace("COMMAND [ARGS]...", _say(ctx, "usage_command"))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{_say(ctx, 'usage')} ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        rows = [option.get_help_record(ctx) for option in options]
        with formatter.section(_say(ctx, "options")):
            formatter.write_dl([row for row in rows if row is not None])

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _say(ctx, "help")
        return option


class Command(_LocalisedCommand):
    """A command that reports surplus arguments and missing packages in localised errors."""

    allow_extra_args = True

    def __init__(self, *arguments: Any, needs: str | None = None, **options: Any) -> None:
        """`needs`: the extra without whose packages the command cannot run."""
        super().__init__(*arguments, **options)
        self._needs = needs

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.args:
            raise UsageError("cli.too_many", found=ctx.args[0])
        if self._needs is not None:
            require(self._needs)
        return super().invoke(ctx)


class Group(_LocalisedCommand, click.Group):
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        rows = [(name, command.short_help or "") for name, command in self.commands.items()]
        with formatter.section(_say(ctx, "commands")):
            formatter.write_dl(rows)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes nothing: `format_options` lists the commands."""


def _say(ctx: click.Context, key: str) -> str:
    return say(f"cli.{key}", ctx.find_root().obj or Language.EN)


class WholeNumber(click.ParamType[int]):
    """A whole number within bounds."""

    name = "N"

    def __init__(self, least: int, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, _: click.Context | None) -> int:
        named = param.opts[0] if param else ""
        if isinstance(value, int):
            return value
        if not value.removeprefix("-").isdecimal() or len(value) > 18:
            raise UsageError("cli.not_whole", name=named, found=value)
        number = int(value)
        if number < self.least or (self.most is not None and number > self.most):
            key = "rules.too_small" if self.most is None else "rules.out_of_bounds"
            bounds = {"least": self.least, "most": self.most}
            raise UsageError(key, name=named, value=number, **bounds)
        return number


class Seconds(click.ParamType[float]):
    """A time in seconds, which may have a fraction."""

    name = "S"
    least, most = 0.01, 86_400

    def convert(self, value: Any, param: click.Parameter | None, _: click.Context | None) -> float:
        named = param.opts[0] if param else ""
        if isinstance(value, float):
            return value
        if not re.fullmatch(r"-?\d{1,18}(\.\d{0,18})?", value, re.ASCII):
            raise UsageError("cli.not_seconds", name=named, found=value)
        seconds = float(value)
        if not self.least <= seconds <= self.most:
            bounds = {"least": self.least, "most": self.most}
            raise UsageError("rules.out_of_bounds", name=named, value=value, **bounds)
        return seconds


def localise_usage_error(error: click.UsageError) -> UsageError:
    """Converts a usage error of click into one that has a text in each language."""
    match error:
        case click.NoSuchCommand():
            return UsageError("cli.no_such_command", found=error.command_name)
        case click.NoSuchOption():
            return UsageError("cli.no_such_option", found=error.option_name)
        case click.MissingParameter(param=param) if param is not None:
            return UsageError("cli.missing", name=param.human_readable_name)
        case click.BadOptionUsage():
            return UsageError("cli.option_value", name=error.option_name)
        case click.BadParameter(param=click.Parameter(type=click.Choice(choices=choices)) as param):
            values: dict[str, object] = {"name": param.opts[0], "expected": ", ".join(choices)}
            return UsageError("cli.bad_choice_of", **values)
        case _:
            return UsageError("cli.bad_usage", message=Text("cli.see_help"))
