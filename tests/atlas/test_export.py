"""The atlas as a data set: tables with every value, a codebook, metadata, checksums, an archive."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from tests.atlas.export_runs import SETTINGS, SIZES, export_small_atlas, read_csv, small_atlas
from tests.provenances import made_by
from tests.subtests import every

from grav.atlas import MEASURES, MeasuredBoard, MeasuredRow, atlas, difficulty, error_of, value_of
from grav.atlas.export import ExportError, TableFormat, write_archive
from grav.atlas.export.codebook import HEADS
from grav.atlas.export.columns import table_columns
from grav.atlas.export.error_methods import ErrorMethod, error_method
from grav.atlas.export.metadata import AUTHOR, KEYWORDS, LICENCE
from grav.atlas.measures import share_error
from grav.rules import MAX_PLAYERS
from grav.text import LANGUAGES, Language

ROOT = Path(__file__).parents[2]
TABLES = {f"atlas-{size}x{size}.csv" for size in SIZES}
TEXTS = {
    ".zenodo.json", "CITATION.cff", "LICENSE", "README.md", "SHA256SUMS", "codebook.csv",
    "codebook.md", "datapackage.json",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "export"
    export_small_atlas(folder)
    return folder


def boards_of(size: int) -> list[MeasuredBoard]:
    return [board for board in small_atlas().boards if board.size == size]


def number(cell: str) -> float | None:
    return float(cell) if cell else None


def close_to(value: float | None) -> object:
    """What a cell must be: the value, to six significant digits."""
    return None if value is None else pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize("size", SIZES)
def test_a_table_has_every_measure_of_every_row_with_its_error(folder: Path, size: int) -> None:
    lines = read_csv(folder / f"atlas-{size}x{size}.csv")
    rows = [row for board in boards_of(size) for row in board]
    assert len(lines) == len(rows) == 2 * len(SETTINGS)
    for line, row in zip(lines, rows, strict=True):
        for name, measure in MEASURES.items():
            value = value_of(name, row)
            expected = value if measure.is_stored else close_to(value)
            assert number(line[name]) == expected, name
            assert number(line[f"{name}_error"]) == close_to(error_of(name, row)), name


def test_rows_say_which_board_and_setting_they_are_of(folder: Path) -> None:
    lines = read_csv(folder / "atlas-9x9.csv")
    two, three = lines[0], lines[-1]
    assert {name: two[name] for name in list(two)[:11]} == {
        "size": "9", "players": "2", "edition": "revised", "player_kind": "random", "a": "3",
        "b": "2", "c": "2", "d": "1", "e": "2", "sensible": "true", "games": "4096",
    }  # fmt: skip
    assert (three["edition"], three["players"]) == ("revised min_shape=6 bonus_limit=1", "3")
    assert [line["sensible"] for line in lines] == ["true", "true", "false"] * 2


def test_wins_are_by_place_and_empty_where_fewer_play(folder: Path) -> None:
    lines = read_csv(folder / "atlas-9x9.csv")
    rows = [row for board in boards_of(9) for row in board]
    for line, row in zip(lines, rows, strict=True):
        players = row.board.players
        for place in range(MAX_PLAYERS):
            cells = line[f"wins_{place + 1}"], line[f"wins_{place + 1}_error"]
            if place >= players:
                assert cells == ("", "")
                continue
            share = row.wins[place]
            assert number(cells[0]) == close_to(share)
            assert number(cells[1]) == close_to(share_error(share, row.games))


def test_what_was_not_measured_is_empty(folder: Path) -> None:
    line = read_csv(folder / "atlas-7x7.csv")[2]
    assert line["shaped"] == "0.0"
    for name in ("first_shape", "first_shape_error", "first_shape_wins", "first_shape_wins_error"):
        assert line[name] == ""
    two, three = read_csv(folder / "atlas-7x7.csv")[:: len(SETTINGS)]
    assert two["skill"]
    assert two["skill_error"]
    assert (three["skill"], three["skill_error"]) == ("", "")


def test_csv_is_utf_8_with_a_header_and_ends_lines_with_lf(folder: Path) -> None:
    data = (folder / "atlas-7x7.csv").read_bytes()
    assert b"\r" not in data
    assert data.startswith(b"size,players,edition,player_kind,a,b,c,d,e,")
    assert data.decode("utf-8").count("\n") == 1 + 2 * len(SETTINGS)


def test_both_formats_have_the_same_values(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    export_small_atlas(tmp_path / "both", tuple(TableFormat))
    for size in SIZES:
        file = tmp_path / "both" / f"atlas-{size}x{size}.csv"
        table = pl.read_parquet(file.with_suffix(".parquet"))
        assert table.equals(pl.read_csv(file, schema=table.schema))
        types = {column.name: column.type for column in table_columns()}
        assert table.columns == list(types)
        assert table.schema["games"].is_integer()
        assert table.schema["sensible"] == pl.Boolean
        assert table["first_shape"].null_count() == 2


def test_the_codebook_explains_every_column(folder: Path) -> None:
    lines = read_csv(folder / "codebook.csv")
    with (folder / "atlas-7x7.csv").open(newline="") as table:
        header = next(csv.reader(table))
    assert [line["name"] for line in lines] == header
    assert all(line["meaning"] and line["type"] for line in lines)
    assert tuple(lines[0]) == HEADS
    by_name = {line["name"]: line for line in lines}
    for name, measure in MEASURES.items():
        assert by_name[name]["error"]
        assert number(by_name[name]["step"]) == measure.step
    page = (folder / "codebook.md").read_text("utf-8")
    assert all(f"| `{name}` | {line['type']} |" in page for name, line in by_name.items())


def test_the_data_package_describes_every_table(folder: Path) -> None:
    package = json.loads((folder / "datapackage.json").read_text("utf-8"))
    assert {resource["path"] for resource in package["resources"]} == TABLES
    assert len({resource["name"] for resource in package["resources"]}) == len(TABLES)
    for resource in package["resources"]:
        data = (folder / resource["path"]).read_bytes()
        assert resource["bytes"] == len(data)
        assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        header = data.decode("utf-8").partition("\n")[0].split(",")
        schema = resource["schema"]
        assert [field["name"] for field in schema["fields"]] == header
        assert schema["missingValues"] == [""]
        lines = read_csv(folder / resource["path"])
        keys = {tuple(line[name] for name in schema["primaryKey"]) for line in lines}
        assert len(keys) == len(lines)
        size = lines[0]["size"]
        source = made_by(f"the command for {size}")
        assert resource["source"] == {"seed": 1, **source.to_json()}
    assert package["licenses"][0]["name"] == LICENCE
    assert package["contributors"][0]["title"] == AUTHOR


def test_the_readme_says_where_the_numbers_come_from(folder: Path) -> None:
    page = (folder / "README.md").read_text("utf-8")
    for words in (
        *TABLES,
        "the command for 7",
        "`rules`",
        "`commit`",
        "0123abc",
        "12 combinations",
        "49,152",
    ):
        assert words in page


def test_the_checksums_cover_every_other_file(folder: Path) -> None:
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    found = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert {file.name for file in folder.iterdir()} == TABLES | TEXTS == {*found, "SHA256SUMS"}
    for name, digest in found.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_citations_are_valid(folder: Path) -> None:
    """By the required keys and types of the Citation File Format 1.2.0, and its known keys."""
    known = {
        "abstract", "authors", "cff-version", "keywords", "license", "message", "title", "type",
        "version",
    }  # fmt: skip
    for file, kind in ((ROOT / "CITATION.cff", "software"), (folder / "CITATION.cff", "dataset")):
        found = yaml.safe_load(file.read_text("utf-8"))
        assert {"authors", "cff-version", "message", "title"} <= set(found) <= known
        assert found["cff-version"] == "1.2.0"
        assert found["type"] == kind
        assert found["authors"] == [{"name": AUTHOR}]
        assert found["license"] == LICENCE
        assert found["keywords"] == list(KEYWORDS)
        texts = [found[name] for name in ("message", "title", "version")]
        assert all(isinstance(text, str) and text for text in texts)


def test_what_zenodo_asks_for_is_there(folder: Path) -> None:
    found = json.loads((folder / ".zenodo.json").read_text("utf-8"))
    assert found["upload_type"] == "dataset"
    assert found["creators"] == [{"name": AUTHOR}]
    assert found["license"] == "mit"
    assert found["title"]
    assert "49,152" in found["description"]


def test_the_licence_is_that_of_the_project(folder: Path) -> None:
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_two_runs_give_the_same_archive_and_the_same_files(tmp_path: Path) -> None:
    archives = [tmp_path / "one.zip", tmp_path / "new" / "two.zip"]
    for archive in archives:
        export_small_atlas(tmp_path / archive.stem)
        write_archive(tmp_path / archive.stem, archive)
    one, two = (archive.read_bytes() for archive in archives)
    assert one == two
    with ZipFile(archives[0]) as read:
        assert read.testzip() is None
        assert read.namelist() == sorted(TABLES | TEXTS)
        for name in read.namelist():
            assert read.read(name) == (tmp_path / "one" / name).read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new", "one", "one.zip", "two"]


def test_an_archive_is_replaced_as_a_whole(tmp_path: Path, folder: Path) -> None:
    archive = tmp_path / "atlas.zip"
    archive.write_bytes(b"an older one")
    write_archive(folder, archive)
    with ZipFile(archive) as read:
        assert set(read.namelist()) == TABLES | TEXTS


@pytest.mark.parametrize("there", ["a file", "a folder with a file"])
def test_nothing_is_overwritten(tmp_path: Path, there: str) -> None:
    folder = tmp_path / "data"
    file = folder if there == "a file" else folder / "mine.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine")
    with pytest.raises(ExportError) as refusal:
        export_small_atlas(folder)
    for language in LANGUAGES:
        assert str(folder) in refusal.value.say(language)
    assert file.read_text() == "mine"


def test_an_empty_folder_is_used_and_folders_above_are_made(tmp_path: Path) -> None:
    empty, deep = tmp_path / "empty", tmp_path / "not" / "there"
    empty.mkdir()
    for folder in (empty, deep):
        export_small_atlas(folder)
        assert {file.name for file in folder.iterdir()} == TABLES | TEXTS


def test_an_export_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise OSError("the disk is full")

    monkeypatch.setattr("grav.atlas.export.data_set.format_data_package", fail)
    with pytest.raises(OSError, match="full"):
        export_small_atlas(tmp_path / "data")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each is not Language.EN])
def test_texts_are_in_the_language_asked_for_and_names_are_the_same(
    tmp_path: Path, folder: Path, language: Language
) -> None:
    export_small_atlas(tmp_path / "data", language=language)
    for name in ("README.md", "codebook.md", "CITATION.cff"):
        assert (tmp_path / "data" / name).read_text() != (folder / name).read_text()
    for name in TABLES:
        assert (tmp_path / "data" / name).read_bytes() == (folder / name).read_bytes()


# What the codebook says of errors is what `error_of` does.

SAMPLED_BOARDS = 5


def sampled_rows() -> Iterator[MeasuredRow]:
    """Yields some rows of the shipped atlas."""
    boards = atlas().boards[:: len(atlas().boards) // SAMPLED_BOARDS]
    for board in boards:
        yield from list(board)[:: max(1, len(board) // 10)]


def error_by_method(method: ErrorMethod, name: str, row: MeasuredRow) -> float | None:
    """Estimates an error as the text of this method says."""

    def stored(measure: str) -> float:
        return row.stored_measure(measure) or 0.0

    def sampled(measure: str, games: int) -> float | None:
        """Returns what comes from sampled games: nothing where none were sampled."""
        return stored(f"{measure}_spread") / sqrt(games) if row.sampled_games else None

    share = value_of(name, row) or 0.0
    best, worst = max(row.wins), min(row.wins)
    traps_error = sampled("traps_20", row.sampled_games)
    by_method: Mapping[ErrorMethod, Callable[[], float | None]] = {
        ErrorMethod.GAMES: lambda: share_error(share, row.games),
        ErrorMethod.SHAPED_GAMES: lambda: share_error(share, row.games * stored("shaped")),
        ErrorMethod.DIFFERENCE: lambda: sqrt((best + worst - (best - worst) ** 2) / row.games),
        ErrorMethod.SPREAD: lambda: stored(f"{name}_spread") / sqrt(row.games),
        ErrorMethod.RATIO: lambda: sampled(name, row.games),
        ErrorMethod.STAGE: lambda: sampled(name, row.sampled_games),
        ErrorMethod.LENGTH: lambda: stored("length_spread") / sqrt(row.games) / row.size**2,
        ErrorMethod.DIFFICULTY: lambda: (
            None if traps_error is None else difficulty(row.setting, row.size, traps_error)
        ),
        ErrorMethod.TRACE: lambda: stored("skill_error"),
        ErrorMethod.NONE: lambda: None,
    }
    return by_method[method]()


def assert_errors_follow_the_codebook(name: str, rows: Iterable[MeasuredRow]) -> None:
    for row in rows:
        if value_of(name, row) is not None:
            expected = error_by_method(error_method(name), name, row)
            assert error_of(name, row) == close_to(expected)


@every("name", MEASURES)
def test_errors_are_estimated_by_the_method_that_the_codebook_names(name: str) -> None:
    rows = [row for board in small_atlas().boards for row in board]
    assert any(value_of(name, row) is not None for row in rows)
    assert_errors_follow_the_codebook(name, rows)


@every("name", MEASURES)
def test_so_are_the_errors_of_the_shipped_atlas(name: str) -> None:
    assert_errors_follow_the_codebook(name, sampled_rows())


def test_only_spreads_have_no_error() -> None:
    without = {name for name in MEASURES if error_method(name) is ErrorMethod.NONE}
    assert without == {name for name in MEASURES if name.endswith("_spread")}
