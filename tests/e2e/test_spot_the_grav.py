"""Spot the Grav in a browser: answers to a real server's positions, until the first wrong one."""

import re

from playwright.sync_api import expect
from tests.e2e.conftest import Visitor
from tests.e2e.table_actions import press


def test_a_streak_ends_with_the_first_wrong_answer_and_every_answer_is_explained(
    visit: Visitor,
) -> None:
    page = visit().open("/spot")
    page.get_by_role("radio", name=re.compile("^Streak")).check(force=True)
    press(page, "Begin")
    ended = page.get_by_role("button", name="Once more")
    stands = page.get_by_role("button", name=re.compile("^It stands"))
    onward = page.get_by_role("button", name=re.compile("^(Next|To the result)"))
    for _ in range(60):  # half of the stones break a rule: accepting all ends the streak
        expect(ended.or_(stands).or_(onward).first).to_be_visible()
        if ended.count():
            break
        (onward if onward.count() else stands).first.click()
        page.wait_for_timeout(350)  # longer than the minimum time of an explanation
    expect(ended).to_be_visible()
    expect(
        page.get_by_text(re.compile("stones? at interval|stones in the square|steps? from"))
    ).not_to_have_count(0)
