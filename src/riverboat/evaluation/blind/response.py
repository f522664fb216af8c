"""`blind_response`: the exact best answer to a player who does not look at his cards.

What he does says nothing of what he holds, so every hand that is possible stays as likely, and a best answer needs to
know one's own hand, the board and the bets only. So it is a dynamic program from the river back: what a hand on a board
is worth before a card comes is the mean of what it is worth after each. On the river only the chance to win matters, so
a table by that chance is enough; before it there is a row for each of 13,960,050 turn hands, 1,286,792 flop hands and
169 hands, all that differ up to suits. Nothing is sampled or abstracted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import check_threads, whole
from riverboat.base.memory import available_memory, bytes_text
from riverboat.base.progress import Progress
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import GameError, SolverError
from riverboat.evaluation.blind.deals import Deals, Keys
from riverboat.evaluation.blind.play import BlindPlay, blind_probabilities
from riverboat.evaluation.blind.situations import Street, check_payoffs, situations
from riverboat.games.rules.game import Game
from riverboat.games.rules.private_hands import private_hands
from riverboat.games.trees.menu import Menu
from riverboat.solvers.full_width.setup import GameLike, game_setup

Floats = npt.NDArray[np.float64]

_NUMBERS: Final = 1 << 22
"""Of a table that are worked on at a time: 32 MiB."""


@dataclass(frozen=True, eq=False)
class BlindResponse:
    """What best answers win from a blind player, in chips.

    values: by the seat of who answers, on average over all hands. by_hand: the same for every hand of `cards`, [seats,
    hands]. cards: uint8[hands, hole cards].
    """

    game: Game
    values: tuple[float, float]
    by_hand: Floats = field(repr=False)
    cards: npt.NDArray[np.uint8] = field(repr=False)
    seconds: float

    @property
    def mean(self) -> float:
        """Over both seats, which are taken in turns."""
        return sum(self.values) / 2

    @property
    def mbb(self) -> float:
        """The mean in thousandths of a big blind."""
        return 1000 * self.mean / self.game.big_blind

    def value_of(self, hand: str, seat: int) -> float:
        """Return what a hand, such as "AsAh", wins in a seat."""
        whole("seat", seat, GameError, most=1, example=0)
        wanted = sorted(parse_cards(hand))
        for place, cards in enumerate(self.cards.tolist()):
            if sorted(cards) == wanted:
                return float(self.by_hand[seat, place])
        raise GameError(
            f"{hand!r} is no hand of {self.game.name!r}; give such as {card_names(self.cards[-1])!r}"
        )


def blind_response(
    game: GameLike,
    play: BlindPlay,
    *,
    menu: Menu | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BlindResponse:
    """Return what the best answer wins, in either seat, from a player who does not look at his cards.

    game: two players, by its name or a `Game`: hold'em with the full deck, or a smaller game. play: what he does,
    wherever he sits: "fold", "call" or "raise", a mix such as {"f": 0.1, "c": 0.4, "r": 0.5}, or a function that is
    given a betting line and returns one of these (see `blind_probabilities`). menu: for no-limit games. progress is
    called with rows done and to do.

    Limit hold'em takes a minute or so and 3 GB if he always does the same, and more of both the more his play
    depends on the line, at most nine minutes of a processor and 8 GB.

    >>> found = blind_response("leduc", "raise")
    >>> [round(value, 4) for value in found.values]
    [2.3667, 2.3667]
    """
    began = time.monotonic()
    setup = game_setup(game, menu)
    tree = setup.tree
    check_payoffs(tree)
    deals = Deals(tree.game, check_threads(threads, SolverError))
    probabilities = blind_probabilities(tree, play)
    hands = private_hands(tree.game, [], None, "everybody")
    told = [None if progress is None else _half(progress, seat) for seat in range(2)]
    by_row = [
        root_values(deals, situations(tree, seat, probabilities), told[seat])[deals.row_of(0, hands.cards)]
        for seat in range(2)
    ]
    by_hand = np.stack(by_row)
    first, second = by_hand.mean(axis=1).tolist()
    return BlindResponse(tree.game, (first, second), by_hand, hands.cards, time.monotonic() - began)


def root_values(deals: Deals, streets: Sequence[Street], progress: Progress | None = None) -> Floats:
    """Return what the root is worth to who answers, by row of its round: float64[rows].

    streets: from the root's to the last.
    """
    last = deals.game.rounds - 1
    first = last + 1 - len(streets)
    total, done = sum(deals.rows(number) for number in range(first, last + 1)), deals.rows(last)
    net = np.linspace(-1, 1, deals.rows(last))
    table = _joined(net, streets[-1].values(net, np.zeros((0, len(net)))))
    for number in reversed(range(first, last)):
        street, rows = streets[number - first], deals.rows(number)
        before = _table(rows, 1 + len(street.starts))
        step = max(1, _NUMBERS // max(table.shape[1], deals.cards_to_come(number)))
        for begin in range(0, rows, step):
            block = slice(begin, min(begin + step, rows))
            means = before_cards(deals.keys(number, block), table, deals.threads)
            before[block] = _joined(means[0], street.values(means[0], means[1:]))
            done += block.stop - block.start
            if progress is not None:
                progress(done, total)
        table = before
    return np.ascontiguousarray(table[:, 1])


def before_cards(keys: Keys, after: Floats, threads: int) -> Floats:
    """Return what a table says of some rows before the next cards come: float64[columns, rows].

    keys: [rows, ways], the rows of the table after each way that the cards may come, all as likely.
    """
    sums = np.empty((len(keys), after.shape[1]))
    _core.sum_rows(keys, after, sums, threads)
    return np.asarray(np.ascontiguousarray(sums.T) / keys.shape[1])


def _joined(net: Floats, values: Floats) -> Floats:
    """A table [rows, columns]: the chance to win a showdown less that to lose, then what each start is worth."""
    return np.column_stack([net, *values])


def _half(progress: Progress, which: int) -> Progress:
    """Tell of two equal parts of the work, one after the other."""
    return lambda done, total: progress(which * total + done, 2 * total)


def _table(rows: int, columns: int) -> Floats:
    needed, free = 8 * rows * columns, available_memory()
    if needed > free:
        raise SolverError(
            f"{rows:,} hands in {columns:,} situations take {bytes_text(needed)}, and {bytes_text(free)} are free; let "
            "the play depend on fewer situations"
        )
    return np.empty((rows, columns))
