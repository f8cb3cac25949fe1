"""Text of the prompt: what the player at the terminal can do now; and formats the time left."""

from collections.abc import Container, Sequence

from grav.cli.joining.game_commands import is_asked
from grav.cli.joining.my_seats import MySeats
from grav.client import TableReplica
from grav.server.messages.settings import DAY, HOUR, MINUTE, SECOND
from grav.server.messages.views import Position, SettlingShown, WindowShown
from grav.text import Text


class PromptText:
    def __init__(
        self, replica: TableReplica, names: Sequence[str], answered: Container[int]
    ) -> None:
        """`answered`: placements answered from this terminal, published by the server or not."""
        self._replica = replica
        self._mine = MySeats(replica)
        self._names = names
        self._answered = answered

    def question(self) -> Text:
        now = self._replica.now
        if now.settling is None and is_asked(self._mine) and not self._is_to_answer():
            return Text("join.prompt_yes_or_no")
        match now.stage:
            case "settling" if now.settling is not None:
                return self._settling(now.settling)
            case "playing" if now.position is not None:
                return self._playing(now.position)
            case "over":
                return Text("join.prompt_over" if self._mine.seats else "join.prompt_watching")
            case _:
                return Text("join.prompt_gathering")

    def _settling(self, settling: SettlingShown) -> Text:
        mine = [seat for seat in self._mine.seats if seat in settling.to_act]
        if None in settling.shares:
            return Text("join.prompt_shares")
        if not mine:
            waited = [self._names[seat] for seat in settling.to_act]
            return Text("join.prompt_settling", {"players": waited})
        if settling.how == "cards":
            return Text("join.prompt_keep" if settling.hand else "join.prompt_draw")
        if settling.how == "dice":
            return Text("join.prompt_roll")
        return Text("join.prompt_agree" if settling.proposals else "join.prompt_propose")

    def _playing(self, position: Position) -> Text:
        if position.window is not None:
            return self._window(position.window)
        able = [seat for seat in self._mine.seats if len(position.may[seat]) > 1]
        if not able:
            key = "join.prompt_penalty" if position.phase == "penalty" else "join.prompt_turn"
            return self._waiting(key, position)
        if position.phase == "opening":
            return Text("join.prompt_opening", {"players": self._with_player_name(able)})
        return Text(f"play.prompt_{position.phase}", {"players": self._with_player_name(able)})

    def _waiting(self, key: str, position: Position) -> Text:
        """The prompt while another player is to move, or while nobody in particular is."""
        if position.to_move is None:
            return Text("join.prompt_watching")
        return Text(key, {"player": self._names[position.to_move]})

    def _window(self, window: WindowShown) -> Text:
        awaiting = [seat for seat in window.awaiting if seat not in window.answered]
        mine = [seat for seat in self._mine.seats if seat in awaiting]
        if self._is_to_answer():
            acts = "place" in self._mine.possible_kinds(mine[0])
            key = "play.prompt_window_or_place" if acts else "play.prompt_window"
            return Text(key, {"players": self._with_player_name(mine)})
        others = [seat for seat in awaiting if seat not in mine]
        if not others:
            return Text("join.prompt_sent")
        return Text("join.prompt_window", {"players": self._with_player_name(others)})

    def _is_to_answer(self) -> bool:
        """Whether a stone waits for an answer from here, which has priority over other prompts."""
        position = self._replica.now.position
        window = position.window if position else None
        if window is None or window.placement in self._answered:
            return False
        waited = set(window.awaiting) - set(window.answered)
        return not waited.isdisjoint(self._mine.seats)

    def _with_player_name(self, seats: Sequence[int]) -> list[str]:
        return [self._names[seat] for seat in seats]


def format_time(milliseconds: int) -> Text | str:
    """Formats a time, rounded up to seconds: `0:07`, `1:02:03`, or days and hours."""
    left = -(-max(0, milliseconds) // SECOND) * SECOND
    if left >= DAY:
        return Text("join.days", {"days": left // DAY, "hours": left % DAY // HOUR})
    hours, minutes, seconds = left // HOUR, left % HOUR // MINUTE, left % MINUTE // SECOND
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
