"""The file format: what is written is read back, and invalid files are refused."""

import json
import struct
import zlib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.provenances import made_by
from tests.subtests import every

from grav.atlas import AtlasError, atlas
from grav.atlas.column_codec import MAX_VALUE, decode_column, encode_column
from grav.atlas.file_format import AtlasFile, Block, decode_atlas, encode_atlas
from grav.atlas.measures import STEPS_PER_UNIT, win_columns
from grav.lab.player_kinds import define_player_kind
from grav.rules import Setting
from grav.text import LANGUAGES

FORMAT = b"grav atlas 2\n"
HEADER_AT = len(FORMAT) + 8
SOURCE = made_by("grav lab atlas")
MEASURES = tuple(name for name in STEPS_PER_UNIT if name != "wins")
"""The columns that do not depend on the number of players."""

steps = st.none() | st.integers(0, MAX_VALUE - 1)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    """Blocks with the wins by place and some of the other columns, in the order of a header."""
    players = draw(st.integers(2, 6))
    numbers = st.tuples(*[st.integers(1, 255)] * 5)
    settings = [Setting(*each) for each in draw(st.lists(numbers, min_size=1, max_size=6))]
    column = st.lists(steps, min_size=len(settings), max_size=len(settings))
    measured = draw(st.sets(st.sampled_from(MEASURES)))
    columns = {name: draw(column) for name in sorted({*win_columns(players), *measured})}
    edition = draw(st.sampled_from(["revised", "classic", "revised min_shape=6"]))
    games = draw(st.integers(1, 9999))
    sampled_games = draw(st.integers(0, games))
    return Block(players, edition, "random", games, sampled_games, settings, columns)


def content(file: AtlasFile) -> list[Block]:
    """Returns the blocks that a file is made of."""
    found = []
    for stated in file.blocks:
        columns: dict[str, list[int | None]] = {
            name: [step - 1 if step else None for step in file.column(where, stated.rows)]
            for name, where in stated.columns.items()
        }
        settings = list(file.nearest_settings(stated).settings)
        games = stated.games, stated.sampled_games
        found.append(
            Block(stated.players, stated.edition, stated.player_kind, *games, settings, columns)
        )
    return found


def block_of(*names: str) -> Block:
    """Returns a block with the same numbers in all of these columns."""
    columns: dict[str, list[int | None]] = {name: [7, None] for name in names}
    settings = [Setting(3, 3, 4, 2, 4), Setting(3, 3, 4, 2, 5)]
    return Block(2, "revised", "random", 64, 16, settings, columns)


def small() -> bytes:
    return encode_atlas(9, 1, SOURCE, [block_of("wins_1", *MEASURES)])


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
    data = encode_atlas(size, seed, SOURCE, found)
    file = decode_atlas(data, "a file")
    assert (file.size, file.seed, file.provenance) == (size, seed, SOURCE)
    assert content(file) == found
    assert encode_atlas(size, seed, SOURCE, content(file)) == data


def test_blocks_may_have_different_columns() -> None:
    one, other = block_of("wins_1", "length"), block_of("wins_1", "skill", "skill_10")
    file = decode_atlas(encode_atlas(9, 1, SOURCE, [one, other]), "a file")
    assert [set(block.columns) for block in file.blocks] == [set(one.columns), set(other.columns)]
    assert content(file) == [one, other]


@pytest.mark.parametrize("name", ["wins_2", "beauty"])
def test_a_block_with_an_unknown_column_is_not_written(name: str) -> None:
    with pytest.raises(AssertionError):
        encode_atlas(9, 1, SOURCE, [block_of("wins_1", name)])


def test_equal_columns_are_stored_once() -> None:
    (stated,) = decode_atlas(small(), "small").blocks
    assert len({(where.at, where.length) for where in stated.columns.values()}) == 1


def test_the_header_is_plain_text() -> None:
    data = small()
    (length,) = struct.unpack_from("<I", data, HEADER_AT - 4)
    header = json.loads(data[HEADER_AT : HEADER_AT + length])
    assert {name: header[name] for name in ("provenance", "seed", "size")} == {
        "provenance": SOURCE.to_json(),
        "seed": 1,
        "size": 9,
    }
    assert header["per"] == STEPS_PER_UNIT
    (block,) = header["blocks"]
    told = {name: value for name, value in block.items() if name not in ("columns", "settings")}
    assert told == {
        "players": 2, "edition": "revised", "who": "random", "games": 64, "sampled": 16, "rows": 2,
    }  # fmt: skip
    assert block["columns"]["length"][2:] == [7, 7]


def test_the_header_names_the_steps_of_its_own_columns_alone() -> None:
    data = encode_atlas(9, 1, SOURCE, [block_of("wins_1", "length"), block_of("wins_1", "chain")])
    (length,) = struct.unpack_from("<I", data, HEADER_AT - 4)
    header = json.loads(data[HEADER_AT : HEADER_AT + length])
    assert header["per"] == {name: STEPS_PER_UNIT[name] for name in ("wins", "length", "chain")}


def refused(data: bytes) -> str:
    with pytest.raises(AtlasError) as refusal:
        decode_atlas(data, "some.atlas")
    for language in LANGUAGES:
        assert "some.atlas" in refusal.value.say(language)
    return refusal.value.text.key


@pytest.mark.parametrize("data", [b"", b"grav", b"PK\x03\x04" + bytes(90), b"Grav 1\nBoard: 9x9\n"])
def test_what_is_no_atlas_file_is_refused(data: bytes) -> None:
    assert refused(data) == "atlas.no_file"


@pytest.mark.parametrize("other", [b"grav atlas 1\n", b"grav atlas 3\n"])
def test_another_format_is_refused(other: bytes) -> None:
    assert refused(small().replace(FORMAT, other)) == "atlas.other_format"


@pytest.mark.parametrize(
    ("part", "other"),
    [
        pytest.param(b'"rules":1', b'"rules":2', id="rules"),
        pytest.param(b'"length":50', b'"length":40', id="steps"),
        pytest.param(b'"length":50', b'"beauty":50', id="column"),
    ],
)
def test_other_rules_other_steps_and_unknown_columns_are_refused(part: bytes, other: bytes) -> None:
    content = small()[HEADER_AT - 4 :]
    assert content.count(part) == 1
    content = content.replace(part, other)
    check = struct.pack("<I", zlib.crc32(content))
    assert refused(FORMAT + check + content) == "atlas.other_rules"


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
    source = file.provenance
    assert file.name == f"{file.size}.atlas"
    assert source.command == f"grav lab atlas --only {file.size}"
    assert file.seed == 1
    kinds = {block.player_kind for block in file.blocks}
    assert source.players == {kind: define_player_kind(kind) for kind in kinds}
