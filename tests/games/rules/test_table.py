from __future__ import annotations

import copy
import random
from dataclasses import replace

import pytest

from riverboat.cards.card import Deck
from riverboat.errors import CardError, GameError
from riverboat.games import Game, Table, play_hands

HEADS_UP = Game("heads-up", 2, (200, 200), (2, 1), (0, 0), "no-limit", (1, 0, 0, 0), min_bet=2)
LIMIT = Game("limit", 2, (100, 100), (2, 1), (0, 0), "limit", (1, 0, 0, 0), (2, 2, 4, 4), (3, 4, 4, 4))
KUHN = Game("Kuhn", 2, (2, 2), (0, 0), (1, 1), "limit", (0,), (1,), (1,), deck=Deck("JQK", "s"), hole_cards=1,
            board_cards=(0,), ranking="one-card")  # fmt: skip
LEDUC = Game("Leduc", 2, (13, 13), (0, 0), (1, 1), "limit", (0, 0), (2, 4), (2, 2), deck=Deck("JQK", "hs"),
             hole_cards=1, board_cards=(0, 1), ranking="two-card")  # fmt: skip
SIX = Game("six", 6, (200,) * 6, (1, 2, 0, 0, 0, 0), (0,) * 6, "no-limit", (2, 0, 0, 0), min_bet=2)


def play(table: Table, line: str) -> Table:
    for token in line.split():
        if token[0] == "r":
            table.raise_to(int(token[1:]))
        else:
            table.fold() if token == "f" else table.check_or_call()
    return table


# --- small games, results written by hand ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "results"),
    [
        ("c c", [1, -1]),
        ("c r1 f", [-1, 1]),
        ("c r1 c", [2, -2]),
        ("r1 f", [1, -1]),
        ("r1 c", [2, -2]),
    ],
)
def test_kuhn_is_all_of_kuhn(line: str, results: list[int]) -> None:
    table = play(Table(KUHN, hole_cards=["Ks", "Qs"]), line)
    assert table.is_over
    assert table.payoffs == results


def test_kuhn_has_one_bet() -> None:
    table = play(Table(KUHN), "r1")
    with pytest.raises(GameError, match="already has its 1 bets"):
        table.raise_to(2)


@pytest.mark.parametrize(
    ("line", "results"),
    [
        ("c c c c", [1, -1]),  # a pair on the board beats the king
        ("r2 r4 c r4 r8 c", [13, -13]),
        ("r2 c c r4 f", [-3, 3]),
        ("c r2 r4 f", [3, -3]),
    ],
)
def test_leduc(line: str, results: list[int]) -> None:
    table = play(Table(LEDUC, hole_cards=["Jh", "Ks"], board="Js"), line)
    assert table.is_over
    assert table.payoffs == results


def test_leduc_split() -> None:
    assert play(Table(LEDUC, hole_cards=["Kh", "Ks"], board="Js"), "r2 c r4 c").payoffs == [0, 0]


def test_limit_sizes_and_cap() -> None:
    table = play(Table(LIMIT), "r4 r6")
    assert (table.legal_actions.min_raise_to, table.legal_actions.max_raise_to) == (8, 8)
    with pytest.raises(GameError, match="minimum is 8 and the maximum 8"):
        table.raise_to(9)
    play(table, "r8")
    with pytest.raises(GameError, match="already has its 3 bets and raises; seat 0 can only call 2"):
        table.raise_to(10)
    assert play(table, "c c c r4 r8 c").bets == [0, 0]


def test_acpc_hands() -> None:
    """Hands of the competition's server, seat 0 the big blind."""
    game = replace(LIMIT, stacks=(1000, 1000), blinds=(10, 5), raise_sizes=(10, 10, 20, 20))
    table = play(Table(game, hole_cards=["7d3d", "2hAc"], board="5sKs7s9s6h"), "r20 c c c c c c c")
    assert table.payoffs == [20, -20]
    table = play(Table(game, hole_cards=["Ad3s", "8d5d"], board="2cAs8sTcQh"), "c r20 c r10 c r20 c c c")
    assert table.payoffs == [50, -50]


# --- verify, can, do --------------------------------------------------------------------------------------


