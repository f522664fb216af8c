"""One piece: how much a strategy gives away after a line on a board, at full width and exactly."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Unpack

import numpy as np

from riverboat.base.checks import instance
from riverboat.base.drawing import Drawn
from riverboat.base.progress import Progress
from riverboat.cards.card import CardsLike, card_names
from riverboat.cards.range import Range
from riverboat.errors import SolverError, StrategyError
from riverboat.evaluation.filled import filled_engine
from riverboat.evaluation.pieces.menus import MenuLike, menu_for
from riverboat.evaluation.pieces.ranges import played_range
from riverboat.games.histories.line import write_line
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.trees.config import TreeConfig
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.cursor import Cursor, LineLike
from riverboat.solvers.asking.strategy import RealGame, Strategy, StrategyLike
from riverboat.solvers.full_width.engine import FullWidth, Precision, Rake
from riverboat.solvers.full_width.setup import GameSetup, Held
from riverboat.solvers.solutions.solution import Solution

_WORST: Final = 10  # decisions that are kept, the worst first
_IGNORED: Final = "the cards of players who have folded are not known and count as if they were in the deck"


@dataclass(frozen=True)
class Loss:
    """What a decision costs who plays the strategy, over all boards of its street.

    line: to the decision, from the start of the hand. position: who acts. percent: of the pot where the piece begins.
    """

    line: str
    street: str
    position: str
    percent: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Piece(Drawn):
    """What a strategy gives away from a point on.

    Two players stand there with the ranges that the strategy itself brings. gains: what each would gain by the best
    answer while the other keeps to the strategy, in chips whenever the point is reached; exact for the sizes of the
    menu. acting: how the strategy draws. evs: what each gets of the pot if both keep to it. losses: where the gains
    come from, the worst decisions first; all decisions together are the gains.
    """

    name: str
    game: Game
    line: str
    board: str
    menu: str
    acting: str
    nodes: int
    pot: int
    seats: tuple[int, int]
    ranges: tuple[Held, Held]
    evs: tuple[float, float]
    gains: tuple[float, float]
    losses: tuple[Loss, ...]
    notes: tuple[str, ...] = ()

    @property
    def positions(self) -> tuple[str, str]:
        """Who they are, in order of acting after the flop."""
        names = seat_names(self.game)
        return names[self.seats[0]], names[self.seats[1]]

    @property
    def percents(self) -> tuple[float, float]:
        """The gains in percent of the pot."""
        return 100 * self.gains[0] / self.pot, 100 * self.gains[1] / self.pot

    @property
    def percent(self) -> float:
        """The mean of both: the exploitability, in percent of the pot."""
        return sum(self.percents) / 2

    @property
    def mbb(self) -> float:
        """The mean of both gains in thousandths of a big blind, each time that the point is reached."""
        return 1000 * sum(self.gains) / 2 / self.game.big_blind

    def __repr__(self) -> str:
        gains = " and ".join(
            f"{name} {gain:.1f} %" for name, gain in zip(self.positions, self.percents, strict=True)
        )
        return f"<Piece of {self.name!r} after {self.line!r} on {self.board}: {gains} of the pot>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; amounts are chips."""
        return {
            "strategy": self.name,
            "line": self.line,
            "board": self.board,
            "menu": self.menu,
            "acting": self.acting,
            "nodes": self.nodes,
            "pot": self.pot,
            "big_blind": self.game.big_blind,
            "players": [
                {"seat": seat, "position": name, "ev": ev, "gain": gain, "gain_percent": percent}
                for seat, name, ev, gain, percent in zip(
                    self.seats, self.positions, self.evs, self.gains, self.percents, strict=True
                )
            ],
            "percent": self.percent,
            "mbb": self.mbb,
            "losses": [loss.to_dict() for loss in self.losses],
            "notes": list(self.notes),
        }


