"""`grav lab findings`: the sentences of the pages with their numbers, and the plots."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree

from grav.lab.findings.sentences import sentences
from grav.text import LANGUAGES

Grav = Callable[..., CompletedProcess[str]]


def test_numbers_and_plots(grav: Grav, tmp_path: Path) -> None:
    folder = tmp_path / "plots"
    told = grav("lab", "findings", "-o", folder)
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    plots = sorted(folder.iterdir())
    assert [plot.name for plot in plots] == [
        f"findings-{name}.svg" for name in ("chains", "claims", "leads", "seats", "who")
    ]
    stated = lines[: -len(plots)]
    assert stated == [f"{sentence.page}: {sentence.text}" for sentence in sentences()]
    assert any(line.startswith("docs/findings.md: | lower a | ") for line in stated)
    assert sorted(lines[-len(plots) :]) == [str(plot) for plot in plots]
    for plot in plots:
        assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_help_is_there_in_every_language(grav: Grav) -> None:
    told = {grav("--lang", each, "lab", "findings", "--help").stdout for each in LANGUAGES}
    assert len(told) == len(LANGUAGES)
