"""The course from its first lesson to the table of a first game, by solving each task."""

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Visitor
from tests.e2e.table_actions import board, expect_stone, place, press

from grav.drills import course
from grav.text import say


def solve(page: Page, task: dict[str, Any]) -> None:
    match task["kind"]:
        case "place" | "remove":
            at = task["right"][0]
            board(page).get_by_role("gridcell", name=re.compile(rf"^{at},")).focus()
            page.keyboard.press("Enter")
        case "answer":
            press(page, "Grav!" if task["right"] == "grav" else "Let it stand")
        case "declare":
            page.get_by_role("button", name=re.compile(f"^{task['right']} bonus")).click()
        case "pass":
            press(page, "Pass")


def title(lesson: dict[str, Any]) -> str:
    """Returns the title, to wait for the lesson: the address changes before the page does."""
    return say(f"course.{lesson['id']}_title")


def test_the_course_to_its_end(visit: Visitor) -> None:
    page = visit().open("/learn")
    page.get_by_role("link", name="Begin").click()
    lessons: list[Any] = course().to_json()["lessons"]
    for lesson in lessons:
        heading = page.get_by_role("heading", level=1, name=title(lesson), exact=True)
        expect(heading).to_be_visible()
        solve(page, lesson["task"])
        page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/learn/first_game")
    press(page, "Open the table")
    page.wait_for_url("**/table/*")
    place(page, "d4")
    expect_stone(page, "d4")


def test_a_mistake_in_a_lesson_is_explained_and_can_be_corrected(visit: Visitor) -> None:
    page = visit().open("/learn/distance")
    board(page).get_by_role("gridcell", name=re.compile("^a1,")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Not there: .*steps from")).first).to_be_visible()
    board(page).get_by_role("gridcell", name=re.compile("^a4,")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Next")).to_be_visible()
