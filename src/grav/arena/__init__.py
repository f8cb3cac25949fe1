"""Bot tournaments: schedules and seating, stored results, standings, ratings and ladders.

Knows players by their names and games by their records; does not know the commands.
"""

from grav.arena.game_loop import Fault, GameResult, max_actions_for, play_game
from grav.arena.ladder import Ladder, Rung, compute_rungs, rate_rungs
from grav.arena.ladder_text import ClimbedLadder, format_ladder, measure_levels
from grav.arena.markdown_section import SectionError, read_page, write_section
from grav.arena.played_game import PlayedGame, play_scheduled
from grav.arena.ratings import Rating, compute_ratings
from grav.arena.results import Results, ResultsError, read_results
from grav.arena.runner import play_missing
from grav.arena.schedule import Schedule, ScheduleError, Seating, round_up_games
from grav.arena.shares import ShareOfGames, ShareOfOpponents, wilson_interval
from grav.arena.standings import (
    HeadToHead,
    Standing,
    compute_head_to_head,
    compute_standings,
    compute_wins,
)
from grav.arena.table_rows import head_to_head_rows, perception_rows, rung_rows, standing_rows
from grav.arena.table_text import format_aligned, format_markdown
from grav.arena.worker_pool import WorkerDied, available_cores, map_unordered

__all__ = [
    "ClimbedLadder",
    "Fault",
    "GameResult",
    "HeadToHead",
    "Ladder",
    "PlayedGame",
    "Rating",
    "Results",
    "ResultsError",
    "Rung",
    "Schedule",
    "ScheduleError",
    "Seating",
    "SectionError",
    "ShareOfGames",
    "ShareOfOpponents",
    "Standing",
    "WorkerDied",
    "available_cores",
    "compute_head_to_head",
    "compute_ratings",
    "compute_rungs",
    "compute_standings",
    "compute_wins",
    "format_aligned",
    "format_ladder",
    "format_markdown",
    "head_to_head_rows",
    "map_unordered",
    "max_actions_for",
    "measure_levels",
    "perception_rows",
    "play_game",
    "play_missing",
    "play_scheduled",
    "rate_rungs",
    "read_page",
    "read_results",
    "round_up_games",
    "rung_rows",
    "standing_rows",
    "wilson_interval",
    "write_section",
]
