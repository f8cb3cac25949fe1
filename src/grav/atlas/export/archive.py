"""A reproducible ZIP file of a folder: sorted names, one fixed time, fixed permissions."""

import shutil
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that ZIP files can state."""
_UNIX = 3
_MODE = 0o100644


def write_archive(folder: Path, archive: Path) -> None:
    """Writes all files of a folder to a ZIP file. The same files always give the same bytes.

    The archive is replaced only when it is complete.
    """
    archive.parent.mkdir(parents=True, exist_ok=True)
    files = sorted(file for file in folder.iterdir() if file.is_file())
    with tempfile.TemporaryDirectory(dir=archive.parent, prefix=".grav-") as beside:
        unfinished = Path(beside) / archive.name
        with ZipFile(unfinished, "w", ZIP_DEFLATED) as written:
            for file in files:
                _add(written, file)
        unfinished.replace(archive)


def _add(archive: ZipFile, file: Path) -> None:
    entry = ZipInfo(file.name, _TIME)
    entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, _UNIX, _MODE << 16
    entry.file_size = file.stat().st_size  # large files need other headers
    with file.open("rb") as source, archive.open(entry, "w") as target:
        shutil.copyfileobj(source, target, 1 << 20)
