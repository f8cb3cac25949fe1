"""What the core knows of editions was written from the declaration in `grav.rules`."""

import pytest
from cpp.generate import FILES, FOLDER


@pytest.mark.parametrize("name", FILES)
def test_what_was_generated_is_what_would_be_now(name: str) -> None:
    """`python -m cpp.generate` writes it again."""
    assert (FOLDER / name).read_text("utf-8") == FILES[name]()