def test_messages_name_the_numbers() -> None:
    table = Table(HEADS_UP)
    with pytest.raises(GameError, match="cannot raise to 3: the minimum is 4 and the maximum 200"):
        table.raise_to(3)
    with pytest.raises(GameError, match="the maximum 200"):
        table.raise_to(201)
    with pytest.raises(GameError, match="minimum is 4"):
        table.raise_to(-(2**40))
    table.check_or_call()
    with pytest.raises(GameError, match="seat 0 has nothing to call"):
        table.fold()
    with pytest.raises(GameError, match="the hand is not over: seat 0"):
        _ = table.payoffs
    with pytest.raises(TypeError):
        table.raise_to(4.5)  # type: ignore[arg-type]
    assert table.actions == 1


def test_nobody_acts_after_the_end() -> None:
    table = play(Table(HEADS_UP), "f")
    assert table.actor is None
    assert table.payoffs == [1, -1]
    assert table.to_call == 0
    for act in (table.fold, table.check_or_call, lambda: table.raise_to(4), lambda: table.legal_actions):
        with pytest.raises(GameError, match="the hand is over"):
            act()
    assert not any((table.can_fold(), table.can_check_or_call(), table.can_raise(), table.can_raise_to(4)))


def test_reasons_for_no_raise() -> None:
    short = replace(SIX, stacks=(200, 200, 500, 150, 200, 2))
    with pytest.raises(GameError, match="seat 5 has 2 chips behind"):
        play(Table(short), "r100 f f").raise_to(200)
    table = play(Table(short), "r100 r150 f f c c")
    with pytest.raises(GameError, match="seat 2 has acted and faces 50 more, less than a full raise of 98"):
        table.raise_to(300)
    with pytest.raises(GameError, match="nobody else can put in more than 200"):
        play(Table(replace(HEADS_UP, stacks=(300, 200))), "r200").raise_to(300)


def test_verify_can_and_do_agree() -> None:
    rng = random.Random(1)
    for _ in range(300):
        table = Table(
            replace(SIX, stacks=tuple(rng.randint(1, 60) for _ in range(6))), seed=rng.randrange(99)
        )
        while not table.is_over:
            amount = rng.randint(0, 70)
            legal = table.legal_actions
            can = legal.can_raise and legal.min_raise_to <= amount <= legal.max_raise_to
            assert table.can_raise_to(amount) == can
            assert table.can_raise() == legal.can_raise
            before = table.bets
            if not can:
                with pytest.raises(GameError):
                    table.verify_raise_to(amount)
                with pytest.raises(GameError):
                    table.raise_to(amount)
                assert table.bets == before
                table.check_or_call()
            else:
                table.verify_raise_to(amount)
                table.raise_to(amount)
        assert sum(table.payoffs) == 0


# --- undo, copy, cards ------------------------------------------------------------------------------------


def snapshot(table: Table) -> tuple[object, ...]:
    return (table.actor, table.round, table.stacks, table.bets, table.put_in, table.in_hand, table.board,
            table.pots, table.is_over or repr(table.legal_actions))  # fmt: skip


def test_undo_goes_all_the_way_back() -> None:
    rng = random.Random(2)
    for seed in range(50):
        table = Table(replace(SIX, stacks=tuple(rng.randint(1, 300) for _ in range(6))), seed)
        seen = []
        while not table.is_over:
            seen.append(snapshot(table))
            legal = table.legal_actions
            if legal.can_raise and rng.random() < 0.4:
                table.raise_to(rng.randint(legal.min_raise_to, legal.max_raise_to))
            elif legal.can_fold and rng.random() < 0.3:
                table.fold()
            else:
                table.check_or_call()
        while seen:
            table.undo()
            assert snapshot(table) == seen.pop()
        with pytest.raises(GameError, match="no action to take back"):
            table.undo()


def test_copies_go_their_own_way() -> None:
    table = play(Table(HEADS_UP, seed=3), "r6")
    other = table.copy()
    assert snapshot(other) == snapshot(table)
    assert snapshot(copy.deepcopy(table)) == snapshot(copy.copy(table)) == snapshot(table)
    other.raise_to(20)
    assert (table.actor, other.actor, table.hole_cards) == (0, 1, other.hole_cards)
    other.undo()
    assert snapshot(other) == snapshot(table)


