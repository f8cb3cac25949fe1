"""Optional packages: each extra contains what its commands need, and a missing one is reported."""

import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from packaging.requirements import Requirement

from grav.cli import main
from grav.extras import PACKAGES, ExtraMissing, is_installed, require
from grav.native import (
    PERFECT_PERCEPTION,
    board_array,
    measure_perception,
    playouts,
    positions,
    tally,
)
from grav.rules import Board, Rules, Setting
from grav.text import LANGUAGES, Language, say

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
NOT_ASKED_FOR = {"uvloop"}
"""Optional accelerators: uvicorn uses them if they are installed."""
COMMANDS = [
    (["serve"], "server"),
    (["admin", "stats"], "server"),
    (["join", "http://127.0.0.1:1"], "client"),
    (["bot", "--server", "http://127.0.0.1:1", "--token", "t"], "client"),
    (["arena", "1", "2"], "arena"),
    (["lab", "show", "run"], "lab"),
]


def modules_of(extra: str) -> set[str]:
    """Returns the modules that an extra installs, including those of nested extras."""
    found = set[str]()
    for line in EXTRAS[extra]:
        asked = Requirement(line)
        if asked.name == "grav":
            found |= {module for each in asked.extras for module in modules_of(each)}
            continue
        names = modules_by_package().get(plain(asked.name), set())
        found |= {name for name in names if not name.startswith("_")} or {asked.name}
    return found


@cache
def modules_by_package() -> dict[str, set[str]]:
    """Returns the modules of each installed package; reading the metadata takes a second."""
    found: dict[str, set[str]] = {}
    for module, packages in packages_distributions().items():
        for package in packages:
            found.setdefault(plain(package), set()).add(module)
    return found


def plain(package: str) -> str:
    return package.lower().replace("_", "-")


@pytest.mark.parametrize("extra", PACKAGES)
def test_an_extra_contains_what_its_commands_need(extra: str) -> None:
    brought = modules_of(extra)
    assert set(PACKAGES[extra]) <= brought
    own = {Requirement(line).name for line in EXTRAS[extra]} - {"grav", *NOT_ASKED_FOR}
    assert len(own) <= len(PACKAGES[extra])


def test_all_and_dev_contain_everything_that_is_portable() -> None:
    for whole in ("all", "dev"):
        for extra in set(PACKAGES) - {"ray"}:
            assert set(PACKAGES[extra]) <= modules_of(whole), (whole, extra)


def test_an_empty_folder_with_the_name_is_not_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openskull").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert not is_installed("openskull")
    (tmp_path / "openskull" / "__init__.py").touch()
    sys.path_importer_cache.clear()
    assert is_installed("openskull")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("command", "extra"), COMMANDS)
def test_a_command_names_the_extra_that_is_missing(
    command: list[str],
    extra: str,
    language: Language,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    missing = PACKAGES[extra][-1]
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ExtraMissing):
        require(extra)
    assert main(["--lang", language, *command]) == 2
    told = say("cli.no_extra", language, package=missing, extra=extra)
    assert f'pip install "grav[{extra}]"' in told
    assert capsys.readouterr().err == f"grav: {told}\n"


@pytest.mark.needs_core
def test_games_in_bulk_without_numpy_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(9, 2, Setting(3, 3, 4, 2, 5))
    monkeypatch.setitem(sys.modules, "numpy", None)
    for call in (
        lambda: playouts(rules, ["random"] * 2, 1, 1),
        lambda: tally(rules, ["random"] * 2, 1, 1),
        lambda: positions(rules, ["random"] * 2, 1, 1, 9),
        lambda: board_array(Board.empty(9, 2)),
        lambda: measure_perception(rules, PERFECT_PERCEPTION),
    ):
        with pytest.raises(ExtraMissing, match=r'pip install "grav\[native\]"'):
            call()


def run(script: str) -> CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True
    )


def test_help_starts_without_any_optional_package() -> None:
    done = run(
        "import sys; from grav.cli import main; main(['--help']); "
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    optional = {package for packages in PACKAGES.values() for package in packages}
    assert "Options:" in done.stdout
    assert not (optional | {"prompt_toolkit"}) & set(done.stderr.split())


@pytest.mark.needs_core
def test_a_level_plays_without_numpy() -> None:
    done = run(
        "import sys; sys.modules['numpy'] = None; "
        "from grav import parse_rules; from grav.bots import create_player; "
        "from grav.arena.game_loop import play_game; "
        "rules = parse_rules('5x5 2p 3 3 4 1 4 revised first=0'); "
        "played = play_game(rules, [create_player('3', 'a'), create_player('8', 'b')]); "
        "print(played.ended is not None, played.faults)"
    )
    assert done.stdout == "True ()\n", done.stderr
