"""The engine answers any line, and a command that fails changes nothing."""

from hypothesis import given
from hypothesis import strategies as st

from grav.bots import create_simple_player
from grav.bots.engine import Engine
from grav.testing.strategies import texts

seats = st.integers(0, 4).map(str)
points = st.builds("{}{}".format, st.sampled_from("abcd"), st.integers(0, 4))
actions = (
    points
    | st.sampled_from(("accept", "accept", "pass", "grav", "resign", "declare 1", ""))
    | points.map("remove {}".format)
    | st.builds("{} declare {}".format, points, st.integers(-1, 3))
)
commands = (
    st.builds("play {} {}".format, seats, actions)
    | st.builds("genmove {}".format, seats)
    | st.builds("grav-window {}".format, seats)
    | st.builds("grav-state {}".format, seats)
    | st.builds("boardsize {}".format, st.integers(0, 5))
    | st.sampled_from(
        (
            *("undo", "undo", "clear_board", "showboard", "grav-state", "list_commands", "quit"),
            *("grav-rules", "grav-rules 3x3 3p 3 2 3 1 4 classic", "grav-rules 3x3 9p", "name"),
            *("grav-rules 4x4 2p 3 3 9 1 6 revised strict first=1", "known_command undo"),
        )
    )
)


@st.composite
def damage(draw: st.DrawFn) -> str:
    """Draws a command in which some letters are replaced, lost or doubled."""
    line = draw(commands)
    at = draw(st.integers(0, len(line)))
    return line[:at] + draw(texts(3)) + line[at + draw(st.integers(0, 2)) :]


def answers(lines: list[str], player: str) -> list[str | None]:
    engine = Engine(lambda seed: create_simple_player(player, seed), "seed")
    engine.answer("grav-rules 4x4 2p 3 3 4 1 4 revised")
    told = []
    for line in lines:
        before = engine.game.state
        told.append(engine.answer(line))
        check_form(told[-1])
        answer = told[-1]
        if answer is None or answer.startswith("?"):
            assert engine.game.state == before
    return told


def check_form(answer: str | None) -> None:
    """Checks that an answer begins with = or ?, ends with its only empty line, and holds no control
    characters.
    """
    if answer is not None:
        assert answer[0] in "=?"
        assert answer.endswith("\n\n")
        assert "\n\n" not in answer[:-1]
        assert all(
            letter.isprintable() or letter in "\n�" for letter in answer[:200] if letter < "\xa0"
        )


lines = st.lists(commands | commands | damage() | texts(30), max_size=40)


@given(lines, st.sampled_from(("random", "greedy")))
def test_any_line_has_an_answer_and_a_failing_one_changes_nothing(
    sent: list[str], player: str
) -> None:
    assert len(answers(sent, player)) == len(sent)


@given(st.lists(commands, max_size=40))
def test_the_same_lines_have_the_same_answers(sent: list[str]) -> None:
    assert answers(sent, "random") == answers(sent, "random")
