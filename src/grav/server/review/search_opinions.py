"""The search's opinion of a position, streamed while it searches."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from grav.game import Accept, Opening, State, Turn, Window, apply
from grav.native.loading import NativeMissing
from grav.native.search import Candidate, Move, Search, search_from_state
from grav.server.messages.review import Opinion, OpinionCandidate, OpinionMove
from grav.server.problems.problem import Problem
from grav.server.safety.fair_thread_pool import FairThreadPool

SEARCHES = 2
"""Positions searched at the same time; the others wait."""
MAX_EACH = 4
"""Searches of one address that may wait or run."""
MAX_ALL = 16
"""Searches in total; more are refused."""
SECONDS_BETWEEN_LINES = 0.25
"""Seconds between two lines of a stream."""
NODES = 1 << 19
"""Nodes of a tree: at most 50 MB. Beyond it the tree grows no more, but the search goes on."""


@dataclass(frozen=True, slots=True)
class OpinionBudget:
    """When the search ends: at whatever comes first."""

    milliseconds: int
    simulations: int | None
    best: int
    """How many moves are returned."""


def on_turn(state: State) -> State:
    """Returns the state in which somebody is on turn: an open window counts as accepted by all.
    Raises Problem if nobody is."""
    while isinstance(state.phase, Window):
        state = apply(state, Accept(min(state.phase.awaiting))).state
    if not isinstance(state.phase, (Opening, Turn)):
        raise Problem(409, "nobody_on_turn")
    return state


class RunningSearch:
    """One search. It runs in one thread, and another reads its results meanwhile."""

    def __init__(self, state: State, budget: OpinionBudget) -> None:
        """Raises Problem if the native core is not built, or nobody is on turn."""
        self._state = state = on_turn(state)
        self._budget = budget
        self._began: float | None = None
        try:
            self._search: Search = search_from_state(state, max_nodes=NODES)
        except NativeMissing:
            raise Problem(501, "no_search") from None

    def run(self) -> None:
        self._began = time.monotonic()
        self._search.run(self._budget.simulations or 0, self._budget.milliseconds / 1000)

    def stop(self) -> None:
        self._search.stop()

    def opinion(self, *, done: bool) -> Opinion:
        phase, simulations = self._state.phase, self._search.simulations
        turn = phase if isinstance(phase, Turn) else Turn(self._state.active[0])
        return Opinion(
            to_move=turn.seat,
            bonus_turns=turn.bonus_turns,
            simulations=simulations,
            share=1.0 if done else self._share(simulations),
            proven=self._search.is_proven,
            best=self._best() if simulations else (),
            done=done,
        )

    def _share(self, simulations: int) -> float:
        if self._began is None:
            return 0.0
        spent = (time.monotonic() - self._began) * 1000 / self._budget.milliseconds
        if self._budget.simulations is not None:
            spent = max(spent, simulations / self._budget.simulations)
        return round(min(spent, 1.0), 3)

    def _best(self) -> tuple[OpinionCandidate, ...]:
        return tuple(map(_opinion_candidate, self._search.best(self._budget.best)))


class Opinions:
    """All searches of this process that a client waits for."""

    def __init__(self) -> None:
        self._pool = FairThreadPool("opinion", threads=SEARCHES, max_each=MAX_EACH, max_all=MAX_ALL)
        self._searches: set[RunningSearch] = set()

    @property
    def running(self) -> int:
        """The number of searches that a client waits for."""
        return len(self._searches)

    def check_capacity(self, asker: str) -> None:
        """Raises Problem if too many searches wait or run already, before anything is prepared."""
        self._pool.check_capacity(asker)

    def stream(self, search: RunningSearch, asker: str) -> AsyncGenerator[Opinion, None]:
        """Queues the search and yields its opinion, a few times a second until it is done. Closing
        the generator ends the search.

        Raises Problem if too many searches wait or run already. The place is taken now, not when
        the first line is read: others may ask in between.
        """
        running = self._pool.submit(asker, search.run)
        self._searches.add(search)
        # Also if the reader leaves before the first line: then `_stream` never runs.
        running.add_done_callback(lambda _: self._searches.discard(search))
        return self._stream(search, running)

    async def _stream(
        self, search: RunningSearch, running: asyncio.Future[None]
    ) -> AsyncGenerator[Opinion, None]:
        try:
            while not running.done():
                yield search.opinion(done=False)
                await asyncio.wait((running,), timeout=SECONDS_BETWEEN_LINES)
            running.result()
            yield search.opinion(done=True)
        finally:
            running.cancel()  # if it has not begun yet
            search.stop()
            self._searches.discard(search)

    def close(self) -> None:
        """Stops all searches, and accepts no more."""
        self._pool.close()
        for search in self._searches:
            search.stop()


def _opinion_candidate(candidate: Candidate) -> OpinionCandidate:
    is_known = any(candidate.wins)
    return OpinionCandidate(
        at=_at(candidate.move),
        declare=candidate.move.declare,
        visits=candidate.visits,
        wins=_shares(candidate.wins) if is_known else None,
        stones=_shares(candidate.stones) if is_known else None,
        winner=candidate.winner,
        line=tuple(
            OpinionMove(move.seat, _at(move), move.declare)
            for move in candidate.principal_variation
        ),
    )


def _at(move: Move) -> str | None:
    return None if move.at is None else str(move.at)


def _shares(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 4) for number in numbers)
