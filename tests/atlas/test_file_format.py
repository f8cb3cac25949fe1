"""The file format: what is written is read back, and invalid files are refused."""

import json
import struct
import zlib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.atlas import AtlasError, atlas
from grav.atlas.column_codec import MAX_VALUE, decode_column, encode_column
from grav.atlas.file_format import (
    STEPS_PER_UNIT,
    AtlasFile,
    Block,
    decode_atlas,
    encode_atlas,
)
from grav.atlas.measures import STORED, win_columns
from grav.rules import Setting
from grav.rules.version import RULES_VERSION
from grav.text import LANGUAGES

HEADER_AT = len(b"grav atlas 1\n") + 8

steps = st.none() | st.integers(0, MAX_VALUE - 1)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    players = draw(st.integers(2, 6))
    numbers = st.tuples(*[st.integers(1, 255)] * 5)
    settings = [Setting(*each) for each in draw(st.lists(numbers, min_size=1, max_size=6))]
    column = st.lists(steps, min_size=len(settings), max_size=len(settings))
    columns = {name: draw(column) for name in (*win_columns(players), *STORED)}
    edition = draw(st.sampled_from(["revised", "classic", "revised min_shape=6"]))
    return Block(players, edition, "random", draw(st.integers(1, 9999)), settings, columns)


def content(file: AtlasFile) -> list[Block]:
    """Returns the blocks that a file is made of."""
    found = []
    for stated in file.blocks:
        columns: dict[str, list[int | None]] = {
            name: [step - 1 if step else None for step in file.column(where, stated.rows)]
            for name, where in stated.columns.items()
        }
        settings = list(file.nearest_settings(stated).settings)
        plain = (stated.players, stated.edition, stated.player_kind, stated.games)
        found.append(Block(*plain, settings, columns))
    return found


def small() -> bytes:
    columns: dict[str, list[int | None]] = {name: [7, None] for name in ("wins_1", *STORED)}
    settings = [Setting(3, 3, 4, 2, 4), Setting(3, 3, 4, 2, 5)]
    return encode_atlas(9, 1, "a command", [Block(2, "revised", "random", 64, settings, columns)])


@given(st.lists(st.integers(0, MAX_VALUE), max_size=50))
def test_a_column_comes_back_as_it_was(numbers: list[int]) -> None:
    assert list(decode_column(encode_column(numbers), len(numbers))) == numbers


@pytest.mark.parametrize("numbers", [[-1], [MAX_VALUE + 1]])
def test_a_column_takes_only_numbers_in_its_range(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match=str(MAX_VALUE)):
        encode_column(numbers)


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_a_column_of_another_length_is_an_error(rows: int) -> None:
    with pytest.raises(ValueError, match=str(2 * rows)):
        decode_column(encode_column([5, 6]), rows)


@given(st.lists(blocks(), max_size=3), st.integers(3, 25), st.integers(0, 2**40))
def test_a_file_comes_back_as_it_was(found: list[Block], size: int, seed: int) -> None:
    data = encode_atlas(size, seed, "grav lab atlas", found)
    file = decode_atlas(data, "a file")
    assert (file.size, file.seed, file.command) == (size, seed, "grav lab atlas")
    assert content(file) == found
    assert encode_atlas(size, seed, "grav lab atlas", content(file)) == data


def test_equal_columns_are_stored_once() -> None:
    (stated,) = decode_atlas(small(), "small").blocks
    assert len({(where.at, where.length) for where in stated.columns.values()}) == 1


def test_the_header_is_plain_text() -> None:
    data = small()
    (length,) = struct.unpack_from("<I", data, HEADER_AT - 4)
    header = json.loads(data[HEADER_AT : HEADER_AT + length])
    assert {name: header[name] for name in ("command", "rules", "seed", "size")} == {
        "command": "a command",
        "rules": RULES_VERSION,
        "seed": 1,
        "size": 9,
    }
    assert header["per"] == STEPS_PER_UNIT
    (block,) = header["blocks"]
    told = {name: block[name] for name in ("players", "edition", "who", "games", "rows")}
    assert told == {
        "players": 2, "edition": "revised", "who": "random", "games": 64, "rows": 2,
    }  # fmt: skip
    assert block["columns"]["length"][2:] == [7, 7]


def refused(data: bytes) -> str:
    with pytest.raises(AtlasError) as refusal:
        decode_atlas(data, "some.atlas")
    for language in LANGUAGES:
        assert "some.atlas" in refusal.value.say(language)
    return refusal.value.text.key


@pytest.mark.parametrize("data", [b"", b"grav", b"PK\x03\x04" + bytes(90), b"Grav 1\nBoard: 9x9\n"])
def test_what_is_no_atlas_file_is_refused(data: bytes) -> None:
    assert refused(data) == "atlas.no_file"


def test_another_format_is_refused() -> None:
    assert refused(small().replace(b"grav atlas 1\n", b"grav atlas 2\n")) == "atlas.other_format"


@pytest.mark.parametrize(
    ("part", "other"), [(b'"rules":1', b'"rules":2'), (b'"length":50', b'"length":40')]
)
def test_other_rules_and_other_steps_are_refused(part: bytes, other: bytes) -> None:
    content = small()[HEADER_AT - 4 :].replace(part, other)
    check = struct.pack("<I", zlib.crc32(content))
    assert refused(b"grav atlas 1\n" + check + content) == "atlas.other_rules"


@given(st.integers(HEADER_AT - 8, len(small()) - 1))
def test_a_truncated_file_is_refused(length: int) -> None:
    assert refused(small()[:length]) == "atlas.damaged"


@given(st.integers(HEADER_AT - 8, len(small()) - 1), st.integers(1, 255))
def test_a_file_with_a_wrong_byte_is_refused(at: int, change: int) -> None:
    data = bytearray(small())
    data[at] ^= change
    assert refused(bytes(data)) == "atlas.damaged"


def test_the_files_are_small_enough_to_ship() -> None:
    folder = resources.files("grav.atlas") / "data"
    sizes = {file.name: len(file.read_bytes()) for file in folder.iterdir()}
    assert set(sizes) == {f"{size}.atlas" for size in (7, 9, 13, 17, 23)}
    assert sum(sizes.values()) < 8_000_000


@every("file", lambda: atlas().files, ids=lambda file: file.name)
def test_every_file_says_how_it_was_made(file: AtlasFile) -> None:
    assert file.name == f"{file.size}.atlas"
    assert file.command == f"grav lab atlas --only {file.size}"
    assert file.seed == 1
