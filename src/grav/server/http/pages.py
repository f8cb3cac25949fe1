"""The web client: its static files, and the one HTML page that is sent for all of its URLs."""

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from grav.server.problems.language_negotiation import language_of
from grav.server.problems.problem import Problem
from grav.text import LANGUAGES, Language, say
from grav.web import built

PAGES = (
    *("account", "atlas", "device", "games", "learn", "new"),
    *("review", "rules", "settings", "spot"),
)
"""First path segments of URLs that are pages; `web/src/routes.ts` has the same."""
WITH_MORE = ("learn", "review", "table")
"""Those that a second path segment may follow."""
CACHED_FOLDER = "assets/"
"""Folder of files whose names change with their content, so that browsers may cache them."""
INDEX = "index.html"
MAX_UNCOMPRESSED = 512
"""Bytes up to which compression gains nothing."""
COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True, slots=True)
class File:
    """A file ready to be sent: its content, compressed too, its media type, ETag and
    cache-control."""

    content: bytes
    zipped: bytes | None
    kind: str
    tag: str
    keep: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "File":
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        is_text = kind.startswith(COMPRESSED) and len(content) > MAX_UNCOMPRESSED
        return cls(
            content=content,
            zipped=gzip.compress(content, mtime=0) if is_text else None,
            kind=kind,
            tag=f'"{sha256(content).hexdigest()[:20]}"',
            keep="public, max-age=31536000, immutable"
            if name.startswith(CACHED_FOLDER)
            else "no-cache",
        )


@cache
def files(folder: Path) -> dict[str, File]:
    """Returns all files by name. The index is there once per language: `index.html.ko`."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    index = found.pop(INDEX).decode()
    known = {name: File.of(name, content) for name, content in found.items()}
    for language in LANGUAGES:
        known[f"{INDEX}.{language}"] = File.of(INDEX, _with_plain_text(index, language).encode())
    return known


def _with_plain_text(index: str, language: Language) -> str:
    """Returns the page as it is without scripts, for programs that read it and for browsers that
    run none."""
    title, idea = (escape(say(f"front.{key}", language)) for key in ("title", "idea"))
    join = f"{escape(say('front.join', language))} <code>grav join</code>"
    shown = (
        f"<noscript><h1>{title}</h1><p>{idea}</p><p>{join}</p></noscript>"
        f'<p id="away" hidden>{escape(say("shell.away", language))}</p>'
    )
    return (
        index.replace('<html lang="en">', f'<html lang="{language}">')
        .replace("<title>Grav</title>", f"<title>{title}</title>")
        .replace("</head>", f'  <meta name="description" content="{idea}" />\n  </head>')
        .replace("</body>", f"  {shown}\n  </body>")
    )


@get(["/", "/{first:str}", "/{first:str}/{second:str}"], include_in_schema=False)
async def pages(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Sends the file of that name; otherwise the page, which itself decides what to show there."""
    folder = built()
    if folder is None:
        raise Problem(503, "not_built")
    known, name = files(folder), request.scope["path"].strip("/")
    if (file := known.get(name)) is not None and not name.startswith(INDEX):
        return _sent(request, file, 200)
    first, _, second = name.partition("/")
    is_page = first in WITH_MORE if second else first in ("", *PAGES)
    if not is_page and "text/html" not in request.headers.get("accept", ""):
        raise Problem(404, "not_found")
    return _sent(request, known[f"{INDEX}.{language_of(request)}"], 200 if is_page else 404)


def _sent(request: Request[Any, Any, Any], file: File, status: int) -> Response[bytes]:
    headers = {
        "etag": file.tag,
        "cache-control": file.keep,
        "vary": "accept-encoding, accept-language",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    content = file.content
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        content = file.zipped
    return Response(content, status_code=status, headers=headers, media_type=file.kind)


PAGE_HANDLERS = [pages]
