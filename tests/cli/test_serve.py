"""`grav serve`: what it prints when it starts, and its errors."""

import builtins
import errno
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.subtests import every

from grav.server.runtime.config import Config, names, option_of
from grav.text import LANGUAGES, Language, Text, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def error_message(done: CompletedProcess[str]) -> str:
    """Returns the error message: one line, without any other output."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("grav: ")
    return done.stderr[len("grav: ") : -1]


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in names():
        monkeypatch.delenv(f"GRAV_{name.upper()}", raising=False)


@in_every_language
def test_it_reports_which_address_to_open_and_where_games_are_kept(
    command: Path, tmp_path: Path, language: Language
) -> None:
    file = tmp_path / "data" / "grav" / "grav.sqlite"
    line = [str(command), "--lang", language, "serve", "--port", "0", "--limits", "off"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as it:
        assert it.stdout is not None
        shown = [it.stdout.readline().rstrip("\n") for _ in range(3)]
        it.send_signal(signal.SIGTERM)
        assert it.stdout.read() == ""
        assert it.wait() == 0
    port = shown[2].partition("http://127.0.0.1:")[2].split()[0]
    assert shown == [
        say("serve.kept_in", language, where=str(file)),
        say("serve.limits_off", language),
        say("serve.open", language, address=f"http://127.0.0.1:{port}"),
    ]
    assert file.exists()


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"host": "0.0.0.0", "port": "80"}, "http://localhost:80"),
        ({"host": "::"}, "http://localhost:8000"),
        ({"host": "::1"}, "http://[::1]:8000"),
        ({"host": "box.local"}, "http://box.local:8000"),
        ({"host": "::", "public_url": "https://grav.example"}, "https://grav.example"),
    ],
)
def test_the_address_is_one_that_a_browser_can_open(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], address: str
) -> None:
    def announced(config: Config, announce: Callable[[Config], None]) -> bool:
        announce(config)
        return True

    monkeypatch.setattr("grav.server.serve.serve", announced)
    options = [part for name in settings for part in (option_of(name), settings[name])]
    done = grav("serve", *options)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == say("serve.open", address=address)


@in_every_language
def test_a_port_that_is_taken_is_reported(grav: Grav, language: Language) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        message = error_message(grav("--lang", language, "serve", "--port", str(port)))
    values = {"host": "127.0.0.1", "port": port, "why": os.strerror(errno.EADDRINUSE)}
    assert message == say("serve.port_taken", language, **values)


@in_every_language
def test_an_address_that_is_not_ours_is_reported(grav: Grav, language: Language) -> None:
    options = ("serve", "--host", "192.0.2.1", "--port", "0")
    message = error_message(grav("--lang", language, *options))
    assert "192.0.2.1" in message
    assert message.isascii() or language != "en"
    english = error_message(grav("--lang", "en", *options))
    assert (message == english) == (language == "en")


@in_every_language
def test_a_database_that_cannot_be_reached_is_reported_without_its_password(
    grav: Grav, language: Language
) -> None:
    url = "postgresql://grav:hunter2@127.0.0.1:1/grav"
    message = error_message(grav("--lang", language, "serve", "--port", "0", "--database", url))
    assert message.startswith(say("store.unreachable", language, why="")[:12])
    assert "hunter2" not in message


def test_a_folder_that_cannot_be_made_is_reported(grav: Grav, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    url = f"sqlite:///{tmp_path}/file/grav.sqlite"
    assert "file" in error_message(grav("serve", "--port", "0", "--database", url))


@in_every_language
def test_a_redis_that_cannot_be_reached_is_reported_without_its_password(
    grav: Grav, language: Language
) -> None:
    url = "redis://:hunter2@127.0.0.1:1/0"
    message = error_message(grav("--lang", language, "serve", "--port", "0", "--redis", url))
    assert message.startswith(
        say("serve.no_redis", language, url="redis://:***@127.0.0.1:1/0", why="")[:20]
    )
    assert "hunter2" not in message


@in_every_language
@pytest.mark.parametrize(
    ("module", "option", "url", "key", "values"),
    [
        ("redis.asyncio", "--redis", "redis://cache", "serve.no_redis_package", {}),
        ("asyncpg", "--database", "postgresql://db/grav", "store.driver", {"module": "asyncpg"}),
    ],
)
def test_a_package_that_is_missing_is_reported(
    grav: Grav,
    monkeypatch: pytest.MonkeyPatch,
    language: Language,
    module: str,
    option: str,
    url: str,
    key: str,
    values: dict[str, Any],
) -> None:
    without(monkeypatch, module)
    done = grav("--lang", language, "serve", "--port", "0", option, url)
    assert error_message(done) == say(key, language, **values)


def without(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """Makes the import of a module fail, as where it is not installed."""
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == module:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)


@in_every_language
@every("options", [["--workers", "2"], ["--workers", "64"]])
def test_several_processes_without_redis_are_refused(
    grav: Grav, language: Language, options: list[str]
) -> None:
    message = error_message(grav("--lang", language, "serve", *options))
    assert message == say("serve.workers_need_redis", language, workers=int(options[1]))


@in_every_language
def test_a_bad_setting_is_reported_with_where_it_was_set(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setenv("GRAV_PORT", "many")
    expected = Text("serve.expected_port")
    for named, value, options in (
        ("GRAV_PORT", "many", []),
        ("--port", "few", ["--port", "few"]),
    ):
        values = {"setting": named, "value": value, "expected": expected}
        done = grav("--lang", language, "serve", *options)
        assert error_message(done) == say("serve.bad_setting", language, **values)


@in_every_language
def test_a_server_that_does_not_start_is_reported(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setattr("grav.server.serve.serve", lambda *_: False)
    assert error_message(grav("--lang", language, "serve")) == say("serve.not_started", language)


@in_every_language
def test_help_names_every_setting(grav: Grav, language: Language) -> None:
    page = grav("--lang", language, "serve", "--help").stdout
    for name in names():
        assert f"\n  {option_of(name)} " in page
        assert say(f"serve.option_{name}", language)[:4] in page
