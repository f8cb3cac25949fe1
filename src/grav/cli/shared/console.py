"""Terminal output and input: prints localised texts, and asks questions."""

import os
import sys
import unicodedata
from typing import TYPE_CHECKING

import click

from grav.cli.shared.line_input import can_edit_lines, new_session
from grav.cli.shared.typed_words import words_for
from grav.text import Language, Text, say

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


def has_colour(plain: bool) -> bool:
    """Whether stdout is a terminal with colours, and neither `plain` nor NO_COLOR declines them."""
    declined = plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not declined and sys.stdout.isatty()


class Console:
    """Prints texts in one language; `colour` says whether the output may have colours."""

    def __init__(self, language: Language, colour: bool) -> None:
        self.language = language
        self.colour = colour
        self._session: PromptSession[str] | None = None

    def tell(self, key: str, **values: object) -> None:
        self.show(say(key, self.language, **values))

    def show(self, text: str | Text = "") -> None:
        line = text.say(self.language) if isinstance(text, Text) else text
        click.echo(line, color=self.colour)

    def complain(self, text: Text) -> None:
        """Prints what was wrong with the answer just given."""
        self.show(f"! {text.say(self.language)}")

    def ask(self, key: str, **values: object) -> str:
        """Asks a question and returns the stripped answer; raises EOFError at the end of input."""
        prompt = f"{say(key, self.language, **values)} "
        if can_edit_lines():
            self._session = self._session or new_session()
            return self._session.prompt(prompt, set_exception_handler=False).strip()
        answer = input(prompt).strip()
        if not sys.stdin.isatty():
            self.show(answer)  # echoed, so that the log of a piped game shows the input too
        return answer

    def choose(self, key: str, **values: object) -> str:
        """Asks a question and returns the answer for comparison: NFKC-normalised, in lower case."""
        return unicodedata.normalize("NFKC", self.ask(key, **values)).lower().strip()

    def agrees(self, key: str, *, otherwise: bool, **values: object) -> bool:
        """Whether the answer is yes. An empty one means `otherwise`; any other is asked again."""
        while answer := self.choose(key, **values):
            for word, agreed in (("yes", True), ("no", False)):
                if answer in words_for(word):
                    return agreed
        return otherwise
