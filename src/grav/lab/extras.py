"""Optional packages that only the lab needs; they are checked for when they are used."""

import importlib.util

from grav.text import GravError


class ExtraMissing(GravError):
    """A package is not installed; the message says which extra to install."""


def require(package: str, extra: str = "lab") -> None:
    """Raises an error if the package is not installed.

    :raises ExtraMissing: with the name of the extra that brings it
    """
    if importlib.util.find_spec(package) is None:
        raise ExtraMissing("lab.no_extra", package=package, extra=extra)
