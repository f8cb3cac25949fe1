"""Strict decoding of request bodies, encoding of answers, and responses encoded already."""

from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import BodyKwarg

from grav.record import format_json_line

T = TypeVar("T")
NDJSON = "application/x-ndjson"
"""The media type of streams with one JSON value per line."""
_encode = msgspec.json.Encoder().encode

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


def encode_answer(answer: msgspec.Struct) -> bytes:
    """Returns the answer as JSON. Records may hold numbers beyond 64 bits and lone surrogates:
    those are encoded by a slower encoder."""
    try:
        return _encode(answer)
    except (OverflowError, UnicodeEncodeError):
        return format_json_line(msgspec.to_builtins(answer)).encode()
