"""Checks of any page: untranslated text, text that overflows, accessibility (axe)."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

from playwright.sync_api import Page, ViewportSize, expect
from tests.e2e.conftest import NARROW, WIDE

from grav.text import LANGUAGES, Language, catalogue

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""The levels A and AA of WCAG 2.2, and good practice."""

KEY = re.compile(r"\b[a-z]+\.\w+")
PLACEHOLDER = re.compile(r"\{\w+[^{}]*\}")
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
KANA, HANGUL = "ぁ-ゖァ-ヺ", "가-힣"
NAMES = {language.traits.own_name for language in LANGUAGES}
"""The languages' own names, which are never translated."""
OTHER_LETTERS = {
    Language.EN: re.compile(f"[{KANA}{HANGUL}]"),
    Language.JA: re.compile(f"[{HANGUL}]"),
    Language.KO: re.compile(f"[{KANA}]"),
}
"""Letters that are never used in a language, such as kana in Korean."""

# Leaves out live regions: past announcements stay in the language in which they were made.
VISIBLE_TEXT_SCRIPT = """() => {
    const past = '.visually-hidden[aria-live], .visually-hidden[role=status]';
    const names = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set([document.title]);
    while (texts.nextNode()) {
        const {parentElement: parent, data} = texts.currentNode;
        if (!parent.closest(`script, style, noscript, [hidden], ${past}`)) found.add(data.trim());
    }
    for (const each of document.body.querySelectorAll('*')) {
        if (each.closest(past)) continue;
        for (const name of names) found.add((each.getAttribute(name) ?? '').trim());
    }
    return [...found].filter(Boolean);
}"""

OVERFLOW_SCRIPT = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [];
    while (texts.nextNode()) {
        const {parentElement: parent, data} = texts.currentNode;
        const place = parent.closest('button, .button, .card, li, label');
        if (!place || !data.trim() || !parent.checkVisibility()) continue;
        if (parent.closest('.visually-hidden, option')) continue;
        range.selectNodeContents(texts.currentNode);
        const [inner, outer] = [range, place].map(each => each.getBoundingClientRect());
        const beyond = [outer.left - inner.left, inner.right - outer.right,
                        outer.top - inner.top, inner.bottom - outer.bottom];
        if (Math.max(...beyond) > 1) found.push(data.trim());
    }
    return found;
}"""
# Colour transitions take a few frames: a parent's first, then those that inherit from it.
WAIT_FOR_ANIMATIONS = """async () => {
    for (let still = 0, tries = 0; still < 3 && tries < 300; tries += 1) {
        await new Promise(requestAnimationFrame);
        const runs = document.getAnimations().some(({playState}) => playState === 'running');
        still = runs ? 0 : still + 1;
    }
}"""


def wider_than_page(page: Page) -> Any:
    """Returns the page's width and the elements beyond its right edge, if it scrolls sideways."""
    return page.evaluate(
        """() => {
            const {scrollWidth} = document.documentElement;
            if (scrollWidth <= innerWidth) return [];
            const beyond = [...document.querySelectorAll('body *')]
                .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
                .map(each => each.outerHTML.slice(0, 120));
            return [`${scrollWidth} px`, ...beyond];
        }"""
    )


def overflowing_text(page: Page) -> Any:
    """Returns texts that overflow their button, card or list entry."""
    return page.evaluate(OVERFLOW_SCRIPT)


def accessibility_faults(page: Page) -> list[str]:
    """Returns the violations that axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        """async values => {
            const options = {runOnly: {type: 'tag', values}, resultTypes: ['violations']};
            return (await axe.run(document, options)).violations;
        }""",
        TAGS,
    )
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found
        for node in each["nodes"]
    ]


def untranslated_text(page: Page, language: Language) -> list[str]:
    """Returns visible text keys, unfilled placeholders, and texts of another language."""
    return [word for word in page.evaluate(VISIBLE_TEXT_SCRIPT) if is_untranslated(word, language)]


def is_untranslated(word: str, language: Language) -> bool:
    if any(key in catalogue(language) for key in KEY.findall(word)) or PLACEHOLDER.search(word):
        return True
    if word in NAMES:
        return False
    if language in OTHER_LETTERS and OTHER_LETTERS[language].search(word):
        return True
    if language is Language.EN:
        return False
    return SENTENCE.search(word) is not None or word in untranslated_catalogue(language)


@cache
def untranslated_catalogue(language: Language) -> frozenset[str]:
    """Returns the English texts that do not occur in this language too."""
    return frozenset(catalogue(Language.EN).values()) - frozenset(catalogue(language).values())


Scheme = Literal["light", "dark"]
Look = tuple[Language, ViewportSize, Scheme]
SCREENS: list[tuple[ViewportSize, Scheme]] = [
    (NARROW, "light"),
    (WIDE, "dark"),
    (NARROW, "dark"),
    (WIDE, "light"),
]
"""Any three neighbours, cyclically, have both widths and both schemes."""


def looks_at(name: str) -> list[Look]:
    """Returns the language, width and scheme of each look at a page or state.

    The long tests use all combinations. Other runs look once in each language; width and scheme
    depend on a hash of the name, so that over many names each occurs in each language.
    """
    languages = list(reversed(LANGUAGES))
    if os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long":
        return [(language, *screen) for language in languages for screen in SCREENS]
    first = crc32(name.encode())
    return [
        (language, *SCREENS[(first + place) % len(SCREENS)])
        for place, language in enumerate(languages)
    ]


def cover_all_looks(names: Iterable[str]) -> bool:
    """Whether the looks at these names contain every width and scheme in every language."""
    ways = {(each, wide["width"], dark) for name in names for each, wide, dark in looks_at(name)}
    return len(ways) == len(LANGUAGES) * len(SCREENS)


def faults(page: Page, state: str) -> list[str]:
    """Returns all faults of a page in its current state, over languages, schemes and widths.

    Leaves the page wide and light; the last language is English.
    """
    found = [
        f"{state}, {language}, {screen['width']} px, {scheme}: {fault}"
        for language, screen, scheme in looks_at(state)
        for fault in faults_in(page, language, screen, scheme)
    ]
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")
    return found


def faults_in(page: Page, language: Language, screen: ViewportSize, scheme: Scheme) -> list[str]:
    page.set_viewport_size(screen)
    if page.locator("html").get_attribute("lang") != language:
        page.locator("header select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-theme", scheme)
    page.evaluate(WAIT_FOR_ANIMATIONS)
    found = [f"“{word}”" for word in untranslated_text(page, language)]
    found += [f"beyond the edge: {each}" for each in wider_than_page(page)]
    found += [f"“{word}” overflows its element" for word in overflowing_text(page)]
    return found + accessibility_faults(page)
