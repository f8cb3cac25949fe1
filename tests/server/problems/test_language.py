"""The language that somebody asks in."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import RequestFactory
from tests.every import every

from grav.server.problems.language import language_of, liked_best
from grav.text import LANGUAGES, Language


@every(
    ("header", "language"),
    [
        ("", Language.EN),
        ("ko", Language.KO),
        ("ko-KR", Language.KO),
        ("JA-jp", Language.JA),
        ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", Language.KO),
        ("en;q=0.3, ja;q=0.8, ko;q=0.5", Language.JA),
        ("de, fr;q=0.9, ko;q=0.1", Language.KO),
        ("de", Language.EN),
        ("*", Language.EN),
        ("ja;q=0", Language.EN),
        ("ja;q=0.0, ko ; q=0.001", Language.KO),
        ("ja;q=2, ko;q=0.5", Language.KO),
        ("ja;q=x, ko;q=0.5", Language.KO),
        ("ja;q=nan", Language.EN),
        ("ja, ko", Language.JA),
        ("kok, jam", Language.EN),
        (",;,;q=1,", Language.EN),
    ],
)
def test_the_language_that_is_liked_best(header: str, language: Language) -> None:
    assert liked_best(header) is language


@given(st.text())
def test_no_header_is_an_error(header: str) -> None:
    assert liked_best(header) in LANGUAGES


def asked(query: dict[str, Any], header: str) -> Language:
    headers = {"accept-language": header}
    return language_of(RequestFactory().get("/", query_params=query, headers=headers))


def test_what_the_address_asks_for_goes_before_the_browser() -> None:
    assert asked({"lang": "ja"}, "ko") is Language.JA
    assert asked({"lang": "tlh"}, "ko") is Language.KO
    assert asked({"lang": ["ja", "ko"]}, "en") in LANGUAGES
    assert asked({}, "ko") is Language.KO
