"""Thread-safe conversion of plain data into messages.

msgspec analyses a type when it first meets it, and that is not thread-safe: if two threads use the
same type for the first time, one may find it half initialised, and the whole process crashes. So
every type that threads use is analysed here, while its module is imported.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

Message = TypeVar("Message", bound=msgspec.Struct)


def make_converter(kind: type[Message]) -> Callable[[Any], Message]:
    """Returns a function that converts plain data into this type; call it at import time.

    The function raises `msgspec.ValidationError` if the data does not fit.
    """
    msgspec.json.Decoder(kind)

    def convert(data: Any) -> Message:
        return msgspec.convert(data, kind)

    return convert
