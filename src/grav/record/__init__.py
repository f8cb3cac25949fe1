"""Games as text, JSON and SGF; diagrams; reports of what was played, true and called.

Depends on the game; not on bots or servers.
"""

from grav.record.diagram_data import (
    Broken,
    Diagram,
    DiagramError,
    Stone,
    diagram_of,
    position_diagram,
)
from grav.record.event_text import event_text, player_text
from grav.record.files import MAX_SIZE, decode, load, parse_record, save, write_whole
from grav.record.model import Record, RecordError
from grav.record.record_json import dump_json, parse_json, record_from_json, record_to_json
from grav.record.report import Call, Placement, Refused, Report, Reporter, report
from grav.record.report_text import report_text
from grav.record.sgf_writer import write_sgf
from grav.record.svg.picture import svg_of
from grav.record.svg.theme import Theme
from grav.record.text_reader import read_text
from grav.record.text_writer import write_text

__all__ = [
    "MAX_SIZE",
    "Broken",
    "Call",
    "Diagram",
    "DiagramError",
    "Placement",
    "Record",
    "RecordError",
    "Refused",
    "Report",
    "Reporter",
    "Stone",
    "Theme",
    "decode",
    "diagram_of",
    "dump_json",
    "event_text",
    "load",
    "parse_json",
    "parse_record",
    "player_text",
    "position_diagram",
    "read_text",
    "record_from_json",
    "record_to_json",
    "report",
    "report_text",
    "save",
    "svg_of",
    "write_sgf",
    "write_text",
    "write_whole",
]
