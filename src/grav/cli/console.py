"""The two ends of a terminal: what is told, and what is asked."""

import contextlib
import os
import sys
import unicodedata

import click

from grav.cli.words import words_for
from grav.text import Language, Text, say


def has_colour(plain: bool) -> bool:
    """Does the terminal show colours, and did nobody decline them?"""
    declined = plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not declined and sys.stdout.isatty()


class Console:
    """Tells texts in a language. Colour only where the terminal has it and nobody declined it."""

    def __init__(self, language: Language, colour: bool) -> None:
        self.language = language
        self.colour = colour

    def tell(self, key: str, **values: object) -> None:
        self.show(say(key, self.language, **values))

    def show(self, text: str | Text = "") -> None:
        line = text.say(self.language) if isinstance(text, Text) else text
        click.echo(line, color=self.colour)

    def complain(self, text: Text) -> None:
        """Tells what was wrong with the answer just given."""
        self.show(f"! {text.say(self.language)}")

    def ask(self, key: str, **values: object) -> str:
        """The answer, without blanks at its ends; EOFError when there is nobody to answer."""
        prompt = say(key, self.language, **values)
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # lines can be edited, and earlier ones called back
        answer = input(f"{prompt} ").strip()
        if not sys.stdin.isatty():
            self.show(answer)  # a log of a piped game reads like the game
        return answer

    def choose(self, key: str, **values: object) -> str:
        """The answer as a word to compare: in lower case, and letters of any width alike."""
        return unicodedata.normalize("NFKC", self.ask(key, **values)).lower().strip()

    def agrees(self, key: str, *, otherwise: bool, **values: object) -> bool:
        """Is the answer yes? An empty one is `otherwise`; what is neither is asked again."""
        while answer := self.choose(key, **values):
            for word, agreed in (("yes", True), ("no", False)):
                if answer in words_for(word):
                    return agreed
        return otherwise
