from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.trees.trees import large_games, menu_or_jam, play_at_random, tables

from riverboat.games import (
    CALL,
    FOLD,
    Game,
    Menu,
    Table,
    leduc,
    limit_holdem,
    menu_from_table,
    nolimit_holdem,
    parse_line,
)
from riverboat.games.rules.action import act
from riverboat.games.rules.presets import spot


def at(game: Game, line: str = "") -> Table:
    table = Table(game)
    for action in parse_line(line, game).actions:
        act(table, action)
    return table


def flop(pot: int = 100, stacks: int = 1000, players: int = 2) -> Game:
    """A flop with chips as the unit of lines."""
    return spot("QsJh2h", pot, stacks, players=players)


def only(line: str, game: Game, **street: object) -> list[int]:
    """The amounts that sizes give after a line, without any all-in that they do not name."""
    menu = menu_from_table({"every": street, "all_in": "never"})
    return [choice for choice in menu.choices(at(game, line)) if choice not in (FOLD, CALL)]


# --- every unit, by hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "amounts"),
    [
        ("33%", [33]),
        ("33 75", [33, 75]),
        ("250%", [250]),
        ("0.1%", [1]),  # the smallest bet is 1
        ("20c", [20]),
        ("7bb", [7]),  # a big blind is the smallest bet, 1
        ("min", [1]),
        ("a", [1000]),
        ("2000%", [1000]),  # more than there is
        ("e", [88]),  # three streets: (21^(1/3) - 1) / 2 = 0.879 pots
        ("3e", [88]),
        ("2e", [179]),  # (21^(1/2) - 1) / 2
        ("1e", [1000]),
        ("2e150%", [150]),
    ],
)
def test_bets(sizes: str, amounts: list[int]) -> None:
    assert only("", flop(), bets=sizes) == amounts


@pytest.mark.parametrize(
    ("sizes", "amounts"),
    [
        ("50%", [200]),  # 75 + half of 100 + 75 + 75
        ("2.5x", [188]),  # to 187.5
        ("+1x", [150]),
        ("+2x", [225]),
        ("1.1x", [150]),  # not below the legal minimum
        ("200c", [200]),
        ("+200c", [275]),
        ("160bb", [160]),
        ("+160bb", [235]),
        ("min", [150]),
        ("a", [1000]),
        ("1e", [1000]),
        ("3e", [204]),  # 250 in the pot, 925 behind, three streets: 0.516 pots
    ],
)
def test_raises_over_75_into_100(sizes: str, amounts: list[int]) -> None:
    assert only("b75", flop(), raises=sizes) == amounts


def test_geometric_bets_bring_all_chips_in() -> None:
    assert only("", flop(100, 400), bets="2e") == [100]  # a pot, and then a pot
    assert only("b100 c /", flop(100, 400), bets="1e") == [300]
    turn = spot("QsJh2h5c", 100, 400)
    assert only("", turn, bets="e") == [100]
    assert only("b100 c /", turn, bets="e") == [300]


def test_geometric_raises_count_the_raises_before() -> None:
    game = flop(100, 10_000)
    first, second = only("b100", game, raises="3e"), only("b100 r300", game, raises="3e")
    pot, behind = 300, 9900
    assert first == [100 + round(pot * (((pot + 2 * behind) / pot) ** (1 / 3) - 1) / 2)]
    pot, behind = 700, 9700
    assert second == [300 + round(pot * (((pot + 2 * behind) / pot) ** (1 / 2) - 1) / 2)]


def test_raises_by_the_last_raise_before_the_flop() -> None:
    game = nolimit_holdem()
    assert only("", game, raises="+1x +2x") == [200, 300]  # the first is the big blind
    assert only("r3", game, raises="+1x +2x") == [500, 700]
    assert only("r3 r7", game, raises="+1x") == [1100]


def test_sizes_in_big_blinds_before_the_flop() -> None:
    assert only("", nolimit_holdem(players=6), raises="2.5bb 3x 100%") == [250, 300, 350]


def test_nobody_bets_more_than_others_can_call() -> None:
    game = spot("QsJh2h", 100, (1000, 300))
    assert only("", game, bets="a") == [300]
    assert only("", game, bets="500%") == [300]


# --- which sizes -------------------------------------------------------------------------------------------


def test_raises_go_by_their_number_and_the_last_serves_the_rest() -> None:
    sizes = ["2x", "3x"]
    game = flop(100, 100_000)
    assert only("b100", game, raises=sizes) == [200]
    assert only("b100 r200", game, raises=sizes) == [600]
    assert only("b100 r200 r600", game, raises=sizes) == [1800]


