"""The pages that people see: made from `web/` by `make play`, and part of every wheel."""

from pathlib import Path

_BUILT = Path(__file__).parent / "built"


def built() -> Path | None:
    """The folder of the built pages; None where nobody has built them."""
    return _BUILT if (_BUILT / "index.html").exists() else None
