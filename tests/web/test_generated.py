"""The generated types and texts of the pages are up to date."""

import pytest
from web.generate import FILES, FOLDER


@pytest.mark.parametrize("name", FILES)
def test_what_was_generated_is_what_would_be_now(name: str) -> None:
    """`python -m web.generate` writes them again."""
    assert (FOLDER / name).read_text("utf-8") == FILES[name]()
