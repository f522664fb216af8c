"""What a strong player expects of the strategies that ship, and what their provenance must say."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import WithFlopTable
from riverboat.cards.card import HAND_CARDS, RANKS
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.games import CALL, FOLD, Table, act, nolimit_holdem
from riverboat.strategy import Blueprint, FirstIn, first_in, open_strategy, shipped_strategies
from riverboat.strategy.file.strategy_file import StrategyFile

NAMES = ("sixmax", "headsup")
BANDS = {"UTG": (0.12, 0.22), "HJ": (0.16, 0.27), "CO": (0.22, 0.35), "BTN": (0.35, 0.58)}
LEAST = {"sixmax": 500_000_000}
SHORT = {"headsup": (10, 20, 40, 60), "sixmax": (20,)}
"""Effective stacks in big blinds that have files of their own beside the one of 100."""
DATA = Path(rb.__file__).parent / "data"
SLACK = 0.25  # by how much a better hand may be opened less: both are mixed, and a file has fifteenths
BROADWAYS = "TJQKA"

pytestmark = pytest.mark.skipif(
    not set(NAMES) <= set(shipped_strategies()),
    reason="the trained strategies are not in src/riverboat/data; `make blueprint` makes them",
)


@cache
def opened(name: str) -> Blueprint:
    return open_strategy(name)


@cache
def opening() -> FirstIn:
    return first_in(opened("sixmax"))


def raised(position: str, hand: str) -> float:
    return float(opening().raised(position)[CLASS_NAMES.index(hand)])


def drawn(s: Blueprint, table: Table, rng: random.Random) -> int:
    """What the strategy does with the cards at the table."""
    assert table.actor is not None
    hand = rb.cards.card_names(table.hole_cards[table.actor])
    decision = s.query(hand, tuple(table.taken), tuple(table.board))
    return rng.choices([option.action for option in decision.options], decision.probabilities)[0]


def files() -> list[StrategyFile]:
    return [file for name in NAMES for file in opened(name).files]


def depth(file: StrategyFile) -> float:
    """Its stacks in big blinds."""
    return file.config.game.stacks[0] / file.config.game.big_blind


# --- the files -----------------------------------------------------------------------------------------------


def test_files_are_whole_and_small() -> None:
    assert [len(opened(name).files) for name in NAMES] == [6, 6]
    for name in NAMES:
        opened(name).verify()
    assert sum(path.stat().st_size for path in DATA.iterdir() if path.is_file()) < 30_000_000


def test_provenance_says_that_training_was_long_enough() -> None:
    for file in files():
        assert file.provenance["iterations"] >= LEAST.get(file.config.name, 100_000_000), file
        assert file.provenance["share_visited_100_times"] >= 0.95, file
        assert {"seconds", "threads", "commit", "seed", "config"} <= file.provenance.keys()


def test_games_are_those_that_are_promised() -> None:
    six, two = (opened(name).game for name in NAMES)
    assert (six.players, two.players) == (6, 2)
    assert {stack / game.big_blind for game in (six, two) for stack in game.stacks} == {100}
    assert [len(file.start) for file in opened("sixmax").files] == [0, 0, 1, 2, 3, 4]
    for name, stacks in SHORT.items():
        assert [depth(file) for file in opened(name).files if depth(file) < 100] == list(stacks)
    assert [depth(file) for file in opened("headsup-200").files] == [200]


def test_the_table_of_flops_is_what_the_centroids_say() -> None:
    cards = opened("sixmax").files[0].cards
    assert isinstance(cards, WithFlopTable)
    rng = np.random.default_rng(1)
    deals = np.array([rng.permutation(52)[:5] for _ in range(40)], np.uint8)
    np.testing.assert_array_equal(cards.lookup(1, deals), cards.tyche.lookup(1, deals))


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        ("sixmax", 0, 32127),
        ("sixmax", 1, 4869),
        ("headsup", 0, 40),
        ("headsup", 1, 8),
        ("headsup", 2, 36),
        ("headsup", 3, 28),
        ("headsup", 4, 28),
        ("headsup", 5, 44),
    ],
)
def test_every_line_before_the_flop_is_answered(name: str, number: int, lines: int) -> None:
    s, rng = opened(name), random.Random(1)
    file = s.files[number]
    game = file.config.game
    met, ways = 0, [(Table(game), 0)]
    while ways:
        table, node = ways.pop()
        choices = file.config.menu.choices(table)
        assert file.find(node, table, choices).row >= 0, table.taken
        if rng.random() < 0.005:
            played = s.query("AsKd", line=tuple(table.taken), game=game)
            assert sum(played.probabilities) == pytest.approx(1, abs=1e-5), table.taken
            assert played.at.line.mix.file is file or depth(file) == 100
        met += 1
        for choice, action in enumerate(choices):
            after = table.copy()
            act(after, action)
            if not after.is_over and after.round == 0:
                ways.append((after, file.step(node, choice)))
    assert met == lines


def test_parts_answer_what_follows_their_folds() -> None:
    s = opened("sixmax")
    deep = [file for file in s.files if depth(file) == 100]
    for folds, file in enumerate(deep):
        line = " ".join("f" * folds)
        assert s.query("AsKd", line=line).at.line.mix.file is file
        assert s.query("AsKd", line=f"{line} r2.5").at.line.mix.file is file
    assert s.query("AsKd", line="f f f r3 f c / QsJh2h k").at.line.mix.file is deep[3]


def test_large_opens_are_no_all_ins() -> None:
    """Up to twice the size of the menu; mixed, an open of four big blinds would be an all-in one time in four."""
    s = opened("sixmax")
    for bet in ("r3", "r4"):
        assert [str(one) for one in s.query("AQs", line=bet).translated] == [f"{bet} as r2.5"]
    (larger,) = s.query("AQs", line="r8").translated
    assert [token for token, _ in larger.played_as] == ["r100", "r2.5"]
    (half,) = s.query("AQs", line="r50").translated
    assert dict(half.played_as)["r100"] > 0.9


# --- before the flop -----------------------------------------------------------------------------------------


def test_aces_are_raised_first_in() -> None:
    for position in opening().positions[:-1]:
        assert raised(position, "AA") == pytest.approx(1), position
    small_blind, button = opening(), first_in(opened("headsup"))  # who may limp them
    assert small_blind.raises[-1, 0] + small_blind.calls[-1, 0] == pytest.approx(1)
    assert button.raises[0, 0] + button.calls[0, 0] == pytest.approx(1)


@pytest.mark.parametrize("name", NAMES)
def test_aces_are_never_folded_before_the_flop(name: str) -> None:
    """On the lines that come up: never against one raise, next to never where three or four others hold the aces."""
    s, rng = opened(name), random.Random(1)
    table = Table(s.game)
    folded: dict[bool, list[float]] = {False: [], True: []}  # by whether two raises or more came before
    for seed in range(1000):
        table.restart(seed)
        while not table.is_over and table.round == 0:
            decision = s.query("AsAh", line=tuple(table.taken))
            many = sum(action > CALL for action in table.taken) >= 2
            folded[many].append(decision.probability("f"))
            assert many or folded[many][-1] == 0, decision.state.title
            act(table, drawn(s, table, rng))
    assert len(folded[False]) > 2000
    assert np.mean(folded[True]) < 0.005


def test_opening_frequencies_rise_to_the_button_and_lie_in_the_bands() -> None:
    often = [opening().frequency(position) for position in BANDS]
    assert often == sorted(often)
    for share, (low, high) in zip(often, BANDS.values(), strict=True):
        assert low <= share <= high


def test_trash_is_folded_under_the_gun() -> None:
    for hand in ("72o", "82o", "93o", "J2o", "T3o", "64o", "42o"):
        assert raised("UTG", hand) == 0, hand


def better_and_worse() -> list[tuple[str, str]]:
    """Hands of which the first is opened at least as often, as every strong player agrees."""
    pairs = [2 * rank for rank in reversed(RANKS)]
    aces = [f"A{rank}s" for rank in "KQJT9"]
    wheels = [f"A{rank}s" for rank in "5432"]
    orders = [
        (row[i], row[j])
        for row in (pairs, aces, wheels)
        for i in range(len(row))
        for j in range(i + 1, len(row))
    ]
    hands = [high + low for low, high in combinations(BROADWAYS, 2)]
    for one in hands:
        orders += [(one + "s", one + "o")]
        for other in hands:
            over = all(BROADWAYS.index(a) >= BROADWAYS.index(b) for a, b in zip(one, other, strict=True))
            if over and one != other and (one, other) != ("QT", "JT"):  # JT makes more straights
                orders += [(one + kind, other + kind) for kind in "so"]
    return orders


@pytest.mark.parametrize("position", ["UTG", "HJ", "CO", "BTN"])
def test_better_hands_are_opened_more(position: str) -> None:
    assert ("AQo", "KJo") in better_and_worse()
    wrong = [
        (better, raised(position, better), worse, raised(position, worse))
        for better, worse in better_and_worse()
        if raised(position, better) < raised(position, worse) - SLACK
    ]
    assert not wrong


def roughness(shares: np.ndarray) -> float:
    """The mean rise of the share from a hand to the next lower one, along the rows of the grid, kicker by kicker.

    A range that only falls as kickers do has 0; one drawn at random has 1/6.
    """
    grid = shares.reshape(13, 13)
    rows = [grid[i, i + 1 :] for i in range(13)] + [grid[i + 1 :, i] for i in range(13)] + [np.diag(grid)]
    rises = np.concatenate([np.maximum(0, np.diff(row)) for row in rows])
    return float(rises.mean())


def test_roughness_is_what_it_says() -> None:
    assert roughness(np.random.default_rng(1).random(169)) == pytest.approx(1 / 6, abs=0.03)
    assert roughness((np.arange(169) < 30).astype(float)) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("position", ["UTG", "HJ", "CO", "BTN"])
def test_neighbouring_hands_differ_smoothly(position: str) -> None:
    assert roughness(opening().raised(position)) < 0.03


def test_two_trainings_open_alike() -> None:
    """Within five points, so within one of the fifteenths of a file, 90 % of hands; limps of the small blind count.

    Whether it limps or raises is next to indifferent for many hands, and two trainings differ there.
    """
    other = json.loads(Path(__file__).parents[1].joinpath("golden/sixmax_other_training.json").read_text())
    ours = first_in(open_strategy(opened("sixmax").files[0].path))
    assert list(ours.positions) == other["positions"]
    played = ours.raises + ours.calls
    apart = np.abs(np.round(15 * played) - np.add(other["raises"], other["calls"]))
    for position, far in zip(ours.positions, apart, strict=True):
        assert np.mean(far <= 1) >= 0.9, position


def test_the_big_blind_defends_wider_against_later_openers() -> None:
    s = opened("sixmax")
    defends = []
    for folds in range(4):
        hands = s.grid(" ".join(["f"] * folds + ["r2.5"] + ["f"] * (4 - folds)))
        assert hands.state.position == "BB"
        defends.append(1 - hands.frequencies[[option.action for option in hands.options].index(FOLD)])
    assert all(later > earlier - 0.02 for earlier, later in pairwise(defends))
    assert defends[3] > defends[0] + 0.05


# --- the river -----------------------------------------------------------------------------------------------


def nuts(board: list[int]) -> str | None:
    """The best hand on a board, by the evaluator; none if it does not beat nearly all others alone."""
    hands = HAND_CARDS[~np.isin(HAND_CARDS, board).any(axis=1)]
    strengths = rb.evaluate_batch(np.hstack([hands, np.tile(np.array(board, np.uint8), (len(hands), 1))]))
    best = strengths == strengths.max()
    return None if best.mean() > 0.03 else rb.cards.card_names(hands[int(np.argmax(best))].tolist())


@cache
def river_decisions(name: str) -> list[rb.Decision]:
    """The nuts in every river decision that the strategy meets when it plays with itself."""
    s, rng, found = opened(name), random.Random(7), []
    table = Table(s.game)
    for seed in range(800):
        table.restart(seed)
        while not table.is_over:
            if table.round == 3 and (hand := nuts(table.board)) is not None:
                found.append(s.query(hand, tuple(table.taken), tuple(table.board)))
            act(table, drawn(s, table, rng))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_nuts_is_never_folded_on_the_river(name: str) -> None:
    bet = [
        decision
        for decision in river_decisions(name)
        if FOLD in [option.action for option in decision.options]
    ]
    assert len(bet) > 20
    assert not [d.state.title for d in bet if d.well_trained and d.probability("f") > 0]
    assert np.mean([d.probability("f") for d in bet]) < 0.01  # lines that are rare included


@pytest.mark.parametrize("name", NAMES)
def test_the_nuts_is_rarely_checked_back_on_the_river(name: str) -> None:
    checks = []
    for decision in river_decisions(name):
        after = decision.state.table.copy()
        if after.to_call or all(option.action <= CALL for option in decision.options):
            continue
        act(after, CALL)
        if after.is_over:
            checks.append(decision.probability("k"))
    assert len(checks) > 20
    assert np.mean(checks) < 0.05
    assert np.mean(np.array(checks) > 0.5) < 0.03


# --- strength ------------------------------------------------------------------------------------------------

DEALS = {"fish": 1000, "all-in": 200, "random": 400, "fold": 50}


@pytest.mark.parametrize("opponent", DEALS)
@pytest.mark.parametrize("name", NAMES)
def test_simple_players_lose(name: str, opponent: str) -> None:
    game = opened(name).game
    bots = [f"blueprint:{name}", *[opponent] * (game.players - 1)]
    result = rb.play_match(bots, hands=DEALS[opponent], game=game, duplicate=True, seed=3).bots[0]
    assert result.adjusted.low > 0, result
    assert result.lost_decisions == 0


@pytest.mark.parametrize(
    ("name", "stack"), [(name, stack) for name, stacks in SHORT.items() for stack in stacks]
)
def test_who_always_goes_all_in_loses_at_short_stacks(name: str, stack: float) -> None:
    """As games of 100 big blinds, those of 20 lost to it: shoves were answered as twenty pots."""
    game = nolimit_holdem(opened(name).game.players, stack_bb=stack)
    bots = [f"blueprint:{name}", *["all-in"] * (game.players - 1)]
    result = rb.play_match(bots, hands=12_000 // game.players**2, game=game, duplicate=True, seed=3).bots[0]
    assert result.adjusted.low > 0, result
    assert result.lost_decisions == 0


def test_stacks_between_are_played_as_both_neighbours() -> None:
    def calls(stack: float) -> float:
        return opened("headsup").query("KTo", line="a", stack_bb=stack).probability("c")

    asked = opened("headsup").query("KTo", line="a", stack_bb=28)
    assert asked.assumed[0] == "the effective stack of 28 bb is played as 20 bb (51%) or 40 bb (49%)"
    assert calls(20) != pytest.approx(calls(40), abs=0.1)
    assert calls(28) == pytest.approx(0.51 * calls(20) + 0.49 * calls(40), abs=0.01)
    assert calls(10) == 1
    assert calls(100) < 0.1
