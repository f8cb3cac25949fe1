"""The SVG picture: complete, readable and deterministic."""

import re
from dataclasses import replace
from itertools import pairwise, product
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game import Accept, Action, Grav, Place, Remove
from grav.record.diagram_data import Broken, Diagram, Stone, diagram_of, position_diagram
from grav.record.svg.picture import svg_of
from grav.record.svg.text_layout import width, wrap_text
from grav.record.svg.theme import (
    PALETTES,
    STONES,
    VERMILION,
    Theme,
    contrast,
    number_ground,
    number_ink,
)
from grav.rules import (
    CLASSIC,
    EDITIONS,
    Board,
    Bonus,
    Centre,
    Criterion,
    Enforcement,
    Point,
    Rules,
    Setting,
    Shape,
    TooFullSquare,
    TooLongRun,
    WrongDistance,
)
from grav.text import LANGUAGES, Language, Text, catalogue

SVG = "{http://www.w3.org/2000/svg}"
RULES = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)
SEATS = range(6)
THEMES_AND_SEATS = list(product(Theme, SEATS))


def at(name: str) -> Point:
    return Point.parse(name)


def picture(diagram: Diagram, language: str = "en", theme: str = "light") -> ET.Element:
    return ET.fromstring(svg_of(diagram, language, theme))


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def used(root: ET.Element, kind: str) -> int:
    """Counts the uses of a symbol of the definitions."""
    return sum(f"-{kind}" in use.get("href", "") for use in root.iter(f"{SVG}use"))


def stroked(root: ET.Element, name: str, colour: str = VERMILION) -> list[ET.Element]:
    return [element for element in root.iter(f"{SVG}{name}") if element.get("stroke") == colour]


@pytest.mark.parametrize("size", [3, 9, 23, 25])
def test_a_board_has_a_hollow_for_each_point_and_coordinates(size: int) -> None:
    root = picture(position_diagram(Board.empty(size, 2)))
    assert used(root, "hollow") == size * size
    expected = [chr(ord("a") + column) for column in range(size)]
    assert sorted(texts(root)) == sorted([*expected, *map(str, range(1, size + 1))])


def test_rows_count_from_the_bottom_and_columns_from_the_left() -> None:
    places = {
        element.text: (float(element.get("x", "")), float(element.get("y", "")))
        for element in picture(position_diagram(Board.empty(9, 2))).iter(f"{SVG}text")
    }
    assert places["1"][1] > places["9"][1]
    assert places["a"][0] < places["i"][0]
    assert places["1"][0] < places["a"][0]
    assert places["a"][1] > places["1"][1]


@every("size", range(3, 26))
def test_the_picture_has_the_stated_size_and_fits_a_page(size: int) -> None:
    root = picture(position_diagram(Board.empty(size, 2)))
    across, down = root.get("width", ""), root.get("height", "")
    assert root.get("viewBox") == f"0 0 {across} {down}"
    assert 400 <= int(across) <= 1200


def test_the_same_diagram_gives_the_same_text() -> None:
    board = Board.from_rows(["01.", "2.3", ".45"], 6)
    one, other = (svg_of(position_diagram(board, at("b1"), rules=None)) for _ in range(2))
    assert one == other


def test_the_picture_has_no_external_references() -> None:
    board = Board.from_rows(["01.", "2.3", ".45"], 6)
    text = svg_of(position_diagram(board, at("b1")))
    root = ET.fromstring(text)
    names = {element.get("id") for element in root.iter()}
    references = set(re.findall(r'href="([^"]*)"', text)) | set(re.findall(r"url\(([^)]*)\)", text))
    assert references
    assert {reference.removeprefix("#") for reference in references} <= names
    for banned in ("script", "image", "foreignObject", "style"):
        assert not list(root.iter(SVG + banned))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_each_seat_has_its_own_form() -> None:
    root = picture(Diagram(9))
    forms = {
        path.get("d")
        for seat in SEATS
        for path in root.findall(f".//{SVG}g[@id='grav-light-stone-{seat}']/{SVG}path[2]")
    }
    assert len(forms) == len(SEATS)


@every(("theme", "seat"), THEMES_AND_SEATS)
def test_outlines_of_stones_have_a_contrast_of_3_to_1(theme: Theme, seat: int) -> None:
    palette = PALETTES[theme]
    root = picture(Diagram(9), theme=theme)
    outlines = {
        path.get("stroke")
        for path in root.iterfind(f".//{SVG}g[@id='grav-{theme}-stone-{seat}']/{SVG}path")
        if path.get("fill") == f"url(#grav-{theme}-glaze-{seat})"
    }
    assert outlines == {palette.outlines[seat]}
    for side in palette.hollow:
        assert contrast(palette.outlines[seat], side) >= 3


@every(("theme", "seat"), THEMES_AND_SEATS)
def test_numbers_on_stones_have_a_contrast_of_4_to_1(theme: Theme, seat: int) -> None:
    palette = PALETTES[theme]
    ink = number_ink(seat, palette)
    grounds = palette.hollow if seat == 5 else (STONES[seat],)
    assert all(contrast(ink, ground) >= 4 for ground in grounds)
    assert contrast(ink, number_ground(seat, palette)) >= 4.5


