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
from grav.record.record_json import format_json_line, parse_json, record_from_json, record_to_json
from grav.record.report import Call, Placement, RefusedAction, Report, Reporter, report
from grav.record.report_text import report_text
from grav.record.sgf_writer import format_sgf
from grav.record.svg.picture import svg_of
from grav.record.svg.theme import Theme
from grav.record.text_reader import parse_text_record
from grav.record.text_writer import format_text_record

__all__ = [
    "MAX_SIZE",
    "Broken",
    "Call",
    "Diagram",
    "DiagramError",
    "Placement",
    "Record",
    "RecordError",
    "RefusedAction",
    "Report",
    "Reporter",
    "Stone",
    "Theme",
    "decode",
    "diagram_of",
    "event_text",
    "format_json_line",
    "format_sgf",
    "format_text_record",
    "load",
    "parse_json",
    "parse_record",
    "parse_text_record",
    "player_text",
    "position_diagram",
    "record_from_json",
    "record_to_json",
    "report",
    "report_text",
    "save",
    "svg_of",
    "write_whole",
]
