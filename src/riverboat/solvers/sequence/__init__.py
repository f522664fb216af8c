"""The sequence form: exact and first-order methods for any two-player zero-sum game that is small enough.

>>> solution = solve_form(form_of_game("leduc"), "pdhg", target=1e-4)
>>> round(solution.value, 3), solution.gap < 2e-4
(-0.086, True)
"""

from riverboat.solvers.sequence.form import Payoffs, SequenceForm, SparsePayoffs
from riverboat.solvers.sequence.gambit import form_of_efg, read_efg
from riverboat.solvers.sequence.game_form import GameForm, form_of_game
from riverboat.solvers.sequence.openspiel import form_of_openspiel
from riverboat.solvers.sequence.rounds import RoundPayoffs
from riverboat.solvers.sequence.rules import Chance, End, Turn, form_of_matrix, form_of_rules
from riverboat.solvers.sequence.sequences import Sequences
from riverboat.solvers.sequence.solving import METHODS, FormSolution, solve_form

__all__ = [
    "METHODS",
    "Chance",
    "End",
    "FormSolution",
    "GameForm",
    "Payoffs",
    "RoundPayoffs",
    "SequenceForm",
    "Sequences",
    "SparsePayoffs",
    "Turn",
    "form_of_efg",
    "form_of_game",
    "form_of_matrix",
    "form_of_openspiel",
    "form_of_rules",
    "read_efg",
    "solve_form",
]
