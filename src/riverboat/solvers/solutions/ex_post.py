"""What an abstraction costs, proven afterwards in the whole game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from riverboat.errors import SolverError
from riverboat.solvers.full_width.setup import GameLike, GameSetup, game_setup
from riverboat.solvers.full_width.ties import Buckets
from riverboat.solvers.sequence.game_form import form_of_game
from riverboat.solvers.sequence.sequences import Floats
from riverboat.solvers.sequence.solving import FormSolution, solve_form
from riverboat.solvers.solutions.by_method import fill

Bounds = tuple[float, float]


@dataclass(frozen=True)
class ExPost:
    """Intervals in chips of the first player.

    smaller: the value of the abstract game. proven: what the first player's strategy of it wins at least in the whole
    game, and the most that the second's gives. whole: the value of the whole game. first, second: the value if only
    that player has the abstraction; what is lost by the best strategy on it is between two of these.
    """

    smaller: Bounds
    proven: Bounds
    whole: Bounds
    first: Bounds
    second: Bounds

    @property
    def exploitability(self) -> float:
        """Half of what best answers in the whole game win from the two strategies: half the gap of `proven`."""
        return (self.proven[1] - self.proven[0]) / 2

    @property
    def first_loses(self) -> Bounds:
        """What the best strategy of the first player on the abstraction gives away, at least and at most."""
        return self.whole[0] - self.first[1], self.whole[1] - self.first[0]

    @property
    def second_loses(self) -> Bounds:
        """The same of the second player."""
        return self.second[0] - self.whole[1], self.second[1] - self.whole[0]


def ex_post(
    game: GameLike | GameSetup,
    abstraction: Buckets,
    *,
    method: str = "lp",
    iterations: int | None = None,
    target: float | None = None,
    max_seconds: float | None = None,
    threads: int | None = None,
) -> ExPost:
    """Solve a game with an abstraction and without, and return what is proven of it in the whole game.

    The whole game must have a sequence form (`form_of_game`). Strategies of the abstract game are put into the
    full-width engine, whose best answers see everything. method, iterations, target, max_seconds: of each of the four
    games, as in `solve_form`; what comes of a method that stops early are wider intervals, never wrong ones.

    >>> from riverboat.abstraction import gameshrink
    >>> from riverboat.games import leduc
    >>> cost = ex_post("leduc", gameshrink(leduc()))
    >>> round(cost.exploitability, 3), round(cost.first_loses[0], 6)
    (0.382, 0.040423)
    """
    if isinstance(abstraction, tuple) or not hasattr(abstraction, "buckets"):
        raise SolverError(
            f"the abstraction is {abstraction!r}; give one with buckets, such as gameshrink(leduc())"
        )
    setup = game if isinstance(game, GameSetup) else game_setup(game)
    words: dict[str, Any] = {
        "iterations": iterations,
        "target": target,
        "max_seconds": max_seconds,
        "threads": threads,
    }

    def solved(first: Buckets | Literal["lossless"], second: Buckets | Literal["lossless"]) -> FormSolution:
        return solve_form(form_of_game(setup, ties=(first, second)), method, **words)

    small = form_of_game(setup, ties=abstraction)
    found = solve_form(small, method, **words)
    plays: tuple[Floats, Floats] = (found.probabilities(0), found.probabilities(1))
    engine = setup.solver("cfr", 64, threads)
    fill(engine, small, plays)
    best = engine.accuracy().best
    return ExPost(
        found.bounds,
        (-best[1], best[0]),
        solve_form(form_of_game(setup), method, **words).bounds,
        solved(abstraction, "lossless").bounds,
        solved("lossless", abstraction).bounds,
    )
