"""Lines and answers in the format of GTP 2."""

from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.bots.engine.line_format import (
    EngineAnswer,
    Request,
    format_failure,
    format_success,
    parse_answer,
    parse_request,
)
from grav.testing.strategies import texts

READ = {
    "name": Request("", "name", ()),
    "name\n": Request("", "name", ()),
    "  12   play  1 c5  ": Request("12", "play", ("1", "c5")),
    "play\t1\tc5\r\n": Request("", "play", ("1", "c5")),
    "na\x07me": Request("", "name", ()),
    "name # the name": Request("", "name", ()),
    "7 name#": Request("7", "name", ()),
    "007 name": Request("007", "name", ()),
    "1 2 3": Request("1", "2", ("3",)),
    "5": Request("5", "", ()),
    "-5 name": Request("", "-5", ("name",)),
    "٣ name": Request("", "٣", ("name",)),
    "": None,
    "\n": None,
    " \t \r\n": None,
    "# name": None,
    "\x00": None,
}


@every(("line", "request_"), READ.items(), ids=ascii)
def test_a_line_is_an_id_a_command_and_its_arguments(line: str, request_: Request | None) -> None:
    assert parse_request(line) == request_


def test_an_answer_repeats_the_id_and_ends_with_an_empty_line() -> None:
    assert format_success("") == "=\n\n"
    assert format_success("3") == "=3\n\n"
    assert format_success("3", "c5") == "=3 c5\n\n"
    assert format_success("", "\n 1 .") == "=\n 1 .\n\n"
    assert format_failure("", "code: why") == "? code: why\n\n"
    assert format_failure("3", "code: why") == "?3 code: why\n\n"


@given(st.from_regex("[0-9]{0,9}", fullmatch=True), st.from_regex(r"(\w+ ?\w+\n?){0,3}"))
def test_answers_survive_a_round_trip_through_text(id_: str, text: str) -> None:
    text = "\n".join(line.strip() for line in text.splitlines() if line.strip())
    done = format_success(id_, text).removesuffix("\n\n").split("\n")
    assert parse_answer(done) == EngineAnswer(True, id_, text)
    failed = format_failure(id_, f"x{text}").removesuffix("\n\n").split("\n")
    assert parse_answer(failed) == EngineAnswer(False, id_, f"x{text}")


@every("line", ["", "hello", "c5", "12 = c5", "== c5", "=a", " =", "=1c5"])
def test_an_invalid_answer_is_not_parsed(line: str) -> None:
    assert parse_answer([line]) is None
    assert parse_answer([]) is None


@given(texts(40))
def test_parsing_any_line_never_crashes(line: str) -> None:
    request = parse_request(line)
    assert request is None or not any(letter in " \t#" for letter in request.command)
    parse_answer([line])
