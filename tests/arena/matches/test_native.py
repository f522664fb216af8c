"""The native loop plays hand for hand what the Python arena plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from riverboat import _core
from riverboat.arena import play_match
from riverboat.arena.matches.native import native_bots
from riverboat.arena.matches.options import MatchOptions, Mode
from riverboat.arena.matches.series import play_series
from riverboat.arena.matches.setting import Setting
from riverboat.bots import Bot, BotLike, Fish, View, make_bot, native_rule, win_rate
from riverboat.bots.mike import last_move
from riverboat.bots.native import bin_cuts
from riverboat.bots.win_rate import strength_bin
from riverboat.errors import BotError, GameError
from riverboat.games import Game, leduc, limit_holdem, nolimit_holdem, short_deck


class InPython(Bot):
    """Another bot without its native form."""

    def __init__(self, bot: BotLike) -> None:
        self.bot = make_bot(bot)

    def act(self, view: View) -> int:
        return self.bot.act(view)


def setting(bots: tuple[BotLike, ...], game: Game, duplicate: bool, mode: Mode = "reset") -> Setting:
    hands = 9 if mode == "freeze-out" else 50
    asked = MatchOptions(
        hands=hands,
        game=game,
        mode=mode,
        games=40,
        duplicate=duplicate,
        series=30,
        trust=True,
        seed=2**64 + 5,
    )
    return Setting(bots, asked)


def assert_same(bots: tuple[str, ...], game: Game, duplicate: bool, mode: Mode) -> None:
    native = setting(bots, game, duplicate, mode)
    plain = setting(tuple(map(InPython, bots)), game, duplicate, mode)
    assert native_bots(native) is not None
    assert native_bots(plain) is None
    for part in (0, 1):
        found, reference = play_series(native, part), play_series(plain, part)
        for array in ("won", "seat", "players", "unit", "games_won"):
            assert np.array_equal(getattr(found, array), getattr(reference, array)), array
            assert getattr(found, array).dtype == getattr(reference, array).dtype, array
        assert np.allclose(found.adjusted, reference.adjusted, rtol=0, atol=1e-6)
        assert found.adjusted.sum(axis=1) == pytest.approx(np.zeros(len(found.won)), abs=1e-6)


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
        (("mike", "random", "mike(frc crf rfc,sizing=1)"), nolimit_holdem(3, stack_bb=30)),
        (("random",) * 6, nolimit_holdem(6, stacks=(80, 300, 900, 1500, 4000, 9000), straddles=(200,))),
        (("fish", "all-in"), nolimit_holdem(stacks=(90, 300), big_blind_ante=60)),
        (("shover", "equity"), nolimit_holdem()),
        (("shover(0.5,calls_bb=8)", "equity-20-30", "random"), nolimit_holdem(3, stacks=(400, 2000, 5000))),
        (("equity-50-50", "shover(0.6,samples=50)", "equity(0.3,0.6)", "random"), nolimit_holdem(4, ante=15)),
        (("shover", "equity", "random"), limit_holdem(3)),
        (("shark", "random"), leduc()),
        (("angry-fish", "random", "fish"), short_deck(3)),
    ],
)
def test_the_same_hands(bots: tuple[str, ...], game: Game, duplicate: bool) -> None:
    assert_same(bots, game, duplicate, "reset")


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(
    ("bots", "game"),
    [
        (("shark", "fish"), nolimit_holdem(stacks=100, small_blind=5, big_blind=10)),
        (("honest", "all-in"), nolimit_holdem(stacks=100, small_blind=5, big_blind=10)),
        (("random", "mike", "all-in"), nolimit_holdem(3, stacks=300, small_blind=5, big_blind=10, ante=1)),
        (("random", "matt", "mike(rcf cfr,30,0.4)", "fish", "all-in"), nolimit_holdem(5, stack_bb=8)),
    ],
)
@pytest.mark.parametrize("mode", ["carried", "freeze-out"])
def test_the_same_games(bots: tuple[str, ...], game: Game, duplicate: bool, mode: Mode) -> None:
    assert_same(bots, game, duplicate, mode)


def test_carried_stacks_of_limit_holdem() -> None:
    assert_same(("angry-fish", "random"), replace(limit_holdem(), stacks=(300, 300)), True, "carried")


@pytest.mark.parametrize("bins", [1, 2, 3, 5, 7, 10, 49])
def test_cuts_divide_as_bins_do(bins: int) -> None:
    cuts = np.array(bin_cuts(bins))
    for rate in np.unique(
        [*cuts, *np.nextafter(cuts, 2), *(i / 1000 for i in range(1001)), *(cuts + 1 / 252000)]
    ):
        assert (cuts < rate).sum() == strength_bin(float(rate), bins)


def test_stacks_that_grow_too_large() -> None:
    rich = nolimit_holdem(stacks=2**28)
    with pytest.raises(GameError, match="below"):
        play_match(["fish", "all-in"], 100, game=rich, mode="carried")


class Wary(Bot):
    """Folds weak hands to raises, raises strong ones that nobody has raised; the table is in both forms."""

    WORDS = ("ccf", "ccc", "rrc")

    def act(self, view: View) -> int:
        word = self.WORDS[strength_bin(win_rate(view, 50), 3)]
        return {"f": view.fold, "c": 0, "r": view.sized(0.2)}[word[last_move(view)]]

    def native(self) -> _core.BotRule:
        return native_rule(self.WORDS, [bin_cuts(3)] * 4, sizing=0.2, samples=50)


def test_a_rule_of_your_own() -> None:
    reference = setting((InPython(Wary), "random", "all-in"), nolimit_holdem(3), True)
    found = setting((Wary, "random", "all-in"), nolimit_holdem(3), True)
    assert native_bots(reference) is None
    assert native_bots(found) is not None
    assert np.array_equal(play_series(found, 0).won, play_series(reference, 0).won)


@pytest.mark.parametrize(
    ("words", "cuts", "options", "says"),
    [
        (["ccc"], [[]] * 3, {}, "give them for 4"),
        (["ccc"], [[0.5]] * 4, {"samples": 1}, "one less than words"),
        (["ccc", "fff", "rrr"], [[0.5, 0.4]] * 4, {"samples": 1}, "cuts ascend"),
        (["cc"], [[]] * 4, {}, "three letters"),
        (["cxc"], [[]] * 4, {}, "three letters"),
        (["ccc", "fff"], [[0.5]] * 4, {}, "such as 100"),
        (["ccc"], [[]] * 4, {"pots": [1, 2]}, "one for each word"),
        (["ccc"], [[]] * 4, {"factors": [0.0] * 10}, "positive"),
    ],
)
def test_bad_rules(words: list[str], cuts: list[list[float]], options: dict[str, Any], says: str) -> None:
    with pytest.raises(BotError, match=says):
        native_rule(words, cuts, **options)


def test_what_has_no_native_form() -> None:
    class Mine(Fish):
        def act(self, view: View) -> int:
            return view.fold

    assert Mine().native() is None
    assert make_bot("honest(samples=0)").native() is None
    assert make_bot("mike(samples=0)").native() is None
    assert make_bot("killer").native() is None
    assert play_match([Mine(), "all-in"], 10).bots[0].won.mean == -75
