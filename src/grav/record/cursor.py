"""A line of text being read, and the errors that say where in it."""

from dataclasses import dataclass
from typing import NoReturn

from grav.record.escapes import bad_escape, unescape
from grav.record.model import RecordError
from grav.record.record_json import MOST_LEVELS, parse_json
from grav.rules.json_fields import Json
from grav.text import GravError, Text


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its number, from 1."""

    number: int
    text: str

    def fail(self, at: int, expected: str, **values: object) -> NoReturn:
        """Raises an error: what was found at this index, and what was expected there."""
        rest = self.text[at:].split(maxsplit=1)
        found: object = f"“{rest[0][:40]}”" if rest else Text("record.end_of_line")
        raise RecordError(
            "record.parse",
            line=self.number,
            column=at + 1,
            found=found,
            expected=Text(f"expected.{expected}", values),
        )

    def blame(self, at: int, error: GravError) -> NoReturn:
        """Raises the error with its place."""
        raise RecordError("record.at", line=self.number, column=at + 1, cause=error.text) from error

    def unescaped(self, at: int, text: str) -> str:
        """The text that begins at this index, with its escapes resolved."""
        bad = bad_escape(text)
        if bad is not None:
            self.fail(at + bad, "escape")
        return unescape(text)

    def json(self, at: int, text: str, within: int = 1) -> Json:
        """The JSON value that begins at this index, and lies so deep within a record."""
        try:
            return parse_json(text, levels=MOST_LEVELS - within)
        except RecordError as error:
            self.fail(at + int(str(error.text.values.get("column", 1))) - 1, "json")