@pytest.mark.parametrize("theme", Theme)
def test_texts_have_a_contrast_of_4_5_to_1(theme: Theme) -> None:
    palette = PALETTES[theme]
    for ink, ground in (
        *((palette.letters, wood) for wood in palette.tray),
        (palette.ink, palette.paper),
        (palette.quiet, palette.paper),
        (palette.ink, palette.card),
    ):
        assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("theme", Theme)
def test_vermilion_has_a_contrast_of_3_to_1_with_its_background_or_outline(theme: Theme) -> None:
    palette = PALETTES[theme]
    assert contrast(VERMILION, palette.casing) >= 3
    assert contrast("#FFFFFF", VERMILION) >= 4.5


def test_contrast_is_computed_as_in_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_numbers_with_more_digits_are_smaller() -> None:
    numbers = (7, 42, 168, 1024)
    stones = tuple(
        Stone(Point(column, seat), seat, number)
        for seat in SEATS
        for column, number in enumerate(numbers)
    )
    root = picture(Diagram(13, stones))
    sizes = [
        [
            float(element.get("font-size", ""))
            for element in root.iter(f"{SVG}text")
            if element.text == str(number) and element.get("font-weight") == "bold"
        ]
        for number in numbers
    ]
    assert [len(found) for found in sizes] == [6, 6, 6, 6]
    assert [max(found) for found in sizes] == sorted((max(found) for found in sizes), reverse=True)
    for number, found in zip(numbers, sizes, strict=True):
        assert all(0.7 * len(str(number)) * size < 0.6 * 64 for size in found)


def test_stones_that_were_taken_off_are_faded_and_their_successors_small() -> None:
    actions: list[Action] = [
        Place(0, at("c3")),
        Accept(1),
        Place(1, at("c5")),
        Accept(0),
        Place(0, at("c6")),
        Grav(1),
        Remove(1, at("c3")),
        Place(1, at("c3")),
    ]
    root = picture(diagram_of(RULES, actions))
    assert used(root, "ghost-0") == 2
    assert used(root, "stone-1") == 2
    assert texts(root)[-3:] == ["4 = 1", "3 voided", "1 removed"]


