"""The generated C++ headers match the declaration of editions in `grav.rules`."""

import pytest
from cpp.generate import FILES, FOLDER


@pytest.mark.parametrize("name", FILES)
def test_what_was_generated_is_what_would_be_now(name: str) -> None:
    """`python -m cpp.generate` writes it again."""
    assert (FOLDER / name).read_text("utf-8") == FILES[name]()
