"""`grav lab findings`: the numbers of docs/findings.md, and its plots."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree

from grav.text import LANGUAGES

Grav = Callable[..., CompletedProcess[str]]


def test_numbers_and_plots(grav: Grav, tmp_path: Path) -> None:
    folder = tmp_path / "plots"
    told = grav("lab", "findings", "-o", folder)
    assert (told.returncode, told.stderr) == (0, "")
    assert "lower a\t9\t828" in told.stdout
    plots = sorted(folder.iterdir())
    assert [plot.name for plot in plots] == [
        f"findings-{name}.svg" for name in ("chains", "claims", "leads", "seats", "who")
    ]
    for plot in plots:
        assert ElementTree.parse(plot).getroot().tag.endswith("svg")
        assert plot.name in told.stdout


def test_help_is_there_in_every_language(grav: Grav) -> None:
    told = {grav("--lang", each, "lab", "findings", "--help").stdout for each in LANGUAGES}
    assert len(told) == len(LANGUAGES)
