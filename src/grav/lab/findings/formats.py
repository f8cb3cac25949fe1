"""How the pages write numbers."""


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def points(share: float) -> str:
    """Formats a change of a share in percentage points, with its sign."""
    return signed(100 * share, 1)


def signed(value: float, digits: int) -> str:
    """Formats a change; one that rounds to nothing has no sign."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def times(ratio: float) -> str:
    """Formats a ratio with two figures, or whole from ten on."""
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}"


def count(number: int) -> str:
    return f"{number:,}"
