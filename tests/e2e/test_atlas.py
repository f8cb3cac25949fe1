"""The atlas in a browser: forecasts while numbers are settled, and the map."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Visitor
from tests.e2e.page_checks import faults
from tests.e2e.table_actions import board, join, open_table, press

from grav.text import LANGUAGES, Language, say


def forecast(page: Page, setting: str) -> Locator:
    """Returns the card with the forecast for these numbers."""
    summary = page.get_by_text(f"Forecast for {setting}")
    return page.locator("details").filter(has=summary)


def cells(page: Page) -> Locator:
    return page.get_by_role("grid").get_by_role("gridcell")


def cell(page: Page, setting: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^{setting}: "))


def expect_open(page: Page, setting: str) -> None:
    expect(cell(page, setting)).to_have_attribute("aria-selected", "true")
    expect(forecast(page, setting)).to_be_visible()


def test_the_forecast_follows_the_proposal(visit: Visitor) -> None:
    one = open_table(visit(), {"size": 7, "settle": "agreement", "setting": "3 3 4 2 4"})
    other = join(visit(), one)
    expect(forecast(other, "3 3 4 2 4")).to_contain_text("Measured: ")
    press(other, "Propose others")
    other.get_by_role("button", name="a: one more").click()
    expect(forecast(other, "4 3 4 2 4")).to_contain_text("stones, mostly")
    expect(forecast(other, "3 3 4 2 4")).to_have_count(0)
    expect(forecast(one, "3 3 4 2 4")).to_be_visible()  # the other's draft is not proposed yet
    press(other, "Propose these")
    expect(forecast(one, "4 3 4 2 4")).to_be_visible()


def test_interpolated_forecasts_are_labelled_and_unknown_boards_say_that_they_are(
    visit: Visitor,
) -> None:
    page = visit().open("/new?setting=3+3+4+2+4&size=7&edition=revised")
    card = forecast(page, "3 3 4 2 4")
    expect(card).to_contain_text("Longest chain of bonus turns")
    expect(card).to_contain_text("People play otherwise.")
    expect(card).to_contain_text("Greedy: ")
    page = visit().open("/new?setting=3+3+4+2+7&size=9&edition=revised")
    between = forecast(page, "3 3 4 2 7")
    expect(between).to_contain_text("worked out from those around it")
    expect(between).to_contain_text("3 3 4 2 6")
    page.get_by_role("radio", name="5 × 5").check()
    expect(page.get_by_text(re.compile("^Forecast for"))).to_have_count(0)
    expect(page.get_by_text(say("forecast.balance_unknown"))).to_be_visible()


def test_a_forecast_shows_all_kinds_of_players_and_the_ties(visit: Visitor) -> None:
    asked = "setting=3+3+4+2+4&size=7&edition="
    page = visit(narrow=True).open(f"/new?{asked}revised+bonus_limit%3D1")
    card = forecast(page, "3 3 4 2 4")
    card.locator("summary").click()
    expect(card).to_contain_text(re.compile(r"Greedy: \d+ stones\s*Thinking, 100: \d+ stones"))
    expect(card).to_contain_text("Thinking players simulate 1,000 games before each move")
    expect(card).to_contain_text("Among players who think, no. ")
    ties = card.get_by_role("definition").filter(has_text="then the later in order wins")
    expect(ties).to_contain_text(re.compile(r"3\d% of all games.*Thinking, 1,000: 1\d%", re.DOTALL))
    assert faults(page, "new") == []

    plain = visit().open(f"/new?{asked}revised")
    expect(forecast(plain, "3 3 4 2 4")).to_contain_text("Thinking, 1,000: ")
    expect(forecast(plain, "3 3 4 2 4")).not_to_contain_text("then the later in order wins")


def test_a_quick_game_shows_its_forecast_and_a_link_to_the_atlas(visit: Visitor) -> None:
    page = visit(narrow=True).open("/")
    proxy = page.get_by_text(re.compile(r"^According to the atlas: \d+ stones, \d+% of the board"))
    expect(proxy).to_have_count(0)
    page.get_by_text("Board and numbers").click()
    expect(proxy).to_be_visible()
    page.get_by_label("Ready-made numbers").select_option("seesaw")
    expect(proxy).to_contain_text("Among players who think, no place is better")
    on_nine = proxy.text_content()
    page.get_by_role("radio", name="7 × 7").check()
    expect(proxy).not_to_have_text(str(on_nine))
    assert faults(page, "home") == []
    page.get_by_role("link", name="More in the atlas").click()
    expect_open(page, "4 2 3 2 6")
    assert "size=7" in page.url
    assert "edition=revised+min_shape%3D6+bonus_limit%3D1" in page.url


def test_a_quick_game_shows_no_forecast_while_the_atlas_cannot_be_reached(visit: Visitor) -> None:
    there = visit(expected_errors="Failed to load resource.*")
    there.context.route("**/api/atlas*", lambda route: route.abort())
    page = there.open("/")
    with page.expect_event("requestfailed", lambda request: "/api/atlas" in request.url):
        page.get_by_text("Board and numbers").click()
    expect(page.get_by_text("The numbers of the rulebook's own game.")).to_be_visible()
    expect(page.get_by_role("link", name="More in the atlas")).to_have_count(0)


def test_a_preset_sets_its_house_rules_and_shows_its_forecast(visit: Visitor) -> None:
    page = visit().open("/device")
    page.get_by_label("Ready-made numbers").select_option("seesaw")
    expect(page.get_by_text("A turn earns 1 bonus turn at most.").first).to_be_visible()
    expect(forecast(page, "4 2 3 2 6")).to_contain_text("turns stay short")
    page.get_by_label("Ready-made numbers").select_option("first")
    expect(page.get_by_text("A turn earns 1 bonus turn at most.")).to_have_count(0)


def test_a_cell_is_picked_by_keys_and_played(visit: Visitor) -> None:
    page = visit().open("/atlas")
    expect_open(page, "3 3 4 2 4")
    cell(page, "3 3 4 2 4").focus()
    page.keyboard.press("ArrowUp")
    expect(cell(page, "3 3 5 2 4")).to_be_focused()
    page.keyboard.press("Enter")
    expect_open(page, "3 3 5 2 4")
    assert "setting=3+3+5+2+4" in page.url

    page.get_by_label("Edition and house rules").select_option("revised bonus_limit=1")
    page.get_by_role("button", name="a: one more").click()
    expect_open(page, "4 3 5 2 4")
    page.get_by_role("link", name="Play this").click()
    press(page, "Open the table")
    expect(page.get_by_text("A turn earns 1 bonus turn at most.")).to_be_visible()
    expect(page.get_by_role("list", name="The five numbers").first).to_have_text(
        re.compile(r"a\s*4\s*b\s*3\s*c\s*5\s*d\s*2\s*e\s*4")
    )


def test_a_link_shows_the_same_map_and_leads_to_a_study_board(visit: Visitor) -> None:
    page = visit().open("/atlas")
    page.get_by_role("radio", name="7 × 7").check()
    page.get_by_label("Across", exact=True).select_option("e")
    page.get_by_label("Up", exact=True).select_option("d")
    page.get_by_label("What the colours show").select_option("difficulty")
    heading = page.get_by_role("heading", name="how hard it is to see")
    expect(heading).to_be_visible()
    cell(page, "3 3 4 3 6").click()
    expect_open(page, "3 3 4 3 6")

    again = page.context.new_page()
    again.goto(page.url)
    expect_open(again, "3 3 4 3 6")
    expect(again.get_by_role("heading", name="how hard it is to see")).to_be_visible()
    expect(cells(again)).to_have_count(cells(page).count())
    again.get_by_role("link", name="Study").click()
    expect(board(again)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_is_translated(visit: Visitor, language: Language) -> None:
    page = visit(language, narrow=True).open("/atlas?size=13&measure=balance")
    name = say("atlas.name_balance", language)
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    hard = page.get_by_role("term").filter(has_text=say("forecast.sight", language))
    expect(hard).to_be_visible()
    empty = say("atlas_page.cell_empty", language, setting="3 2 8 2 4")
    expect(page.get_by_role("gridcell", name=empty)).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_map_has_no_faults_in_any_language_scheme_or_width(visit: Visitor) -> None:
    page = visit().open("/atlas?size=9&setting=3+3+4+2+4")
    expect_open(page, "3 3 4 2 4")
    assert faults(page, "atlas") == []
