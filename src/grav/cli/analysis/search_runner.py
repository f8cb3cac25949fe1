"""Runs searches until their budget is spent or Ctrl-C is pressed, and shows their progress."""

import os
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from grav.cli.analysis.move_text import cut_to_width, format_move, format_worth
from grav.game import State
from grav.native.search import Search, search_from_state
from grav.text import Language, say

_UPDATE_SECONDS = 0.2
"""Seconds between two updates of the progress line."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Limits of a search, which ends at the first one reached; 0 means no limit."""

    nodes: int
    seconds: float
    threads: int

    @property
    def quarter(self) -> "SearchBudget":
        return SearchBudget((self.nodes + 3) // 4, self.seconds / 4, self.threads)


class SearchRunner:
    """Runs searches one after the other, and notes in `interrupted` if Ctrl-C stopped one."""

    def __init__(self, seed: int, language: Language, *, shows_progress: bool) -> None:
        self._seed = seed
        self._language = language
        self._shows_progress = (
            shows_progress and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        )
        self.interrupted = False

    def search(self, state: State, budget: SearchBudget, key: str) -> Search:
        """Searches a position within the budget; `key` names the text of the progress line.

        The search runs in another thread: only this one, the main thread, gets KeyboardInterrupt.
        """
        search = search_from_state(state, self._seed)
        begun = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            try:
                run = pool.submit(search.run, budget.nodes, budget.seconds, budget.threads)
                while wait([run], _UPDATE_SECONDS).not_done:
                    self._show_progress(
                        search, key, _time_left_text(budget, search, time.monotonic() - begun)
                    )
                run.result()
            except KeyboardInterrupt:
                self.interrupted = True
            finally:
                search.stop()
        self._write("")
        return search

    def _show_progress(self, search: Search, key: str, left: float) -> None:
        if not (self._shows_progress and search.simulations):
            return
        best = search.best(1)[0]
        line = say(
            key,
            self._language,
            games=f"{search.simulations:,}",
            move=format_move(best.move, self._language),
            worth=format_worth(best, self._language),
            left=max(round(left), 0),
        )
        self._write(cut_to_width(line, shutil.get_terminal_size().columns - 1))

    def _write(self, line: str) -> None:
        """Overwrites the progress line, if stderr is a terminal."""
        if self._shows_progress:
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()


def _time_left_text(budget: SearchBudget, search: Search, passed: float) -> float:
    """Estimates the seconds left."""
    left = []
    if budget.seconds:
        left.append(budget.seconds - passed)
    if budget.nodes and search.simulations:
        left.append(passed * (budget.nodes - search.simulations) / search.simulations)
    return min(left, default=0)
