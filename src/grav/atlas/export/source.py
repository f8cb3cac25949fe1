"""What a file of the atlas states about its origin, as the data set passes it on."""

from grav.atlas.file_format import AtlasFile, Json
from grav.rules.version import RULES_VERSION


def source_of(file: AtlasFile) -> dict[str, Json]:
    """Returns the origin of a file's measurements, by name, for README and `datapackage.json`."""
    return {"command": file.command, "seed": file.seed, "rules_version": RULES_VERSION}
