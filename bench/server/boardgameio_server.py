"""The peer: boardgame.io, installed on first use; runs in memory and in production mode.

It is installed from npm into `build/bench-peer`, in the versions of `peer/package-lock.json`.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.server import cpu_pinning
from bench.server.adapter import RunningServer
from bench.server.boardgameio_adapter import BoardgameIoAdapter
from bench.server.scripted_game import SIZE

SOURCE = Path(__file__).parent / "peer"
HOME = Path(__file__).parents[2] / "build" / "bench-peer"
WANTED = ("package.json", "package-lock.json", ".npmrc")


class BoardgameIoMissing(Exception):
    """boardgame.io is not available here; the message says why."""


def install() -> None:
    """Installs boardgame.io; does nothing if the wanted versions are installed already."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise BoardgameIoMissing(f"it needs Node.js with npm, and there is no {program} here.")
    wanted = "".join((SOURCE / name).read_text() for name in WANTED)
    installed = HOME / "installed"
    if installed.exists() and installed.read_text() == wanted:
        return
    HOME.mkdir(parents=True, exist_ok=True)
    for name in WANTED:
        shutil.copy(SOURCE / name, HOME)
    done = subprocess.run(["npm", "ci"], cwd=HOME, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BoardgameIoMissing(f"npm could not install it.\n{done.stderr}")
    installed.write_text(wanted)


@contextmanager
def start() -> Iterator[RunningServer]:
    install()
    environment = os.environ | {"NODE_ENV": "production", "NODE_PATH": str(HOME / "node_modules")}
    process = subprocess.Popen(
        ["node", str(SOURCE / "server.cjs"), str(SIZE)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=cpu_pinning.pin_server,
    )
    with process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            yield RunningServer(process.pid, BoardgameIoAdapter(("127.0.0.1", port)))
        finally:
            process.terminate()
