"""The atlas as a data set: tables, a codebook, metadata, checksums and an archive of it all.

Knows the game besides the atlas: which settings dice can throw. Parquet needs the extra `lab`.
"""

from grav.atlas.export.archive import write_archive
from grav.atlas.export.data_set import ExportError, export_atlas
from grav.atlas.export.metadata import ExportedTable
from grav.atlas.export.table_writers import TableFormat

__all__ = ["ExportError", "ExportedTable", "TableFormat", "export_atlas", "write_archive"]
