"""What the tests of menus and trees share: random games and menus, and hands at random points."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from riverboat.games import (
    CALL,
    FOLD,
    Action,
    Game,
    Menu,
    Table,
    leduc,
    limit_holdem,
    menu_from_table,
    nolimit_holdem,
)
from riverboat.games.rules.action import act
from riverboat.games.rules.presets import kuhn, short_deck, spot

BETS = ["33%", "100%", "250%", "2bb", "150c", "e", "2e", "3e150%", "a", "min"]
RAISES = [*BETS, "2.5x", "1.1x", "+1x", "+2x", "+1bb", "+70c"]


def texts(sizes: list[str]) -> st.SearchStrategy[str]:
    return st.just("none") | st.lists(st.sampled_from(sizes), min_size=1, max_size=2, unique=True).map(
        " ".join
    )


def by_players(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return values | st.fixed_dictionaries({"2": values, "3": values})


streets = st.fixed_dictionaries(
    {},
    optional={
        "bets": by_players(texts(BETS)),
        "raises": by_players(texts(RAISES) | st.lists(texts(RAISES), min_size=1, max_size=3)),
        "donks": texts(BETS),
        "max_raises": by_players(st.integers(0, 2)),
    },
)
options = st.fixed_dictionaries(
    {},
    optional={
        "all_in": st.sampled_from(["always", "never", 0.5, 2.0]),
        "force_all_in": st.sampled_from([0, 0.1, 0.5]),
        "merge": st.sampled_from([0, 0.1, 0.3]),
        "max_raises_per_hand": st.integers(0, 3),
        "limps": st.sampled_from(["all", "blinds", "none"]),
    },
)
tables = st.builds(lambda every, more: {"every": {"max_raises": 2, **every}, **more}, streets, options)
"""Menus for no-limit games as tables; all have a cap, so that trees stay small."""


def menu_or_jam(table: dict[str, object], game: Game) -> Menu:
    """The menu of a table; one that is empty for the game may go all-in."""
    if game.betting == "limit":
        every = table["every"]
        assert isinstance(every, dict)
        return menu_from_table({"every": {"max_raises": every["max_raises"]}})
    menu = menu_from_table(table)
    try:
        menu.verify(game)
    except ValueError:
        return menu_from_table({**table, "all_in": "always"})
    return menu


small_games = st.one_of(
    st.sampled_from([kuhn(), kuhn(3), leduc(), limit_holdem(), limit_holdem(3)]),
    st.builds(
        lambda stacks, ante: nolimit_holdem(len(stacks), stacks=stacks, ante=ante),
        st.lists(st.integers(20, 1500), min_size=2, max_size=3),
        st.sampled_from([0, 0, 10]),
    ),
    st.builds(
        lambda stacks, pot, board: spot(board, pot, stacks, players=len(stacks), min_bet=20),
        st.lists(st.integers(1, 900), min_size=2, max_size=3),
        st.integers(1, 500),
        st.sampled_from(["QsJh2h", "QsJh2h3c", "QsJh2h3c4d"]),
    ),
)
large_games = st.one_of(
    small_games,
    st.builds(
        lambda stacks, straddle: nolimit_holdem(len(stacks), stacks=stacks, straddles=straddle),
        st.lists(st.integers(1, 50_000), min_size=3, max_size=6),
        st.sampled_from([(), (200,)]),
    ),
    st.builds(
        lambda stacks: short_deck(len(stacks), stacks=stacks),
        st.lists(st.integers(200, 20_000), min_size=2, max_size=5),
    ),
)


def random_action(table: Table, rng: random.Random) -> Action:
    """Any legal action, whatever a menu says."""
    legal = table.legal_actions
    actions = [CALL, CALL]
    if legal.can_fold:
        actions.append(FOLD)
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        actions += [
            legal.min_raise_to,
            rng.randint(legal.min_raise_to, min(legal.max_raise_to, 4 * legal.min_raise_to)),
        ]
    return rng.choice(actions)


def play_at_random(game: Game, seed: int, most: int = 12) -> Table:
    """A table with up to so many random actions; the hand is not over, unless it is from the start."""
    rng = random.Random(seed)
    table = Table(game)
    for _ in range(rng.randrange(most)):
        if table.is_over:
            break
        act(table, random_action(table, rng))
    while table.is_over and table.actions:
        table.undo()
    return table
