"""Actions at a table in a browser (sit, place, accept, shout), and expectations about the page."""

import re
import time
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import TIMEOUT, Visit

ANY_TIME_COMMANDS = {"sit", "say"}
"""Commands that can be sent when it is not the player's turn."""
DISTANCE_ONLY = {"size": 5, "setting": "5 5 25 2 8", "first": 0}
"""Settings under which only the distance rule binds: a stone beside the last one breaks it."""


def open_table(visit: Visit, settings: dict[str, Any], seats: list[Any] | None = None) -> Page:
    """Opens a table by the request that the forms send; returns the page of the table."""
    page = visit.open("/settings")
    table: str = page.evaluate(
        """async body => {
            await fetch('/api/guest', {method: 'POST'});
            const made = await fetch('/api/tables', {
                method: 'POST',
                headers: {'content-type': 'application/json'},
                body: JSON.stringify(body),
            });
            return (await made.json()).table;
        }""",
        {"settings": settings} | ({"seats": seats} if seats else {}),
    )
    page.goto(f"{visit.origin}/table/{table}")
    return page


def join(visit: Visit, table: Page) -> Page:
    page = visit.open(table.url.removeprefix(visit.origin))
    page.get_by_role("button", name="Sit down").first.click()
    return page


def board(page: Page) -> Locator:
    """Returns the board of the game, not the small boards that explain the numbers."""
    return page.get_by_role("grid", name=re.compile("^Board"))


def place(page: Page, at: str) -> None:
    """Places a stone, after the page shows that it is this player's turn."""
    turn = page.get_by_role("heading", name=re.compile("^(Your turn|Anyone may place)"))
    expect(turn).to_be_visible()
    cell = board(page).get_by_role("gridcell", name=re.compile(rf"^{at},"))
    expect(cell).to_have_accessible_name(f"{at}, empty")
    cell.focus()
    page.keyboard.press("Enter")


def expect_stone(page: Page, at: str) -> None:
    stone = board(page).get_by_role("gridcell", name=re.compile(rf"^{at}, stone"))
    expect(stone).to_have_count(1)


def expect_empty(page: Page, at: str) -> None:
    empty = board(page).get_by_role("gridcell", name=f"{at}, empty")
    expect(empty).to_have_count(1)


def press(page: Page, name: str) -> None:
    """Presses the button whose name begins with `name`; a shortcut key may follow in the name."""
    page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()


def expect_shout_enabled(page: Page) -> None:
    """Waits until the shout is enabled: within the minimum reaction time it is not."""
    shout = page.get_by_role("button", name=re.compile("^Grav!"))
    expect(shout).to_be_enabled()


def place_and_accept(one: Page, at: str, *others: Page) -> None:
    """One player places a stone, and all others accept it."""
    place(one, at)
    for other in others:
        expect_stone(other, at)
        press(other, "Let it stand")


class SecondPlayer:
    """The player of the second seat, without a page: sends commands to the server over HTTP."""

    def __init__(self, visit: Visit, table: Page) -> None:
        self._context, self._origin = visit.context, visit.origin
        self._table = table.url.rpartition("/")[2]
        self._said = 0
        self._post("/api/guest")

    def send(self, what: str, **fields: Any) -> None:
        """Sends a command of the second seat, after the table waits for that seat: an earlier press
        on a page may not have reached the server yet."""
        if what not in ANY_TIME_COMMANDS:
            self._wait_for_turn()
        self._said += 1
        command = {"do": what, "id": str(self._said), "seat": 1} | fields
        self._post(f"/api/tables/{self._table}/commands", command)

    def _wait_for_turn(self) -> None:
        end = time.monotonic() + TIMEOUT / 1000
        while time.monotonic() < end:
            waiting = self._context.request.get(f"{self._origin}/api/games/turn").json()
            if any(row["table"] == self._table for row in waiting):
                return
            time.sleep(0.05)
        pytest.fail(f"the table {self._table} does not wait for the second seat")

    def _post(self, path: str, body: dict[str, Any] | None = None) -> None:
        asked = {"Origin": self._origin}
        answer = self._context.request.post(self._origin + path, headers=asked, data=body)
        assert answer.ok, answer.text()


def open_review(page: Page, *stones: str) -> str:
    """Plays these stones on one device, resigns, and opens the review; returns its URL."""
    table: str = page.evaluate(
        """async ({settings, stones}) => {
            const ask = async (path, body) => {
                const how = {method: 'POST', headers: {'content-type': 'application/json'}};
                const answer = await fetch(path, {...how, body: JSON.stringify(body)});
                if (!answer.ok) throw new Error(await answer.text());
                return answer.json();
            };
            await ask('/api/guest');
            const {table} = await ask('/api/tables', {settings});
            const act = body => ask(`/api/tables/${table}/commands`, body);
            let seat = 0;
            for (const at of stones) {
                await act({do: 'place', id: at, seat, at});
                seat = 1 - seat;
            }
            await act({do: 'resign', id: 'end', seat});
            return table;
        }""",
        {"settings": DISTANCE_ONLY | {"mode": "device"}, "stones": stones},
    )
    page.goto(urljoin(page.url, f"/review/{table}"))
    return page.url
