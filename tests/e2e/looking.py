"""What is looked for on every page: missing words, what lies beyond the edge, barriers."""

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
"""The levels A and AA of WCAG 2.2, and what is good practice beside them."""

KEY = re.compile(r"\b[a-z]+\.\w+")
PLACE = re.compile(r"\{\w+[^{}]*\}")
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
KANA, HANGUL = "ぁ-ゖァ-ヺ", "가-힣"
NAMES = {language.traits.own_name for language in LANGUAGES}
"""Languages are called by their own names, whatever is spoken."""
OTHER_LETTERS = {
    Language.EN: re.compile(f"[{KANA}{HANGUL}]"),
    Language.JA: re.compile(f"[{HANGUL}]"),
    Language.KO: re.compile(f"[{KANA}]"),
}
"""Letters that a language is never written in, where that is known."""

# What was told to those who listen was said when it happened, and is not said in another language.
WORDS = """() => {
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

OUTSIDE = """() => {
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
# Colours change within a few frames: those of a parent first, then those that come from it.
QUIET = """async () => {
    for (let still = 0, tries = 0; still < 3 && tries < 300; tries += 1) {
        await new Promise(requestAnimationFrame);
        const runs = document.getAnimations().some(({playState}) => playState === 'running');
        still = runs ? 0 : still + 1;
    }
}"""


def beyond_the_edge(page: Page) -> Any:
    """How wide the page is, and what reaches beyond the right edge, where one has to scroll."""
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


def beyond_their_place(page: Page) -> Any:
    """Words that reach beyond the button, the card or the entry that they stand in."""
    return page.evaluate(OUTSIDE)


def barriers(page: Page) -> list[str]:
    """What axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        """async values => {
            const asked = {runOnly: {type: 'tag', values}, resultTypes: ['violations']};
            return (await axe.run(document, asked)).violations;
        }""",
        TAGS,
    )
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found
        for node in each["nodes"]
    ]


def strange_words(page: Page, language: Language) -> list[str]:
    """Keys in place of texts, places that nobody filled, words of another language."""
    return [word for word in page.evaluate(WORDS) if is_strange(word, language)]


def is_strange(word: str, language: Language) -> bool:
    if any(key in catalogue(language) for key in KEY.findall(word)) or PLACE.search(word):
        return True
    if word in NAMES:
        return False
    if language in OTHER_LETTERS and OTHER_LETTERS[language].search(word):
        return True
    if language is Language.EN:
        return False
    return SENTENCE.search(word) is not None or word in english_alone(language)


@cache
def english_alone(language: Language) -> frozenset[str]:
    """Texts that are English, and not said so in this language, too."""
    return frozenset(catalogue(Language.EN).values()) - frozenset(catalogue(language).values())


Scheme = Literal["light", "dark"]
Look = tuple[Language, ViewportSize, Scheme]
SCREENS: list[tuple[ViewportSize, Scheme]] = [
    (NARROW, "light"),
    (WIDE, "dark"),
    (NARROW, "dark"),
    (WIDE, "light"),
]
"""Any three of them in a row have both widths and both schemes."""


def looks(at: str) -> list[Look]:
    """How a page or a state of one is looked at; the long tests look at it in every way.

    The others look once in each language. What that goes with is another thing for another name,
    so that each width and scheme is met in each language, if not everywhere.
    """
    languages = list(reversed(LANGUAGES))
    if os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long":
        return [(language, *screen) for language in languages for screen in SCREENS]
    first = crc32(at.encode())
    return [
        (language, *SCREENS[(first + place) % len(SCREENS)])
        for place, language in enumerate(languages)
    ]


def are_spread(names: Iterable[str]) -> bool:
    """Is each width and scheme met in each language?"""
    ways = {(each, wide["width"], dark) for name in names for each, wide, dark in looks(name)}
    return len(ways) == len(LANGUAGES) * len(SCREENS)


def faults(page: Page, state: str) -> list[str]:
    """All that is wrong with a page as it is, in every language, and in either scheme and width.

    It is left as it is found here: wide, light and in English.
    """
    found = [
        f"{state}, {language}, {screen['width']} px, {scheme}: {fault}"
        for language, screen, scheme in looks(state)
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
    page.evaluate(QUIET)
    found = [f"“{word}”" for word in strange_words(page, language)]
    found += [f"beyond the edge: {each}" for each in beyond_the_edge(page)]
    found += [f"“{word}” reaches beyond its place" for word in beyond_their_place(page)]
    return found + barriers(page)