def test_sizes_go_by_players_still_in() -> None:
    sizes = {"2": "33%", "3": "50%", "5": "100%"}
    for players, bet in {2: 33, 3: 50, 4: 50, 5: 100, 6: 100}.items():
        assert only("", flop(100, 1000, players), bets=sizes) == [bet]
    game = flop(90, 1000, 3)
    assert only("b30 f", game, raises={"2": "2x", "3": "3x"}) == [60]
    assert only("b30", game, raises={"2": "2x", "3": "3x"}) == [90]


def test_positions_have_their_own_sizes() -> None:
    menu = menu_from_table(
        {
            "every": {"bets": "50%", "raises": "3x", "oop": {"bets": "33%"}},
            "turn": {"ip": {"raises": "2x"}},
            "all_in": "never",
        }
    )
    assert menu.choices(at(flop())) == [CALL, 33]
    assert menu.choices(at(flop(), "k")) == [CALL, 50]
    assert menu.choices(at(flop(), "b33")) == [FOLD, CALL, 99]
    assert menu.choices(at(flop(), "k k / b33")) == [FOLD, CALL, 66]


def test_donk_bets_go_into_the_last_aggressor() -> None:
    game = flop(90, 1000, 3)
    sizes = {"bets": "100%", "donks": "33%"}
    assert only("b30 c c /", game, **sizes) == [180]  # the aggressor himself
    assert only("k b30 c c /", game, **sizes) == [59]  # into seat 1
    assert only("k b30 c c / k", game, **sizes) == [180]
    assert only("k b30 c c / k k", game, **sizes) == [180]  # seat 1 has checked
    assert only("k k k /", game, **sizes) == [90]  # nobody bet


def test_no_donk_bets() -> None:
    assert only("k b30 c /", flop(), bets="100%", donks="none") == []


def test_a_street_overrules_every_street_key_by_key() -> None:
    menu = menu_from_table(
        {"every": {"bets": "50%", "raises": "3x"}, "turn": {"bets": "75%"}, "all_in": "never"}
    )
    assert menu.choices(at(flop())) == [CALL, 50]
    assert menu.choices(at(flop(), "k k /")) == [CALL, 75]
    assert menu.choices(at(flop(), "k k / b75")) == [FOLD, CALL, 225]


# --- all-in, caps, limps -----------------------------------------------------------------------------------


def choices(line: str, game: Game, **menu: object) -> list[int]:
    return menu_from_table(menu).choices(at(game, line))


def test_all_in_always_never_or_under_a_stack_to_pot_ratio() -> None:
    every = {"bets": "50%"}
    assert choices("", flop(), every=every) == [CALL, 50, 1000]
    assert choices("", flop(), every=every, all_in="never") == [CALL, 50]
    assert choices("", flop(), every=every, all_in=10) == [CALL, 50, 1000]
    assert choices("", flop(), every=every, all_in=9.9) == [CALL, 50]


def test_a_bet_that_leaves_little_is_all_in() -> None:
    every = {"bets": "100%"}
    assert choices("", flop(100, 150), every=every, all_in="never", force_all_in=0.16) == [CALL, 100]
    assert choices("", flop(100, 150), every=every, all_in="never", force_all_in=0.17) == [
        CALL,
        150,
    ]  # 50 in 300


def test_near_sizes_are_merged_into_the_larger() -> None:
    every = {"bets": "50% 60% 100%"}  # 1.6 / 1.5 = 1.067, 2 / 1.6 = 1.25
    assert choices("", flop(), every=every, all_in="never", merge=0.05) == [CALL, 50, 60, 100]
    assert choices("", flop(), every=every, all_in="never", merge=0.1) == [CALL, 60, 100]
    assert choices("", flop(), every=every, all_in="never", merge=0.3) == [CALL, 50, 100]  # 2 / 1.5
    assert choices("", flop(), every=every, all_in="never", merge=0.35) == [CALL, 100]


def test_equal_amounts_are_one_choice() -> None:
    assert choices("", flop(3, 10), every={"bets": "20% 33% 40%"}) == [CALL, 1, 10]


