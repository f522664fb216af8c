"""Kuhn and Leduc poker: our strategies as tabular policies of OpenSpiel, whose algorithms then measure them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import kuhn, leduc, preset
from riverboat.games.rules.private_hands import private_hands
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Strategy, StrategyLike, ask


def to_openspiel(strategy: StrategyLike, game: Game | str | None = None) -> Any:
    """Return a strategy for Kuhn or Leduc poker as a `TabularPolicy` of OpenSpiel, which has to be installed.

    strategy: a solution, or any function of a `PublicState`; that does not say what it plays, so give the game or its
    name.

    >>> from open_spiel.python.algorithms.exploitability import exploitability
    >>> from riverboat.solvers import solve
    >>> solution = solve("kuhn", iterations=50)
    >>> policy = to_openspiel(solution)
    >>> bool(abs(exploitability(policy.game, policy) - solution.exploitability) < 1e-9)
    True
    """
    try:
        import pyspiel  # type: ignore
        from open_spiel.python.policy import TabularPolicy  # type: ignore
    except ImportError:
        raise StrategyError("OpenSpiel is not installed; try: pip install open-spiel") from None
    if game is None:
        if not isinstance(strategy, Strategy):
            raise StrategyError("a function does not say what it plays; give the game, such as leduc()")
        game = strategy.game
    elif isinstance(game, str):
        game = preset(game)
    policy = TabularPolicy(pyspiel.load_game(_their_name(game)))
    answers: dict[tuple[tuple[Action, ...], tuple[int, ...]], npt.NDArray[np.float64]] = {}
    for row, theirs in zip(policy.action_probability_array, policy.states, strict=True):
        state, card = _read_state(theirs, game)
        public = (tuple(state.table.taken), state.board)
        if public not in answers:
            answers[public] = ask(strategy, state)
        row[:] = 0.0
        row[list(_numbered_actions(state.table))] = answers[public][state.hands[:, 0] == card]
    return policy


def _their_name(game: Game) -> str:
    if game == leduc():
        return "leduc_poker"
    if game == kuhn(game.players):
        return f"kuhn_poker(players={game.players})"
    raise StrategyError(f"the game is {game.name!r}; OpenSpiel has kuhn() and leduc() with our rules")


def _read_state(theirs: Any, game: Game) -> tuple[PublicState, int]:
    """Return one of their states as everybody sees it, and the card of who acts."""
    cards = sorted(game.deck.cards)  # theirs are numbered from the lowest rank up, suits together
    table, dealt = Table(game), list[int]()
    for step in theirs.full_history():
        if step.player < 0:
            dealt.append(cards[step.action])
        else:
            act(table, _numbered_actions(table)[step.action])
    board = tuple(dealt[game.players :])
    hands = private_hands(game, list(board), None, "who acts").cards
    options = options_at(table, list(_numbered_actions(table).values()))
    return PublicState(table, board, hands, options), dealt[theirs.current_player()]


def _numbered_actions(table: Table) -> dict[int, Action]:
    """Return our legal actions by their numbers: in Leduc 0 folds, 1 calls, 2 raises; in Kuhn 0 passes and 1 bets."""
    legal = table.legal_actions
    raises = [] if legal.min_raise_to is None else [legal.min_raise_to]
    ours = [*([FOLD] if legal.can_fold else []), CALL, *raises]
    is_leduc = table.game.rounds > 1
    return dict(enumerate(ours, start=int(is_leduc and not legal.can_fold)))
