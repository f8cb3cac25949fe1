"""Formats who wins among players who think, or that it is not known."""

from grav.atlas import Thinkers
from grav.cli.forecasts.share_text import format_share
from grav.text import Text


def balance_text(thinkers: Thinkers | None) -> Text:
    if thinkers is None:
        return Text("forecast.balance_unknown")
    if (here := thinkers.here) is None:
        board = thinkers.board
        if not board.is_enough:
            return Text("forecast.balance_few")
        counts = {"measured": board.measured, "decided": board.decided, "even": board.even}
        return Text(f"forecast.balance_board_{board.mostly}", counts)
    share, error = format_share(here.share), format_share(here.error)
    values = {"place": here.place, "share": share, "error": error, "games": here.games}
    return Text(f"forecast.balance_{here.standing}", values)
