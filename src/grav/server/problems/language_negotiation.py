"""Language negotiation: `?lang=`, then the Accept-Language header, then English."""

import re
from typing import Any

from litestar.connection import ASGIConnection

from grav.text import Language

PARAMETER = "lang"

_WEIGHT = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    """Returns the language of `?lang=`, else the best of Accept-Language, else English."""
    asked = connection.query_params.get(PARAMETER)
    if asked in set(Language):
        return Language(asked)
    return negotiate_language(connection.headers.get("accept-language", ""))


def negotiate_language(accept_language: str) -> Language:
    """Returns the supported language with the highest weight; of equal ones, the first."""
    best, most = Language.EN, 0.0
    for entry in accept_language.split(","):
        tag, _, weight = entry.partition(";")
        code = tag.strip().partition("-")[0].lower()
        liked = _weight(weight)
        if code in set(Language) and liked > most:
            best, most = Language(code), liked
    return best


def _weight(text: str) -> float:
    """Returns the weight (q value) from 0 to 1; 1 if none is given, 0 if it is malformed."""
    if not text:
        return 1.0
    match = _WEIGHT.fullmatch(text)
    return float(match[1]) if match else 0.0