def test_the_setting_is_five_tiles_with_size_and_edition() -> None:
    root = picture(diagram_of(RULES, []))
    tiles = [rect for rect in root.iter(f"{SVG}rect") if rect.get("width") == rect.get("height")]
    tiles = [tile for tile in tiles if tile.get("fill") == PALETTES[Theme.LIGHT].card]
    spans = [(float(tile.get("x", "")), float(tile.get("width", ""))) for tile in tiles]
    assert len(tiles) == 5
    assert all(x + wide < after for (x, wide), (after, _) in pairwise(spans))
    assert texts(root)[-7:] == ["3", "3", "4", "2", "4", "9 × 9", "revised edition"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_is_named_in_every_language(language: str) -> None:
    for name, bonus, shapes, may_pass in product(EDITIONS, Bonus, Criterion, (True, False)):
        edition = replace(
            EDITIONS[name],
            bonus=bonus,
            shapes=shapes,
            bonus_pass=may_pass,
            min_shape=5,
            bonus_limit=1,
        )
        rules = Rules(9, 2, RULES.setting, edition, Enforcement.STRICT)
        words = " ".join(texts(picture(diagram_of(rules, []), language)))
        assert "5" in words
        assert "{" not in words


def test_a_run_is_a_dotted_line_with_a_ring_around_each_stone() -> None:
    points = tuple(map(at, ("e6", "f5", "g4", "h3")))
    broken = Broken(at("h3"), TooLongRun(points, 1, 3))
    root = picture(position_diagram(Board.empty(9, 2), rules=RULES, breaches=[broken]))
    (line,) = stroked(root, "path")
    assert line.get("stroke-dasharray")
    assert len(stroked(root, "circle")) == 4


def test_a_square_that_is_too_full_is_outlined() -> None:
    broken = Broken(at("c3"), TooFullSquare(at("b2"), 5, 4))
    root = picture(position_diagram(Board.empty(9, 2), rules=RULES, breaches=[broken]))
    (square,) = stroked(root, "rect")
    assert 3 * 64 - 8 <= float(square.get("width", "")) <= 3 * 64 + 8
    assert float(square.get("rx", "")) > 0
    assert len(stroked(root, "circle")) == 1


@pytest.mark.parametrize(
    ("origin", "end", "corners"), [("b1", "b2", 0), ("h5", "b5", 0), ("b2", "e6", 1)]
)
def test_a_wrong_distance_is_a_path_with_its_steps(origin: str, end: str, corners: int) -> None:
    steps = at(origin).taxi_distance(at(end))
    broken = Broken(at(end), WrongDistance(at(origin), steps, 2, 4))
    root = picture(position_diagram(Board.empty(9, 2), rules=RULES, breaches=[broken]))
    (line,) = stroked(root, "path")
    assert line.get("d", "").count("L") == corners + 1
    assert line.get("stroke-dasharray") is None
    labels = [text.text for text in root.iter(f"{SVG}text") if text.get("fill") == "#FFFFFF"]
    assert labels == [str(steps)]


def test_only_breaches_are_vermilion() -> None:
    board = Board.from_rows(["012345"] * 6, 6)
    assert VERMILION not in svg_of(position_diagram(board, at("a1"), rules=None))


def test_a_shape_rings_its_stones_and_marks_its_centre() -> None:
    names = ("a1", "a3", "c1", "c3")
    shape = Shape(Centre(2, 2), tuple(map(at, names)))
    plain = svg_of(position_diagram(Board.empty(9, 2)))
    root = picture(position_diagram(Board.empty(9, 2), shapes=[shape]))
    brass = "#C08A3E"
    assert brass not in plain
    assert len(stroked(root, "circle", brass)) == 4
    assert [circle for circle in root.iter(f"{SVG}circle") if circle.get("fill") == brass]


def test_names_are_escaped_and_characters_invalid_in_xml_replaced() -> None:
    players = ['<b>Maru</b> & "co"', "nul\x00esc\x1b\ud800"]
    root = picture(position_diagram(Board.empty(9, 2), players=players, caption=["]]> & <"]))
    assert "]]> & <" in texts(root)
    assert '<b>Maru</b> & "co"' in texts(root)
    assert "nul\ufffdesc\ufffd\ufffd" in texts(root)
    assert (root.findtext(f"{SVG}title") or "").startswith("]]> & <: ")


def test_title_and_description_describe_the_picture() -> None:
    board = Board.from_rows(["0..", ".1.", "..0"], 2)
    diagram = position_diagram(board, rules=Rules(3, 2, Setting(3, 3, 4, 2, 4)), players=["Maru"])
    root = picture(diagram)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Grav on 3 × 3, setting 3 3 4 2 4"
    assert root.findtext(f"{SVG}desc") == (
        "Maru (round, persimmon): a3, c1\nplayer 2 (tablet, indigo): b2"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_in_the_language_with_its_font_first(language: str) -> None:
    root = picture(diagram_of(RULES, []), language)
    assert root.get("lang") == language
    assert root.findtext(f"{SVG}desc") == catalogue(language)["diagram.no_stones"]
    first = (*Language(language).traits.serif, "Noto Serif CJK KR")[0]
    assert root.get("font-family", "").startswith(f"Georgia, '{first}'")
    known = {"ja": "Noto Serif CJK JP", "ko": "Noto Serif CJK KR"}
    assert first == known.get(language, first)


def test_texts_of_all_languages_have_the_same_keys_and_placeholders() -> None:
    def places(language: str) -> dict[str, set[str]]:
        return {
            key: set(re.findall(r"\{(\w+)", text))
            for key, text in catalogue(language).items()
            if key.startswith("diagram.")
        }

    assert all(places(language) == places("en") for language in LANGUAGES)


def test_an_unknown_theme_is_an_error() -> None:
    with pytest.raises(ValueError, match="sepia"):
        svg_of(Diagram(9), theme="sepia")


@given(
    st.integers(3, 25),
    st.lists(st.text(max_size=120), max_size=3),
    st.lists(st.text(max_size=60), max_size=6),
    st.integers(3, 10**30),
    st.sampled_from(LANGUAGES),
)
# Characters that are invalid in XML are drawn as wider ones.
@example(3, ["0000@@@@\x1b\x08\x08\x08\x08🀀🀀🀀🀀"], [], 3, Language.EN)
def test_no_text_leaves_the_picture(
    size: int, caption: list[str], players: list[str], a: int, language: str
) -> None:
    rules = Rules(size, 6, Setting(a, 3, 4, 1, a), replace(CLASSIC, shapes=Criterion.WHOLE))
    board = Board.empty(size, 6)
    notes = [Text("diagram.removed", {"numbers": list(range(1, 99))})]
    diagram = position_diagram(board, rules=rules, caption=caption, players=players, notes=notes)
    root = picture(diagram, language)
    right, low = float(root.get("width", "")), float(root.get("height", ""))
    for element in root.iter(f"{SVG}text"):
        x, y, font = (float(element.get(key, "")) for key in ("x", "y", "font-size"))
        wide = width(element.text or "", font, bold=element.get("font-weight") == "bold")
        start = x - wide / 2 if element.get("text-anchor") == "middle" else x
        assert start >= 0
        assert start + wide <= right
        assert y <= low


@given(st.text(max_size=200), st.floats(30, 400))
def test_wrapping_loses_only_spaces(words: str, room: float) -> None:
    lines = wrap_text(words, room, 16)
    assert "".join("".join(lines).split()) == "".join(words.split())
    assert all(width(line, 16) <= room for line in lines)


def test_a_line_never_begins_with_closing_punctuation_nor_splits_an_equation() -> None:
    assert wrap_text("漢字、漢字（漢字）", 16 * 2.5, 16) == ["漢", "字、", "漢字", "（漢", "字）"]
    assert wrap_text("20 = 12, 31 = 12", 16 * 6, 16) == ["20 = 12,", "31 = 12"]
