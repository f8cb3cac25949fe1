"""Several people at one device: it is passed round, or it referees a game on a wooden board."""

import re

from playwright.sync_api import FloatRect, Locator, Page, expect
from tests.e2e.conftest import Visitor
from tests.e2e.table_actions import board, expect_empty, expect_stone, press


def tap(page: Page, at: str, times: int = 1) -> None:
    """Taps a point of the board with a mouse or a finger; a finger has to confirm."""
    cell = board(page).get_by_role("gridcell", name=re.compile(rf"^{at},"))
    for _ in range(times):
        cell.click(force=True)  # the click hits the grid, which finds the point


def wait_for_turn_of(page: Page, name: str) -> None:
    """Waits until it is this player's turn: earlier taps are ignored."""
    told = page.get_by_role("heading", name=f"{name} is to move")
    expect(told).to_be_visible()
    expect(page.get_by_role("button", name="Pass")).to_be_enabled()


def shout_of(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Grav! {name}", exact=True)


def expect_can_shout(page: Page, *names: str, besides: str) -> None:
    """Expects these players to have a shout button each, and the one who placed to have none."""
    for name in names:
        expect(shout_of(page, name)).to_be_enabled()
    expect(shout_of(page, besides)).to_be_disabled()


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def begin_with(page: Page, *names: str) -> None:
    """Enters the names, leaves all else unchanged, and opens the table."""
    page.get_by_role("radio", name=str(len(names)), exact=True).check()
    for seat, name in enumerate(names, 1):
        page.get_by_role("textbox", name=f"Name of player {seat}").fill(name)
    press(page, "Begin")
    page.wait_for_url("**/table/*")
    opening = page.get_by_role("heading", name="Anyone may place the first stone")
    expect(opening).to_be_visible()


def test_three_pass_a_device_round_until_the_end(visit: Visitor) -> None:
    page = visit().open("/device")
    begin_with(page, "Ann", "Ben", "Cem")
    page.get_by_role("radio", name="Ben").check()
    tap(page, "d4")
    expect_stone(page, "d4")
    expect_can_shout(page, "Ann", "Cem", besides="Ben")
    press(page, "Let it stand")

    wait_for_turn_of(page, "Cem")
    tap(page, "d6")
    expect_can_shout(page, "Ann", "Ben", besides="Cem")
    press(page, "Let it stand")

    wait_for_turn_of(page, "Ann")
    tap(page, "b6")
    expect_can_shout(page, "Ben", "Cem", besides="Ann")
    press(page, "Let it stand")

    wait_for_turn_of(page, "Ben")
    tap(page, "b5")  # too near to the last stone
    expect_can_shout(page, "Ann", "Cem", besides="Ben")
    shout_of(page, "Ann").click()
    verdict = page.get_by_role("region", name="The verdict")
    expect(verdict).to_contain_text("Ann saw it.")
    expect(verdict).to_contain_text("1 step from b6")
    expect_empty(page, "b5")
    choose = page.get_by_role("heading", name="Choose a stone of Ben to remove")
    expect(choose).to_be_visible()
    tap(page, "d4")
    expect_empty(page, "d4")

    for name in ("Ann", "Ben", "Cem"):
        wait_for_turn_of(page, name)
        press(page, "Pass")
    over = page.get_by_role("heading", name="Ann wins")  # tied with Cem, later in order
    expect(over).to_be_visible()
    ranking = page.get_by_role("region", name="What can be done now").get_by_role("listitem")
    expect(ranking).to_contain_text(["Ann", "Cem", "Ben"])
    expect(page.get_by_role("button", name=re.compile("^Grav!"))).to_have_count(0)


def test_every_player_has_a_shout_button_at_their_own_edge(visit: Visitor) -> None:
    """The buttons are around the board on a wide screen, above and below it on a phone."""
    page = visit().open("/device")
    begin_with(page, "Ann", "Ben", "Cem")
    around = {name: box(shout_of(page, name)) for name in ("Ann", "Ben", "Cem")}
    tray = box(board(page))
    assert around["Ann"]["y"] > tray["y"] + tray["height"]
    assert around["Ben"]["x"] + around["Ben"]["width"] < tray["x"]
    assert around["Cem"]["x"] > tray["x"] + tray["width"]

    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_role("list", name="Players")).to_have_count(2)
    around = {name: box(shout_of(page, name)) for name in ("Ann", "Ben", "Cem")}
    tray = box(board(page))
    assert around["Ann"]["y"] > tray["y"] + tray["height"]
    assert around["Ben"]["y"] > tray["y"] + tray["height"]
    assert around["Cem"]["y"] + around["Cem"]["height"] < tray["y"]


def test_a_phone_is_the_referee_of_a_game_on_wood(visit: Visitor) -> None:
    page = visit(narrow=True).open("/device")
    page.get_by_role("radio", name="Referee for a real board").check()
    begin_with(page, "Ann", "Ben")
    expect(page.get_by_text("Place it on the real board, and enter it here.")).to_be_visible()
    tap(page, "d4", times=2)
    expect_can_shout(page, "Ben", besides="Ann")
    tap(page, "d6", times=2)  # placing the next stone accepts the last one
    expect_can_shout(page, "Ann", besides="Ben")
    tap(page, "d7", times=2)
    expect_can_shout(page, "Ben", besides="Ann")
    shout_of(page, "Ben").click()
    verdict = page.get_by_role("region", name="The verdict")
    expect(verdict).to_contain_text("Ben saw it.")
    expect(verdict).to_contain_text("1 step from d6")
    expect_empty(page, "d7")
    tap(page, "d4", times=2)
    expect_empty(page, "d4")

    wait_for_turn_of(page, "Ben")
    tap(page, "f6", times=2)
    expect_can_shout(page, "Ann", besides="Ben")
    shout_of(page, "Ann").click()
    expect(verdict).to_contain_text("Ann was wrong.")
    expect(verdict).to_contain_text("Ann skips the next regular turn.")
    expect_stone(page, "f6")
    wait_for_turn_of(page, "Ben")
