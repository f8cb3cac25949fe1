"""The front page: what runs here, what is being played, and how to sit down at a terminal."""

from html import escape
from importlib import resources
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency

from grav.server.live.lists import Lists
from grav.server.messages.views import TableRow
from grav.server.problems.language import PARAMETER, language_of
from grav.text import LANGUAGES, Language, say

_NAMES = {Language.EN: "English", Language.JA: "日本語", Language.KO: "한국어"}
_STYLE = (resources.files(__package__) / "front.css").read_text(encoding="utf-8")


@get(["/", "/table/{table:str}"], include_in_schema=False)
async def front(request: Request[Any, Any, Any], lists: NamedDependency[Lists]) -> Response[str]:
    """One page for the address of the server and for those of its tables."""
    language = language_of(request)
    lobby = await lists.lobby()
    here = f"{request.base_url}".rstrip("/") + request.url.path.rstrip("/")
    body = "".join(
        (
            f"<h1>{_say('title', language)}</h1>",
            f"<p>{_say('idea', language)}</p>",
            f"<p>{_say('join', language)}<br><code>grav join {escape(here)}</code></p>",
            _list("open", lobby.open, language),
            _list("running", lobby.running, language),
            _languages(language),
        )
    )
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{_say("title", language)}</title><link rel="stylesheet" href="/front.css">'
        f"<body>{body}</body></html>"
    )
    return Response(page, media_type=MediaType.HTML)


@get("/front.css", include_in_schema=False, media_type="text/css", sync_to_thread=False)
def style() -> str:
    """Apart, since the page's content policy allows no style inside it."""
    return _STYLE


def _say(key: str, language: Language, **values: object) -> str:
    return escape(say(f"front.{key}", language, **values))


def _list(key: str, rows: tuple[TableRow, ...], language: Language) -> str:
    if not rows:
        return f"<p>{_say(f'no_{key}', language)}</p>"
    lines = "".join(f"<li>{_line(row, language)}</li>" for row in rows)
    return f"<h2>{_say(key, language)}</h2><ul>{lines}</ul>"


def _line(row: TableRow, language: Language) -> str:
    taken = sum(chair.kind not in ("open", "kept") for chair in row.chairs)
    values = {"size": row.settings.size, "taken": taken, "seats": row.settings.seats}
    told = _say("table", language, **values)
    return f'<a href="/table/{escape(row.table)}?{PARAMETER}={language}">{told}</a>'


def _languages(language: Language) -> str:
    others = (each for each in map(Language, LANGUAGES) if each is not language)
    links = "".join(
        f'<a href="?{PARAMETER}={other}" lang="{other}">{_NAMES[other]}</a>' for other in others
    )
    return f"<nav>{links}</nav>"


FRONT_HANDLERS = [front, style]
