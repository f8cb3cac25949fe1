"""Bodies: those of requests hold what their form names and nothing else; those of answers may come
encoded."""

from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType, RequestEncodingType
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


def encoded_response(body: bytes) -> Response[Any]:
    """An answer whose JSON is there already: made in another thread, or once for many."""
    return Response(cast("Any", body), media_type=MediaType.JSON)
