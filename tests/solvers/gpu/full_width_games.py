"""Games and solvers for the tests of the full-width engine on a card; few shapes of kernels, as each is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.sampled_games import JAM, NO_LIMIT

from riverboat.cards.card import Deck
from riverboat.games import Game, Menu, build_tree, kuhn, leduc, rhode_island, royal_holdem
from riverboat.solvers import spot_setup
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.gpu.full_width_card import FullWidthCard

OOP, IP = "AsAd,KcQc,JsTs,9d8d,5c5h", "KdKh,QdJd,Tc9c,Ac5d,7s7h"
SUITED: Final = ("AA,KQs,55", "KK,QJs,A5s,77")  # the same after suits change places
RIVER, TURN, FLOP = "QsJh2h8d3c", "QsJhTh9h", "AhKhQh"


def fewer(game: Game, deck: Deck) -> Game:
    """A limit game with fewer cards and raises."""
    return replace(game, name="fewer", deck=deck, max_raises=(2,) * len(game.board_cards))


def spot(
    board: str = RIVER,
    *,
    oop: str = OOP,
    ip: str = IP,
    pot: float = 20,
    stack: Any = 90,
    rule: str = "dcfr",
    precision: Any = 64,
    device: str = "cpu",
    **words: Any,
) -> FullWidth:
    """A spot with few hands, in 64 bits."""
    setup = spot_setup(board=board, oop=oop, ip=ip, pot=pot, stack=stack, **words).game_setup()
    return setup.solver(rule, precision, 1, device=device)


def small(game: Game, rule: str = "dcfr", *, menu: Menu | None = None, **options: Any) -> FullWidth:
    return FullWidth(build_tree(game, menu or Menu()), rule=rule, **({"threads": 1} | options))


GAMES: Final[dict[str, Callable[[], FullWidth]]] = {
    "kuhn": lambda: small(kuhn()),
    "leduc": lambda: small(leduc()),
    "all-in before the board": lambda: small(NO_LIMIT, menu=JAM),
    "three rounds of one card": lambda: small(fewer(rhode_island(), Deck("TJQKA", "hs"))),
    "two cards, then a flop": lambda: small(fewer(royal_holdem(), Deck("JQKA", "hs"))),
    "river": lambda: spot(sizes="50% | 3x"),
    "five actions": lambda: spot(sizes="33% 75% 150% | 2.5x a", all_in="always"),
    "ranges that overlap": lambda: spot(oop="AA,KQs,JTs,98s,55", ip="AA,KQs,QJs,T9s,A5s,77", sizes="50% | 3x"),
    "many hands": lambda: spot(oop="22+,A2s+,KQ", ip="random", sizes="50% | a"),
    "weights": lambda: spot(oop="AA:0.25,KQs:0.5,55", ip="KK,QJs:0.1,77", sizes="50% | 3x"),
    "turn": lambda: spot(TURN, sizes="75% | a"),
    "turn with suits alike": lambda: spot("QsJs7s2h", oop=SUITED[0], ip=SUITED[1], sizes="75% | a"),
    "rake": lambda: spot(TURN, sizes="75% | a", rake=0.05, rake_cap=3),
    "unequal stacks": lambda: spot(TURN, sizes="75% | a", stack=(90, 35)),
    "all-in at once": lambda: spot(TURN, sizes="a | a", stack=25),
    "boards without a hand": lambda: spot(TURN, oop="AsAd", ip="KsKd,7s7d", sizes="75% | a"),
    "flop with suits alike": lambda: spot(FLOP, oop="QQ", ip="JJ", sizes="100% | a", stack=20),
}  # fmt: skip


def card_of(
    *solvers: FullWidth, card: EmulatedCard | None = None, predicts: bool | None = None
) -> FullWidthCard:
    """Solvers of one precision together on a card, their tables taken over."""
    first = solvers[0]
    made = FullWidthCard(
        card or EmulatedCard(),
        [solver.game for solver in solvers],
        precision=first.precision,
        predicts=first.rule.factors(1).predict if predicts is None else predicts,
        most_actions=max(int(np.diff(solver.tree.first_choice).max()) for solver in solvers),
        threads=1,
    )
    for number, solver in enumerate(solvers):
        made.send(number, solver.engine.tables())
    return made


def walk(card: FullWidthCard, solver: FullWidth, iterations: int, first: int = 1) -> None:
    """Iterate on a card by the rule of a solver that has not begun."""
    factors = [solver.rule.factors(turn) for turn in range(first, first + iterations)]
    card.run(factors, first, solver.rule.factors(first - 1).keep_predicted if first > 1 else 1.0)


def cells(solver: FullWidth, name: str, player: int | None = None) -> npt.NDArray[Any]:
    """All numbers of a table that mean something, one decision after the other, of one player or both."""
    return np.concatenate([table.reshape(-1) for table in _tables(solver, name, player)])


def _tables(solver: FullWidth, name: str, player: int | None) -> Iterator[npt.NDArray[Any]]:
    for node in range(solver.tree.nodes):
        if player in (None, solver.player_at(node)):
            for board in range(len(solver.boards(int(solver.tree.round[node])))):
                yield solver.table(name, node, board).copy()