def test_board_is_shown_by_rounds() -> None:
    table = Table(HEADS_UP, seed=1, board="AsKsQs")
    assert table.board == []
    assert play(table, "c c").board_text == "AsKsQs"
    assert len(play(table, "c c").board) == 4
    assert len({*play(table, "c c").board, *table.hole_cards[0], *table.hole_cards[1]}) == 9


def test_cards_are_checked() -> None:
    with pytest.raises(GameError, match="the card As is dealt twice"):
        Table(HEADS_UP, hole_cards=["AsKs", "AsQs"])
    with pytest.raises(GameError, match="gets 2 hole cards, not 3"):
        Table(HEADS_UP, hole_cards=["AsKsQs", ""])
    with pytest.raises(GameError, match="at most 5 cards, not 6"):
        Table(HEADS_UP, board="2c3c4c5c6c7c")
    with pytest.raises(GameError, match="each of the 2 seats"):
        Table(HEADS_UP, hole_cards=["AsKs"])
    with pytest.raises(GameError, match="2c is not in the deck"):
        Table(KUHN, hole_cards=["2c", ""])
    with pytest.raises(CardError):
        Table(HEADS_UP, board="Xx")
    with pytest.raises(GameError, match="seed is -1"):
        Table(HEADS_UP, seed=-1)
    with pytest.raises(GameError, match="seat 2 does not exist"):
        Table(HEADS_UP).deal_hole_cards(2, "AsKs")


def test_showdown_needs_cards() -> None:
    table = play(Table(HEADS_UP, hole_cards=["AsAh", ""]), "r200 c")
    with pytest.raises(GameError, match="hole cards of seat 1 are unknown"):
        _ = table.payoffs
    table.deal_hole_cards(1, "KsKh")
    with pytest.raises(GameError, match="the board needs 5 cards"):
        _ = table.payoffs
    table.deal_board("2c3c4c")
    table.deal_board("2c3c4c9d9h")
    assert table.payoffs == [200, -200]


def test_restart_is_a_new_table() -> None:
    table = play(Table(SIX, seed=5), "f f f f f")
    table.restart(7)
    assert snapshot(table) == snapshot(Table(SIX, seed=7))
    assert table.hole_cards == Table(SIX, seed=7).hole_cards
    with pytest.raises(GameError, match="seed is 'x'"):
        table.restart("x")  # type: ignore[arg-type]


# --- showdown and pots ------------------------------------------------------------------------------------


def test_showdown_order() -> None:
    calls = "c c c c c c"
    assert play(Table(SIX, seed=1), f"{calls} {calls} {calls} {calls}").showdown_order == [0, 1, 2, 3, 4, 5]
    table = play(Table(SIX, seed=1), f"{calls} {calls} {calls} c c r4 f c c c c")
    assert table.showdown_order == [2, 4, 5, 0, 1]
    assert play(Table(SIX, seed=1), "f f f f f").showdown_order == []


def test_pots_are_listed() -> None:
    table = play(Table(replace(SIX, stacks=(200, 200, 20, 50, 200, 200)), seed=1), "r20 r50 r120 f f c")
    assert table.pots[0] == (81, [1, 2, 3, 4])
    assert table.pots[1:] == [(90, [1, 3, 4]), (140, [1, 4])]


# --- hands played natively --------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["call", "random"])
@pytest.mark.parametrize("game", [HEADS_UP, LIMIT, KUHN, LEDUC, SIX], ids=lambda game: game.name)
def test_native_hands_add_up(game: Game, policy: str) -> None:
    one, two = (play_hands(game, 20_000, policy=policy, seed=4, threads=threads) for threads in (1, 2))
    assert one == two
    assert one.hands == 20_000
    assert sum(one.won) == 0
    assert one != play_hands(game, 20_000, policy=policy, seed=5)


def test_calling_down_is_fair() -> None:
    played = play_hands(SIX, 200_000, policy="call", seed=1)
    assert played.actions == 24 * 200_000
    # Each hand is worth ±2 chips and up to 10; the standard error of a mean is about 0.01 chips.
    assert all(abs(won / played.hands) < 0.06 for won in played.won)


def test_played_hands_are_checked() -> None:
    with pytest.raises(GameError, match="policy is 'tight'; it must be one of"):
        play_hands(SIX, 10, policy="tight")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="hands is 0"):
        play_hands(SIX, 0)
