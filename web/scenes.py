"""The scenes of the screenshots: the actions that bring a page into the wanted state."""

from typing import Any

from playwright.sync_api import Browser, Page

LEGAL = [
    "a2",
    "a4",
    "c4",
    "c7",
    "a9",
    "c9",
    "f8",
    "g5",
    "i5",
    "g6",
    "e7",
    "e3",
    "e1",
    "c3",
    "e4",
    "d6",
    "f4",
]
"""Placements of a two-player game on 9 × 9 with 3 3 4 2 4, without a breach."""
BREACH = "i3"
"""A breach: the fourth stone at the same interval, after c9, e7 and g5."""
POST = """async ([path, body]) => {
    const answer = await fetch(path, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.status === 204 ? null : await answer.json();
}"""


class Person:
    """A guest with a browser of their own."""

    def __init__(self, browser: Browser, origin: str, *, calm: bool = True) -> None:
        motion: Any = "reduce" if calm else "no-preference"
        self.page = browser.new_context(locale="en", reduced_motion=motion).new_page()
        self._origin = origin
        self._commands = 0
        self.go("/settings")

    def go(self, path: str) -> Page:
        self.page.goto(self._origin + path)
        self.page.locator("main :is(h1, h2)").first.wait_for()
        return self.page

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.page.evaluate(POST, [path, body])

    def open_table(self, **settings: Any) -> str:
        """Opens a table whose first seat is this person's; returns its id."""
        self.post("/api/guest", {})
        made = self.post("/api/tables", {"settings": settings})
        return str(made["table"])

    def sit(self, table: str) -> None:
        self.post("/api/guest", {})
        self.send(table, "sit", seat=1)

    def send(self, table: str, what: str, **values: Any) -> None:
        self._commands += 1
        command = {"do": what, "id": f"c{self._commands}", **values}
        self.post(f"/api/tables/{table}/commands", command)


class Scenes:
    """Each public method brings a page into the state for its screenshot, and returns it."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self._browser, self._origin = browser, origin
        self._me, self._friend = self._person(), self._person()
        self._table = ""

    def _person(self, *, calm: bool = True) -> Person:
        return Person(self._browser, self._origin, calm=calm)

    def page(self, path: str) -> Page:
        return self._person().go(path)

    def home(self) -> Page:
        """The home page with its animation, paused when the seal falls."""
        page = self._person(calm=False).go("/")
        page.get_by_text("The shout is right").first.wait_for(timeout=60_000)
        page.locator("figure").get_by_role("button").click()
        return page

    def quick(self) -> Page:
        """The options for quick play, with the measurements for them."""
        page = self._person().go("/")
        page.get_by_text("Board and numbers").click()
        page.get_by_label("Ready-made numbers").select_option("seesaw")
        page.get_by_role("link", name="More in the atlas").wait_for()
        return page

    def settling(self) -> Page:
        table = self._me.open_table(size=9, settle="agreement", setting="3 3 4 2 4")
        self._friend.sit(table)
        self._friend.go(f"/table/{table}")
        return self._me.go(f"/table/{table}")

    def proposal(self) -> Page:
        """The other's proposal, and measurements of such games with ties and thinking players."""
        house = {"bonus_limit": 1}
        table = self._me.open_table(size=7, settle="agreement", house_rules=house)
        self._friend.sit(table)
        self._friend.send(table, "propose", seat=1, setting="3 3 4 2 4")
        self._friend.go(f"/table/{table}")
        self._me.page.set_viewport_size({"width": 1280, "height": 800})  # folded on a phone
        page = self._me.go(f"/table/{table}")
        page.get_by_text("Measured: ").wait_for()
        return page

    def atlas(self, size: int) -> Page:
        page = self.page(f"/atlas?size={size}&setting=3+3+4+2+4")
        page.get_by_role("gridcell").first.wait_for()
        page.get_by_text("Forecast for").wait_for()
        return page

    def window(self) -> Page:
        """A window: the open stone breaks a rule, which the page does not reveal."""
        table = self._table = self._me.open_table(size=9, setting="3 3 4 2 4", first=0)
        self._friend.sit(table)
        seats = (self._me, self._friend)
        for number, at in enumerate([*LEGAL, BREACH]):
            seat = number % 2
            if number > 0:
                seats[seat].send(table, "accept", seat=seat, placement=number)
            seats[seat].send(table, "place", seat=seat, at=at)
        self._friend.go(f"/table/{table}")  # marks the friend as present
        return self._me.go(f"/table/{table}")

    def verdict(self) -> Page:
        # The button is not enabled within the minimum reaction time.
        shout = self._me.page.locator("button[aria-disabled=false]", has_text="Grav!")
        shout.first.wait_for()
        self._me.page.keyboard.press("g")
        self._me.page.get_by_text("You saw it.").first.wait_for()
        return self._me.page

    def over(self) -> Page:
        self._me.send(self._table, "remove", seat=0, at="c9")
        self._me.send(self._table, "pass", seat=0)
        self._friend.send(self._table, "pass", seat=1)
        self._me.page.get_by_role("link", name="Look back").first.wait_for()
        return self._me.page

    def review(self) -> Page:
        return self._me.go(f"/review/{self._table}?move=18")

    def spot(self) -> Page:
        page = self._person().go("/spot")
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("grid").first.wait_for()
        return page
