"""Optional packages: which extra of `pip install "grav[EXTRA]"` brings which; checked when used."""

import importlib.util

from grav.text import GravError

PACKAGES = {
    "arena": ("numpy", "openskill"),
    "client": ("httpx", "msgspec", "websockets"),
    "lab": ("altair", "filelock", "numpy", "polars", "vl_convert"),
    "native": ("numpy",),
    "ray": ("ray",),
    "server": (
        "aiosqlite",
        "alembic",
        "argon2",
        "httptools",
        "litestar",
        "msgspec",
        "prometheus_client",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "websockets",
        "zxcvbn",
    ),
}
"""What has to be importable for each extra that commands ask for."""


class ExtraMissing(GravError):
    """A package is not installed; the message says which extra to install."""


def require(extra: str) -> None:
    """Raises an error if a package of this extra is not installed. Imports nothing.

    :raises ExtraMissing: with the first package that is missing, and the extra that brings it
    """
    for package in PACKAGES[extra]:
        if not is_installed(package):
            raise ExtraMissing("cli.no_extra", package=package, extra=extra)


def is_installed(package: str) -> bool:
    """Whether a package can be imported.

    A folder of its name on the path does not count: Python takes it for a namespace package, which
    has no origin.
    """
    spec = importlib.util.find_spec(package)
    return spec is not None and spec.origin is not None
