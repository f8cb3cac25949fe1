"""Plain data into messages, by any number of threads at once.

msgspec works a type out when it first meets it, and not safely: of two threads that bring the same
type for the first time, one may find it half done, and the whole process crashes. So every type
that threads bring is worked out here, while its module is imported.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

Message = TypeVar("Message", bound=msgspec.Struct)


def shaper(kind: type[Message]) -> Callable[[Any], Message]:
    """What makes such a message of plain data; to be made when a module is imported.

    It raises `msgspec.ValidationError` where the data does not fit.
    """
    msgspec.json.Decoder(kind)

    def shaped(data: Any) -> Message:
        return msgspec.convert(data, kind)

    return shaped
