"""`grav analyse` in a process of its own, whose progress line is read as it appears."""

import os
import pty
import select
import subprocess
import time
from pathlib import Path

RECORDED = Path(__file__).parents[2] / "examples/recorded-game.grav"
TIMEOUT = 60


class WatchedAnalysis:
    """The command, with a terminal as its standard error only."""

    def __init__(self, command: Path, *arguments: str) -> None:
        self._leader, follower = pty.openpty()
        words = [str(command), "analyse", str(RECORDED), "--move", "2", *arguments]
        environment = os.environ | {"TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=follower, env=environment
        )
        os.close(follower)
        self.shown = b""

    def __enter__(self) -> "WatchedAnalysis":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._leader)

    def read(self, until: bytes) -> None:
        """Reads what the terminal shows up to this text, or to the end."""
        deadline = time.monotonic() + TIMEOUT
        while until not in self.shown and time.monotonic() < deadline:
            if not select.select([self._leader], [], [], 0.1)[0]:
                continue
            try:
                self.shown += os.read(self._leader, 65536)
            except OSError:  # the command has ended
                return