def test_caps_count_raises_and_leave_the_all_in() -> None:
    every = {"bets": "100%", "raises": "2x", "max_raises": 1}
    assert choices("b100", flop(), every=every) == [FOLD, CALL, 200, 1000]
    assert choices("b100 r200", flop(), every=every) == [FOLD, CALL, 1000]
    assert choices("b100 r200", flop(), every=every, all_in="never") == [FOLD, CALL]
    assert choices("b100 r200 c /", flop(), every=every, all_in="never") == [CALL, 500]
    assert choices("", nolimit_holdem(), every={"raises": "3bb", "max_raises": 0}) == [FOLD, CALL, 10_000]


def test_caps_go_by_players_still_in() -> None:
    every = {"bets": "100%", "raises": "2x", "max_raises": {"2": 1, "3": 0}}
    assert choices("b100", flop(90, 1000, 3), every=every, all_in="never") == [FOLD, CALL]
    assert choices("b100 f", flop(90, 1000, 3), every=every, all_in="never") == [FOLD, CALL, 200]


def test_the_cap_of_the_hand_counts_raises_of_all_streets() -> None:
    menu = {"every": {"bets": "100%", "raises": "2x"}, "all_in": "never", "max_raises_per_hand": 2}
    assert choices("b100 r200 c / b500", flop(), **menu) == [FOLD, CALL, 800]
    assert choices("b100 r200 r400 c /", flop(100, 9999), **menu) == [CALL, 900]
    assert choices("b100 r200 r400 c / b900", flop(100, 9999), **menu) == [FOLD, CALL]


def test_limps() -> None:
    game, every = nolimit_holdem(players=3), {"raises": "3bb"}
    for limps, button, small_blind in (("all", True, True), ("blinds", False, True), ("none", False, False)):
        menu = menu_from_table({"every": every, "all_in": "never", "limps": limps})
        assert (CALL in menu.choices(at(game))) == button
        assert (CALL in menu.choices(at(game, "f"))) == small_blind
        assert CALL in menu.choices(at(game, "r3"))  # a call of a raise is no limp
        assert CALL in menu.choices(at(game, "c c"))  # nor is the big blind's check


def test_who_can_neither_limp_nor_raise_may_limp() -> None:
    menu = menu_from_table({"every": {"raises": "3bb", "max_raises": 0}, "all_in": "never", "limps": "none"})
    assert menu.choices(at(nolimit_holdem())) == [FOLD, CALL]


def test_only_so_many_see_the_flop() -> None:
    game = nolimit_holdem(players=6)
    menu = menu_from_table({"every": {"raises": "3x"}, "all_in": "never", "max_players_to_flop": 2})
    assert CALL in menu.choices(at(game, "r3"))
    assert menu.choices(at(game, "r3 c")) == [FOLD, 900]
    assert CALL in menu.choices(at(game, "r3 c r9"))
    assert CALL not in menu.choices(at(game, "c"))
    assert CALL in menu.choices(at(game, "c f f f f"))


def test_limit_games_have_their_own_size() -> None:
    menu = menu_from_table({"every": {"max_raises": 1}})
    assert Menu().choices(at(limit_holdem())) == [FOLD, CALL, 20]
    assert Menu().choices(at(limit_holdem(), "r r r")) == [FOLD, CALL]
    assert menu.choices(at(limit_holdem(), "r")) == [FOLD, CALL]
    assert menu.choices(at(leduc(), "b")) == [FOLD, CALL, 4]  # an opening bet is not a raise
    assert menu.choices(at(leduc(), "b r")) == [FOLD, CALL]


# --- any game, any menu, any point of a hand ---------------------------------------------------------------


@given(large_games, tables, st.integers(0, 2**32))
def test_choices_are_legal_and_ascend(game: Game, table: dict[str, object], seed: int) -> None:
    menu = menu_or_jam(table, game)
    hand = play_at_random(game, seed)
    if hand.is_over:
        return
    found = menu.choices(hand)
    assert found
    assert found == sorted(set(found))
    for choice in found:
        if choice == FOLD:
            hand.verify_fold()
        elif choice != CALL:
            hand.verify_raise_to(choice)
    assert (FOLD in found) == hand.can_fold()
    if hand.to_call == 0:
        assert CALL in found
    if menu.all_in == "always" and game.betting == "no-limit" and hand.can_raise():
        actor = hand.actor
        assert actor is not None
        reach = [hand.bets[seat] + hand.stacks[seat] for seat in range(game.players)]
        others = max(reach[seat] for seat in hand.in_hand if seat != actor)
        least = hand.legal_actions.min_raise_to
        assert least is not None
        assert found[-1] == max(least, min(reach[actor], others))
