"""The file format of the atlas: one file for each size of board.

A file has, in this order: a line that names the format; two little-endian numbers of four bytes,
the CRC-32 of all that follows it, and the length of the header; the header as JSON; the columns
(`column_codec.py`). The header states where the file comes from, and the offset of each column of
each block, so that columns are decoded only on demand; equal columns are stored once. Blocks may
have different columns. A number of a column is 0 where there was nothing to measure, else 1 + the
steps of its measure.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from grav.atlas.column_codec import decode_column, encode_column
from grav.atlas.measures import STEPS_PER_UNIT, win_columns
from grav.atlas.nearest_settings import NearestSettings
from grav.provenance import Provenance, provenance_from_json
from grav.rules import Setting
from grav.rules.version import RULES_VERSION
from grav.text import GravError

FORMAT_VERSION = 2
MAGIC = b"grav atlas "
_NUMBER = struct.Struct("<I")

Json = Any


class AtlasError(GravError):
    """An atlas file that cannot be used (damaged, or another version), or an invalid request."""


@dataclass(frozen=True, slots=True)
class Block:
    """Settings of one board that were measured with one kind of player, and the results."""

    players: int
    edition: str
    """With its house rules, as `str(edition)` formats them."""
    player_kind: str
    games: int
    """The number of games of each setting."""
    sampled_games: int
    """The first of these, from which spreads of ratios and measures at an equal number of stones
    were taken; 0 if there are none of these."""
    settings: Sequence[Setting]
    columns: Mapping[str, Sequence[int | None]]
    """Steps of wins by place, of measures and of spreads, in the order of the settings; None where
    there was nothing to measure."""


@dataclass(frozen=True, slots=True)
class ColumnLocation:
    """A column in a file: its offset, its length in bytes, and the range of its steps."""

    at: int
    length: int
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class BlockHeader:
    """The description of a block in a header."""

    players: int
    edition: str
    player_kind: str
    games: int
    sampled_games: int
    rows: int
    settings: tuple[ColumnLocation, ...]
    """The columns of a, b, c, d, e."""
    columns: Mapping[str, ColumnLocation]


@dataclass(slots=True)
class AtlasFile:
    """An atlas file in memory: its header, and its columns, decoded on demand and cached."""

    name: str
    size: int
    seed: int
    provenance: Provenance
    blocks: Sequence[BlockHeader]
    _data: bytes = field(repr=False)
    _read: dict[tuple[int, int], Sequence[int]] = field(default_factory=dict, repr=False)
    _nearest: dict[tuple[ColumnLocation, ...], NearestSettings] = field(
        default_factory=dict, repr=False
    )

    def column(self, where: ColumnLocation, rows: int) -> Sequence[int]:
        """Returns a column as stored; for a measure, 0 for no value, else 1 + the steps."""
        place = (where.at, where.length)
        if place not in self._read:
            data = self._data[where.at : where.at + where.length]
            self._read[place] = decode_column(data, rows)
        return self._read[place]

    def nearest_settings(self, block: BlockHeader) -> NearestSettings:
        """Returns the settings of a block."""
        if block.settings not in self._nearest:
            columns = [self.column(where, block.rows) for where in block.settings]
            settings = [Setting(*numbers) for numbers in zip(*columns, strict=True)]
            self._nearest[block.settings] = NearestSettings(self.size, settings)
        return self._nearest[block.settings]


def encode_atlas(size: int, seed: int, provenance: Provenance, blocks: Sequence[Block]) -> bytes:
    """Returns the file of one size. The same arguments always give the same bytes."""
    parts: dict[bytes, int] = {}
    header = {
        "blocks": [_make_block_header(block, parts) for block in blocks],
        "per": {name: STEPS_PER_UNIT[name] for name in sorted(_column_kinds(blocks))},
        "provenance": provenance.to_json(),
        "seed": seed,
        "size": size,
    }
    text = json.dumps(header, sort_keys=True, separators=(",", ":")).encode("ascii")
    content = b"".join((_NUMBER.pack(len(text)), text, *parts))
    return _format_line() + _NUMBER.pack(crc32(content)) + content


def decode_atlas(data: bytes, name: str) -> AtlasFile:
    """Parses an atlas file and checks its CRC-32; the name is for error messages.

    :raises AtlasError: when it is not an atlas, damaged, or of other rules or another format
    """
    if not data.startswith(_format_line()):
        is_other = data.startswith(MAGIC)
        raise AtlasError("atlas.other_format" if is_other else "atlas.no_file", file=name)
    begin = len(_format_line()) + _NUMBER.size
    content = data[begin:]
    if len(content) < _NUMBER.size or _read_number(data, len(_format_line())) != crc32(content):
        raise AtlasError("atlas.damaged", file=name)
    end = _NUMBER.size + _read_number(content, 0)
    header = json.loads(content[_NUMBER.size : end])
    source = provenance_from_json(header["provenance"], name)
    if source.rules != RULES_VERSION or not header["per"].items() <= STEPS_PER_UNIT.items():
        raise AtlasError("atlas.other_rules", file=name, found=source.rules, expected=RULES_VERSION)
    blocks = [_parse_block_header(each) for each in header["blocks"]]
    return AtlasFile(name, header["size"], header["seed"], source, blocks, content[end:])


def _column_kinds(blocks: Sequence[Block]) -> set[str]:
    """Returns the names of the columns; wins by place have one for all places."""
    names = {name for block in blocks for name in block.columns}
    return {"wins" if name.startswith("wins_") else name for name in names}


def _format_line() -> bytes:
    return MAGIC + f"{FORMAT_VERSION}\n".encode("ascii")


def _read_number(data: bytes, at: int) -> int:
    (number,) = _NUMBER.unpack_from(data, at)
    return int(number)


def _make_block_header(block: Block, parts: dict[bytes, int]) -> Json:
    """Returns the header entry of a block, and adds its columns to `parts`, each once."""

    def place(numbers: Sequence[int]) -> list[int]:
        part = encode_column(numbers)
        at = parts.setdefault(part, sum(map(len, parts)))
        return [at, len(part)]

    columns: Json = {}
    assert block.columns.keys() <= {*win_columns(block.players), *STEPS_PER_UNIT}
    for name, steps in block.columns.items():
        known = [step for step in steps if step is not None]
        held = place([0 if step is None else step + 1 for step in steps])
        columns[name] = [*held, min(known, default=None), max(known, default=None)]
    return {
        "columns": columns,
        "edition": block.edition,
        "games": block.games,
        "players": block.players,
        "rows": len(block.settings),
        "sampled": block.sampled_games,
        "settings": [place(numbers) for numbers in zip(*block.settings, strict=True)],
        "who": block.player_kind,
    }


def _parse_block_header(entry: Json) -> BlockHeader:
    return BlockHeader(
        entry["players"],
        entry["edition"],
        entry["who"],
        entry["games"],
        entry["sampled"],
        entry["rows"],
        tuple(ColumnLocation(*place) for place in entry["settings"]),
        {name: ColumnLocation(*where) for name, where in entry["columns"].items()},
    )
