"""Formats a view as plain text, for people who watch an engine; seats count from 1."""

from string import ascii_lowercase

from grav.game import View

_MARKS = str.maketrans("012345", "123456")


def format_view(view: View) -> str:
    """Formats the board from the top row, the stone counts of the seats, and whose turn it is."""
    size = view.board.size
    lines = [
        f"{number:2} {' '.join(row.translate(_MARKS))}"
        for number, row in zip(range(size, 0, -1), view.board.rows(), strict=True)
    ]
    lines.append("   " + " ".join(ascii_lowercase[:size]))
    lines.append("stones " + " ".join(map(str, view.board.counts())))
    lines.append(_format_phase(view))
    return "\n".join(lines)


def _format_phase(view: View) -> str:
    if view.window is not None:
        window = view.window
        declared = "" if window.declared is None else f" declare {window.declared}"
        awaiting = _format_seats(window.awaiting)
        return f"window of {window.by + 1} at {window.at}{declared} awaiting {awaiting}"
    if view.ranking is not None:
        return f"over by {view.ended} ranking {_format_seats(view.ranking)}"
    if view.to_move is None:
        return view.phase
    if view.violator is not None:
        return f"penalty of {view.violator + 1} by {view.to_move + 1}"
    bonus = f" bonus and {view.bonus_turns} more" if view.on_bonus_turn else ""
    return f"turn of {view.to_move + 1}{bonus}"


def _format_seats(seats: tuple[int, ...]) -> str:
    return " ".join(str(seat + 1) for seat in seats)
