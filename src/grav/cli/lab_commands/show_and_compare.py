"""`grav lab show` and `grav lab compare`: print runs as tables."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from grav.arena import format_aligned
from grav.cli.shared.localised_click import Command, UsageError
from grav.lab.compare import ComparedMeasure, RunComparison, compare_runs
from grav.lab.measures import ALONG, MEASURES
from grav.lab.store import RunFolder, read_folder
from grav.lab.summary import along_column, shown_measures, summary
from grav.native.tallies import TENTHS
from grav.record import format_json_line
from grav.text import Language, say

USUAL_MEASURES = (
    "first_wins", "balance", "length", "fill", "choice", "traps", "bonus", "chain", "lead_changes",
    "breaches", "missed", "stolen",
)  # fmt: skip
"""The measures that a table shows by default."""
CELL_COLUMNS = ("rules", "line_up", "games")
"""The columns that identify the cell of a row."""
NOTHING = "–"
_MIN_SHOWN_P = 0.001


def show_command(language: Language) -> click.Command:
    help_, short = say("cli.lab_show", language), say("cli.lab_show_short", language)

    @click.command("show", cls=Command, needs="lab", help=help_, short_help=short)
    @_measures_option(language)
    @click.option("--along", metavar="NAME", help=say("cli.lab_along", language))
    @click.option("--json", "as_json", is_flag=True, help=say("cli.lab_json", language))
    @click.argument("folder", metavar="DIR")
    def command(measures: tuple[str, ...], along: str | None, as_json: bool, folder: str) -> None:
        run = read_folder(Path(folder))
        known = [measure.name for measure in shown_measures(run)]
        chosen = _check_names("--measure", measures, known) or _usual_measures(run, known)
        _check_names("--along", () if along is None else (along,), ALONG)
        if along is not None and measures:
            raise UsageError("cli.lab_together", one="--along", other="--measure")
        rows = summary(run).iter_rows(named=True)
        if as_json:
            for row in rows:
                click.echo(format_json_line(row))
            return
        if along is None:
            names = [_measure_name(name, language) for name in chosen]
            table = [[*_cell(row), *(_with_interval(row, name) for name in chosen)] for row in rows]
        else:
            names = [f"{10 * tenth}–{10 * tenth + 10} %" for tenth in range(TENTHS)]
            table = [[*_cell(row), *_tenths(row, along)] for row in rows]
        heads = [_measure_heading(name, language) for name in CELL_COLUMNS]
        click.echo(format_aligned([[*heads, *names], *table]))
        if along is not None:
            click.echo("\n" + say("lab.along", language, measure=_measure_name(along, language)))
        _print_unlisted_cells(run, language)

    return command


def compare_command(language: Language) -> click.Command:
    help_, short = say("cli.lab_compare", language), say("cli.lab_compare_short", language)
    significant = say("cli.lab_compare_significant", language)

    @click.command("compare", cls=Command, needs="lab", help=help_, short_help=short)
    @_measures_option(language)
    @click.option("--significant", is_flag=True, help=significant)
    @click.option("--json", "as_json", is_flag=True, help=say("cli.lab_json", language))
    @click.argument("one", metavar="A")
    @click.argument("other", metavar="B")
    def command(
        measures: tuple[str, ...], significant: bool, as_json: bool, one: str, other: str
    ) -> None:
        chosen = tuple(_check_names("--measure", measures, list(MEASURES)))
        found = compare_runs(read_folder(Path(one)), read_folder(Path(other)), chosen)
        shown = [row for row in found.rows if row.significant or not significant]
        if as_json:
            for row in shown:
                click.echo(format_json_line(row.to_json()))
            return
        _show_compared(found, shown, (one, other), language)

    return command


def _usual_measures(run: RunFolder, known: Sequence[str]) -> list[str]:
    """Returns the default measures; if players differ, the wins of each come first."""
    differ = any(len(set(cell.seats)) > 1 for cell in run.plan.cells)
    wins = [name for name in known if name.startswith("wins_")] if differ else []
    return [*wins, *(name for name in USUAL_MEASURES if name in known)]


def _measures_option(language: Language) -> Callable[[click.decorators.FC], click.decorators.FC]:
    help_text = say("cli.lab_measure", language)
    return click.option("--measure", "measures", metavar="NAME", multiple=True, help=help_text)


def _check_names(option: str, measures: Sequence[str], known: Sequence[str]) -> list[str]:
    for name in measures:
        if name not in known:
            expected = ", ".join(known)
            raise UsageError("cli.bad_choice", name=option, found=name[:40], expected=expected)
    return list(measures)


def _cell(row: dict[str, object]) -> list[str]:
    return [str(row[name]) for name in CELL_COLUMNS]


def _tenths(row: dict[str, object], measure: str) -> list[str]:
    values = row[along_column(measure)]
    assert isinstance(values, list)
    return [NOTHING if value is None else _number(value, measure) for value in values]


def _with_interval(row: dict[str, object], name: str) -> str:
    """Formats a value and half the width of its confidence interval."""
    value, low, high = (row.get(f"{name}{end}") for end in ("", "_low", "_high"))
    if not isinstance(value, float):
        return NOTHING
    if not (isinstance(low, float) and isinstance(high, float)):
        return _number(value, name)
    reach = (high - low) / 2 * (100 if MEASURES[name].is_part else 1)
    return f"{_number(value, name)} ±{reach:.2g}"


def _number(value: float, name: str, sign: str = "") -> str:
    if MEASURES[name].is_part:
        return f"{100 * value:{sign}.1f} %"
    return f"{value:{sign}.2f}"


def _print_unlisted_cells(run: RunFolder, language: Language) -> None:
    """Prints what the table does not show: games that were stopped, parts that are missing."""
    if stopped := int(run.tallies()["stopped"].sum()):
        click.echo("\n" + say("lab.stopped", language, count=stopped))
    if missing := run.missing():
        done, of = len(run.plan.parts) - len(missing), len(run.plan.parts)
        click.echo("\n" + say("lab.progress", language, parts=done, of=of))


def _show_compared(
    found: RunComparison,
    shown: Sequence[ComparedMeasure],
    names: tuple[str, str],
    language: Language,
) -> None:
    one, other = names
    for dimension, (mine, theirs) in found.varied.items():
        name = say(f"lab.varied_{dimension}", language)
        click.echo(say("lab.varied", language, name=name, one=mine, other=theirs))
    heads = [_measure_heading(name, language) for name in ("rules", "line_up", "measure")]
    heads += [
        "A",
        "B",
        *(_measure_heading(name, language) for name in ("difference", "interval", "p")),
        "",
    ]
    if shown:
        rows = [_compared_row(row, language) for row in shown]
        click.echo(("\n" if found.varied else "") + format_aligned([heads, *rows]) + "\n")
    tested = [row for row in found.rows if row.difference is not None]
    counts = {"count": len(tested), "significant": sum(row.significant for row in tested)}
    click.echo(say("lab.compared", language, **counts))
    if any(found.alone):
        values = {"one": one, "other": other, "mine": found.alone[0], "theirs": found.alone[1]}
        click.echo(say("lab.alone", language, **values))


def _compared_row(row: ComparedMeasure, language: Language) -> list[str]:
    name, found = row.measure, row.difference
    cells = [str(row.one.rules), row.one.line_up, _measure_name(name, language)]
    cells += [_number(value, name) for value in row.values]
    difference = _number(row.values[1] - row.values[0], name, "+")
    if found is None:
        return [*cells, difference, NOTHING, NOTHING, ""]
    interval = " – ".join(_number(end, name, "+") for end in found.interval)
    p = f"< {_MIN_SHOWN_P}" if found.p < _MIN_SHOWN_P else f"{found.p:.3f}"
    return [*cells, difference, interval, p, "*" if row.significant else ""]


def _measure_heading(name: str, language: Language) -> str:
    return say(f"lab.head_{name}", language)


def _measure_name(measure: str, language: Language) -> str:
    return say(f"lab.measure_{measure}", language)
