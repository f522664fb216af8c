"""Where PokerKit 0.7.7 departs from the rules of poker, one test each.

1. A short big blind lowers the price: PokerKit asks for the highest bet that was posted, the rules for the full blind
   (a player who posts short does not make the hand cheaper for others).
2. A straddle does not raise the minimum raise: PokerKit keeps the minimum bet of the street, the rules take the largest
   forced bet.
3. The first bet or raise of a round, if all-in for less than the minimum, reopens the betting for players who have
   checked or limped. By the rules (Tournament Directors Association, "re-opening the bet") they may only call or fold:
   they do not face a full bet or raise.
4. Short all-ins that add up to a full raise reopen the betting, but one more short all-in after that closes it again
   for the same player. By the same rule he faces more than a full raise and may raise.
5. All odd chips of a split pot go to its first winner; the rules split as evenly as chips allow (with two odd chips
   among three winners the first two left of the button get one each).
6. Beaten hands are taken away before the pots are made, so side pots with the same winners are split as one. By the
   rules ("side pots") each is split separately, which moves odd chips.

One more thing is a matter of form: a player who owes nothing, when nobody else can put in more, is asked to check by
PokerKit. We do not ask.
"""

from __future__ import annotations

from dataclasses import replace

from pokerkit import Automation, NoLimitTexasHoldem, State

from riverboat.cards.card import card_names
from riverboat.games import Game, Table

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def ring(stacks: tuple[int, ...], bb: int = 2, **changes) -> Game:
    n = len(stacks)
    blinds = (bb // 2, bb) + (0,) * (n - 2)
    game = Game("ring", n, stacks, blinds, (0,) * n, "no-limit", (2, 0, 0, 0), min_bet=bb)
    return replace(game, **changes)


def both(game: Game, line: str, board: str = "2c3d4h5s6c", holes: str = "") -> tuple[Table, State]:
    """Play a line such as `f c r6` in both; the board is dealt on the way."""
    cards = [holes[i : i + 4] for i in range(0, len(holes), 4)] or [
        card_names([20 + 2 * i, 21 + 2 * i]) for i in range(game.players)
    ]
    ours = Table(game, hole_cards=cards, board=board)
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, game.antes, game.blinds, game.min_bet, game.stacks, game.players
    )
    for hand in cards:
        state.deal_hole(hand)
    for token in line.split():
        for table, raise_to in ((ours, ours.raise_to), (state, state.complete_bet_or_raise_to)):
            if token[0] == "r":
                raise_to(int(token[1:]))
            else:
                table.fold() if token == "f" else table.check_or_call()
        while state.can_burn_card():
            state.burn_card("??")
            start = sum(game.board_cards[: state.street_index])
            state.deal_board(board[2 * start : 2 * (start + game.board_cards[state.street_index])])
    return ours, state


def test_departure_1_short_big_blind() -> None:
    ours, state = both(ring((200, 3, 200, 200), bb=10), "")
    assert (ours.to_call, ours.legal_actions.min_raise_to) == (10, 20)
    assert (state.checking_or_calling_amount, state.min_completion_betting_or_raising_to_amount) == (5, 15)


def test_departure_2_straddle() -> None:
    game = ring((200,) * 4, blinds=(1, 2, 4, 0), first_to_act=(3, 0, 0, 0))
    ours, state = both(game, "")
    assert ours.legal_actions.min_raise_to == 8
    assert state.min_completion_betting_or_raising_to_amount == 6


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
