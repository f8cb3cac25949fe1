"""What a file of the atlas states about its origin, as the data set passes it on."""

from grav.atlas.file_format import AtlasFile, Json


def source_of(file: AtlasFile) -> dict[str, Json]:
    """Returns the origin of a file's measurements, by name, for README and `datapackage.json`."""
    return {"seed": file.seed, **file.provenance.to_json()}
