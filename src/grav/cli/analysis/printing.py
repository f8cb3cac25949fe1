"""Prints an analysis: the position, the best moves, and how the record's own move compares."""

import shutil
from collections.abc import Iterator

from grav.arena import format_aligned
from grav.arena.table_text import text_width
from grav.cli.analysis.judged_move import JudgedMove, is_known
from grav.cli.analysis.move_text import NOTHING, format_move, format_variation, format_worth
from grav.cli.analysis.result import AnalysisResult
from grav.cli.shared.console import Console
from grav.cli.shared.game_screen import GameScreen
from grav.game import Help, view
from grav.native.search import Candidate, Move
from grav.record import Record
from grav.record.text_board import ASCII_MARKS, MARKS
from grav.rules import Breach
from grav.rules.breach_text import breach_text
from grav.text import Text, say

_MARKED = 9
"""The number of ranks marked on the board: each is one digit."""


class AnalysisPrinter:
    """Prints the result of an analysis to a terminal."""

    def __init__(
        self, found: AnalysisResult, record: Record, console: Console, *, plain: bool
    ) -> None:
        self._found = found
        self._console = console
        self._plain = plain
        self._screen = GameScreen(console, record.players, plain)

    def show(self) -> None:
        position = self._found.position
        ranks = {
            candidate.move.at: str(rank)
            for rank, candidate in enumerate(self._found.best[:_MARKED], 1)
            if candidate.move.at is not None
        }
        self._screen.show_board(view(position.state, None, [Help.LAST]), ranks)
        self._console.show()
        self._console.show(self._turn_text())
        self._console.show_text("analyse.thought", games=f"{self._found.simulations:,}")
        self._show_proof()
        self._console.show()
        for line in self._table():
            self._console.show(line)
        if self._found.judged is not None:
            self._console.show()
            for text in self._played_move_text(self._found.judged):
                self._console.show(text)

    def _turn_text(self) -> Text:
        position = self._found.position
        turn, key = position.turn, "on_turn"
        if turn.on_bonus:
            key = "on_bonus_of_more" if turn.bonus_turns else "on_bonus"
        player = self._screen.name(turn.seat)
        next_turn = Text(f"analyse.{key}", {"player": player, "left": turn.bonus_turns})
        return Text(f"analyse.{position.note}", {"move": position.move, "told": next_turn})

    def _show_proof(self) -> None:
        winner = self._found.best[0].winner if self._found.best else None
        if self._found.proven and winner is not None:
            self._console.show_text("analyse.proven", player=self._screen.name(winner))

    def _table(self) -> Iterator[str]:
        """Yields the lines of the table: the best moves, and the record's own if it is another."""
        listed = [(str(rank), one) for rank, one in enumerate(self._found.best, 1)]
        judged = self._found.judged
        own = judged.found if judged is not None else None
        if judged is not None and own is not None and own not in self._found.best:
            listed.append((str(judged.rank) if judged.is_ranked else NOTHING, own))
        rows = format_aligned([self._heads(), *(self._cells(rank, one) for rank, one in listed)])
        head, *lines = rows.splitlines()
        yield f"{head}  {self._say('head_then')}"
        room = shutil.get_terminal_size().columns
        for row, (_, one) in zip(lines, listed, strict=True):
            left = room - text_width(row) - 2
            language = self._console.language
            moves = one.principal_variation[1:]
            yield f"{row}  {format_variation(moves, language, left, plain=self._plain)}".rstrip()

    def _heads(self) -> list[str]:
        stones = (ASCII_MARKS if self._plain else MARKS)[: self._found.position.state.rules.players]
        move = self._say("head_move")
        return [f"   {move}", self._say("head_wins"), *stones, self._say("head_games")]

    def _cells(self, rank: str, one: Candidate) -> list[str]:
        return [
            f"{rank:>2} {format_move(one.move, self._console.language)}",
            format_worth(one, self._console.language),
            *(f"{stones:.1f}" if is_known(one) else NOTHING for stones in one.stones),
            f"{one.visits:,}",
        ]

    def _played_move_text(self, judged: JudgedMove) -> Iterator[Text | str]:
        """Yields lines about the record's own move; each breach has its own line."""
        language, position = self._console.language, self._found.position
        move = Move(position.turn.seat, judged.played.at, judged.played.bonus)
        worth = NOTHING if judged.found is None else format_worth(judged.found, language)
        values = {"move": position.move, "played": str(move), "worth": worth, "rank": judged.rank}
        if judged.ranked is None:
            yield Text("analyse.played_broke", values)
        elif judged.is_ranked:
            yield Text("analyse.played", values)
        else:
            yield Text("analyse.played_other", values | {"better": str(judged.ranked.move)})
        for breach in judged.played.verdict.breaches:
            yield f"    {_breach_text(breach).say(language)}"

    def _say(self, key: str) -> str:
        return say(f"analyse.{key}", self._console.language)


def _breach_text(breach: Breach) -> Text:
    values = {"rule": Text(f"breach.name_{breach.rule}"), "shown": breach_text(breach)}
    return Text("report.breach", values)
