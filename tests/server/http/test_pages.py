"""The web client's files, and its one HTML page for all addresses."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar
from tests.subtests import every

from grav.server.http import pages
from grav.server.http.pages import PAGE_HANDLERS
from grav.server.problems.problem import problem_handlers

pytestmark = pytest.mark.anyio

INDEX = (
    '<!doctype html><html lang="en"><head><title>Grav</title></head>'
    '<body><script src="/assets/a-1.js"></script></body></html>'
)
SCRIPT = "console.log('grav');" * 100
HTML = {"accept": "text/html"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of built pages."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets" / "a-1.js").write_text(SCRIPT)
    (tmp_path / "manifest.webmanifest").write_text("{}")
    monkeypatch.setattr(pages, "built", lambda: tmp_path)
    return tmp_path


@pytest.fixture
async def browser() -> AsyncIterator[AsyncClient]:
    app = Litestar(PAGE_HANDLERS, exception_handlers=problem_handlers(), logging_config=None)
    transport = ASGITransport(cast("Any", app))
    async with AsyncClient(transport=transport, base_url="http://grav") as client:
        yield client


@pytest.mark.usefixtures("folder")
@every("path", ["/", "/new", "/atlas", "/table/abc", "/review", "/review/abc", "/learn/x"])
async def test_every_page_address_serves_the_same_html(browser: AsyncClient, path: str) -> None:
    answer = await browser.get(path, headers=HTML)
    assert answer.status_code == 200
    assert "/assets/a-1.js" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", ["/nothing", "/table", "/spot/more", "/assets/b.js"])
async def test_an_unknown_address_has_status_404_and_the_same_html(
    browser: AsyncClient, path: str
) -> None:
    answer = await browser.get(path, headers=HTML)
    assert answer.status_code == 404
    assert "/assets/a-1.js" in answer.text
    programs = await browser.get(path, headers={"accept": "*/*"})
    assert programs.status_code == 404
    assert programs.json()["code"] == "not_found"


@pytest.mark.usefixtures("folder")
async def test_the_html_has_the_language_of_the_browser(browser: AsyncClient) -> None:
    answer = await browser.get("/", headers={"accept-language": "ko-KR,en;q=0.5"})
    assert '<html lang="ko">' in answer.text
    assert "갈!" in answer.text
    assert '<html lang="ja">' in (await browser.get("/?lang=ja")).text


@pytest.mark.usefixtures("folder")
async def test_a_file_is_compressed_if_the_browser_accepts_it(browser: AsyncClient) -> None:
    plain = await browser.get("/assets/a-1.js", headers={"accept-encoding": "identity"})
    assert plain.text == SCRIPT
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in plain.headers["cache-control"]
    async with browser.stream("GET", "/assets/a-1.js", headers={"accept-encoding": "gzip"}) as sent:
        raw = b"".join([part async for part in sent.aiter_raw()])
    assert sent.headers["content-encoding"] == "gzip"
    assert len(raw) < len(SCRIPT) / 10
    assert gzip.decompress(raw).decode() == SCRIPT


@pytest.mark.usefixtures("folder")
async def test_an_unchanged_file_is_answered_with_304(browser: AsyncClient) -> None:
    first = await browser.get("/manifest.webmanifest")
    assert first.headers["content-type"] == "application/manifest+json"
    again = await browser.get(
        "/manifest.webmanifest", headers={"if-none-match": first.headers["etag"]}
    )
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", ["/index.html", "/index.html.ko", "/..%2Fsecret", "/assets/..%2F"])
async def test_files_outside_the_folder_are_not_served(browser: AsyncClient, path: str) -> None:
    assert (await browser.get(path)).status_code == 404


async def test_without_built_pages_the_response_says_how_to_build_them(
    browser: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "built", lambda: None)
    answer = await browser.get("/", headers=HTML)
    assert answer.status_code == 503
    assert answer.json()["code"] == "not_built"
    assert "make play" in answer.json()["text"]
