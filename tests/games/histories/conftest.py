"""Random hands for the tests of histories."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pytest

from riverboat.cards.card import card_names
from riverboat.games import Game, Table, nolimit_holdem
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.awards import award_pots
from riverboat.games.rules.presets import acting_order

NAMES = (
    "Ann",
    "Bob",
    "El Niño",
    "x (y)",
    "a:b",
    "[c]",
    "Seat 3",
    "d'e",
    "7",
    "ä#ö",
    "f. g",
    "Dealt",
    "$5",
    "R2-D2",
)


def random_game(
    rng: random.Random,
    *,
    limit: bool | None = False,
    antes: bool = True,
    straddles: bool = True,
    short_blinds: bool = False,
) -> Game:
    """A hold'em of 2 to 10 players; without short blinds everybody can pay what he has to post, and one chip more."""
    players, bb = rng.randint(2, 10), rng.choice((2, 5, 10, 100))
    blinds = [bb // 2, bb] + [0] * (players - 2)
    if straddles and players > 3:
        for i in range(rng.choice((0, 0, 0, 1, 2))):
            blinds[2 + i] = bb * 2 ** (i + 1)
    if players == 2:
        blinds.reverse()
    ante = [0] * players
    kind = rng.randrange(3) if antes else 0
    if kind == 1:
        ante = [rng.randint(1, bb)] * players
    elif kind == 2:
        ante[0 if players == 2 else 1] = bb
    least = 1 if short_blinds else max(blinds) + max(ante) + 1
    deep = rng.choice((least + 2 * bb, least + 20 * bb, least + 300 * bb))
    stacks = tuple(rng.randint(least, deep) for _ in range(players))
    game = nolimit_holdem(players, stacks=stacks, small_blind=bb // 2, big_blind=bb)
    game = replace(game, blinds=tuple(blinds), antes=tuple(ante), first_to_act=acting_order(blinds, 4))
    if limit or (limit is None and rng.random() < 0.5):
        sizes = (bb, bb, 2 * bb, 2 * bb)
        return replace(
            game, name="limit-holdem", betting="limit", min_bet=0, raise_sizes=sizes, max_raises=(3, 4, 4, 4)
        )
    return game


def random_actions(rng: random.Random, game: Game) -> tuple[int, ...]:
    table, actions = Table(game), []
    raising, folding = rng.random(), rng.choice((0.05, 0.2, 0.6))
    while not table.is_over:
        legal = table.legal_actions
        if legal.can_raise and rng.random() < raising:
            low, high = legal.min_raise_to, legal.max_raise_to
            action = rng.choice((low, rng.randint(low, high), min(high, 2 * low), high))
        else:
            action = -1 if legal.can_fold and rng.random() < folding else 0
        actions.append(action)
        table.raise_to(action) if action > 0 else table.check_or_call() if action == 0 else table.fold()
    return tuple(actions)


def random_hand_of(
    rng: random.Random,
    *,
    game: Game | None = None,
    all_cards: bool | None = None,
    rake: bool = True,
    **options: bool | None,
) -> Hand:
    """A finished hand with all that a record can hold.

    all_cards: whether all hole cards are known, or only those a player at the table has seen; None draws.
    """
    game = game or random_game(rng, **options)
    deck = rng.sample(range(52), 2 * game.players + 5)
    holes = tuple(card_names(deck[5 + 2 * i : 7 + 2 * i]) for i in range(game.players))
    actions = random_actions(rng, game)
    table = Table(game)
    for action in actions:
        table.raise_to(action) if action > 0 else table.check_or_call() if action == 0 else table.fold()
    board = card_names(deck[: sum(game.board_cards[: table.round + 1])])
    chairs = sorted(rng.sample(range(1, 11), game.players))
    turn = rng.randrange(game.players)
    chairs = chairs[turn:] + chairs[:turn]
    money = rng.random() < 0.5
    hand = Hand(
        game,
        actions,
        holes,
        board,
        tuple(rng.sample(NAMES, game.players)),
        seat_numbers=tuple(chairs),
        table_size=10,
        hand_id=str(rng.randrange(10**12)),
        site="PokerStars",
        table_name=rng.choice(("Halley", "Alpha Centauri II", "1 '2' 3")),
        played_at=datetime(2026, 7, 17, 21, 32, rng.randrange(60)),
        time_zone=rng.choice(("ET", "UTC")),
        currency="USD" if money else "",
        decimals=2 if money else 0,
    )
    if table.is_showdown and rng.random() < 0.3:
        winners = {seat for award in hand.awards for seat in award.shares}
        losers = [seat for seat in table.in_hand if seat not in winners]
        hand = replace(hand, mucked=tuple(rng.sample(losers, rng.randint(0, len(losers)))))
    if money and rake and rng.random() < 0.5:
        won = [0] * game.players
        for award in award_pots(hand.table(), hand.mucked):
            for seat, chips in award.shares.items():
                won[seat] += chips
        hand = replace(hand, rakes=tuple(rng.randint(0, chips // 10) for chips in won))
    if all_cards is False or (all_cards is None and rng.random() < 0.5):
        hand = hand.seen_by(rng.randrange(game.players))
    return hand


@pytest.fixture(scope="session")
def random_hand() -> Callable[..., Hand]:
    """Return a function of a seed, and of the options of `random_hand_of`, that makes a hand."""
    return lambda seed, **options: random_hand_of(random.Random(seed), **options)
