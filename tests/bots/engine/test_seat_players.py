"""The engine's players: what they are sent, when they are created, and how they fail."""

from grav.bots.engine import Engine
from grav.game import Accept, Action, Pass, View, action_name
from grav.rules import Point
from grav.testing import place
from grav.text import GravError


class RecordingPlayer:
    """A stub player that records the actions that it gets, and answers with the given ones."""

    def __init__(self, seed: str, answers: list[Action | GravError]) -> None:
        self.seed, self._answers = seed, answers
        self.told: list[str] = []

    def hear(self, action: Action) -> None:
        self.told.append(f"{action.by} {action_name(action)}")

    def see(self, view: View) -> None:
        self.told.append(f"{view.seat} sees {view.phase}")

    def act(self, view: View) -> Action:
        self.told.append(f"{view.seat} acts")
        answer = self._answers.pop(0)
        if isinstance(answer, GravError):
            raise answer
        return answer

    def delay(self, view: View) -> float:
        raise NotImplementedError


class Seats:
    def __init__(self, *answers: Action | GravError) -> None:
        self.answers = list(answers)
        self.made: list[RecordingPlayer] = []
        self.engine = Engine(self.sit, "luck")
        assert self.engine.answer("grav-rules 5x5 2p 3 3 4 2 4 revised") == "=\n\n"

    def sit(self, seed: str) -> RecordingPlayer:
        self.made.append(RecordingPlayer(seed, self.answers))
        return self.made[-1]

    def send(self, *lines: str) -> list[str]:
        return [(self.engine.answer(line) or "").strip() for line in lines]


def test_a_player_is_created_when_its_seat_is_asked_and_gets_the_game_from_the_start() -> None:
    seats = Seats(Accept(1), Pass(1))
    seats.send("play 1 c3")
    assert seats.made == []
    assert seats.send("grav-window 2", "genmove 2") == ["= accept", "= pass"]
    (player,) = seats.made
    assert player.told == [
        *("1 sees opening", "0 place", "1 sees window", "1 acts"),
        *("1 accept", "1 sees turn", "1 acts", "1 pass", "1 sees turn"),
    ]


def test_each_seat_has_a_player_of_its_own() -> None:
    seats = Seats(place(0, "c3"), Accept(1))
    seats.send("genmove 1", "grav-window 2")
    first, second = seats.made
    assert first.seed != second.seed
    assert first.told[-2:] == ["1 accept", "0 sees turn"]


def test_after_an_undo_a_player_is_created_anew_and_gets_the_remaining_actions() -> None:
    seats = Seats(place(0, "c3"), place(0, "a1"), place(0, "a1"))
    assert seats.send("genmove 1", "undo", "genmove 1") == ["= c3", "=", "= a1"]
    first, second = seats.made
    assert first.seed == second.seed
    assert second.told == ["0 sees opening", "0 acts", "0 place", "0 sees window"]


def test_in_a_new_game_players_are_created_anew() -> None:
    for line in ("clear_board", "boardsize 7", "grav-rules 5x5 2p 3 3 4 2 4 classic"):
        seats = Seats(place(0, "c3"), place(0, "c3"))
        seats.send("genmove 1", line, "genmove 1")
        assert len(seats.made) == 2


def test_a_player_that_fails_changes_nothing_and_is_created_anew() -> None:
    seats = Seats(GravError("refused.game_over"), place(0, "c3"))
    before = seats.engine.game.state
    assert seats.send("genmove 1") == ["? player_failed: the player cannot act: the game is over"]
    assert seats.engine.game.state == before
    assert seats.send("genmove 1") == ["= c3"]
    assert len(seats.made) == 2


def test_a_refused_action_counts_as_a_failure_of_the_player() -> None:
    seats = Seats(place(0, "z9"), place(0, "c3"))
    before = seats.engine.game.state
    (told,) = seats.send("genmove 1")
    assert told.startswith("? player_failed: ")
    assert "z9" in told
    assert seats.engine.game.state == before
    assert seats.send("genmove 1") == ["= c3"]


def test_a_player_may_answer_a_window_by_placing_where_that_accepts() -> None:
    seats = Seats(place(1, "c5"))
    assert seats.send("play 1 c3", "grav-window 2") == ["=", "= c5"]
    assert seats.engine.game.state.last == Point.parse("c5")


def test_a_player_that_fails_to_record_an_action_does_not_stop_the_game() -> None:
    class Deaf(RecordingPlayer):
        def hear(self, action: Action) -> None:
            if action == Accept(1):
                raise GravError("refused.game_over")

    made: list[RecordingPlayer] = []

    def sit(seed: str) -> RecordingPlayer:
        made.append(Deaf(seed, [place(0, "c3")]))
        return made[-1]

    engine = Engine(sit, "luck")
    assert engine.answer("genmove 1") == "= c3\n\n"
    assert engine.answer("play 2 accept") == "=\n\n"
    assert engine.answer("play 2 e3") == "=\n\n"
    assert len(made) == 1
    told = engine.answer("grav-window 1")
    assert told is not None
    assert told.startswith("? player_failed: ")
