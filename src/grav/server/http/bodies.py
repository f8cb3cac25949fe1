"""Bodies of requests: JSON objects that hold what their form names and nothing else."""

from typing import Annotated, TypeAlias, TypeVar

from litestar.enums import RequestEncodingType
from litestar.params import BodyKwarg

T = TypeVar("T")

StrictBody: TypeAlias = Annotated[
    T,
    BodyKwarg(media_type=RequestEncodingType.JSON, schema_extra={"additional_properties": False}),
]
"""A body whose struct forbids unknown fields; the description of the interface says so too."""
