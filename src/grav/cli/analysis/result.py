"""The result of an analysis, and its JSON form."""

from collections.abc import Sequence
from dataclasses import dataclass

from grav.cli.analysis.judged_move import JudgedMove, is_known
from grav.cli.analysis.position import Position
from grav.native.search import Candidate, Move
from grav.rules.json_fields import Json


@dataclass(frozen=True, slots=True)
class AnalysisResult:
    position: Position
    simulations: int
    proven: bool
    best: tuple[Candidate, ...]
    judged: JudgedMove | None

    def to_json(self) -> dict[str, Json]:
        position = self.position
        return {
            "rules": str(position.state.rules),
            "move": position.move,
            "to_move": position.turn.seat,
            "bonus_turns": position.turn.bonus_turns,
            "simulations": self.simulations,
            "proven": self.proven,
            "candidates": [_candidate_json(candidate) for candidate in self.best],
            "played": None if self.judged is None else _judged_json(self.judged),
        }


def _candidate_json(candidate: Candidate) -> dict[str, Json]:
    return {**_move_json(candidate.move), **_worth_json(candidate)}


def _judged_json(judged: JudgedMove) -> dict[str, Json]:
    played, found = judged.played, judged.found
    nothing: dict[str, Json] = {
        "visits": 0,
        "wins": None,
        "stones": None,
        "winner": None,
        "line": [],
    }
    return {
        "at": str(played.at),
        "declare": played.bonus,
        "breaches": [breach.to_json() for breach in played.verdict.breaches],
        "rank": judged.rank,
        **(nothing if found is None else _worth_json(found)),
    }


def _worth_json(found: Candidate) -> dict[str, Json]:
    return {
        "visits": found.visits,
        "wins": _shares(found.wins) if is_known(found) else None,
        "stones": _shares(found.stones) if is_known(found) else None,
        "winner": found.winner,
        "line": [{"by": move.seat, **_move_json(move)} for move in found.principal_variation],
    }


def _shares(numbers: Sequence[float]) -> list[Json]:
    return [round(number, 4) for number in numbers]


def _move_json(move: Move) -> dict[str, Json]:
    return {"at": None if move.at is None else str(move.at), "declare": move.declare}
