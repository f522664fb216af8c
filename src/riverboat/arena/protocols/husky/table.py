"""A hand of Husky hold'em as its messages tell it, and what our bots see of it.

The server tells the bets of a round by player, and one word for what each did last. Moves are what changed from state
to state; where more than one did, in order of seats. Everybody is taken to begin with the same stack, as in its
benchmark. Its own `min_raise`, `max_raise` and `pot` are of no use, and are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riverboat.bots import Move, View
from riverboat.cards.card import parse_cards
from riverboat.errors import MatchError
from riverboat.games.rules.action import CALL, FOLD
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import nolimit_holdem

_ROUND_OF_CARDS = {0: 0, 3: 1, 4: 2, 5: 3}


@dataclass
class HuskyTable:
    """The running hand.

    ids: players by our seats. cards: our own. earlier, bets: chips of the rounds before, and of this one. words: what
    each did last in this round. raised_by: the last raise of this round.
    """

    game: Game
    ids: tuple[str, ...]
    seat: int
    cards: tuple[int, ...]
    board: tuple[int, ...] = ()
    round: int = 0
    earlier: list[int] = field(default_factory=list)
    bets: list[int] = field(default_factory=list)
    words: dict[int, str] = field(default_factory=dict)
    history: list[Move] = field(default_factory=list)
    raised_by: int = 0

    @staticmethod
    def begin(me: str, start: Mapping[str, Any], stack: int) -> HuskyTable:
        """Read the message that starts a game."""
        ids = [str(one) for one in start["all_players"]]
        small, big = str(start["small_blind_player_id"]), str(start["big_blind_player_id"])
        blind = int(start["blind_amount"])
        game = nolimit_holdem(len(ids), stacks=stack, small_blind=blind // 2, big_blind=blind)
        first = ids.index(big if len(ids) == 2 else small)
        order = tuple(ids[first:] + ids[:first])
        if me not in order:
            raise MatchError(f"player {me} is not among those of the game, {', '.join(order)}")
        cards = tuple(parse_cards("".join(start["hands"])))
        count = len(ids)
        return HuskyTable(game, order, order.index(me), cards, earlier=[0] * count, bets=[0] * count)

    @property
    def owes_blind(self) -> int:
        """The chips of a blind of ours that the server has not posted, and waits for."""
        blind = self.game.blinds[self.seat]
        mine = any(move.seat == self.seat for move in self.history)
        return blind if not self.round and not mine and self.bets[self.seat] < blind else 0

    def hear(self, state: Mapping[str, Any]) -> None:
        """Take a state of the game."""
        cards = "".join(state["community_cards"])
        round_ = _ROUND_OF_CARDS.get(len(cards) // 2, -1)
        if round_ < self.round:
            raise MatchError(f"the board {cards!r} does not follow {len(self.board)} cards")
        if round_ > self.round:
            self.board, self.round, self.raised_by = tuple(parse_cards(cards)), round_, 0
            self.earlier = [a + b for a, b in zip(self.earlier, self.bets, strict=True)]
            self.bets, self.words = [0] * len(self.ids), {}
        after = self.history[-1].seat + 1 if self.history else self.game.first_to_act[0]
        for step in range(len(self.ids)):
            seat = (after + step) % len(self.ids)
            bet = int(state["player_bets"].get(self.ids[seat], self.bets[seat]))
            word = str(state["player_actions"].get(self.ids[seat], "")).lower()
            if bet != self.bets[seat] or word != self.words.get(seat, ""):
                self._move(seat, bet, word)

    def view(self, seed: int) -> View:
        """Return what our bot sees."""
        stack, game = self.game.stacks, self.game
        stacks = tuple(had - old - new for had, old, new in zip(stack, self.earlier, self.bets, strict=True))
        mine, left, highest = self.bets[self.seat], stacks[self.seat], self._highest()
        most = mine + left if mine + left > highest else 0
        least = min(highest + max(self.raised_by, game.min_bet), most)
        folded = {move.seat for move in self.history if move.action == FOLD}
        return View(
            game,
            self.seat,
            self.cards,
            self.board,
            self.round,
            stacks,
            tuple(self.bets),
            sum(self.earlier) + sum(self.bets),
            tuple(seat for seat in range(game.players) if seat not in folded),
            min(highest - mine, left),
            least,
            most,
            tuple(self.history),
            seed,
        )

    def _highest(self) -> int:
        return max(*self.bets, 0 if self.round else self.game.min_bet)

    def _move(self, seat: int, bet: int, word: str) -> None:
        if not 0 <= self.earlier[seat] + bet <= self.game.stacks[seat]:
            raise MatchError(f"player {self.ids[seat]} bets {bet}, more than there is")
        highest = self._highest()
        first = not any(move.seat == seat for move in self.history)
        posted = first and not self.round and 0 < bet == self.game.blinds[seat]
        self.words[seat] = word
        if word == "fold":
            self.history.append(Move(self.round, seat, FOLD))
        elif bet > highest:
            self.raised_by = bet - highest
            self.history.append(Move(self.round, seat, bet))
        elif word and not posted:
            self.history.append(Move(self.round, seat, CALL))
        self.bets[seat] = bet
