"""The peer: boardgame.io, installed on first use; runs in memory and in production mode.

It is installed from npm into `build/bench-peer`, in the versions of `peer/package-lock.json`.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.server import pinning
from bench.server.boardgameio import BoardgameIo
from bench.server.script import SIZE
from bench.server.side import Serving

SOURCE = Path(__file__).parent / "peer"
HOME = Path(__file__).parents[2] / "build" / "bench-peer"
WANTED = ("package.json", "package-lock.json", ".npmrc")


class PeerMissing(Exception):
    """boardgame.io is not available here; the message says why."""


def install() -> None:
    """Installs boardgame.io; does nothing if the wanted versions are installed already."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise PeerMissing(f"it needs Node.js with npm, and there is no {program} here.")
    wanted = "".join((SOURCE / name).read_text() for name in WANTED)
    installed = HOME / "installed"
    if installed.exists() and installed.read_text() == wanted:
        return
    HOME.mkdir(parents=True, exist_ok=True)
    for name in WANTED:
        shutil.copy(SOURCE / name, HOME)
    done = subprocess.run(["npm", "ci"], cwd=HOME, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PeerMissing(f"npm could not install it.\n{done.stderr}")
    installed.write_text(wanted)


@contextmanager
def serving() -> Iterator[Serving]:
    install()
    environment = os.environ | {"NODE_ENV": "production", "NODE_PATH": str(HOME / "node_modules")}
    process = subprocess.Popen(
        ["node", str(SOURCE / "server.cjs"), str(SIZE)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=pinning.pin_server,
    )
    with process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            yield Serving(process.pid, BoardgameIo(("127.0.0.1", port)))
        finally:
            process.terminate()
