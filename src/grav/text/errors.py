"""The base class of all errors shown to people: each carries a text of the catalogue."""

from grav.text.catalogue import Text
from grav.text.languages import Language


class GravError(Exception):
    """An error whose message can be formatted in every language; `str()` formats it in English."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, values)
        self.text = Text(key, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the error by its text and fields: constructor arguments differ by subclass."""
        return _restore_error, (type(self), self.text, self.__dict__)

    def say(self, language: str = Language.EN) -> str:
        return self.text.say(language)

    def __str__(self) -> str:
        return self.say()


def _restore_error(kind: type[GravError], text: Text, fields: dict[str, object]) -> GravError:
    error = kind.__new__(kind, text.key, text.values)
    error.__dict__.update(fields)
    return error