def exact_piece(
    strategy: Strategy,
    line: LineLike,
    board: CardsLike,
    *,
    menu: MenuLike = "own",
    acting: Acting = AS_TRAINED,
    trust_suits: bool = True,
    precision: Precision = 32,
    threads: int | None = None,
    progress: Progress | None = None,
    **real: Unpack[RealGame],
) -> Piece:
    """Return how much a strategy gives away after a line on a board: best answers in the whole rest of the hand.

    Both players have the ranges that the strategy brings there. It is asked at every decision on every board that can
    come, with all hands, nothing abstracted. menu: "own" has the sizes that it was made with; "fine" adds some, which
    it never bets itself and answers as it does (`fine_menu`); or any `Menu`. acting: how it draws its actions, there
    and on the way there. The rest is as in `evaluate_strategy`. What does not fit into memory is refused with its size:
    turns and rivers take seconds, flops gigabytes.

    >>> import riverboat as rb
    >>> solution = rb.solve_spot(board="QsJh2h5c9d", oop="AA,QQ,KQs,76s", ip="AQs,KQs,JTs,TT", pot=100, stack=200)
    >>> piece = exact_piece(solution, "", "QsJh2h5c9d")
    >>> abs(piece.percent - solution.pot_percent) < 1e-6, round(sum(piece.evs), 6)
    (True, 100.0)
    """
    instance("strategy", strategy, Strategy, StrategyError, example="rb.open('headsup')")
    instance("acting", acting, Acting, StrategyError, example="Acting('purified')")
    cursor = strategy.at(line, board, **real)
    name, sizes = menu_for(menu, strategy, cursor)
    table = cursor.table
    if len(table.in_hand) != 2:
        raise StrategyError(
            f"{len(table.in_hand)} players are in the hand after {write_line(table.game, table.taken)!r}; a piece has "
            "two, so give a line after which the others have folded"
        )
    config = TreeConfig("piece", table.game, sizes, start=write_line(table.game, table.taken))
    rake, prizes = (
        (strategy.setup.rake, strategy.setup.prizes) if isinstance(strategy, Solution) else (Rake(), None)
    )
    first, second = (_range(strategy, cursor, seat, acting) for seat in table.in_hand)
    setup = GameSetup(config, card_names(cursor.board), (first, second), rake, prizes=prizes)
    piece = judged_piece(
        setup,
        strategy,
        acting=acting,
        trust_suits=trust_suits,
        precision=precision,
        threads=threads,
        progress=progress,
    )
    notes = (*cursor.notes, *((_IGNORED,) if table.game.players > 2 else ()))
    return replace(piece, name=strategy.name, menu=name, notes=notes)


def judged_piece(
    setup: GameSetup,
    strategy: StrategyLike,
    *,
    acting: Acting = AS_TRAINED,
    trust_suits: bool = True,
    precision: Precision = 32,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Piece:
    """Return the piece of any setup, with any function that plays both seats; see `exact_piece`.

    >>> from riverboat.solvers import always_fold, spot_setup
    >>> spot = spot_setup(board="AsAhAdKsKh", oop="QQ", ip="QQ", pot=100, stack=200, sizes="50%")
    >>> judged_piece(spot.game_setup(), always_fold).percents  # any bet wins the half that a check would not
    (50.0, 50.0)
    """
    instance("setup", setup, GameSetup, SolverError, example="spot_setup(...).game_setup()")
    instance("acting", acting, Acting, SolverError, example="Acting('purified')")
    played = acting.of(strategy)
    solver = filled_engine(
        setup,
        [played, played],
        trust_suits=trust_suits,
        precision=precision,
        threads=threads,
        progress=progress,
    )
    accuracy, root = solver.accuracy(), setup.root
    seats = solver.seats
    evs = [value + root.put_in[seat] for value, seat in zip(accuracy.values, seats, strict=True)]
    gains = [best - value for best, value in zip(accuracy.best, accuracy.values, strict=True)]
    return Piece(
        name=getattr(strategy, "name", "") or getattr(strategy, "__name__", ""),
        game=setup.game,
        line=write_line(setup.game, root.taken),
        board=setup.board,
        menu="own",
        acting=str(acting),
        nodes=setup.tree.nodes,
        pot=setup.pot,
        seats=seats,
        ranges=setup.ranges,
        evs=(evs[0], evs[1]),
        gains=(max(gains[0], 0.0), max(gains[1], 0.0)),  # below 0 by rounding
        losses=_losses(solver, setup.pot),
    )


def _range(strategy: Strategy, cursor: Cursor, seat: int, acting: Acting) -> Range:
    """The hands that a seat brings, the likeliest with weight 1: a line may be rare."""
    weights = played_range(strategy, cursor, seat, acting).without(cursor.board).weights
    if not weights.any():
        line = write_line(cursor.table.game, cursor.table.taken)
        raise StrategyError(f"seat {seat} plays {line!r} with no hand that the board leaves")
    return Range.from_weights(weights / weights.max())


def _losses(solver: FullWidth, pot: int) -> tuple[Loss, ...]:
    """The decisions that cost the most, over all boards of their streets."""
    tree = solver.tree
    by_node = np.zeros(tree.nodes)
    for player in range(2):
        for number, losses in enumerate(solver.losses(player)):
            first, end = tree.first_node[number : number + 2].tolist()
            if end > first:
                by_node[first:end] += losses.sum(axis=0)
    worst = np.argsort(-by_node, kind="stable")[:_WORST].tolist()
    streets, names = street_names(tree.game), seat_names(tree.game)
    return tuple(
        Loss(
            tree.line_to(node),
            streets[int(tree.round[node])],
            names[int(tree.actor[node])],
            100 * float(by_node[node]) / pot,
        )
        for node in worst
        if by_node[node] > 0
    )
