"""Formats shares as percentages."""


def format_share(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"
