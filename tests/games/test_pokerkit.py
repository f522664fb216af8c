"""Random hands replayed in PokerKit: every set of legal actions and every result must be the same.

PokerKit 0.7.7 departs from the rules of poker in six places. Each is pinned by a test below; the replay allows these
differences, only where their condition holds, counts them, and goes on with an action that is legal in both.

1. A short big blind lowers the price: PokerKit asks for the highest bet that was posted, the rules for the full blind
   (a player who posts short does not make the hand cheaper for others). Replayed with the blinds cut to what is posted.
2. A straddle does not raise the minimum raise: PokerKit keeps the minimum bet of the street, the rules take the largest
   forced bet. Replayed with the straddle as PokerKit's minimum of the first street.
3. The first bet or raise of a round, if all-in for less than the minimum, reopens the betting for players who have
   checked or limped. By TDA rule 47 they may only call or fold: they do not face a full bet or raise.
4. Short all-ins that add up to a full raise reopen the betting, but one more short all-in after that closes it again for
   the same player. By TDA rule 47 he faces more than a full raise and may raise.
5. All odd chips of a split pot go to its first winner; the rules hand them out one by one (with two odd chips among
   three winners the first two get one each).
6. Beaten hands are taken away before the pots are made, so side pots with the same winners are split as one. By TDA rule
   21 each side pot is split separately, which moves odd chips.

One thing is a matter of form: a player who owes nothing, when nobody else can put in more, is asked to check by
PokerKit. We do not ask.

By hand: python tests/games/test_pokerkit.py HANDS [SEED]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest
from phevaluator import evaluate_cards
from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    HoleCardsShowingOrMucking,
    NoLimitTexasHoldem,
    Opening,
    State,
    Street,
)

import riverboat as rb
from riverboat.cards.card import card_names
from riverboat.games import Game, Table

CASES = 40
HANDS_PER_CASE = 500
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


# --- random games ----------------------------------------------------------------------------------------


def random_stacks(rng: random.Random, players: int, bb: int) -> tuple[int, ...]:
    shape = rng.choice((0, 1, 2, 3, 4, 4, 5, 6))
    if shape == 0:
        return (rng.choice((1, bb, 10 * bb, 100 * bb, 500 * bb)),) * players
    if shape == 1:  # all sizes at once: alike likely on a logarithmic scale
        return tuple(int((500 * bb) ** rng.random()) for _ in range(players))
    if shape == 2:
        return tuple(rng.randint(1, 3 * bb) for _ in range(players))
    if shape == 6:  # close to each other: short all-ins on top of short all-ins
        return tuple(rng.randint(20 * bb, 30 * bb) for _ in range(players))
    most = (20 * bb, 100 * bb, 500 * bb)[shape - 3]
    return tuple(rng.randint(4 * bb, most) for _ in range(players))


def random_game(rng: random.Random) -> Game:
    players, bb = rng.randint(2, 10), rng.choice((2, 5, 10, 100))
    blinds = [bb // 2, bb] + [0] * (players - 2)
    straddles = rng.choice((0, 0, 1, 2)) if players > 3 else 0
    for i in range(straddles):
        blinds[2 + i] = bb * 2 ** (i + 1)
    antes = [0] * players
    kind = rng.randrange(3)
    if kind == 1:
        antes = [rng.randint(1, bb)] * players
    elif kind == 2:
        antes[0 if players == 2 else 1] = bb
    first = (2 + straddles) % players
    if players == 2:
        blinds.reverse()
        first = 1
    stacks = random_stacks(rng, players, bb)
    if rng.random() < 0.4:
        return limit_game(players, stacks, blinds, antes, first, bb) if rng.random() < 0.5 else replace(
            no_limit_game(players, stacks, blinds, antes, first, bb), min_bet=rng.randint(1, bb)
        )  # fmt: skip
    return no_limit_game(players, stacks, blinds, antes, first, bb)


def no_limit_game(players, stacks, blinds, antes, first, bb) -> Game:
    return Game("random", players, tuple(stacks), tuple(blinds), tuple(antes), "no-limit",
                (first, 0, 0, 0), min_bet=bb)  # fmt: skip


def limit_game(players, stacks, blinds, antes, first, bb) -> Game:
    return Game("random limit", players, tuple(stacks), tuple(blinds), tuple(antes), "limit", (first, 0, 0, 0),
                (max(blinds), max(blinds), 2 * max(blinds), 2 * max(blinds)), (4, 4, 4, 4))  # fmt: skip


def as_posted(game: Game) -> Game:
    """Cut the blinds to what is posted if nobody posts the largest in full (departure 1)."""
    posted = tuple(
        min(blind, stack - min(ante, stack))
        for blind, ante, stack in zip(game.blinds, game.antes, game.stacks, strict=True)
    )
    if max(posted) == max(game.blinds):
        return game
    return replace(game, blinds=posted) if max(posted) or any(game.antes) else game


# --- the same hand in PokerKit ---------------------------------------------------------------------------


class QuickHand:
    """Hands for PokerKit by phevaluator: its own evaluator takes nine tenths of the time, and is not at issue here."""

    @staticmethod
    def from_game(hole_cards, board_cards=()):
        cards = [repr(card) for card in (*hole_cards, *board_cards)]
        if len(cards) != 7:
            raise ValueError("no hand")
        return -evaluate_cards(*cards)


def pokerkit_state(game: Game) -> State:
    limit = game.betting == "limit"
    # Departure 2: the first round's minimum raise is the largest blind or straddle.
    sizes = game.raise_sizes if limit else (max(game.min_bet, *game.blinds),) + (game.min_bet,) * 3
    streets = tuple(
        Street(False, (False, False) if i == 0 else (), cards, False, Opening.POSITION, size,
               game.max_raises[i] if limit else None)
        for i, (cards, size) in enumerate(zip(game.board_cards, sizes, strict=True))
    )  # fmt: skip
    turn = -1 if game.players == 2 else 1  # heads-up PokerKit takes the small blind first
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (QuickHand,),
        streets,
        BettingStructure.FIXED_LIMIT if limit else BettingStructure.NO_LIMIT,
        len(set(game.antes)) == 1,
        game.antes[::turn],
        game.blinds[::turn],
        0,
        game.stacks,
        game.players,
    )


@dataclass
class Replay:
    """One hand in both, side by side."""

    game: Game
    rng: random.Random
    seen: Counter[str]
    full_raise: int = 0
    acted: set[int] = field(default_factory=set)
    last_was_short: bool = False
    any_full: bool = False

    def __post_init__(self) -> None:
        deck = self.rng.sample(range(52), 2 * self.game.players + 5)
        self.board = deck[:5]
        self.holes = [deck[5 + 2 * i : 7 + 2 * i] for i in range(self.game.players)]
        self.ours = Table(self.game, hole_cards=self.holes, board=self.board)
        self.theirs = pokerkit_state(self.game)
        for hole in self.holes:
            self.theirs.deal_hole(card_names(hole))
        self.round = -1

    def play(self) -> None:
        self.raising, self.folding = self.rng.random(), self.rng.choice((0.1, 0.3, 0.6))
        while True:
            self.settle()
            if self.ours.is_over:
                break
            if self.round != self.ours.round:
                self.open_round()
            low, high = self.compare()
            self.act(low, high)
        assert not self.theirs.status
        self.compare_results()

    def settle(self) -> None:
        """Deal PokerKit's board, and take the turns that are none."""
        state = self.theirs
        while state.status:
            if state.can_deal_board():
                start = sum(self.game.board_cards[: state.street_index])
                count = self.game.board_cards[state.street_index]
                state.deal_board(card_names(self.board[start : start + count]))
            elif self.is_forced_check():
                self.seen["forced check"] += 1
                state.check_or_call()
            else:
                return

    def is_forced_check(self) -> bool:
        state, actor = self.theirs, self.theirs.actor_index
        return actor is not None and not any(
            state.statuses[i] and state.bets[i] + state.stacks[i] > state.bets[actor]
            for i in range(self.game.players)
            if i != actor
        )

    def open_round(self) -> None:
        self.round = self.ours.round
        self.acted.clear()
        self.last_was_short = self.any_full = False
        if self.game.betting == "limit":
            self.full_raise = self.game.raise_sizes[self.round]
        else:
            self.full_raise = max(self.game.min_bet, *(self.game.blinds if self.round == 0 else (0,)))

    def compare(self) -> tuple[int | None, int | None]:
        """Assert that both see the same decision; return the raises that are legal in both."""
        ours, state = self.ours, self.theirs
        legal = ours.legal_actions
        assert (ours.actor, ours.round) == (state.actor_index, state.street_index)
        assert ours.bets == state.bets
        assert (legal.can_fold, legal.call) == (state.can_fold(), state.checking_or_calling_amount)
        assert ours.can_fold() == legal.can_fold
        theirs = (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        if theirs != (legal.min_raise_to, legal.max_raise_to):
            self.explain(legal.call, legal.can_raise, theirs[0] is not None)
            return None, None
        self.seen["decisions"] += 1
        if self.rng.random() < 0.1:
            pots = [(pot.amount, list(pot.player_indices)) for pot in state.pots]
            assert ours.pots == pots
        return theirs

    def explain(self, call: int, we_raise: bool, they_raise: bool) -> None:
        assert we_raise != they_raise
        assert self.ours.actor in self.acted
        if they_raise:
            assert call < self.full_raise
            assert not self.any_full
            self.seen["departure 3"] += 1
        else:
            assert call >= self.full_raise
            assert self.last_was_short
            self.seen["departure 4"] += 1

    def act(self, low: int | None, high: int | None) -> None:
        rng, ours, state = self.rng, self.ours, self.theirs
        actor, highest = ours.actor, max(*self.ours.bets, *(self.game.blinds if self.round == 0 else (0,)))
        if low is not None and rng.random() < self.raising:
            amount = rng.choice(
                (low, low, high, rng.randint(low, high), min(high, low + rng.randint(0, low)))
            )
            by = amount - highest
            full = by >= self.full_raise
            if full:
                self.acted.clear()
                self.full_raise = by
                self.any_full = True
            self.last_was_short = not full
            ours.raise_to(amount)
            state.complete_bet_or_raise_to(amount)
        elif ours.can_fold() and rng.random() < self.folding:
            ours.fold()
            state.fold()
        else:
            ours.check_or_call()
            state.check_or_call()
        self.acted.add(actor)

    def compare_results(self) -> None:
        pots, result = self.reference_pots()
        strength = [rb.evaluate(hole + self.board) for hole in self.holes]
        assert self.ours.payoffs == share_out(pots, result, strength, evenly=True)
        survivors = {seat for players in pots for seat in winners_of(players, strength)}
        merged: Counter[tuple[int, ...]] = Counter()
        for players, chips in pots.items():
            merged[tuple(seat for seat in players if seat in survivors)] += chips
        assert self.theirs.payoffs == share_out(merged, result, strength, evenly=False)
        self.seen["departures 5 and 6"] += self.ours.payoffs != self.theirs.payoffs
        self.seen["hands"] += 1
        if self.ours.is_showdown:
            self.seen["showdowns"] += 1
            shows = [
                op.player_index for op in self.theirs.operations if isinstance(op, HoleCardsShowingOrMucking)
            ]
            # Before the river all hands are tabled together, in no order.
            assert self.ours.showdown_order == shows or self.round < 3

    def reference_pots(self) -> tuple[Counter[tuple[int, ...]], list[int]]:
        """Make the pots level by level, nothing like the code under test; also results before they are shared."""
        ours, game = self.ours, self.game
        paid, seats = list(ours.put_in), ours.in_hand
        result = [-chips for chips in paid]
        pots: Counter[tuple[int, ...]] = Counter()
        if len(set(game.antes)) > 1:
            for seat in range(game.players):
                ante = min(game.antes[seat], game.stacks[seat])
                paid[seat] -= ante
                pots[tuple(seats)] += ante
        for level in sorted(set(paid)):
            below = max((p for p in paid if p < level), default=0)
            payers = [seat for seat in range(game.players) if paid[seat] >= level]
            chips = (level - below) * len(payers)
            if len(payers) == 1:  # uncalled
                result[payers[0]] += chips
            else:
                pots[tuple(seat for seat in payers if seat in seats)] += chips
        return pots, result


def winners_of(players: tuple[int, ...], strength: list[int]) -> list[int]:
    return [seat for seat in players if strength[seat] == max(strength[p] for p in players)]


def share_out(
    pots: Counter[tuple[int, ...]], before: list[int], strength: list[int], evenly: bool
) -> list[int]:
    result = list(before)
    for players, chips in pots.items():
        winners = winners_of(players, strength)
        share, odd = divmod(chips, len(winners))
        for i, seat in enumerate(winners):
            result[seat] += share + ((i < odd) if evenly else (odd if i == 0 else 0))
    return result


def replay_hands(hands: int, seed: int) -> Counter[str]:
    rng, seen = random.Random(seed), Counter[str]()
    for hand in range(hands):
        game = random_game(rng)
        cut = as_posted(game)
        seen["departure 1"] += cut != game
        try:
            Replay(cut, rng, seen).play()
        except AssertionError as error:
            raise AssertionError(f"hand {hand} of seed {seed}: {cut}: {error}") from error
    return seen


@pytest.mark.parametrize("seed", range(CASES))
def test_random_hands(seed: int) -> None:
    seen = replay_hands(HANDS_PER_CASE, seed)
    assert seen["hands"] == HANDS_PER_CASE
    assert seen["decisions"] > HANDS_PER_CASE


# --- the departures, one by one --------------------------------------------------------------------------


def both(game: Game, line: str, board: str = "2c3d4h5s6c", holes: str = "") -> tuple[Table, State]:
    """Play a line such as `f c r6` in both; the board is dealt on the way."""
    cards = [holes[i : i + 4] for i in range(0, len(holes), 4)] or [
        card_names([20 + 2 * i, 21 + 2 * i]) for i in range(game.players)
    ]
    ours, state = Table(game, hole_cards=cards, board=board), pokerkit_state(game)
    for hand in cards:
        state.deal_hole(hand)
    for token in line.split():
        for table, raise_to in ((ours, ours.raise_to), (state, state.complete_bet_or_raise_to)):
            if token[0] == "r":
                raise_to(int(token[1:]))
            else:
                table.fold() if token == "f" else table.check_or_call()
        while state.can_deal_board():
            start = sum(game.board_cards[: state.street_index])
            state.deal_board(board[2 * start : 2 * (start + game.board_cards[state.street_index])])
    return ours, state


def ring(stacks: tuple[int, ...], bb: int = 2, **changes) -> Game:
    blinds = (bb // 2, bb) + (0,) * (len(stacks) - 2)
    return replace(no_limit_game(len(stacks), stacks, blinds, (0,) * len(stacks), 2, bb), **changes)


def test_departure_1_short_big_blind() -> None:
    ours, state = both(ring((200, 3, 200, 200), bb=10), "")
    assert (ours.to_call, ours.legal_actions.min_raise_to) == (10, 20)
    assert (state.checking_or_calling_amount, state.min_completion_betting_or_raising_to_amount) == (5, 15)


def test_departure_2_straddle() -> None:
    game = ring((200,) * 4, blinds=(1, 2, 4, 0), first_to_act=(3, 0, 0, 0))
    state = NoLimitTexasHoldem.create_state(
        (*AUTOMATIONS, Automation.HOLE_DEALING), True, 0, game.blinds, game.min_bet, game.stacks, 4
    )
    assert state.min_completion_betting_or_raising_to_amount == 6
    assert Table(game).legal_actions.min_raise_to == 8


def test_departure_3_first_short_all_in() -> None:
    game = ring((200, 200, 200, 3))
    ours, state = both(game, "c r3 c c")  # seat 2 limped and faces one chip more
    assert ours.actor == state.actor_index == 2
    assert not ours.can_raise()
    assert state.can_complete_bet_or_raise_to()
    ours, state = both(
        ring((200, 200, 3)), "c c c c c r1 c"
    )  # seat 0 checked; the all-in bet is below the minimum
    assert not ours.can_raise()
    assert state.can_complete_bet_or_raise_to()


def test_departure_4_one_short_all_in_too_many() -> None:
    ours, state = both(ring((200, 250, 500, 150, 500)), "r100 r150 c r200")
    assert ours.actor == state.actor_index == 1
    ours, state = both(ring((200, 250, 500, 150, 500)), "r100 r150 c r200 r250")
    assert ours.actor == state.actor_index == 2  # raised to 100 and faces 150 more
    assert ours.legal_actions.min_raise_to == 348
    assert not state.can_complete_bet_or_raise_to()


def test_departure_5_odd_chips() -> None:
    game = ring((200,) * 4, blinds=(2, 3, 0, 0), min_bet=3)
    ours, state = both(game, "c c f c" + " c" * 9, "AsKsQsJsTs", "2c2d3c3d4c4d5c5d")  # 11 chips for three
    assert ours.payoffs == [-2, 1, 1, 0]
    assert state.payoffs == [-2, 2, 0, 0]


def test_departure_6_side_pots_are_split_one_by_one() -> None:
    # Seats 0 and 3 tie and beat the rest: pots of 65 + 36 + 93 + 52, two of them odd.
    game = ring((91, 13, 22, 79, 53), bb=5, antes=(5,) * 5, blinds=(5, 8, 0, 0, 0))
    ours, state = both(game, "r17 r74 c c", "9s4c4dJh9c", "4hJs7sQcKh3d4sJc5h2d")
    assert [chips for chips, _ in ours.pots] == [65, 36, 93, 52]
    assert ours.payoffs == [45, -13, -22, 43, -53]
    assert state.payoffs == [44, -13, -22, 44, -53]


def test_nobody_is_asked_for_nothing() -> None:
    ours, state = both(ring((1, 200, 200)), "f")
    assert ours.is_showdown
    assert state.actor_index == 1
    assert (state.can_fold(), state.checking_or_calling_amount) == (False, 0)
    assert not state.can_complete_bet_or_raise_to()


if __name__ == "__main__":
    start = time.perf_counter()
    total = Counter[str]()
    for case in range(int(sys.argv[1]) // 1000):
        total += replay_hands(1000, int((sys.argv[2:] or ["1000"])[0]) + case)
        print(f"{time.perf_counter() - start:.0f} s", dict(total), flush=True)
