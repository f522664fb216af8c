"""The hands of a duel: everything that they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np

from riverboat.base.checks import check_seed, flag, instance
from riverboat.cards.card import card_names
from riverboat.errors import MatchError
from riverboat.evaluation.aivat.known_seats import KnownSeats
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.preparing import Prepares, Question, Steps, lockstep
from riverboat.solvers.asking.strategy import Floats, Strategy
from riverboat.strategy.opening import open_strategy

Need: TypeAlias = tuple[int, Question]
"""Which player will be asked, and what."""

NAMES: Final = ("first", "second")
COLUMNS: Final = 2
"""What the first player wins in a hand, and the same by AIVAT."""


@dataclass(frozen=True)
class DuelSetting:
    """Two strategies and a seed. The arguments are those of `duel`. A chunk is one deal, played from both seats."""

    players: tuple[str | Strategy, str | Strategy]
    game: Game | None
    tables: str | None
    aivat: bool
    seed: int

    def __post_init__(self) -> None:
        for name, player in zip(NAMES, self.players, strict=True):
            instance(f"the {name} player", player, str | Strategy, MatchError, example="'headsup'")
        if self.game is not None:
            instance("game", self.game, Game, MatchError, example="nolimit_holdem(2, stack_bb=100)")
        flag("aivat", self.aivat, MatchError)
        check_seed(self.seed, MatchError)

    @cached_property
    def opened(self) -> tuple[Strategy, Strategy]:
        """The strategies themselves."""
        first, second = (
            open_strategy(player, tables=self.tables) if isinstance(player, str) else player
            for player in self.players
        )
        return first, second

    @cached_property
    def real_game(self) -> Game:
        """The game that is played."""
        game = self.opened[0].game if self.game is None else self.game
        if game.players != len(NAMES) or game.hole_cards != 2:
            raise MatchError(
                f"{game.name!r} has {game.players} players; a duel is hold'em of two, such as 'headsup'"
            )
        return game

    @cached_property
    def _known(self) -> KnownSeats:
        return KnownSeats(dict(zip(NAMES, self.opened, strict=True)))

    def play(self, chunks: Sequence[int]) -> Floats:
        """Play deals side by side: float64[deals, 2], what the first player won and by AIVAT, bb/100."""
        return np.array(lockstep(map(self._deal, chunks), self._prepare))

    def _prepare(self, needs: list[Need]) -> None:
        """Let each player who thinks do so about all that he will be asked."""
        for number, player in enumerate(self.opened):
            questions = [question for who, question in needs if who == number]
            if questions and isinstance(player, Prepares):
                player.prepare(questions)

    def _deal(self, chunk: int) -> Steps[Need, Floats]:
        """Play the same cards from both seats: the mean of what the first player wins."""
        draw = np.random.default_rng([self.seed, chunk])
        cards = draw.permutation(np.array(sorted(self.real_game.deck.cards)))[:9].tolist()
        won = np.empty((len(NAMES), COLUMNS))
        for seat, row in enumerate(won):
            hand, thought = yield from self._hand(cards, seat, draw)
            row[:] = hand.payoffs[seat]
            if self.aivat:
                if thought:
                    yield thought  # AIVAT asks once more
                row[1] = self._known.payoffs(hand)[seat]
        return np.asarray(won.mean(axis=0) * (100 / self.real_game.big_blind))

    def _hand(
        self, cards: list[int], first: int, draw: np.random.Generator
    ) -> Steps[Need, tuple[Hand, list[Need]]]:
        """Play one hand and return it, with what players thought about. first: the seat of the first."""
        game, held = self.real_game, [sorted(cards[at : at + 2], reverse=True) for at in (0, 2)]
        table = Table(game, hole_cards=[card_names(hand) for hand in held], board=cards[4:])
        thought: list[Need] = []
        while (seat := table.actor) is not None:
            who = int(seat != first)
            asked = Question(tuple(table.taken), tuple(table.board), game)
            player = self.opened[who]
            if isinstance(player, Prepares) and player.thinks_at(table):
                thought.append((who, asked))
                yield thought[-1:]
            actions, often = player.play(tuple(held[seat]), *asked)
            sums = np.cumsum(often)
            act(table, actions[int(sums.searchsorted(draw.random() * sums[-1], "right"))])
        names = NAMES if first == 0 else NAMES[::-1]
        shown = tuple(card_names(hand) for hand in held)
        return Hand(game, tuple(table.taken), shown, card_names(table.board), names), thought
