"""Turns the errors that end a command into a message on stderr and an exit status."""

import os
import sys

import click

from grav.cli.shared.exit_codes import BAD_INPUT, BROKEN_PIPE, INTERRUPTED
from grav.text import GravError, Language, say


def report_error(
    error: GravError | OSError | KeyboardInterrupt | click.Abort, language: Language
) -> int:
    """Prints what was wrong, and returns the exit status for it."""
    match error:
        case GravError():
            return _fail(error.say(language))
        case BrokenPipeError():
            _drop_output()
            return BROKEN_PIPE
        case OSError():
            if error.filename is None:  # our own output could not be written
                _drop_output()
            return _fail(_os_error_text(error, language))
        case _:
            click.echo(err=True)
            return INTERRUPTED


def _fail(message: str) -> int:
    sys.stdout.flush()
    click.echo(f"grav: {message}", err=True)
    return BAD_INPUT


def _drop_output() -> None:
    """Redirects stdout to devnull, so that flushing it at exit does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _os_error_text(error: OSError, language: Language) -> str:
    kinds = {
        FileNotFoundError: "no_such_file",
        IsADirectoryError: "is_a_folder",
        NotADirectoryError: "no_such_file",
        PermissionError: "not_allowed",
    }
    if error.filename is None:
        return say("cli.cannot_write", language, why=error.strerror or str(error))
    key = kinds.get(type(error), "cannot_open")
    file = str(error.filename)
    return say(f"cli.{key}", language, file=file, why=error.strerror or str(error))
