"""Takes screenshots of the main pages: three languages, light and dark, wide and narrow.

`make screenshots` builds the pages and writes the pictures to `build/screenshots`;
`python -m web.screenshots NAME …` takes those of some scenes alone.
"""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright
from web.scenes import Scenes

from grav.testing.servers.server_processes import run_deployment
from grav.text import LANGUAGES

FOLDER = Path(__file__).parents[1] / "build" / "screenshots"
SCREENS = {
    "wide": ViewportSize(width=1280, height=800),
    "narrow": ViewportSize(width=360, height=740),
}
PAGES = {
    "new": "/new",
    "device": "/device",
    "learn": "/learn/shout",
    "rules": "/rules",
    "records": "/review",
    "account": "/account",
    "settings": "/settings",
}
FULL_LENGTH = {"quick", "proposal", "atlas", "atlas_large"}
"""Scenes that are taken as full pages, as they do not fit on one screen."""


def main(names: list[str]) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("There is no Chromium here; on Debian: apt-get install chromium fonts-noto-cjk")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_deployment(f"sqlite:///{folder}/grav.sqlite", None, 1, Path(folder)) as servers,
        ThreadPoolExecutor(1) as thread,
    ):
        origin = thread.submit(asyncio.run, servers.servers[0].url()).result()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for name, reach in scenes_by_name(Scenes(browser, origin)).items():
                page = reach()  # even if not selected: later scenes depend on it
                if not names or name in names:
                    take_screenshots(page, name)
            browser.close()


def scenes_by_name(scenes: Scenes) -> dict[str, Callable[[], Page]]:
    found: dict[str, Callable[[], Page]] = {
        "home": scenes.home,
        "quick": scenes.quick,
        "settling": scenes.settling,
        "proposal": scenes.proposal,
        "atlas": partial(scenes.atlas, 7),
        "atlas_large": partial(scenes.atlas, 13),
        "game": scenes.window,
        "verdict": scenes.verdict,
        "over": scenes.over,
        "review": scenes.review,
        "spot": scenes.spot,
    }
    return found | {name: partial(scenes.page, path) for name, path in PAGES.items()}


def take_screenshots(page: Page, name: str) -> None:
    """Takes a page in every language, theme and width, without reloading it."""
    for language, screen in product(LANGUAGES, SCREENS):
        page.set_viewport_size(SCREENS[screen])
        page.locator("header select").select_option(language)
        page.locator(f"html[lang={language}]").wait_for()
        page.wait_for_load_state("networkidle" if name in PAGES else "load")
        page.evaluate("document.activeElement?.blur()")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_timeout(400)  # until transitions have ended
            path = FOLDER / f"{name}-{language}-{theme}-{screen}.png"
            page.screenshot(path=path, full_page=name in FULL_LENGTH)
    page.locator("header select").select_option("en")  # scenes find elements by English text
    print(f"{name}: 12 pictures in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
