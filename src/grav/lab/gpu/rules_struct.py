"""Packs rules into the bytes that the kernels read: the struct of cpp/include/grav/rules.h."""

import struct

from grav.native.convert import rule_numbers
from grav.rules import PARTS, Rules
from grav.rules.edition_part_kinds import Whole

_NUMBERS = ("size", "players", "a", "b", "c", "d", "e", "first")
FIELDS = (*PARTS, *_NUMBERS, "strict")
_EDITION = "".join("i" if isinstance(part, Whole) else "B" for part in PARTS.values())
STRUCT_LAYOUT = struct.Struct(f"@{_EDITION}{len(_NUMBERS)}iB0i")
"""With the alignment of C: the parts in the order of the edition, then the other fields."""

PACKED_BYTES = STRUCT_LAYOUT.size


def pack_rules(rules: Rules) -> bytes:
    numbers = rule_numbers(rules)
    return STRUCT_LAYOUT.pack(*(numbers[name] for name in FIELDS))
