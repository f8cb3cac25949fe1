"""Parses the page of a report into elements."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

_EMPTY = {"meta", "link", "path", "br"}
"""Void elements: they have no end tag."""


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: "list[Element]" = field(default_factory=list)
    text: str = ""
    """The text of the element and of all elements within it."""

    def all(self, tag: str, **attributes: str) -> "list[Element]":
        """Returns the descendants with this tag and these attributes."""
        found = [child for child in self.children if child._is(tag, attributes)]
        return [each for child in self.children for each in child.all(tag, **attributes)] + found

    def one(self, tag: str, **attributes: str) -> "Element":
        [found] = self.all(tag, **attributes)
        return found

    def _is(self, tag: str, attributes: dict[str, str]) -> bool:
        has = self.attributes.get
        return self.tag == tag and all(
            value in (has(name.rstrip("_")) or "").split() for name, value in attributes.items()
        )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attributes})
        self.open[-1].children.append(element)
        if tag not in _EMPTY:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        assert tag in _EMPTY

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        assert closed.tag == tag, f"{closed.tag} is closed by {tag}"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def parse_page(page: Path) -> Element:
    """Parses the page; an assertion fails if an element is not closed."""
    reader = _Reader()
    reader.feed(page.read_text("utf-8"))
    reader.close()
    [root] = reader.open
    return root


def specs(page: Element) -> dict[str, Any]:
    """Returns the Vega-Lite specifications of the page's charts, by name."""
    found: dict[str, Any] = json.loads(page.one("script", id="charts").text)["specs"]
    return found


def normalize_spaces(text: str) -> str:
    """Returns the text with ordinary spaces."""
    return " ".join(text.split())
