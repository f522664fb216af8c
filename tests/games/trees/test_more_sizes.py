"""Menus with more sizes: all that was offered still is, and limit games stay as they are."""

from __future__ import annotations

import pytest

from riverboat.games import limit_holdem, menu_from_table, nolimit_holdem, parse_sizes, read_config
from riverboat.games.trees.more_sizes import with_more_sizes

BETS, RAISES = parse_sizes("300%", "bet"), parse_sizes("100%", "raise")


def test_each_player_and_each_list_of_raises_gets_more() -> None:
    own = menu_from_table(
        {
            "every": {"bets": "50%", "raises": ["50%", "a"]},
            "river": {"donks": "none", "oop": {"bets": "33% 300%"}, "ip": {"raises": "3x"}},
        }
    )
    more = with_more_sizes(own, nolimit_holdem(), bets=BETS, raises=RAISES)
    river = more.street("river")
    assert river.bets is not None
    assert river.raises is not None
    assert river.donks is not None
    assert river.bets.to_table() == "50% 300%"
    assert river.raises.to_table() == ["50% 100%", "a 100%"]
    assert river.donks.to_table() == "300%"
    assert river.oop is not None
    assert river.oop.bets is not None
    assert river.oop.raises is None
    assert river.oop.bets.to_table() == "33% 300%"
    assert river.ip is not None
    assert river.ip.raises is not None
    assert river.ip.bets is None
    assert river.ip.raises.to_table() == "3x 100%"
    assert more.street("preflop") == own.street("preflop")
    more.verify(nolimit_holdem())


def test_a_street_without_sizes_gets_those_that_are_given_and_no_others() -> None:
    river = with_more_sizes(menu_from_table({}), nolimit_holdem(), bets=BETS).street("river")
    assert river.bets is not None
    assert river.bets.to_table() == "300%"
    assert river.raises is None
    assert river.donks is None


@pytest.mark.parametrize("name", ["headsup", "sixmax", "hu-100bb"])
def test_nothing_is_lost(name: str) -> None:
    config = read_config(name)
    more = with_more_sizes(config.menu, config.game, bets=BETS, raises=RAISES)
    for street in ("preflop", "flop", "turn", "river"):
        own, finer = config.menu.street(street), more.street(street)
        for kind in ("bets", "raises", "donks"):
            if (before := getattr(own, kind)) is not None:
                for players in (2, 3, 6):
                    assert set(before.at(players)) <= set(getattr(finer, kind).at(players))


def test_limit_games_stay_as_they_are() -> None:
    menu = menu_from_table({})
    assert with_more_sizes(menu, limit_holdem(), bets=BETS) is menu
