"""Views: how things look, in the terminal, in notebooks and as SVG.

`shapes` is the one vocabulary: notes, tables, bars, grids and charts; a `page` is several of them. `renderers` draw
shapes in a terminal, as HTML and as SVG. The other modules say which shapes a thing is made of, one function each,
registered by `base.drawing.draws`.
"""

from importlib import import_module
from typing import Final

MODULE_OF: Final[dict[str, str]] = {
    "AbstractionReport": "abstractions",
    "AllHands": "strategies.hands",
    "BettingTree": "trees",
    "Blueprint": "strategies.blueprints",
    "Chart": "strategies.charts",
    "Charts": "strategies.charts",
    "Decision": "strategies.decisions",
    "EquityResult": "equities",
    "FirstIn": "strategies.opens",
    "FoundHands": "recorded_hands",
    "Hand": "recorded_hands",
    "HandBuckets": "abstractions",
    "HandHistory": "recorded_hands",
    "Human": "play_table",
    "Icm": "tournaments.icm",
    "JamFold": "tournaments.jam_fold",
    "JamFoldBound": "tournaments.whole",
    "JamThresholds": "tournaments.jam_fold",
    "LeagueResult": "arena.leagues",
    "LeakReport": "arena.reviews",
    "LearningCurve": "arena.sweeps",
    "LocalBestResponse": "measures",
    "MatchResult": "arena.matches",
    "Piece": "pieces",
    "Pieces": "pieces",
    "Plan": "plans",
    "Range": "strategies.ranges",
    "Ratings": "arena.ratings",
    "Report": "spot_reports",
    "Reviewed": "reviews",
    "Shape": "page",
    "Solution": "strategies.solutions",
    "Style": "arena.styles",
    "SweepResult": "arena.sweeps",
    "TournamentReport": "tournaments.whole",
    "TrainingLog": "training",
    "TrainingReport": "training",
    "View": "play_table",
}
"""The module of `views` that draws a class, by the name of the class: nothing is loaded before it is drawn."""


def load(kind: str) -> None:
    """Load what draws a class of that name, if anything does."""
    if kind in MODULE_OF:
        import_module(f"riverboat.views.{MODULE_OF[kind]}")
