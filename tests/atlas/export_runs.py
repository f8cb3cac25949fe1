"""A small atlas, exported; and its tables as the standard library reads them."""

import csv
from collections.abc import Collection
from pathlib import Path

from tests.provenances import made_by

from grav.atlas import Atlas
from grav.atlas.export import ExportedTable, TableFormat, export_atlas
from grav.atlas.file_format import Block, decode_atlas, encode_atlas
from grav.atlas.measures import STEPS_PER_UNIT, win_columns
from grav.rules import Setting
from grav.text import Language

SETTINGS = (Setting(3, 2, 2, 1, 2), Setting(3, 3, 4, 2, 4), Setting(6, 7, 12, 2, 9))
"""The last one cannot be thrown by dice."""
SIZES = (7, 9)


def small_atlas() -> Atlas:
    """Two sizes with boards for two and for three players; the last setting has no shapes.
    Only those of two players have a skill trace."""
    return Atlas(
        decode_atlas(
            encode_atlas(size, 1, made_by(f"the command for {size}"), [_block(2), _block(3)]),
            "small",
        )
        for size in SIZES
    )


def _block(players: int) -> Block:
    steps: list[int | None] = [101 * players, 202, 303]
    measured = {name for name in STEPS_PER_UNIT if players == 2 or not name.startswith("skill")}
    columns = dict.fromkeys((*win_columns(players), *sorted(measured - {"wins"})), steps)
    for name in ("first_shape", "first_shape_wins", "first_shape_spread"):
        columns[name] = [*steps[:2], None]
    columns["shaped"] = [*steps[:2], 0]
    edition = "revised" if players == 2 else "revised min_shape=6 bonus_limit=1"
    return Block(players, edition, "random", 4096, 512, SETTINGS, columns)


def export_small_atlas(
    folder: Path,
    formats: Collection[TableFormat] = (TableFormat.CSV,),
    language: Language = Language.EN,
) -> list[ExportedTable]:
    return export_atlas(small_atlas(), folder, formats, SIZES, language)


def read_csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))
