"""The native loop plays hand for hand what the Python arena plays."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.arena import play_match
from riverboat.arena.native import native_bots
from riverboat.arena.series import play_series
from riverboat.arena.setting import Setting
from riverboat.bots import Bot, Fish, View, make_bot
from riverboat.games import Game, leduc, limit_holdem, nolimit_holdem, short_deck


class InPython(Bot):
    """Another bot without its native form."""

    def __init__(self, name: str) -> None:
        self.bot = make_bot(name)

    def act(self, view: View) -> int:
        return self.bot.act(view)


def setting(bots: tuple[str | Bot, ...], game: Game, duplicate: bool) -> Setting:
    return Setting(bots, game, 50, 1, "reset", duplicate, 2**64 + 5, 30, 2.0, 0)


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(
    ("bots", "game"),
    [
        (("fish", "all-in"), nolimit_holdem()),
        (("shark(sizing=0.3)", "random"), nolimit_holdem(stack_bb=7)),
        (("honest", "all-in"), nolimit_holdem(stacks=(140, 3000))),
        (("angry-fish(samples=7)", "matt(0.2/0.3,0.5/0.6)"), limit_holdem()),
        (("fold", "random", "all-in"), nolimit_holdem(3, stacks=(90, 700, 2500), big_blind_ante=60)),
        (("random", "all-in", "honest(0.3,scaling=players)", "fish"), nolimit_holdem(4, ante=15)),
        (("random",) * 6, nolimit_holdem(6, stacks=(80, 300, 900, 1500, 4000, 9000), straddles=(200,))),
        (("shark", "random"), leduc()),
        (("angry-fish", "random", "fish"), short_deck(3)),
    ],
)
def test_the_same_hands(bots: tuple[str, ...], game: Game, duplicate: bool) -> None:
    native, plain = setting(bots, game, duplicate), setting(tuple(map(InPython, bots)), game, duplicate)
    assert native_bots(native) is not None
    assert native_bots(plain) is None
    for part in (0, 1):
        found, reference = play_series(native, part), play_series(plain, part)
        for array in ("won", "seat", "players", "unit", "games_won"):
            assert np.array_equal(getattr(found, array), getattr(reference, array)), array
        assert np.allclose(found.adjusted, reference.adjusted, rtol=0, atol=1e-6)
        assert found.adjusted.sum(axis=1) == pytest.approx(np.zeros(len(found.won)), abs=1e-6)


def test_what_has_no_native_form() -> None:
    class Mine(Fish):
        def act(self, view: View) -> int:
            return view.fold

    assert Mine().native() is None
    assert make_bot("honest(samples=0)").native() is None
    assert make_bot("killer").native() is None
    assert play_match([Mine(), "all-in"], 10).bots[0].won.mean == -75
