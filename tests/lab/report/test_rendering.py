"""Charts as files: valid PNG and SVG, with every mark."""

import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from grav.lab.report import WrittenReport
from grav.lab.report.chart_model import Figure
from grav.lab.report.figure_selection import select_figures
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import ReportData
from grav.text import Language

pytestmark = pytest.mark.needs_core

SVG = "{http://www.w3.org/2000/svg}"
FORMATTER = Formatter(Language.EN)
DRAWN = {"lines": "symbol", "dots": "symbol", "map": "rect"}
"""The kind of mark in each kind of chart."""


def size_of(png: Path) -> tuple[int, int]:
    """Returns the width and height of a PNG, and checks its checksums and pixels."""
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks: list[tuple[bytes, bytes]] = []
    at = 8
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(kind + body)
        chunks.append((kind, body))
        at += length + 12
    assert chunks[-1] == (b"IEND", b"")
    width, height, depth, colours = struct.unpack_from(">IIBB", dict(chunks)[b"IHDR"])
    pixels = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    assert (depth, colours) == (8, 6)
    assert len(pixels) == height * (1 + 4 * width)
    return width, height


def marks_of(root: ET.Element, name: str) -> int:
    """Counts marks of a kind outside legends."""
    found = 0
    for group in root.iter(f"{SVG}g"):
        classes = group.get("class", "").split()
        if {"mark-" + name, "role-mark"} <= set(classes):
            found += len(group.findall(f"{SVG}path"))
    return found


@pytest.mark.parametrize("name", ["grid", "house"])
def test_every_chart_is_written_as_png_and_svg(name: str, request: pytest.FixtureRequest) -> None:
    written: WrittenReport = request.getfixturevalue(f"{name}_report")
    data: ReportData = request.getfixturevalue(f"{name}_data")
    shown: list[Figure] = list(select_figures(data, FORMATTER))
    assert written.charts == len(shown)
    assert {file.name for file in written.plots.iterdir()} == {
        f"{figure.name}.{end}" for figure in shown for end in ("png", "svg")
    }
    for figure in shown:
        root = ET.fromstring((written.plots / f"{figure.name}.svg").read_text("utf-8"))
        width, height = (float(root.get(side, "0")) for side in ("width", "height"))
        assert width > 200
        assert height > 100
        pixels = size_of(written.plots / f"{figure.name}.png")
        assert pixels == pytest.approx((2 * width, 2 * height), abs=2)
        expected = sum(len(panel.marks) for panel in figure.panels)
        assert marks_of(root, DRAWN[figure.kind]) == expected
        words = {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}
        assert {panel.title for panel in figure.panels} <= words
        assert figure.title.split()[0] in {each.split()[0] for each in words if each.split()}
