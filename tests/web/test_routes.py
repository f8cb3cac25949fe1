"""The router of the pages and the server have the same page addresses."""

import re
from pathlib import Path

from grav.server.http.pages import PAGES, WITH_MORE

SOURCE = Path(__file__).parents[2] / "web/src"
ROUTES = re.findall(r'\{ readonly page: "(\w+)"', (SOURCE / "routes.ts").read_text("utf-8"))
PAGES_OF_ROUTES = (SOURCE / "pages/index.ts").read_text("utf-8")
ENTRIES = re.findall(r"^  (\w+): \{ load:", PAGES_OF_ROUTES, re.MULTILINE)


def test_the_server_answers_the_address_of_every_page() -> None:
    assert sorted(set(ROUTES) - {"home", "missing"}) == sorted({*PAGES, *WITH_MORE})


def test_every_route_has_a_page() -> None:
    assert sorted(ROUTES) == sorted(ENTRIES)
