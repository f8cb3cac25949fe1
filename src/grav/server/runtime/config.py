"""Reads a server's settings from options and the environment. Starts nothing, opens nothing."""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from grav.text import GravError, Text

Network = IPv4Network | IPv6Network
LogFormat = Literal["auto", "json", "console"]

MAX_PORT = 65_535
MAX_WORKERS = 64
MAX_FACTOR = 1000
LOG_FORMATS: tuple[LogFormat, ...] = ("auto", "json", "console")
SQLITE = "sqlite"
DATABASES = (SQLITE, "postgresql")
REDIS = ("redis", "rediss", "unix")


class ConfigError(GravError):
    """A setting cannot be used; names the setting, its value, and what was expected."""


@dataclass(frozen=True, slots=True)
class Config:
    """Every field is the option `--field` and the environment variable `GRAV_FIELD`; the option
    takes precedence."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default="", repr=False)
    """A URL; it may contain a password, so display only what `shown` returns."""
    redis: str | None = field(default=None, repr=False)
    workers: int = 1
    public_url: str | None = None
    """The origin by which people reach the server, such as https://grav.example."""
    trusted_proxies: tuple[Network, ...] = ()
    """Networks of proxies whose X-Forwarded-For is trusted."""
    log: LogFormat = "auto"
    limits: float = 1.0
    """Factor by which every limit is multiplied; 0: no limits."""

    @classmethod
    def read(cls, options: Mapping[str, str | None], environ: Mapping[str, str]) -> "Config":
        """Returns the given settings, and defaults for the others; raises ConfigError if one cannot
        be used."""
        read: dict[str, Any] = {"database": database_in(data_folder(environ, sys.platform))}
        for setting in names():
            variable = variable_of(setting)
            if (value := options.get(setting)) is not None:
                read[setting] = _read(setting, option_of(setting), value)
            elif value := environ.get(variable):
                read[setting] = _read(setting, variable, value)
        config = cls(**read)
        if config.workers > 1 and config.redis is None:
            raise ConfigError("serve.workers_need_redis", workers=config.workers)
        return config

    @property
    def is_secure(self) -> bool:
        """Whether people connect by https; cookies are then sent over https only."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def database_file(self) -> Path | None:
        """The file of a SQLite database; None for another database, or one in memory."""
        scheme, _, path = self.database.partition("://")
        name = path.partition("?")[0].removeprefix("/")
        return Path(name) if scheme.startswith(SQLITE) and name else None

    @property
    def shown(self) -> Mapping[str, str]:
        """All settings for display, with passwords masked."""
        return {setting: _shown(getattr(self, setting)) for setting in names()}


def names() -> tuple[str, ...]:
    """Returns the names of all settings."""
    return tuple(each.name for each in fields(Config))


def option_of(setting: str) -> str:
    return f"--{setting.replace('_', '-')}"


def variable_of(setting: str) -> str:
    return f"GRAV_{setting.upper()}"


# A password may contain any character, even an @: everything up to the last @ is masked.
_PASSWORD = re.compile(r"(?<=://)([^/\s@:]*):\S*@")
_PASSWORD_IN_QUERY = re.compile(r"(?i)([?&](?:password|sslpassword)=)[^&#\s]*")


def mask_passwords(text: str) -> str:
    """Returns the text with `***` for the password of every URL in it."""
    return _PASSWORD_IN_QUERY.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))


def data_folder(environ: Mapping[str, str], platform: str) -> Path:
    """Returns the platform's folder for application data of this user."""
    home = Path.home()
    if platform == "win32":
        base = environ.get("LOCALAPPDATA") or home / "AppData/Local"
    elif platform == "darwin":
        base = home / "Library/Application Support"
    else:
        base = environ.get("XDG_DATA_HOME") or home / ".local/share"
    return Path(base) / "grav"


def database_in(folder: Path) -> str:
    """Returns the URL of the default database."""
    return f"sqlite:///{(folder / 'grav.sqlite').as_posix()}"


def _shown(value: object) -> str:
    match value:
        case None:
            return "-"
        case tuple():
            return ",".join(map(str, value)) or "-"
        case float():
            return f"{value:g}"
        case _:
            return mask_passwords(str(value))


def _read(setting: str, named: str, value: str) -> object:
    try:
        return _READERS[setting](value.strip())
    except ValueError:
        expected = Text(f"serve.expected_{setting}")
        raise ConfigError(
            "serve.bad_setting", setting=named, value=mask_passwords(value), expected=expected
        ) from None


def _host(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+(%\w+)?", value):
        raise ValueError
    return value


def _whole(minimum: int, maximum: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not re.fullmatch(r"\d{1,6}", value, re.ASCII) or not minimum <= int(value) <= maximum:
            raise ValueError
        return int(value)

    return read


def _database(value: str) -> str:
    scheme, _, rest = value.partition("://")
    kind = scheme.partition("+")[0]
    if kind not in DATABASES or not rest.partition("?")[0].strip("/"):
        raise ValueError
    return value


def _redis(value: str) -> str:
    scheme, _, rest = value.partition("://")
    if scheme not in REDIS or not rest:
        raise ValueError
    return value


def _public_url(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError
    _ = parts.port  # raises ValueError if it is invalid
    return f"{parts.scheme}://{parts.netloc}".lower()


def _trusted_proxies(value: str) -> tuple[Network, ...]:
    return tuple(ip_network(each.strip(), strict=False) for each in value.split(","))


def _log(value: str) -> LogFormat:
    for form in LOG_FORMATS:
        if value == form:
            return form
    raise ValueError


def _limits(value: str) -> float:
    factor = {"on": 1.0, "off": 0.0}.get(value)
    if factor is None:
        factor = float(value)
        if not 0 < factor <= MAX_FACTOR:
            raise ValueError
    return factor


_READERS: Mapping[str, Callable[[str], object]] = {
    "host": _host,
    "port": _whole(0, MAX_PORT),
    "database": _database,
    "redis": _redis,
    "workers": _whole(1, MAX_WORKERS),
    "public_url": _public_url,
    "trusted_proxies": _trusted_proxies,
    "log": _log,
    "limits": _limits,
}
