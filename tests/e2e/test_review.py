"""The review in a browser: records, games of tables, and the study board."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect
from sgfmill.sgf import Sgf_game
from tests.e2e.conftest import Visit, Visitor
from tests.e2e.table_actions import board, expect_empty, expect_stone, open_review, press

from grav.game import Place
from grav.record import format_json_line, load, parse_record, record_to_json
from grav.server.review.record_formats import draw_record

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = (EXAMPLES / "recorded-game.grav").read_text("utf-8")
EVENING = (EXAMPLES / "evening-game.grav").read_text("utf-8")
"""The fourth stone completes a shape; the fifth is too near, and is shouted at."""
REFUSED = "Failed to load resource: the server responded with a status of 400 .*"
"""Browsers log the 4xx answer to an invalid record as a console error."""


def open_record(visitor: Visit, record: str) -> Page:
    page = visitor.open("/review")
    page.get_by_role("textbox", name="The text of a record").fill(record)
    press(page, "Look at it")
    expect_move(page, 0)
    return page


def expect_move(page: Page, move: int) -> None:
    walk = page.get_by_role("region", name="Step through the game")
    expect(walk.get_by_text(re.compile(rf"^Move {move} of \d+$"))).to_be_visible()


def drawing(page: Page) -> str:
    """Returns the drawing of the board, which assistive technology ignores."""
    svg = board(page).locator("xpath=..").locator("svg")
    return str(svg.evaluate("svg => svg.outerHTML"))


def switch(page: Page, layer: str) -> None:
    page.get_by_role("group", name="Shown on the board").get_by_label(layer).click()


def test_a_pasted_record_shows_every_missed_breach_and_who_missed_it(visit: Visitor) -> None:
    page = visit().open("/review")
    page.get_by_role("textbox", name="The text of a record").fill(RECORD)
    press(page, "Look at it")
    page.get_by_role("button", name=re.compile("^Missed 2")).click()
    moments = page.get_by_role("region", name="Worth a look")
    moments.get_by_role("listitem").first.get_by_role("button").click()
    explained = re.compile("stones at interval|stones in the square|steps? from")
    expect(page.get_by_text(explained).first).to_be_visible()
    press(page, "To the start")
    expect(page.get_by_text("The empty board").first).to_be_visible()


def test_a_record_is_dropped_on_the_page_or_chosen_as_a_file(visit: Visitor) -> None:
    page = visit().open("/review")
    held = page.evaluate_handle(
        """text => {
            const held = new DataTransfer();
            held.items.add(new File([text], 'evening.grav'));
            return held;
        }""",
        EVENING,
    )
    card = page.get_by_role("region", name="Look at a record")
    card.dispatch_event("drop", {"dataTransfer": held})
    expect_move(page, 0)
    expect(page.get_by_text("An evening game")).to_be_visible()
    press(page, "Look at something else")
    with page.expect_file_chooser() as chooser:
        press(page, "Choose a file")
    data = format_json_line(record_to_json(parse_record(RECORD))).encode()
    chooser.value.set_files({"name": "game.json", "mimeType": "application/json", "buffer": data})
    expect_move(page, 0)
    expect(page.get_by_text("The recorded game")).to_be_visible()


def test_a_text_that_is_no_record_is_reported(visit: Visitor) -> None:
    page = visit(expected_errors=REFUSED).open("/review")
    page.get_by_role("textbox", name="The text of a record").fill("hello")
    press(page, "Look at it")
    expect(page.get_by_role("alert").first).to_be_visible()


def test_an_error_in_a_record_is_located_and_can_be_corrected(visit: Visitor) -> None:
    page = visit(expected_errors=REFUSED).open("/review")
    field = page.get_by_role("textbox", name="The text of a record")
    field.fill(EVENING.replace("3. g5", "3. 5g"))
    press(page, "Look at it")
    told = "That cannot be read: line 12, column 22: found “5g”, expected a point such as f7, "
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(field).to_have_accessible_description(re.compile(re.escape(told)))
    field.fill(field.input_value().replace("5g", "g5"))
    press(page, "Look at it")
    expect_move(page, 0)


@pytest.mark.parametrize("source", ["record", "table"])
def test_a_game_is_downloaded_in_every_format(visit: Visitor, source: str, tmp_path: Path) -> None:
    if source == "record":
        page = open_record(visit(), EVENING)
    else:
        page = visit().open("/settings")
        open_review(page, "a1", "e5", "a5")
        expect_move(page, 0)
    page.keyboard.press("ArrowRight")
    expect_move(page, 1)

    def download_file(name: str) -> Path:
        card = page.get_by_role("region", name="Take the game away")
        with page.expect_download() as download:
            card.get_by_role("button" if source == "record" else "link", name=name).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        return file

    names = ("Text (.grav)", "Data (JSON)", "SGF file", "This move as a picture (SVG)")
    text, data, sgf, picture = map(download_file, names)
    assert [file.suffix for file in (text, data, sgf)] == [".grav", ".json", ".sgf"]
    record = load(text)
    assert load(data) == record
    if source == "record":
        assert record == parse_record(EVENING)
    else:
        placed = [str(action.at) for action in record.actions if isinstance(action, Place)]
        assert placed == ["a1", "e5", "a5"]
    assert Sgf_game.from_bytes(sgf.read_bytes()).get_size() == record.rules.size
    assert picture.name.endswith("-1.svg")
    assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.read_bytes() == draw_record(record, "en", 1, truth=True)


def test_a_link_shows_its_move_in_another_browser(visit: Visitor) -> None:
    page = visit().open("/settings")
    open_review(page, "a1", "e5", "a5")
    expect_move(page, 0)
    other = visit().open("/review")
    for key, move, there in (
        ("ArrowRight", 1, ["a1"]),
        ("ArrowRight", 2, ["a1", "e5"]),
        ("End", 3, ["a1", "e5", "a5"]),
    ):
        page.keyboard.press(key)
        expect_move(page, move)
        link = page.get_by_role("textbox", name="Link to this move").input_value()
        assert page.url == link
        other.goto(link)
        expect_move(other, move)
        stones = board(other).get_by_role("gridcell", name=re.compile("stone"))
        expect(stones).to_have_count(len(there))
        for at in there:
            expect_stone(other, at)
    # The last stop is a resignation, which has the number of the last move.
    current = other.get_by_role("region", name="Moves").locator("[aria-current=step]")
    expect(current).to_have_text("Resign")


def test_keys_step_through_a_game(visit: Visitor) -> None:
    page = open_record(visit(), EVENING)
    for key, move, told in (
        ("ArrowRight", 1, "A places e5"),
        ("ArrowRight", 2, "B places e7"),
        ("ArrowLeft", 1, "A places e5"),
        ("End", 6, "passes"),
        ("ArrowRight", 6, "passes"),
        ("Home", 0, "The empty board"),
        ("ArrowLeft", 0, "The empty board"),
    ):
        page.keyboard.press(key)
        expect_move(page, move)
        expect(page.get_by_role("status").filter(has_text=told).first).to_be_attached()
    # While the board has the focus, the same keys move its cursor.
    board(page).get_by_role("gridcell", name=re.compile("^e5,")).focus()
    page.keyboard.press("ArrowRight")
    expect_move(page, 0)


def test_layers_are_switched_on_and_off(visit: Visitor) -> None:
    """Each switch hides its own marks, and nothing else."""
    page = open_record(visit(), EVENING)
    moves = page.get_by_role("region", name="Moves")
    for move, own, foreign in (("4 g7", "Shapes", "Breaches"), ("5 g6", "Breaches", "Shapes")):
        moves.get_by_role("button", name=re.compile(rf"^{move}")).click()
        expect_move(page, int(move[0]))
        full = drawing(page)
        switch(page, foreign)
        assert drawing(page) == full
        switch(page, foreign)
        switch(page, own)
        assert len(drawing(page)) < len(full)
        switch(page, own)
        assert drawing(page) == full
    assert ">5</text>" in full
    switch(page, "Numbers")
    numbered = re.compile("<text[^>]*>[1-5]</text>")
    assert len(numbered.findall(full)) - len(numbered.findall(drawing(page))) == 5


@pytest.mark.needs_core
def test_the_evaluation_of_the_search_is_shown_and_can_be_stopped(visit: Visitor) -> None:
    page = open_record(visit(), EVENING)
    page.keyboard.press("ArrowRight")
    panel = page.get_by_role("region", name="What the search thinks")
    panel.get_by_role("button", name="Ask about this position").click()
    # The search takes only some seconds: stops it as soon as it has begun.
    thought = panel.get_by_role("progressbar", name="How much of the thinking is done")
    page.wait_for_function("bar => bar.value > 0 && bar.value < 1", arg=thought.element_handle())
    panel.get_by_role("button", name="Stop thinking").click()
    expect(panel.get_by_role("button", name="Ask about this position")).to_be_visible()
    best = panel.get_by_role("list", name="Its best moves").get_by_role("listitem")
    expect(best.first).to_have_text(re.compile(r"[a-i][1-9] .*B wins \d+ %"))
    page.keyboard.press("ArrowRight")
    expect(best).to_have_count(0)  # the evaluation was of another position


def lay_out(visitor: Visit, *stones: str) -> Page:
    """Opens an empty study board, and places the stones one after the other."""
    page = visitor.open("/review")
    press(page, "Lay out the board")
    expect(page.get_by_text("Player 1 is to move")).to_be_visible()
    for at in stones:
        board(page).get_by_role("gridcell", name=re.compile(f"^{at},")).focus()
        page.keyboard.press("Enter")
        expect_stone(page, at)
    return page


def test_a_study_board_shows_whether_a_stone_breaks_a_rule(visit: Visitor) -> None:
    page = lay_out(visit(), "d4")
    truth = page.get_by_role("region", name="What is true of move 1")
    expect(truth.get_by_text("Breaks no rule.")).to_be_visible()
    press(page, "Take back")
    expect_empty(page, "d4")


def test_a_breach_on_a_study_board_can_be_shouted_at(visit: Visitor) -> None:
    page = lay_out(visit(), "d4", "d5")
    truth = page.get_by_role("region", name="What is true of move 2")
    expect(truth.get_by_text(re.compile("^Breaks a rule: .* from d4"))).to_be_visible()
    press(page, "Grav! Player 1")
    expect_empty(page, "d5")
    expect(truth.get_by_text("The stone is void.")).to_be_visible()
