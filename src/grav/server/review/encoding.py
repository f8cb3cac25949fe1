"""Encodes answers as JSON, whatever a pasted record holds."""

import msgspec

from grav.record import dump_json

_encode = msgspec.json.Encoder().encode


def encoded(answer: msgspec.Struct) -> bytes:
    """Returns the answer as JSON. Records may hold numbers beyond 64 bits and lone surrogates:
    those are encoded by a slower encoder."""
    try:
        return _encode(answer)
    except (OverflowError, UnicodeEncodeError):
        return dump_json(msgspec.to_builtins(answer)).encode()
