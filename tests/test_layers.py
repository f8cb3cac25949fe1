"""Which parts may import which: no part imports one to its right in docs/architecture.md.

The test reads the imports of every module, including those inside functions and for types alone.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from tests.subtests import every

import grav

SOURCE = Path(grav.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

ROOT = ""  # src/grav/__init__.py itself
GAME = {"record", "game", "rules", "text"}
OPPONENTS = {"drills", "bots", *GAME}  # opponents and drills
# A folder or module within a part may have its own row. Messages depend on the game and on nothing
# of the server, so that clients can use the same types without the rest of the server.
BASE = {
    "server/runtime/config",
    "server/observability",
    "server/protocol/asgi_types",
    "server/runtime",
}
BELOW_LIVE = {
    "server/limits", "server/messages", "server/messages/request_parameters", "server/people",
    "server/observability/command_metrics", "server/problems", "server/protocol", "server/safety",
    "server/store", "server/table",
}  # fmt: skip
LAB = {"lab", "lab/gpu", "lab/report"}
# Parts of `runtime` and `observability` that depend on more than the rest of their folder.
MEASURING = {
    "server/observability/measured_journal", "server/observability/outage_log",
    "server/observability/request_log",
    "server/runtime/clock_alignment", "server/runtime/watchdog",
}  # fmt: skip
ABOVE = {"server/live", "server/review", "server/http", "server"}
SERVER = {*BASE, *BELOW_LIVE, *MEASURING, *ABOVE}
# Each command, and the folder of its own helpers if it has one.
ROOMS: dict[str, set[str]] = {
    "cli/admin": set(),
    "cli/analyse": {"cli/analysis"},
    "cli/arena": {"cli/arena_runs"},
    "cli/atlas": set(),
    "cli/bot": {"cli/bot_runner"},
    "cli/check": set(),
    "cli/convert": set(),
    "cli/draw": set(),
    "cli/engine": set(),
    "cli/join": {"cli/joining"},
    "cli/lab": {"cli/lab_commands"},
    "cli/play": {"cli/playing"},
    "cli/replay": set(),
    "cli/roll": {"cli/rolling"},
    "cli/serve": set(),
}
COMMON = {"cli/forecasts", "cli/shared"}  # what every command may use
BELOW_CLI = {
    ROOT, "arena", "atlas", "atlas/export", "client", "extras", "native", "provenance",
    "server/messages", "tasks", *LAB, *OPPONENTS,
}  # fmt: skip
LOWER = {
    "text": set[str](),
    "extras": {"text"},
    "tasks": set(),
    "rules": {"text"},
    "game": {"rules", "text"},
    "record": {"game", "rules", "text"},
    "native": {"extras", "game", "rules", "text"},
    "bots": {"native", "game", "rules", "text"},
    "provenance": {ROOT, "rules"},
    "arena": {"bots", "native", "provenance", "record", "game", "rules", "text"},
    "drills": {"bots", "native", "record", "game", "rules", "text"},
    "atlas": {"game", "provenance", "rules", "text"},
    "atlas/export": {ROOT, "atlas", "extras", "game", "rules", "text"},
    "lab/gpu": {"native", "rules", "text"},
    "lab": {"atlas", "arena", "bots", "extras", "lab/gpu", "native", "provenance", *GAME},
    "lab/report": {"extras", "lab", "native", *GAME},
    "server/runtime/config": {"text"},
    "server/runtime": {"tasks", "text"},
    "server/runtime/clock_alignment": {"server/runtime", "server/store"},
    "server/runtime/watchdog": {"server/protocol/asgi_types", "server/runtime"},
    "server/observability": {"server/runtime/config"},
    "server/observability/command_metrics": {
        "server/messages",
        "server/observability",
        "server/table",
        "text",
    },
    "server/observability/measured_journal": {
        "server/observability",
        "server/runtime",
        "server/store",
    },
    "server/observability/outage_log": {
        "server/observability",
        "server/runtime",
        "server/store",
    },
    "server/observability/request_log": {
        "server/observability",
        "server/protocol",
        "server/protocol/asgi_types",
        "server/runtime",
    },
    "server/messages": {"game", "rules", "text"},
    "server/messages/request_parameters": {"server/messages", "rules"},
    "server/table": {"server/messages", "native", *GAME},
    "server/store": {"text"},
    "server/people": {"server/messages", "server/runtime", "server/store", "text"},
    "server/problems": {
        "server/messages",
        "server/people",
        "server/store",
        "server/table",
        "server/observability",
        "server/protocol/asgi_types",
        *GAME,
    },
    "server/protocol/asgi_types": set[str](),
    "server/protocol": {
        "server/runtime/config",
        "server/messages",
        "server/problems",
        "server/protocol/asgi_types",
        "tasks",
    },
    "server/limits": {
        "server/messages",
        "server/observability",
        "server/people",
        "server/problems",
        "server/protocol",
        "server/runtime",
        "server/table",
        "text",
    },
    "server/safety": {
        "server/runtime/config",
        "server/limits",
        "server/messages",
        "server/problems",
        "server/protocol",
        "server/protocol/asgi_types",
    },
    "server/live": {*BASE, *BELOW_LIVE, "bots", "tasks", *GAME},
    "server/review": {"server/messages", "server/problems", "server/safety", "native", *GAME},
    "server/http": {*BASE, *BELOW_LIVE, "server/live", "server/review", "atlas", "web", *OPPONENTS},
    "server": {ROOT, *SERVER, *OPPONENTS} - {"server"},
    "client": {"server/messages", "tasks", *GAME},
    "web": set[str](),
    "testing": {"game", "rules", "text"},  # in the wheel
    "testing/games": {"testing", "native", *GAME},
    "testing/tables": {
        "testing",
        "testing/games",
        "server/messages",
        "server/runtime",
        "server/table",
        *GAME,
    },
    "testing/infrastructure": set[str](),
    "testing/servers": {
        "testing",
        "testing/games",
        "testing/infrastructure",
        "testing/tables",
        "client",
        "tasks",
        *SERVER,
        *GAME,
    },
    "cli/shared": {"extras", *GAME},
    "cli/forecasts": {"arena", "atlas", "game", "rules", "text"},
    **{room: COMMON | BELOW_CLI for rooms in ROOMS.values() for room in rooms},
    "cli/joining": {*COMMON, "server/table", *BELOW_CLI},
    **{command: {*room, *COMMON, *BELOW_CLI} for command, room in ROOMS.items()},
    "cli/admin": {"cli/shared", *SERVER, *GAME},
    "cli/join": {"cli/joining", *COMMON, "server/runtime/config", *BELOW_CLI},
    "cli/serve": {"cli/shared", *SERVER, "text"},
    "cli/main": {ROOT, "cli/shared", "text", *ROOMS},  # no other module imports a command
    "cli": {"cli/main"},
    "__main__": {"cli", "cli/main"},
    ROOT: {"bots", "record", "game", "rules", "text"},
}
FOREIGN = {
    "arena/ratings.py": {"openskill"},
    "atlas/export/table_writers.py": {"polars"},
    **{part: {"click"} for part in (*ROOMS, "cli/arena_runs", "cli/lab_commands", "cli/main")},
    "cli/shared": {"click"},
    "cli/shared/console.py": {"prompt_toolkit"},
    "client": {"httpx", "msgspec", "websockets"},
    "lab": {"filelock", "numpy", "polars"},
    "lab/gpu": {"cupy", "numpy"},
    "lab/ray.py": {"ray"},
    "lab/report": {"altair", "polars", "vl_convert"},
    "native": {"numpy"},
    "server": {"litestar", "redis", "structlog", "uvicorn"},
    "server/http": {"litestar", "msgspec", "sqlalchemy"},
    "server/limits": {"litestar", "msgspec", "redis"},
    "server/live": {"litestar", "msgspec", "redis", "structlog"},
    "server/messages": {"msgspec"},
    "server/messages/request_parameters": {"litestar"},
    "server/observability": {"prometheus_client", "structlog"},
    "server/observability/command_metrics": set[str](),
    "server/observability/measured_journal": set[str](),
    "server/observability/outage_log": {"structlog"},
    "server/observability/request_log": {"structlog"},
    "server/people": {"argon2", "zxcvbn"},
    "server/problems": {"litestar", "msgspec"},
    "server/review": {"msgspec"},
    "server/protocol": {"msgspec", "structlog", "uvicorn", "websockets"},
    "server/runtime": {"structlog"},
    "server/runtime/clock_alignment": {"structlog"},
    "server/safety": {"litestar", "msgspec"},
    "server/store": {"alembic", "asyncpg", "msgspec", "sqlalchemy"},
    "server/table": {"msgspec"},
    "testing/servers": {"httpx", "msgspec", "websockets"},
    "testing/strategies.py": {"hypothesis"},
    "testing/tables": {"msgspec"},
}


def part_of(module: Path) -> str:
    """Returns the part of the package that a module belongs to: the nearest row of the table."""
    path = module.relative_to(SOURCE).with_suffix("")
    return row_of(path.parts) or (ROOT if path.parts[0] == "__init__" else path.parts[0])


def row_of(parts: Sequence[str]) -> str | None:
    """Returns the longest row of the table that these parts of a name begin with."""
    prefixes = ("/".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in LOWER), None)


def imported_names(module: Path) -> Iterator[str]:
    """Yields the full names of everything that a module imports."""
    package = ("grav", *module.relative_to(SOURCE).parent.parts)
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *((node.module,) if node.module else ())))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def part_named(name: str) -> str:
    """Returns the part that one of our own module names belongs to."""
    return row_of(name.split(".")[1:]) or ROOT


def name_of(module: Path) -> str:
    return str(module.relative_to(SOURCE))


@every("module", MODULES, ids=name_of)
def test_a_module_imports_only_lower_parts(module: Path) -> None:
    part = part_of(module)
    known = {part_named(name) for name in imported_names(module) if name.split(".")[0] == "grav"}
    assert known - {part} <= LOWER[part]


@every("module", MODULES, ids=name_of)
def test_a_module_imports_no_foreign_package_but_those_in_the_table(module: Path) -> None:
    names = {name.split(".")[0] for name in imported_names(module)}
    foreign = names - sys.stdlib_module_names - {"grav"}
    allowed = FOREIGN.get(part_of(module), set()) | FOREIGN.get(name_of(module), set())
    assert foreign <= allowed


def test_every_part_has_its_row() -> None:
    assert {part_of(module) for module in MODULES} == set(LOWER)
    assert {"text", "rules", "game", "testing"} <= {part_of(module) for module in MODULES}


def test_the_table_has_no_cycles() -> None:
    TopologicalSorter(LOWER).prepare()  # raises CycleError


def test_imports_of_every_kind_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    module = tmp_path / "rules" / "new.py"
    module.parent.mkdir()
    module.write_text(
        "import os.path\n"
        "from typing import TYPE_CHECKING\n"
        "from . import board\n"
        "from ..game import play\n"
        "from grav import cli\n"
        "if TYPE_CHECKING:\n"
        "    import click\n"
        "def late():\n"
        "    from grav.record.model import Record\n"
    )
    assert list(imported_names(module)) == [
        "os.path",
        "typing.TYPE_CHECKING",
        "grav.rules.board",
        "grav.game.play",
        "grav.cli",
        "click",
        "grav.record.model.Record",
    ]
    assert part_of(module) == "rules"
    assert part_named("grav.cli") == "cli"
    assert part_named("grav.cli.play.play_command") == "cli/play"
    assert part_named("grav.cli.playing.table.TerminalGame") == "cli/playing"
    assert part_named("grav.server.app") == "server"
    assert part_named("grav.server.messages.views.Whole") == "server/messages"
    assert part_named("grav.server.runtime.clock.Clock") == "server/runtime"
    assert part_named("grav.server.runtime.watchdog.Watchdog") == "server/runtime/watchdog"
    assert part_named("grav.Board") == part_named("grav") == ROOT


LIGHT = [
    part
    for part in (
        "",
        ".text",
        ".rules",
        ".game",
        ".record",
        ".bots",
        ".drills",
        ".atlas",
        ".testing",
    )
    if (SOURCE / part.removeprefix(".") / "__init__.py").exists()
]


@every("part", LIGHT)
def test_importing_the_package_needs_only_the_standard_library(part: str) -> None:
    script = (
        "import sys; before = set(sys.modules); "
        f"import grav{part}; "
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) - sys.stdlib_module_names == {"grav"}
