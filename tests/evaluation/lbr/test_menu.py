"""Menus of a local best response."""

from __future__ import annotations

import pytest

from riverboat.errors import MenuError
from riverboat.evaluation import lbr_menu
from riverboat.games import Table, nolimit_holdem
from riverboat.games.rules.action import act
from riverboat.games.trees.translation import real_amount


def test_the_published_menus() -> None:
    fc, fcpa, many = (lbr_menu(name) for name in ("fc", "fcpa", "56"))
    assert (fc.fold, fc.pots, fc.all_in) == (True, (), False)
    assert (fcpa.fold, fcpa.pots, fcpa.all_in) == (True, (1.0,), True)
    assert len(many.pots) == 55
    assert many.all_in
    assert many.pots[0] == 0.05
    assert many.pots[54] == pytest.approx(0.05 * 1.15**54)


def test_words_and_letters_are_the_same() -> None:
    assert lbr_menu("f c p a").pots == lbr_menu("fcpa").pots
    assert lbr_menu("c 33.5% a").pots == (0.335,)
    assert not lbr_menu("c 33.5% a").fold


def test_amounts_are_legal_and_come_once() -> None:
    table = Table(nolimit_holdem())
    amounts = lbr_menu("56").actions(table)
    assert amounts[:2] == [-1, 0]
    assert amounts[2] == 200
    assert amounts[-1] == 10_000
    assert amounts == sorted(set(amounts))
    table.check_or_call()
    assert lbr_menu("fcpa").actions(table) == [0, 300, 10_000]  # nothing to fold to


def test_parts_of_the_pot_are_those_of_everybody() -> None:
    for line in ((), (300,), (300, 0), (300, 0, 450), (300, 0, 450, 2000)):
        table = Table(nolimit_holdem())
        for action in line:
            act(table, action)
        for part in (0.05, 0.33, 0.75, 1.0, 95.0):
            (bet,) = lbr_menu(f"c {100 * part:g}%").actions(table)[1:]
            assert abs(bet - real_amount(part, table)) <= 1  # a half chip is rounded either way


def test_bets_of_a_tree_are_the_nearest() -> None:
    table = Table(nolimit_holdem())
    assert lbr_menu("fcpa").actions(table, [-1, 0, 250, 5000]) == [-1, 0, 250, 5000]
    assert lbr_menu("fcpa").actions(table, [-1, 0]) == [-1, 0]


@pytest.mark.parametrize(
    "menu", ["fpa", "a", "33%", "f 33% a", "", "   ", "fcx", "f c 0%", "f c 33", None, 56]
)
def test_what_is_no_menu_is_refused(menu: str) -> None:
    with pytest.raises(MenuError, match="menu"):
        lbr_menu(menu)
