"""The base of all errors that a person may meet: a text of the catalogue, told in any language."""

from grav.text.catalogue import Language, Text


class GravError(Exception):
    """An error that can be told in every language; `str()` tells it in English."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, values)
        self.text = Text(key, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Errors cross to other processes by their text: the arguments differ by kind."""
        return _restored, (type(self), self.text, self.__dict__)

    def say(self, language: str = Language.EN) -> str:
        return self.text.say(language)

    def __str__(self) -> str:
        return self.say()


def _restored(kind: type[GravError], text: Text, fields: dict[str, object]) -> GravError:
    error = kind.__new__(kind, text.key, text.values)
    error.__dict__.update(fields)
    return error
