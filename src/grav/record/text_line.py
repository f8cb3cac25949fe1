"""A line of the text form, with errors that report the line and column."""

from dataclasses import dataclass
from typing import NoReturn

from grav.record.model import RecordError
from grav.record.record_json import MAX_LEVELS, parse_json
from grav.record.text_escapes import bad_escape, unescape
from grav.rules.json_fields import Json
from grav.text import GravError, Text


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line and its number, from 1."""

    number: int
    text: str

    def fail(self, at: int, expected: str, **values: object) -> NoReturn:
        """Raises RecordError with what was found at this index and what was expected there."""
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
        """Raises RecordError with the line and column of another error."""
        raise RecordError("record.at", line=self.number, column=at + 1, cause=error.text) from error

    def unescaped(self, at: int, text: str) -> str:
        """Returns the text, which begins at this index, with its escapes resolved."""
        bad = bad_escape(text)
        if bad is not None:
            self.fail(at + bad, "escape")
        return unescape(text)

    def json(self, at: int, text: str, within: int = 1) -> Json:
        """Parses the JSON text that begins at this index, at nesting depth `within` of a record."""
        try:
            return parse_json(text, levels=MAX_LEVELS - within)
        except RecordError as error:
            self.fail(at + int(str(error.text.values.get("column", 1))) - 1, "json")
