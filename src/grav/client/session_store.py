"""Stores session secrets between runs, by server, in a file with mode 0600."""

import contextlib
import json
import os
from pathlib import Path


class SessionStore:
    """The file of sessions. An unreadable file counts as empty; errors on writing are ignored."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def load(self, origin: str) -> str | None:
        return self._read().get(origin)

    def save(self, origin: str, session: str) -> None:
        stored = self._read() | {origin: session}
        partial = self._file.with_suffix(f".{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(stored, file)
            partial.replace(self._file)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink()

    def _read(self) -> dict[str, str]:
        try:
            stored = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(stored, dict):
            return {}
        return {str(origin): session for origin, session in stored.items() if type(session) is str}
