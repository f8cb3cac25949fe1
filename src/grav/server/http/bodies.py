"""Bodies: those of requests hold what their form names and nothing else; those of answers may come
encoded."""

from typing import Annotated, Any, TypeAlias, TypeVar, cast

from litestar import Response
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import BodyKwarg

T = TypeVar("T")

StrictBody: TypeAlias = Annotated[
    T,
    BodyKwarg(media_type=RequestEncodingType.JSON, schema_extra={"additional_properties": False}),
]
"""A body whose struct forbids unknown fields; the description of the interface says so too."""


def encoded_response(body: bytes) -> Response[Any]:
    """An answer whose JSON is there already: made in another thread, or once for many."""
    return Response(cast("Any", body), media_type=MediaType.JSON)
