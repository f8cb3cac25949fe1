"""Structured logs for the admin: one line per event, on standard error, without any secret."""

import hashlib
import logging
import re
import sys
from collections.abc import Mapping
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from grav.server.runtime.config import LogFormat, mask_passwords

HIDDEN = "***"
PSEUDONYM_LENGTH = 8

_SECRET_NAME = re.compile(
    r"(?i)pass|secret|token|cookie|authori[sz]ation|session|share|credential|recovery|\bcodes?\b"
)
# Anything as long as our secrets and their hashes, wherever it appears.
_SECRET_LOOK = re.compile(r"[A-Za-z0-9_-]{40,}")
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+\S+")
_SQL_VALUES = re.compile(r"\[parameters: .*?\](?=\s|$)", re.DOTALL)
_QUERY = re.compile(r"(?<=[\w/])\?[^\s\"']+")


_PROCESSORS: list[Processor] = [
    structlog.stdlib.filter_by_level,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
]


def redact_secrets(text: str) -> str:
    """Returns the text with `***` for everything that might be secret: passwords of URLs, tokens,
    queries."""
    for pattern in (_BEARER, _SQL_VALUES, _SECRET_LOOK, _QUERY):
        text = pattern.sub(HIDDEN, text)
    return mask_passwords(text)


def pseudonym(person: str) -> str:
    """Returns a person's pseudonym for logs: part of a hash of their id, always the same."""
    return hashlib.sha256(person.encode()).hexdigest()[:PSEUDONYM_LENGTH]


def get_logger(name: str = "grav") -> FilteringBoundLogger:
    """Returns a structured logger. It writes only warnings and errors until `configure` is
    called."""
    bound: FilteringBoundLogger = structlog.wrap_logger(
        logging.getLogger(name), _PROCESSORS, structlog.stdlib.BoundLogger
    )
    return bound


def configure(form: LogFormat, stream: TextIO | None = None) -> None:
    """Writes all logs of this process as JSON lines, or formatted for a terminal."""
    stream = sys.stderr if stream is None else stream
    structlog.configure(
        _PROCESSORS, structlog.stdlib.BoundLogger, None, structlog.stdlib.LoggerFactory()
    )
    console = form == "console" or (form == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(console, stream))
    handler.addFilter(_is_not_redundant)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name, level in (
        ("uvicorn", logging.INFO),
        ("uvicorn.error", logging.INFO),
        ("uvicorn.access", logging.CRITICAL),  # our own line logs the requests
        ("sqlalchemy", logging.WARNING),
        ("alembic", logging.WARNING),
        ("litestar", logging.WARNING),
    ):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [], True
        log.setLevel(level)
    logging.captureWarnings(True)


def _formatter(console: bool, stream: TextIO) -> logging.Formatter:
    foreign: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
    ]
    shared: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    last: Processor = (
        structlog.dev.ConsoleRenderer(colors=stream.isatty())
        if console
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=foreign, processors=[*shared, last]
    )


def _is_not_redundant(record: logging.LogRecord) -> bool:
    """Whether a record is to be written. Drops what uvicorn logs of each websocket, twice and with
    the whole URL (our lines leave out the query), and the error that it logs for every websocket
    that is refused with a response."""
    message = str(record.msg)
    return (
        not message.startswith("connection ")
        and '"WebSocket %s"' not in message
        and "without completing handshake" not in message
    )


def hide_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Masks secrets in all values of an event: the last processor before it is rendered."""
    return {name: _hidden(name, value) for name, value in event.items()}


def _hidden(name: str, value: Any) -> Any:
    if _SECRET_NAME.search(name):
        return HIDDEN
    match value:
        case str():
            return redact_secrets(value)
        case bytes():
            return redact_secrets(value.decode("utf-8", "replace"))
        case Mapping():
            return {key: _hidden(str(key), item) for key, item in value.items()}
        case list() | tuple():
            return [_hidden("", item) for item in value]
        case bool() | int() | float() | None:
            return value
        case _:
            return redact_secrets(str(value))
