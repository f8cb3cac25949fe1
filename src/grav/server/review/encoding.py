"""Answers as JSON, whatever a record that somebody pasted holds."""

import msgspec

from grav.record import dump_json

_encode = msgspec.json.Encoder().encode


def encoded(answer: msgspec.Struct) -> bytes:
    """Records may state numbers beyond 64 bits, and halves of letters: those are written slowly."""
    try:
        return _encode(answer)
    except (OverflowError, UnicodeEncodeError):
        return dump_json(msgspec.to_builtins(answer)).encode()
