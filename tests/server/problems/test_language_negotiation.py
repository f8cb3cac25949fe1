"""The language of a request: a query parameter, or the Accept-Language header."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import RequestFactory
from tests.subtests import every

from grav.server.problems.language_negotiation import language_of, negotiate_language
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
def test_the_language_of_highest_quality_is_chosen(header: str, language: Language) -> None:
    assert negotiate_language(header) is language


@given(st.text())
def test_a_malformed_header_is_no_error(header: str) -> None:
    assert negotiate_language(header) in LANGUAGES


def language_of_request(query: dict[str, Any], header: str) -> Language:
    headers = {"accept-language": header}
    return language_of(RequestFactory().get("/", query_params=query, headers=headers))


def test_the_query_parameter_takes_precedence_over_the_header() -> None:
    assert language_of_request({"lang": "ja"}, "ko") is Language.JA
    assert language_of_request({"lang": "tlh"}, "ko") is Language.KO
    assert language_of_request({"lang": ["ja", "ko"]}, "en") in LANGUAGES
    assert language_of_request({}, "ko") is Language.KO
