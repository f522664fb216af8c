"""OpenSpiel's games in sequence form."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from riverboat.base.checks import shown, whole
from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.rules import MOST_ENDS, Step, form_of_matrix, form_of_steps


def form_of_openspiel(game: Any, *, max_moves: int | None = None, max_ends: int = MOST_ENDS) -> SequenceForm:
    """Return the form of an OpenSpiel game, or of one by name, such as "leduc_poker" or "liars_dice(dice_sides=4)".

    Two players, zero sum. Games of one simultaneous move are taken as their matrix; other simultaneous games must be
    turned into games of turns, "turn_based_simultaneous_game(game=goofspiel(...))".

    max_moves: cut a long game: after so many moves of the players, chances not counted, what is open pays nothing.

    >>> form_of_openspiel("kuhn_poker")
    <SequenceForm 'kuhn_poker()': 13 and 13 sequences, 6 and 6 information sets, 30 entries>
    >>> form_of_openspiel("phantom_ttt", max_moves=4)
    <SequenceForm 'phantom_ttt() of 4 moves': 586 and 154 sequences, 82 and 19 information sets, 5,112 entries>
    """
    if max_moves is not None:
        whole("max_moves", max_moves, SolverError, least=1, example=6)
    pyspiel = _pyspiel()
    if isinstance(game, str):
        game = _load(pyspiel, game)
    if not isinstance(game, pyspiel.Game):
        raise SolverError(
            f"the game is {shown(game)}; give one of OpenSpiel, or its name, such as 'kuhn_poker'"
        )
    kind, name = game.get_type(), str(game)
    _check(pyspiel, game, kind, name)
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return form_of_matrix(_matrix(game), name)
    root = game.new_initial_state()
    if max_moves is None:
        return form_of_steps(root, _step, name, max_ends=max_ends)
    return form_of_steps((root, max_moves), _cut_step, f"{name} of {max_moves} moves", max_ends=max_ends)


def _load(pyspiel: Any, name: str) -> Any:
    if name.partition("(")[0] not in pyspiel.registered_names():
        raise SolverError(f"OpenSpiel has no game {shown(name)}; it has such as 'liars_dice(dice_sides=4)'")
    try:
        return pyspiel.load_game(name)
    except (pyspiel.SpielError, TypeError) as problem:
        raise SolverError(f"OpenSpiel does not take {shown(name)}: {str(problem).splitlines()[0]}") from None


def _pyspiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise SolverError("OpenSpiel is not installed; try: pip install open-spiel") from None


def _check(pyspiel: Any, game: Any, kind: Any, name: str) -> None:
    if game.num_players() != 2:
        raise SolverError(f"{name} has {game.num_players()} players; the sequence form is for two")
    zero = (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
    if kind.utility not in zero:
        raise SolverError(
            f"in {name} one player does not win what the other loses; the sequence form needs that"
        )
    one_shot = kind.information == pyspiel.GameType.Information.ONE_SHOT
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS and not one_shot:
        raise SolverError(
            f"{name} has simultaneous moves; make them turns: 'turn_based_simultaneous_game(game={name})'"
        )


def _step(state: Any) -> Step[Any]:
    if state.is_terminal():
        return Step(payoff=float(state.player_return(0)))
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        return Step(
            chances=tuple(chance for _, chance in outcomes),
            children=[state.child(what) for what, _ in outcomes],
        )
    player, actions = state.current_player(), state.legal_actions()
    return Step(
        player=player,
        knows=state.information_state_string(player),
        moves=tuple(state.action_to_string(player, action) for action in actions),
        children=[state.child(action) for action in actions],
    )


def _cut_step(state: tuple[Any, int]) -> Step[Any]:
    """The same with so many moves left; 0 for an open end."""
    now, left = state
    if not left and not now.is_terminal() and not now.is_chance_node():
        return Step(payoff=0.0)
    step = _step(now)
    left -= bool(step.moves)
    return replace(step, children=[(child, left) for child in step.children])


def _matrix(game: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What the first player wins, by the moves of both."""
    root = game.new_initial_state()
    rows = []
    for first in root.legal_actions(0):
        row = []
        for second in root.legal_actions(1):
            state = root.clone()
            state.apply_actions([first, second])
            row.append(state.player_return(0))
        rows.append(row)
    return np.array(rows, np.float64)
