"""Bodies of requests: JSON objects that hold what their form names and nothing else."""

from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from litestar import Request
from litestar.enums import RequestEncodingType
from litestar.params import BodyKwarg

T = TypeVar("T")

StrictBody: TypeAlias = Annotated[
    T,
    BodyKwarg(media_type=RequestEncodingType.JSON, schema_extra={"additional_properties": False}),
]
"""A body whose struct forbids unknown fields; the description of the interface says so too."""


class StrictRequest(Request[Any, Any, Any]):
    """Reads a body as sockets read theirs: a number is a number, and no text that looks like one.

    Litestar would read it together with the query, where all is text, and as leniently.
    """

    async def json(self) -> Any:
        form = self.route_handler.parsed_data_field
        kind: Any = Any if form is None else form.annotation
        return _decoder(kind).decode(await self.body() or b"null")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
