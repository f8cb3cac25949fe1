"""Packs rules into the bytes that the kernels read: the struct of cpp/include/grav/rules.h."""

import struct

from grav.native.convert import rule_numbers
from grav.rules import Rules

_NO_LIMIT = 1 << 30
_ANYONE = -1
_NUMBERS = ("size", "players", "a", "b", "c", "d", "e", "min_shape", "bonus_limit", "first")
_SWITCHES = ("shapes", "declared", "bonus_pass", "strict")
_RULES = struct.Struct(f"<{len(_NUMBERS)}i{len(_SWITCHES)}B")


def packed(rules: Rules) -> bytes:
    numbers = rule_numbers(rules)
    absent = {"bonus_limit": _NO_LIMIT, "first": _ANYONE}
    told = {name: absent[name] if value is None else value for name, value in numbers.items()}
    return _RULES.pack(*(told[name] for name in (*_NUMBERS, *_SWITCHES)))
