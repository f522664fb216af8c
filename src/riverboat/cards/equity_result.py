"""What `equity` answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite

import numpy as np

from riverboat.base.drawing import Drawn
from riverboat.base.frames import DataFrame, data_frame
from riverboat.cards.card import hand_name
from riverboat.cards.range import Range

# A frozen dataclass's own constructor takes over a microsecond, which counts when a river equity takes ten: these
# fill the instance's dictionary themselves.


@dataclass(frozen=True, init=False)
class PlayerEquity:
    """What one player wins.

    equity: expected share of the pot. win: probability to win all of it. tie: probability to share it.
    standard_error: of `equity`; 0 if exact.
    """

    hands: Range
    equity: float
    win: float
    tie: float
    standard_error: float
    _by_hand: Callable[[], np.ndarray] = field(repr=False, compare=False)

    def __init__(
        self,
        hands: Range,
        equity: float,
        win: float,
        tie: float,
        standard_error: float,
        by_hand: Callable[[], np.ndarray],
    ) -> None:
        own = self.__dict__
        own["hands"], own["equity"], own["win"], own["tie"] = hands, equity, win, tie
        own["standard_error"], own["_by_hand"] = standard_error, by_hand

    @cached_property
    def by_hand(self) -> np.ndarray:
        """float64[1326]: the equity of each hand of the range.

        NaN for hands that the range does not hold, that other cards exclude or, when sampled, that were never dealt.
        Found when first asked for: for a range that met one known hand that takes another sweep over the boards.
        """
        equities = self._by_hand()
        equities.flags.writeable = False
        return equities

    def to_pandas(self) -> DataFrame:
        """Return a row for each hand that may be held: its weight in the range and its equity."""
        held = np.flatnonzero(~np.isnan(self.by_hand)).tolist()
        weights = self.hands.weights
        return data_frame(
            (
                {"hand": hand_name(hand), "weight": weights[hand], "equity": self.by_hand[hand]}
                for hand in held
            ),
            index="hand",
        )


@dataclass(frozen=True, init=False)
class EquityResult(Drawn):
    """The players' equities and how they were found.

    method: "table" or "exact", both exact, or "sampled".
    deals: known hands: boards counted; sampled: deals of hands and boards; otherwise the weight of all deals.
    ranking: by which hands were compared, which also says the deck.
    """

    players: tuple[PlayerEquity, ...]
    board: str
    dead: str
    method: str
    deals: float
    ranking: str = "holdem"

    def __init__(
        self,
        players: tuple[PlayerEquity, ...],
        board: str,
        dead: str,
        method: str,
        deals: float,
        ranking: str = "holdem",
    ) -> None:
        own = self.__dict__
        own["players"], own["board"], own["dead"] = players, board, dead
        own["method"], own["deals"], own["ranking"] = method, deals, ranking

    def __repr__(self) -> str:
        board = f" on {self.board}" if self.board else ""
        found = ", ".join(f"{player.equity:.2%}" for player in self.players)
        return f"<EquityResult{board}: {found}, {self.method}>"

    @property
    def equities(self) -> tuple[float, ...]:
        """Each player's equity; they sum to 1."""
        return tuple(player.equity for player in self.players)

    @property
    def equity(self) -> float:
        """The first player's equity, which is what one asks for most."""
        return self.players[0].equity

    def __iter__(self) -> Iterator[PlayerEquity]:
        return iter(self.players)

    def __getitem__(self, player: int) -> PlayerEquity:
        return self.players[player]

    def __len__(self) -> int:
        return len(self.players)

    def to_pandas(self) -> DataFrame:
        """Return a row for each player; `players[0].to_pandas()` has one for each hand."""
        return data_frame(
            (
                {
                    "player": str(player.hands),
                    "equity": player.equity,
                    "win": player.win,
                    "tie": player.tie,
                    "standard_error": player.standard_error,
                }
                for player in self.players
            ),
            index="player",
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain values, as `--json` prints them; a standard error that one sample cannot tell is None."""
        return {
            "players": [
                {
                    "hands": str(player.hands),
                    "equity": player.equity,
                    "win": player.win,
                    "tie": player.tie,
                    "standard_error": player.standard_error if isfinite(player.standard_error) else None,
                }
                for player in self.players
            ],
            "board": self.board,
            "dead": self.dead,
            "method": self.method,
            "deals": self.deals,
            "ranking": self.ranking,
        }
