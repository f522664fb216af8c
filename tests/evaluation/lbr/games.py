"""A small no-limit game, and a local best response to it in plain loops."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from riverboat.cards.card import Deck
from riverboat.cards.ranking import ranking
from riverboat.games import Game, menu_from_table
from riverboat.games.rules.action import CALL, FOLD
from riverboat.games.rules.table import Table
from riverboat.solvers import GameSetup, StrategyLike
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.full_width.setup import game_setup


def nolimit_leduc(stack: int = 9) -> GameSetup:
    """Leduc with bets of half the pot, the pot and all-in."""
    game = Game(
        "no-limit leduc",
        players=2,
        stacks=(stack, stack),
        blinds=(0, 0),
        antes=(1, 1),
        betting="no-limit",
        first_to_act=(0, 0),
        min_bet=1,
        hole_cards=1,
        board_cards=(0, 1),
        deck=Deck("JQK", "hs"),
        ranking="two-card",
    )
    return game_setup(
        game, menu_from_table({"every": {"bets": "50% 100%", "raises": "100%", "max_raises": 2}})
    )


class PlainLbr:
    """What a local best response wins, over every deal and every draw, with the opponent's cards one by one."""

    def __init__(self, setup: GameSetup, strategy: StrategyLike, may_bet: bool) -> None:
        self.setup, self.strategy, self.may_bet = setup, strategy, may_bet
        self.tree = setup.tree
        self.cards = list(setup.game.deck.cards)
        self.rank = ranking(setup.game.ranking).evaluate

    def value(self, seat: int) -> float:
        """Return the mean over all deals, in chips."""
        total, deals = 0.0, 0
        for mine, theirs, card in permutations(self.cards, 3):
            ranges = {other: 1.0 for other in self.cards if other != mine}
            total += self.play(self.setup.root, seat, mine, theirs, card, ranges)
            deals += 1
        return total / deals

    def play(
        self, table: Table, seat: int, mine: int, theirs: int, card: int, ranges: dict[int, float]
    ) -> float:
        """Return what is won with a deal; all draws of the opponent, with his own hand's probabilities."""
        if table.is_over:
            shown = table.copy()
            hands = {seat: mine, 1 - seat: theirs}
            for one in (0, 1):
                shown.set_hole_cards(one, [hands[one]])
            shown.set_board([card])
            return shown.payoffs[seat]
        board = (card,) if table.round else ()
        ranges = {other: weight for other, weight in ranges.items() if other not in board}
        if table.actor == seat:
            action = self.choose(table, seat, mine, board, ranges)
            return self.play(acted(table, action), seat, mine, theirs, card, ranges)
        total = 0.0
        for action in self.choices(table):
            often = self.probability(table, theirs, board, action)
            if often > 0:
                after = {h: w * self.probability(table, h, board, action) for h, w in ranges.items()}
                total += often * self.play(acted(table, action), seat, mine, theirs, card, after)
        return total

    def choose(
        self, table: Table, seat: int, mine: int, board: tuple[int, ...], ranges: dict[int, float]
    ) -> int:
        """Return the best action one bet ahead, in the words of the paper: pots, what is asked, chances to win."""
        asked, pot = table.to_call, sum(table.put_in)
        chance = self.chance(mine, board, ranges)
        best, action = (0.0, FOLD) if table.can_fold() else (-1e9, CALL)
        worth = chance * pot - (1 - chance) * asked
        if worth > best + 1e-9:
            best, action = worth, CALL
        for bet in self.choices(table) if self.may_bet else ():
            if bet <= CALL:
                continue
            then = acted(table, bet)
            if then.is_over or then.actor == seat:
                continue
            put = then.put_in[seat] - table.put_in[seat]
            folds = {h: self.probability(then, h, board, FOLD) for h in ranges}
            fold = sum(ranges[h] * folds[h] for h in ranges) / sum(ranges.values())
            stay = {h: ranges[h] * (1 - folds[h]) for h in ranges}
            worth = fold * pot
            if fold < 1:
                wins = self.chance(mine, board, stay)
                called = then.to_call
                worth += (1 - fold) * (wins * (pot + called) - (1 - wins) * put)
            if worth > best + 1e-9:
                best, action = worth, bet
        return action

    def chance(self, mine: int, board: tuple[int, ...], ranges: dict[int, float]) -> float:
        """Return the share of the pot if nobody bets any more."""
        won = 0.0
        for other, weight in ranges.items():
            left = [board[0]] if board else [card for card in self.cards if card not in (mine, other)]
            for card in left:
                ours, his = self.rank([mine, card]), self.rank([other, card])
                won += weight * ((ours > his) + 0.5 * (ours == his)) / len(left)
        return won / sum(ranges.values())

    def choices(self, table: Table) -> list[int]:
        """Return what the tree has."""
        return self.tree.choices(self.tree.walk(tuple(table.taken)))

    def probability(self, table: Table, hand: int, board: tuple[int, ...], action: int) -> float:
        """Return how often one hand takes an action."""
        choices = self.choices(table)
        if action not in choices:
            return 0.0
        state = PublicState(table, board, np.array([[hand]], np.uint8), options_at(table, choices))
        return float(np.asarray(self.strategy(state))[0, choices.index(action)])


def acted(table: Table, action: int) -> Table:
    """Return the table after an action."""
    after = table.copy()
    if action == CALL:
        after.check_or_call()
    elif action == FOLD:
        after.fold()
    else:
        after.raise_to(action)
    return after
