"""Diagrams as pictures: SVG that needs no fonts, scripts or anything else outside it."""

from grav.record.svg.picture import description, svg_of, title
from grav.record.svg.theme import Theme

__all__ = ["Theme", "description", "svg_of", "title"]
