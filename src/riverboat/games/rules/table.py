"""A hand at the table, by the exact rules: who acts, what is legal, who gets the pots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from riverboat import _core
from riverboat.base.checks import MOST_SEED, check_seed, check_threads, instance, one_of, whole
from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.cards.ranking import RANKINGS, ranking
from riverboat.errors import GameError
from riverboat.games.rules.game import Game

LegalActions = _core.LegalActions
_POLICIES = ("call", "random")


class Table(_core.HandTable):
    """One hand of a game, from the blinds to the showdown.

    Each action comes as three: `verify_x` raises a `GameError` that says why the actor may not, `can_x` answers, and
    `x` verifies and does it. Amounts are whole chips, and bets and raises are what the actor then has in on this
    street. `undo` takes actions back; `copy` is a table of its own.

    Cards may be given (`hole_cards` by seat, `board` from the flop on), drawn at random from a `seed`, or both: what is
    given stays, the rest is drawn. Without either they are unknown until `deal_hole_cards` and `deal_board`; the
    betting needs no cards, only a showdown does.

    >>> from riverboat.games import Game
    >>> game = Game("heads-up", players=2, stacks=(200, 200), blinds=(2, 1), antes=(0, 0), betting="no-limit",
    ...             first_to_act=(1, 0, 0, 0), min_bet=2)
    >>> table = Table(game, hole_cards=["AsAh", "KsKh"], board="2c7d9hJcQd")
    >>> table.actor, table.legal_actions
    (1, LegalActions(can_fold=True, call=1, raise_to=4..200))
    >>> table.raise_to(6)
    >>> table.can_raise_to(9), table.can_raise_to(10)
    (False, True)
    >>> table.raise_to(200)
    >>> table.check_or_call()
    >>> table.is_over, table.payoffs, table.board_text
    (True, [200, -200], '2c7d9hJcQd')
    >>> table.check_or_call()
    Traceback (most recent call last):
    ...
    riverboat.errors.GameError: the hand is over; nobody can act any more
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        *,
        hole_cards: Sequence[CardsLike] | None = None,
        board: CardsLike = "",
    ) -> None:
        instance("game", game, Game, GameError, example="nolimit_holdem()")
        super().__init__(native_rules(game))
        self._game = game
        if hole_cards is not None or board != "" or seed is not None:
            self._deal(seed, hole_cards, board)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def pot(self) -> int:
        """All chips put in so far, antes and the bets of this street included."""
        return sum(self.put_in)

    @property
    def board_text(self) -> str:
        """The board in this round as text, such as `2c7d9h`."""
        return card_names(self.board)

    def restart(
        self,
        seed: int | None = None,
        *,
        hole_cards: Sequence[CardsLike] | None = None,
        board: CardsLike = "",
    ) -> None:
        """Begin a new hand of the same game; faster than a new table."""
        self.new_hand()
        if hole_cards is None and board == "" and type(seed) is int and 0 <= seed <= MOST_SEED:
            self.deal_rest(seed)
        else:
            self._deal(seed, hole_cards, board)

    def deal_hole_cards(self, seat: int, cards: CardsLike) -> None:
        """Give a seat its hole cards, such as `"AsKd"`."""
        self.set_hole_cards(seat, parse_cards(cards))

    def deal_board(self, cards: CardsLike) -> None:
        """Set the board from its first card on; cards of later rounds may follow in a later call."""
        self.set_board(parse_cards(cards))

    def copy(self) -> Table:
        """Return a table in the same state that goes its own way."""
        other = type(self)(self._game)
        other.assign(self)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def _deal(self, seed: int | None, hole_cards: Sequence[CardsLike] | None, board: CardsLike) -> None:
        if hole_cards is not None:
            if isinstance(hole_cards, str) or len(hole_cards) != self._game.players:
                raise GameError(
                    f"hole_cards must be a list with the cards of each of the {self._game.players} seats "
                    f'("" where unknown), not {hole_cards!r}'
                )
            for seat, cards in enumerate(hole_cards):
                if ids := parse_cards(cards):
                    self.set_hole_cards(seat, ids)
        if ids := parse_cards(board):
            self.set_board(ids)
        if seed is not None:
            self.deal_rest(check_seed(seed, GameError))

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self.actor} to act"
        return f"<Table {self._game.name!r}, round {self.round}, pot {self.pot}, {turn}>"


@dataclass(frozen=True)
class PlayedHands:
    """What `play_hands` found: counts, net chips by seat, and a checksum over the results of all hands."""

    hands: int
    actions: int
    showdowns: int
    won: tuple[int, ...]
    checksum: int


def play_hands(
    game: Game,
    hands: int,
    *,
    policy: Literal["call", "random"] = "random",
    seed: int = 0,
    threads: int | None = 1,
    progress: Callable[[int, int], object] | None = None,
) -> PlayedHands:
    """Play whole hands natively, everybody by the same policy.

    policy: "call" checks or calls always; "random" folds, calls and raises alike likely where it may, to any legal
    amount. The result depends on the seed, not on the threads. progress(done, total) is called now and then.

    >>> from riverboat.games import Game
    >>> kuhn = Game("Kuhn", 2, (2, 2), (0, 0), (1, 1), "limit", (0,), (1,), (1,), hole_cards=1, board_cards=(0,),
    ...             ranking="one-card")
    >>> sum(play_hands(kuhn, 1000, seed=1).won)
    0
    """
    one_of("policy", policy, _POLICIES, GameError)
    whole("hands", hands, GameError, least=1, example=1000)
    native = native_rules(game)
    sums = _core.play_hands(
        native,
        _POLICIES.index(policy),
        hands,
        check_seed(seed, GameError),
        check_threads(threads, GameError),
        progress,
    )
    return PlayedHands(sums[0], sums[1], sums[2], tuple(sums[3]), sums[4])


@lru_cache(maxsize=256)
def native_rules(game: Game) -> _core.GameRules:
    """Return the native form of a game's rules; games are frozen, so it is built once."""
    return _core.GameRules(
        stacks=game.stacks,
        blinds=game.blinds,
        antes=game.antes,
        limit=game.betting == "limit",
        min_bet=game.min_bet,
        raise_sizes=game.raise_sizes,
        max_raises=game.max_raises,
        first_to_act=game.first_to_act,
        hole_cards=game.hole_cards,
        board_cards=game.board_cards,
        deck=game.deck.cards,
        ranking=RANKINGS.index(ranking(game.ranking).name),
    )
