"""Saves and loads games at the table; errors are printed, and the game goes on."""

from pathlib import Path

from grav.cli.shared.console import Console
from grav.game import Refusal, State, apply, start
from grav.record import Record, load, save
from grav.text import GravError, Text

DEFAULT_SUFFIX = ".grav"
WRITE_ONLY_SUFFIX = ".sgf"


def states_of(record: Record) -> list[State]:
    """Returns the start and the state after each action; raises GravError for a refused action."""
    states = [start(record.rules)]
    for index, action in enumerate(record.actions):
        try:
            states.append(apply(states[-1], action).state)
        except Refusal as refusal:
            raise GravError("report.refused", index=index + 1, why=refusal.text) from refusal
    return states


class GameFiles:
    """Remembers the files that a table has written or read; asks before it overwrites others."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._own: set[Path] = set()

    def save(self, record: Record, typed: str) -> bool:
        """Saves a record; returns whether it can be loaded again from there (not from SGF)."""
        try:
            path = parse_path(typed)
            if path.exists() and path not in self._own and not self._may_overwrite(path):
                return False
            save(record, path, self._console.language)
        except (OSError, GravError, ValueError, RuntimeError) as error:
            self._console.show_error(Text("play.cannot_save", {"why": error_text(error)}))
            return False
        self._own.add(path)
        self._console.show_text("play.saved", file=str(path))
        return path.suffix.lower() != WRITE_ONLY_SUFFIX

    def load(self, typed: str) -> Record | None:
        try:
            path = Path(typed).expanduser()
            record = load(path)
            states_of(record)
        except (OSError, GravError, ValueError, RuntimeError) as error:
            self._console.show_error(Text("play.cannot_load", {"why": error_text(error)}))
            return None
        self._own.add(path)
        return record

    def _may_overwrite(self, path: Path) -> bool:
        return self._console.ask_yes_or_no("play.overwrite", otherwise=False, file=str(path))


def parse_path(typed: str) -> Path:
    """Returns the path that was typed; without a suffix, `.grav` is added."""
    path = Path(typed).expanduser()
    if path.is_dir() or not path.name:
        raise GravError("cli.is_a_folder", file=typed)
    return path if path.suffix else path.with_suffix(DEFAULT_SUFFIX)


def error_text(error: Exception) -> object:
    """Returns the error as a text: of a GravError, of the operating system, or as a string."""
    if isinstance(error, GravError):
        return error.text
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
