"""Each part of an edition has the texts that forms, prompts, sentences and the rulebook use."""

from collections.abc import Iterator

from tests.subtests import every

from grav.rules import EDITIONS, PARTS
from grav.rules.edition_part_kinds import Choice, OptionalWhole, Part, Whole, YesNo
from grav.text import catalogue


def needed(part: Part) -> Iterator[str]:
    yield from ("", "_options")
    match part:
        case Choice(words=words):
            forms = ("", "_about", "_book", "_short", "_term")
            yield from (f"{form}_{word}" for form in forms for word in words)
        case YesNo():
            yield from (
                f"{form}_{word}" for form in ("", "_short", "_term") for word in ("no", "yes")
            )
        case Whole():
            yield from ("_short", "_term")
    if isinstance(part, OptionalWhole):
        yield from ("_none", "_some", "_most", "_short_none", "_term_none")


@every("name", PARTS)
def test_a_part_has_all_its_texts(name: str) -> None:
    keys = [f"parts.{name}{form}" for form in needed(PARTS[name])]
    assert [key for key in keys if key not in catalogue("en")] == []


@every("edition", EDITIONS)
def test_an_edition_has_all_its_texts(edition: str) -> None:
    keys = [f"parts.edition{form}_{edition}" for form in ("", "_about", "_short", "_term")]
    assert [key for key in keys if key not in catalogue("en")] == []
