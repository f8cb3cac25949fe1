"""Strict decoding of request bodies, and responses whose JSON is already encoded."""

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
"""A body whose struct forbids unknown fields; the OpenAPI document says so too."""


class StrictRequest(Request[Any, Any, Any]):
    """Decodes a JSON body as strictly as websockets do: text that looks like a number is no number.

    Litestar would decode it together with the query, where everything is text, and as leniently.
    """

    async def json(self) -> Any:
        form = self.route_handler.parsed_data_field
        kind: Any = Any if form is None else form.annotation
        return _decoder(kind).decode(await self.body() or b"null")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def encoded_response(body: bytes) -> Response[Any]:
    """Returns a response whose JSON is already encoded: in another thread, or once for many."""
    return Response(cast("Any", body), media_type=MediaType.JSON)
