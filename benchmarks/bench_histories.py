"""Files of six-handed hands read and replayed, beside PokerKit, which reads PHH, PokerStars text and ACPC logs as well.

Both parse every hand, check every action by the rules and know the results at the end.
"""

from __future__ import annotations

import random
import warnings

from pokerkit import HandHistory, NoLimitTexasHoldem

from riverboat.cards import card_names
from riverboat.games import WRITTEN, Hand, Table, hands_text, nolimit_holdem, read_hands
from timing import Row, race

HANDS = 400
PEER_HANDS = 10
STACK_BB = 200


def random_hands(count: int) -> list[Hand]:
    """Hands of some ten actions, about half of them with a showdown."""
    rng, game = random.Random(1), nolimit_holdem(players=6, stack_bb=STACK_BB)
    hands = []
    for number in range(count):
        deck = rng.sample(range(52), 17)
        table, actions = Table(game), []
        while not table.is_over:
            legal = table.legal_actions
            kind = rng.choices(("fold", "call", "raise"), (2, 5, 1))[0]
            if kind == "raise" and legal.can_raise:
                actions.append(min(legal.max_raise_to, legal.min_raise_to + rng.randrange(300)))
                table.raise_to(actions[-1])
            elif kind == "fold" and legal.can_fold:
                actions.append(-1)
                table.fold()
            else:
                actions.append(0)
                table.check_or_call()
        holes = tuple(card_names(deck[5 + 2 * seat : 7 + 2 * seat]) for seat in range(6))
        board = card_names(deck[: sum(game.board_cards[: table.round + 1])])
        hands.append(Hand(game, tuple(actions), holes, board, hand_id=str(number)))
    return hands


def ours(text: str) -> list[tuple[int, ...]]:
    return [hand.payoffs for hand in read_hands(text)]


def theirs(format: str, text: str) -> list[tuple[int, ...]]:
    if format == "phh":
        histories = list(HandHistory.loads_all(text))
    elif format == "pokerstars":
        histories = list(HandHistory.from_pokerstars(text, error_status=True))
    else:
        game = NoLimitTexasHoldem((), True, 0, (50, 100), 100)
        histories = list(HandHistory.from_acpc_protocol(game, 100 * STACK_BB, text, error_status=True))
    return [tuple(tuple(history)[-1].payoffs) for history in histories]


def rows() -> list[Row]:
    warnings.simplefilter("ignore")  # the peer warns of fields it does not know
    hands = random_hands(HANDS)
    found = []
    for format in WRITTEN:
        text, few = hands_text(hands, format)[0], hands_text(hands[:PEER_HANDS], format)[0]
        assert ours(text) == [hand.payoffs for hand in hands]
        what = f"read a file of hands: {format}"
        if format == "ohh":
            (seconds,) = race(lambda text=text: ours(text), rounds=3)
            found.append(Row(what, "hands", HANDS / seconds))
            continue
        for won, also in zip(ours(few), theirs(format, few), strict=True):
            assert all(
                abs(a - b) < 6 for a, b in zip(won, also, strict=True)
            )  # odd chips are split otherwise
        mine, peer = race(
            lambda text=text: ours(text), lambda format=format, few=few: theirs(format, few), rounds=3
        )
        found.append(Row(what, "hands", HANDS / mine, "PokerKit", PEER_HANDS / peer))
    return found
