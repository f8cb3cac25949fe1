"""Lets searches run for as long as was asked, or until somebody interrupts."""

import os
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from grav.cli.analyse_words import fitting, told_move, told_worth
from grav.game import State
from grav.native.search import Search, search_of
from grav.text import Language, say

_EVERY = 0.2
"""Seconds between two looks at a search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When the thinking is over: whatever comes first; 0 is no bound."""

    nodes: int
    seconds: float
    threads: int

    @property
    def quarter(self) -> "Budget":
        return Budget((self.nodes + 3) // 4, self.seconds / 4, self.threads)


class Thinker:
    """Searches positions one after the other; after an interruption it does not go on."""

    def __init__(self, seed: int, language: Language, *, watched: bool) -> None:
        self._seed = seed
        self._language = language
        self._watched = watched and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.interrupted = False

    def think(self, state: State, budget: Budget, key: str) -> Search:
        """What a search of the position finds within the budget; `key` is what is told meanwhile.

        It runs beside this thread, which alone hears of interruptions.
        """
        search = search_of(state, self._seed)
        begun = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            try:
                run = pool.submit(search.run, budget.nodes, budget.seconds, budget.threads)
                while wait([run], _EVERY).not_done:
                    self._tell(search, key, _left(budget, search, time.monotonic() - begun))
                run.result()
            except KeyboardInterrupt:
                self.interrupted = True
            finally:
                search.stop()
        self._write("")
        return search

    def _tell(self, search: Search, key: str, left: float) -> None:
        if not (self._watched and search.simulations):
            return
        best = search.best(1)[0]
        line = say(
            key,
            self._language,
            games=f"{search.simulations:,}",
            move=told_move(best.move, self._language),
            worth=told_worth(best, self._language),
            left=max(round(left), 0),
        )
        self._write(fitting(line, shutil.get_terminal_size().columns - 1))

    def _write(self, line: str) -> None:
        """One line, written anew each time, where somebody looks on."""
        if self._watched:
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()


def _left(budget: Budget, search: Search, passed: float) -> float:
    """The seconds that are left, as far as one can tell."""
    left = []
    if budget.seconds:
        left.append(budget.seconds - passed)
    if budget.nodes and search.simulations:
        left.append(passed * (budget.nodes - search.simulations) / search.simulations)
    return min(left, default=0)
