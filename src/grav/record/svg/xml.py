"""SVG elements as text: well-formed, and deterministic for the same values."""

import re
from xml.sax.saxutils import escape, quoteattr

# XML cannot represent these characters, not even as references.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tag(name: str, *children: str, **attributes: object) -> str:
    """Formats an element; `font_size` becomes `font-size`, None attributes are left out."""
    stated = "".join(
        f" {key.replace('_', '-')}={quoteattr(value_text(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{stated}>{inside}</{name}>" if inside else f"<{name}{stated}/>"


def value_text(value: object) -> str:
    """Formats an attribute's value; floats have at most three decimals."""
    if isinstance(value, float):
        short = f"{value:.3f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short
    return clean(str(value))


def path(*steps: str | float) -> str:
    """Formats the `d` attribute of a path from commands and numbers."""
    return " ".join(value_text(step) for step in steps)


def content(text: str) -> str:
    """Escapes text as the content of an element."""
    return escape(clean(text))


def clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
