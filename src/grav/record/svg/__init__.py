"""Diagrams as self-contained SVG: no embedded or linked fonts, scripts or other files."""

from grav.record.svg.picture import description, svg_of, title
from grav.record.svg.theme import Theme

__all__ = ["Theme", "description", "svg_of", "title"]
