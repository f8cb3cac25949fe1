"""The log: JSON lines for programs, from which secrets are redacted."""

import io
import json
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from structlog.contextvars import bound_contextvars

from grav.server.observability.logs import (
    configure,
    get_logger,
    hide_secrets,
    pseudonym,
    redact_secrets,
)
from grav.server.runtime.ids_and_secrets import SystemIdSource

SECRET = "hunter2-is-no-good"
LONG = SystemIdSource().secret()


@pytest.fixture(autouse=True)
def _restore_loggers() -> Iterator[None]:
    """Restores the loggers, which belong to the whole process."""
    kept = {
        name: (log.handlers, log.level, log.propagate)
        for name, log in [("", logging.getLogger()), *logging.root.manager.loggerDict.items()]
        if isinstance(log, logging.Logger)
    }
    yield
    logging.captureWarnings(False)
    structlog.reset_defaults()
    for name, (handlers, level, propagate) in kept.items():
        log = logging.getLogger(name)
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


@pytest.fixture
def log() -> io.StringIO:
    stream = io.StringIO()
    configure("json", stream)
    return stream


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_every_log_call_writes_one_line_of_json(log: io.StringIO) -> None:
    get_logger().info("opened", table="t1", 돌="흑\n백")
    structlog.get_logger("grav.live").warning("lost", error="OSError")
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
    opened, lost, started = lines(log)
    assert (opened["event"], opened["level"], opened["table"]) == ("opened", "info", "t1")
    assert opened["돌"] == "흑\n백"
    assert (lost["event"], lost["level"], lost["logger"]) == ("lost", "warning", "grav.live")
    assert (started["event"], started["logger"]) == ("Started server process [7]", "uvicorn.error")
    assert all(line["timestamp"].endswith("Z") for line in (opened, lost, started))


def test_a_line_has_the_id_of_its_request(log: io.StringIO) -> None:
    with bound_contextvars(request="r1"):
        get_logger().info("within")
        logging.getLogger("sqlalchemy.pool").error("within")
    get_logger().info("after")
    assert [line.get("request") for line in lines(log)] == ["r1", "r1", None]


def test_a_terminal_gets_readable_lines() -> None:
    stream = io.StringIO()
    configure("console", stream)
    get_logger().info("opened", table="t1")
    assert "opened" in stream.getvalue()
    with pytest.raises(json.JSONDecodeError):
        json.loads(stream.getvalue())


def test_uvicorns_lines_about_sockets_are_left_out(log: io.StringIO) -> None:
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.info('%s - "WebSocket %s" [accepted]', "127.0.0.1:1", f"/table?token={SECRET}")
    uvicorn.info("connection open")
    uvicorn.error("ASGI callable returned without completing handshake.")
    logging.getLogger("uvicorn.access").info('%s - "%s %s"', "127.0.0.1", "GET", "/")
    assert log.getvalue() == ""


NAMES = [
    *("password", "new_password", "secret", "token", "api_token", "Cookie", "set-cookie"),
    *("authorization", "session", "share", "recovery_codes", "code", "credentials"),
]
TEXTS = [
    f"postgresql://grav:{SECRET}@db/grav",
    f"cannot reach redis://:{SECRET}@cache:6379/0 now",
    f"Bearer {SECRET}",
    f"authorization: bearer {SECRET}",
    f"GET /table/t1?invite={SECRET} HTTP/1.1",
    f"GET https://grav.example/?lang=ko&key={SECRET}",
    f"[SQL: SELECT 1] [parameters: ('{SECRET}', [1])]",
    f"[SQL: SELECT 1]\n[parameters: {{'name': '{SECRET}'}}]\n(Background on this error)",
]


@pytest.mark.parametrize("name", NAMES)
def test_values_with_secret_names_are_redacted(log: io.StringIO, name: str) -> None:
    get_logger().info("told", **{name: SECRET}, inner={name: [SECRET]}, many=[{name: SECRET}])
    assert SECRET not in log.getvalue()
    assert lines(log)[0]["event"] == "told"


@pytest.mark.parametrize("text", TEXTS)
def test_secrets_within_texts_are_redacted(log: io.StringIO, text: str) -> None:
    get_logger().info(text, why=text, many=(text, [text]), data=text.encode(), odd=ValueError(text))
    logging.getLogger("sqlalchemy.engine").error("failed: %s", text)
    try:
        raise RuntimeError(text)
    except RuntimeError:
        get_logger().exception("failed")
        logging.getLogger("uvicorn.error").exception("failed")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(text, stacklevel=1)
    assert len(lines(log)) == 5
    assert SECRET not in log.getvalue()


def test_our_secrets_are_recognised_by_their_form(log: io.StringIO) -> None:
    secret = LONG.strip("-_")
    get_logger().info(f"found {secret}.", path=f"/api/tokens/{secret}", here=secret)
    assert secret not in log.getvalue()


@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789_-", min_size=40, max_size=80))
def test_any_text_of_that_form_is_redacted(secret: str) -> None:
    assert secret not in redact_secrets(f"x {secret} y")


def test_other_texts_are_logged_unchanged() -> None:
    told = {
        "event": "request", "route": "/api/tables/{table}", "status": 200, "ms": 1.5, "ok": True,
        "nothing": None, "table": "k3J_9aZx-Qw1", "address": "2001:db8::1", "games": {"over": 3},
    }  # fmt: skip
    assert hide_secrets(None, "info", dict(told)) == told


def test_ids_of_people_are_shortened_consistently() -> None:
    assert pseudonym("k3J_9aZx-Qw1") == pseudonym("k3J_9aZx-Qw1") != pseudonym("k3J_9aZx-Qw2")
    assert "k3J_9" not in pseudonym("k3J_9aZx-Qw1")
