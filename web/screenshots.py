"""Pictures of the main pages: three languages, light and dark, wide and narrow.

`make screenshots` builds the pages and takes them into `build/screenshots`.
"""

import asyncio
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from grav.testing.serving import deployed
from grav.text import LANGUAGES

FOLDER = Path(__file__).parents[1] / "build" / "screenshots"
PAGES = {
    "home": "/",
    "new": "/new",
    "learn": "/learn/shout",
    "spot": "/spot",
    "rules": "/rules",
    "review": "/review",
    "settings": "/settings",
}
SCREENS = {
    "wide": ViewportSize(width=1280, height=800),
    "narrow": ViewportSize(width=360, height=740),
}
THEMES = ("light", "dark")
GAME = {
    "settings": {"size": 9, "setting": "3 3 4 2 4", "first": 0},
    "seats": [{"me": True}, {"level": 3}],
}
MOVES = 6
POINTS = ["e5", "c3", "g7", "c7", "g3", "e2", "b5", "h5", "e8", "a1", "i9"]
"""Where it is tried to place stones, one after the other."""
PLAY = """async ({game, points, moves}) => {
    const post = (path, body) => fetch(path, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify(body),
    });
    await fetch('/api/guest', {method: 'POST'});
    const {table} = await (await post('/api/tables', game)).json();
    const act = command => post(`/api/tables/${table}/commands`, command);
    let placed = 0;
    for (let tries = 0; placed < moves && tries < 300; tries += 1) {
        const {now} = await (await fetch(`/api/tables/${table}`)).json();
        if (now.position?.may[0].includes('place')) {
            const answer = await act({do: 'place', id: `s${tries}`, seat: 0, at: points.shift()});
            placed += answer.ok ? 1 : 0;
        } else if (now.stage !== 'playing' && placed > 0) {
            break;
        } else if (now.position?.may[0].includes('remove')) {
            const row = now.position.board.findIndex(line => line.includes('1'));
            const column = now.position.board[row].indexOf('1');
            const at = String.fromCharCode(97 + column) + (now.position.board.length - row);
            await act({do: 'remove', id: `r${tries}`, seat: 0, at});
        }
        await new Promise(done => setTimeout(done, 200));
    }
    return table;
}"""


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("There is no Chromium here; on Debian: apt-get install chromium fonts-noto-cjk")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        deployed(f"sqlite:///{folder}/grav.sqlite", None, 1, Path(folder)) as servers,
        ThreadPoolExecutor(1) as thread,
    ):
        origin = thread.submit(asyncio.run, servers.servers[0].url()).result()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            table = play(browser, origin)
            for language, theme, screen in product(LANGUAGES, THEMES, SCREENS):
                take(browser, origin, PAGES | {"game": table}, language, theme, screen)
            browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


def play(browser: Browser, origin: str) -> str:
    """A game that has begun, for all to watch; the path of its table."""
    page = browser.new_page()
    page.goto(f"{origin}/settings")
    table: str = page.evaluate(PLAY, {"game": GAME, "points": POINTS, "moves": MOVES})
    return f"/table/{table}"


def take(
    browser: Browser,
    origin: str,
    paths: dict[str, str],
    language: str,
    theme: Any,
    screen: str,
) -> None:
    context = browser.new_context(
        locale=language,
        color_scheme=theme,
        viewport=SCREENS[screen],
        reduced_motion="reduce",
        device_scale_factor=1,
    )
    for name, path in paths.items():
        page = context.new_page()
        page.goto(origin + path)
        page.locator("main :is(h1, h2)").first.wait_for()
        page.wait_for_load_state("networkidle" if name != "game" else "load")
        page.wait_for_timeout(700)  # what fades in has done so
        page.screenshot(path=FOLDER / f"{name}-{language}-{theme}-{screen}.png")
        page.close()
    context.close()


if __name__ == "__main__":
    main()
