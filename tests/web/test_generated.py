"""What the pages know of the server was written from the server as it is."""

import pytest
from web.generate import FILES, FOLDER


@pytest.mark.parametrize("name", FILES)
def test_what_was_generated_is_what_would_be_now(name: str) -> None:
    """`python -m web.generate` writes it again."""
    assert (FOLDER / name).read_text("utf-8") == FILES[name]()
