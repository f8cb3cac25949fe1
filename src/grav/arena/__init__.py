"""Bot tournaments: schedules and seating, stored results, scores, ratings and ladders.

Knows players by their names and games by their records; does not know the commands.
"""

from grav.arena.ladder import Ladder, Rung, rungs
from grav.arena.match import Fault, GameResult, most_actions_for, play_game
from grav.arena.played import Played, play_scheduled
from grav.arena.ratings import Rating, ratings
from grav.arena.results import Results, ResultsError
from grav.arena.runner import play_missing
from grav.arena.schedule import Schedule, ScheduleError, Seating, even_games
from grav.arena.score import Score, Standing, games_of, score_of, standings, wilson
from grav.arena.section import SectionError, read_page, write_section
from grav.arena.tables import aligned, markdown
from grav.arena.telling import eyes_rows, pair_rows, rung_rows, standing_rows
from grav.arena.workers import WorkerDied, all_done, cores

__all__ = [
    "Fault",
    "GameResult",
    "Ladder",
    "Played",
    "Rating",
    "Results",
    "ResultsError",
    "Rung",
    "Schedule",
    "ScheduleError",
    "Score",
    "Seating",
    "SectionError",
    "Standing",
    "WorkerDied",
    "aligned",
    "all_done",
    "cores",
    "even_games",
    "eyes_rows",
    "games_of",
    "markdown",
    "most_actions_for",
    "pair_rows",
    "play_game",
    "play_missing",
    "play_scheduled",
    "ratings",
    "read_page",
    "rung_rows",
    "rungs",
    "score_of",
    "standing_rows",
    "standings",
    "wilson",
    "write_section",
]
