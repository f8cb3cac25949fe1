"""examples/atlas.ipynb: it runs on an export, and its figures are those of docs/findings.md."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest

from grav.atlas import SEARCH_1000, atlas, value_of
from grav.atlas.export import TableFormat, export_atlas
from grav.atlas.thinkers import is_decided
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings.claims import mean_by_number
from grav.lab.findings.outcomes import median_outcomes
from grav.lab.findings.rows import EDITIONS, find_measured_rows
from grav.rules import parse_edition
from grav.text import Language

NOTEBOOK = Path(__file__).parents[2] / "examples/atlas.ipynb"
SIZE = 9

Json = Any


def read_notebook() -> Json:
    return json.loads(NOTEBOOK.read_text("utf-8"))


def cell_sources() -> Iterator[str]:
    for cell in read_notebook()["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Runs a cell, and returns the value of its last expression, which a notebook would show."""
    *statements, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        statements, last = [*statements, last], ast.Expr(ast.Constant(None))
    exec(compile(ast.Module(statements, []), NOTEBOOK.name, "exec"), names)
    return eval(
        compile(ast.fix_missing_locations(ast.Expression(last.value)), NOTEBOOK.name, "eval"), names
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The variables of the notebook after its last cell; `shown` has what its cells show."""
    folder = tmp_path_factory.mktemp("atlas") / "export"
    export_atlas(atlas(), folder, [TableFormat.CSV], [SIZE], Language.EN)
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAV_ATLAS_EXPORT", str(folder))
        names["shown"] = [run_cell(source, names) for source in cell_sources()]
    return names


def test_it_is_a_notebook_of_format_4_without_outputs() -> None:
    notebook = read_notebook()
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        assert cell["cell_type"] in ("code", "markdown")
        if cell["cell_type"] == "code":
            assert (cell["execution_count"], cell["outputs"]) == (None, [])


def test_its_charts_are_valid(finished: dict[str, Any]) -> None:
    charts = [each for each in finished["shown"] if hasattr(each, "to_html")]
    assert len(charts) == 5
    for chart in charts:
        assert chart.to_dict()["datasets"]


def test_traps_by_number_are_those_of_the_findings(finished: dict[str, Any]) -> None:
    for number in finished["NUMBERS"]:
        for reading in ("traps", "traps_20"):
            rows = finished["claims"].filter(number=number, reading=reading)
            told = dict(zip(rows["at"], rows["share"], strict=True))
            assert told == pytest.approx(dict(mean_by_number(number, SIZE, reading)))


def test_chains_and_lead_changes_are_those_of_the_findings(finished: dict[str, Any]) -> None:
    for variant in EDITIONS:
        found = median_outcomes(SIZE, variant)
        assert found is not None
        (chain,) = finished["chains"].filter(edition=variant)["middle"]
        (leads,) = finished["leads"].filter(edition=variant)["lead_changes"]
        assert chain == pytest.approx(found["chain_share"], rel=1e-5)
        assert leads == pytest.approx(found["lead_changes"])


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("edition", ["revised", ADVISED_EDITION])
def test_seats_are_compared_setting_by_setting(
    finished: dict[str, Any], players: int, edition: str
) -> None:
    rows = find_measured_rows(SIZE, edition, players=players).values()
    ratios = [max(row.wins) / min(row.wins) for row in rows]
    (told,) = finished["seats"].filter(players=players, edition=edition).to_dicts()
    assert told["settings"] == len(ratios)
    tenths = quantiles(ratios, n=10)
    expected = (tenths[0], tenths[4], tenths[8])
    assert (told["low"], told["middle"], told["high"]) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("edition", ["revised", ADVISED_EDITION])
def test_who_wins_among_players_who_think(
    finished: dict[str, Any], players: int, edition: str
) -> None:
    board = atlas().board(SIZE, players, parse_edition(edition), SEARCH_1000)
    assert board is not None
    (told,) = finished["thinkers"].filter(players=players, edition=edition).to_dicts()
    assert (told["settings"], told["games"]) == (len(board), board.games)
    assert told["decided"] == sum(is_decided(row.wins) for row in board)
    assert told["best_place"] == pytest.approx(median(max(row.wins) for row in board))
    assert told["skill"] == pytest.approx(median(value_of("skill", row) or 0 for row in board))


def test_random_players_are_compared_on_the_settings_of_those_who_think(
    finished: dict[str, Any],
) -> None:
    for edition in ("revised", ADVISED_EDITION):
        counts = finished["firsts"].filter(edition=edition)["who"].value_counts(name="rows")
        assert counts["rows"].n_unique() == 1
        assert set(counts["who"]) == {"random", "thinking"}
