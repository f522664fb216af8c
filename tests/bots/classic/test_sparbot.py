"""Sparbot's parts: deals that are counted, games over buckets that are solved, and a small build that plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.bots import make_bot
from riverboat.bots.classic import shelf
from riverboat.bots.classic.buckets import StrengthBuckets
from riverboat.bots.classic.chain import BucketChain, ChainSignals
from riverboat.bots.classic.deals import buckets_of, draw_deals
from riverboat.bots.classic.limit import GAME, lines_to_the_flop, part_tree
from riverboat.bots.classic.limit_bot import hand_bucket
from riverboat.bots.classic.parts import PartedStrategy, solve_part
from riverboat.bots.classic.sparbot import sparbot_arrays
from riverboat.cards.card import HAND_CARDS
from riverboat.errors import BotError, FileFormatError, MatchError
from riverboat.games import Table, limit_holdem, nolimit_holdem
from riverboat.games.rules.action import act
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.sequence import solve_form
from riverboat.solvers.sequence.game_form import form_of_signals


@pytest.fixture
def file(small: PartedStrategy, tmp_path: Path) -> Path:
    path = tmp_path / "small.bot"
    shelf.write_arrays(path, sparbot_arrays(small), kind="bot sparbot", version=1, compress=True)
    return path


def test_deals_share_no_card_and_are_ordered_as_the_evaluator_says() -> None:
    deals = next(draw_deals(40, 6, seed=2))
    for first, second, board, order in zip(*deals, strict=True):
        cards = [*first.tolist(), *second.tolist(), *board.tolist()]
        assert len(set(cards)) == 9
        one, other = (rb.evaluate([*hand.tolist(), *board.tolist()]) for hand in (first, second))
        assert order == (one > other) - (one < other)


def test_pairs_are_what_a_plain_count_of_the_same_deals_says(buckets: StrengthBuckets) -> None:
    """One step from a counted start is the joint count itself; who wins is counted too."""
    chain = BucketChain.count(buckets, 50, 8, seed=7)
    seen: Counter[tuple[int, int]] = Counter()
    ahead: Counter[tuple[int, int]] = Counter()
    for deals in draw_deals(50, 8, seed=7):
        before, after = (buckets_of(buckets, deals, street) for street in (0, 1))
        for deal, order in enumerate(deals.order.tolist()):
            ways = [int(before[side][deal] * 2 + after[side][deal]) for side in (0, 1)]
            for one, other, sign in ((*ways, order), (*ways[::-1], -order)):
                seen[one, other] += 1
                ahead[one % 2, other % 2] += sign
    total = sum(seen.values())
    pairs = ChainSignals(part_tree(rounds=2).game, chain, 0, chain.met[0]).pairs(1)
    found = dict(zip(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True), pairs.met, strict=True))
    assert found == pytest.approx({pair: count / total for pair, count in seen.items()})
    won = {
        (a, b): ahead[a, b] / sum(n for (x, y), n in seen.items() if (x % 2, y % 2) == (a, b))
        for a, b in ahead
    }
    assert {pair: chain.won[1][pair] for pair in won} == pytest.approx(won)


def test_a_part_has_the_value_of_its_linear_program(buckets: StrengthBuckets) -> None:
    pytest.importorskip("highspy")
    chain = BucketChain.count(buckets, 50, 8, seed=7)
    tree = part_tree(rounds=2)
    signals = ChainSignals(tree.game, chain, 0, chain.met[0])
    exact = solve_form(form_of_signals(tree, signals, "small"), "lp").value
    part = solve_part(tree, signals, 0.01, threads=1)
    assert part.bounds[0] - 1e-6 <= exact <= part.bounds[1] + 1e-6
    assert part.bounds[1] - part.bounds[0] <= 0.02


def test_seven_lines_come_to_the_flop_and_each_has_a_part(small: PartedStrategy) -> None:
    assert set(small.parts) == {(), *lines_to_the_flop()}
    assert len(small.parts) == 8
    for part in small.parts.values():
        assert 0 <= part.bounds[1] - part.bounds[0] <= 1.0 + 1e-9


def test_all_hands_at_once_are_played_as_each_alone(small: PartedStrategy, buckets: StrengthBuckets) -> None:
    table, board = Table(GAME), (50, 3, 17, 29)
    for action in (20, 0, 0, 10, 0):
        act(table, action)
    hands = np.array([hand for hand in HAND_CARDS[::97] if not set(hand.tolist()) & set(board)], np.uint8)
    options = options_at(table, part_tree().choices(part_tree().walk("r2 c / k b1 c /")))
    rows = small(PublicState(table, board, hands, options))
    for hand, row in zip(hands.tolist(), rows, strict=True):
        held = [hand_bucket(buckets, street, tuple(hand), board) for street in range(3)]
        actions, alone = small.play((1, 0, 0, 1, 0), held)
        assert actions == [option.action for option in options]
        assert alone == pytest.approx(row)
    assert rows.sum(axis=1) == pytest.approx(1)


def test_one_river_hand_is_in_the_bucket_that_many_are_in(buckets: StrengthBuckets) -> None:
    deals = next(draw_deals(30, 4, seed=8))
    whole = buckets.lookup(3, np.hstack([deals.first, deals.boards]))
    alone = [
        hand_bucket(buckets, 3, tuple(hand.tolist()), tuple(board.tolist()))
        for hand, board in zip(deals.first, deals.boards, strict=True)
    ]
    assert whole.tolist() == alone


# --- at the table ------------------------------------------------------------------------------------------------


def test_it_sits_down_at_limit_and_plays_the_same_from_its_file(file: Path) -> None:
    name = f"sparbot(file={file})"
    result = rb.play_match([name, "honest"], 30, duplicate=True, seed=4)
    assert [bot.faults for bot in result.bots] == [{}, {}]
    again = rb.play_match([name, "honest"], 30, game=limit_holdem(), duplicate=True, seed=4)
    assert again.bots[0].won == result.bots[0].won
    league = rb.arena.play_league(["fish", "honest", name], 4, series=2)
    assert league.names[2] == name


def test_other_tables_are_refused(file: Path) -> None:
    name = f"sparbot(file={file})"
    with pytest.raises(
        BotError, match="plays heads-up limit hold'em, not 'nolimit-holdem' with 2 players; leave the game"
    ):
        rb.play_match([name, "fish"], 5, game=nolimit_holdem())
    with pytest.raises(MatchError, match="has its own stacks; leave stack_bb out"):
        rb.play_match([name, "fish"], 5, stack_bb=50)
    with pytest.raises(MatchError, match="there are 3 bots"):
        rb.play_match([name, "fish", "fish"], 5)


def test_what_is_not_built_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "cache"))
    with pytest.raises(
        BotError,
        match=r"sparbot is not built: there is no '.*sparbot\.bot'; run `riverboat bots build sparbot`",
    ):
        make_bot("sparbot")
    with pytest.raises(BotError, match=r"nothing to build for 'sparbott'; did you mean 'sparbot'\?"):
        shelf.build_bot("sparbott")


def test_a_build_is_whole_or_not_there(
    small: PartedStrategy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "cache"))

    def stopped(**_: object) -> PartedStrategy:
        raise KeyboardInterrupt

    for build, left in ((stopped, []), (lambda **_: small, ["sparbot.bot"]), (stopped, ["sparbot.bot"])):
        recipe = shelf.Recipe(build, sparbot_arrays, shelf.sparbot_of, "no time")
        monkeypatch.setitem(shelf.RECIPES, "sparbot", recipe)
        if build is stopped:
            with pytest.raises(KeyboardInterrupt):
                shelf.build_bot("sparbot")
        else:
            assert make_bot_after_build() is not None
        assert [path.name for path in (tmp_path / "cache").iterdir()] == left
    (tmp_path / "cache" / "sparbot.bot").write_bytes(b"nothing of the kind")
    with pytest.raises(FileFormatError):
        make_bot("sparbot")


def make_bot_after_build() -> rb.bots.Bot:
    shelf.build_bot("sparbot")
    return make_bot("sparbot")
