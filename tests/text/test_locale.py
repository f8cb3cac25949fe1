import pytest
from tests.subtests import every

from grav.text import Language, language_of_locale


@every(
    ("name", "language"),
    [
        ("ko_KR.UTF-8", Language.KO),
        ("ko", Language.KO),
        ("ko-KR", Language.KO),
        ("KO_kr", Language.KO),
        ("ja_JP.eucJP", Language.JA),
        ("ja.UTF-8", Language.JA),
        ("en_GB.UTF-8", Language.EN),
        ("C", Language.EN),
        ("C.UTF-8", Language.EN),
        ("POSIX", Language.EN),
        ("de_AT.UTF-8", Language.EN),
        ("kok_IN", Language.EN),
        ("_", Language.EN),
    ],
)
def test_the_language_of_a_locale(name: str, language: Language) -> None:
    assert language_of_locale(name) is language


@pytest.mark.parametrize(
    ("names", "language"),
    [
        ((), Language.EN),
        ((None, "", None), Language.EN),
        ((None, "", "ja_JP"), Language.JA),
        (("ko_KR", "ja_JP"), Language.KO),
        (("C", "ja_JP"), Language.EN),
    ],
)
def test_the_first_variable_that_is_set_decides(
    names: tuple[str | None, ...], language: Language
) -> None:
    assert language_of_locale(*names) is language
