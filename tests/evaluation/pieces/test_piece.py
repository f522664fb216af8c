"""Pieces: against plain numpy, the whole game, the solver's own exploitability and hands worked out by head."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.card import hand_name, parse_cards
from riverboat.errors import StrategyError
from riverboat.evaluation import evaluate_strategy, exact_piece, fine_menu, judged_piece
from riverboat.evaluation.filled import filled_engine
from riverboat.evaluation.pieces.ranges import played_range
from riverboat.games import Menu, Table, menu_from_table, read_config
from riverboat.games.rules.action import act
from riverboat.solvers import Acting, Solution, always_call, always_fold, game_setup, spot_setup, uniform

RIVER = "c k / k k / k k /"
BOARD = "AsKd7c2h3d"


@cache
def headsup() -> rb.Blueprint:
    opened = rb.open("headsup")
    assert isinstance(opened, rb.Blueprint)
    return opened


# --- by plain numpy -----------------------------------------------------------------------------------------


class Plain:
    """The last street of a blueprint with matrices of all pairs of hands: what it wins, and what a best answer does.

    least: what is played less often is left out, and the likeliest kept.
    """

    def __init__(
        self, blueprint: rb.Blueprint, line: str, board: str, menu: Menu, least: float = 0.0
    ) -> None:
        self.blueprint, self.board, self.menu, self.least = blueprint, board, menu, least
        root = blueprint.at(line, board)
        self.root = root.table
        self.hands = [i for i in range(1326) if not set(cards(i)) & set(parse_cards(board))]
        held = np.array([cards(i) for i in self.hands])
        strength = rb.evaluate_batch(np.hstack([held, np.tile(parse_cards(board), (len(held), 1))]))
        apart = ~(held[:, None, :, None] == held[None, :, None, :]).any(axis=(2, 3))
        self.meet = apart.astype(np.float64)
        self.wins = np.sign(strength[:, None].astype(np.int64) - strength[None, :]) * apart
        self.reach = [self._reach(seat) if least else root.reach(seat)[self.hands] for seat in (0, 1)]
        self.deals = self.reach[0] @ self.meet @ self.reach[1]

    def _reach(self, seat: int) -> np.ndarray:
        """How often each hand of the last board comes there: decision by decision, hand by hand."""
        reach, table = np.ones(len(self.hands)), Table(self.root.game)
        for action in self.root.taken:
            if table.actor == seat:
                shown = self.board[: 2 * sum(table.game.board_cards[: table.round + 1])]
                grid = self.blueprint.grid(tuple(table.taken), shown)
                chosen = [option.action for option in grid.state.options].index(action)
                played = dict(zip(grid.hands, self._left(grid.strategy)[:, chosen], strict=True))
                reach *= [played[hand_name(hand)] for hand in self.hands]
            act(table, action)
        return reach

    def _left(self, rows: np.ndarray) -> np.ndarray:
        left = [[p if p >= self.least or p == max(row) else 0.0 for p in row] for row in rows.tolist()]
        return np.array(left) / np.sum(left, axis=1, keepdims=True)

    def value(self, player: int, *, best: bool) -> float:
        found = self._values(self.root, player, self.reach[1 - player], best)
        return float(self.reach[player] @ found / self.deals)

    def _values(self, table: Table, player: int, other: np.ndarray, best: bool) -> np.ndarray:
        if table.is_over:
            paid = table.put_in
            if len(table.in_hand) == 1:
                won = paid[1 - player] if table.in_hand[0] == player else -paid[player]
                return won * (self.meet @ other)
            return min(paid) * (self.wins @ other)
        choices = self.menu.choices(table)
        played = self._played(table, choices)
        values = []
        for number, action in enumerate(choices):
            after = table.copy()
            act(after, action)
            reach = other if table.actor == player else other * played[:, number]
            values.append(self._values(after, player, reach, best))
        if table.actor != player:
            return np.sum(values, axis=0)
        return np.max(values, axis=0) if best else np.sum(values * played.T, axis=0)

    def _played(self, table: Table, choices: list[int]) -> np.ndarray:
        """What the grid says, hand by hand; after a bet it does not know, the nearest size to one of another pot."""
        grid = self.blueprint.grid(tuple(table.taken), self.board)
        out = np.zeros((len(self.hands), len(choices)))
        for option, played in zip(grid.state.options, self._left(grid.strategy).T, strict=True):
            near = [choice for choice in choices if (choice > 0) == (option.action > 0)]
            out[:, choices.index(min(near, key=lambda choice: abs(choice - option.action)))] += played
        return out


def cards(index: int) -> list[int]:
    return list(parse_cards(hand_name(index)))


@pytest.mark.parametrize(("menu", "least"), [("own", 0.0), ("fine", 0.0), ("own", 0.2)])
def test_river_of_a_blueprint_by_plain_numpy(menu: str, least: float) -> None:
    line = "r2.5 r8.75 c / b33% c / k k /"  # few sizes are left
    acting = Acting("purified", least)
    piece = exact_piece(headsup(), line, BOARD, menu=menu, acting=acting, threads=1)  # type: ignore[arg-type]
    own = read_config("headsup").menu
    plain = Plain(headsup(), line, BOARD, own if menu == "own" else fine_menu(own, headsup().game), least)
    for player in (0, 1):
        value, best = plain.value(player, best=False), plain.value(player, best=True)
        assert piece.evs[player] == pytest.approx(value + plain.root.put_in[player], abs=1e-2)
        assert piece.gains[player] == pytest.approx(best - value, abs=1e-2)  # of 3,000 chips


# --- by the whole game --------------------------------------------------------------------------------------


@cache
def mini() -> Solution:
    """A game small enough to be judged whole, solved badly."""
    return rb.solve("mini-holdem", iterations=3, threads=1)


def test_ranges_decision_by_decision_are_those_that_the_strategy_tells() -> None:
    """With a threshold that leaves nothing out the line is gone again; with none the strategy is asked."""
    everything = Acting("purified", 1e-9)
    for strategy, line, board in ((headsup(), RIVER, BOARD), (mini(), "r2 c /", "AsKdKs")):
        at = strategy.at(line, board)
        for seat in (0, 1):
            told, gone = at.range(seat), played_range(strategy, at, seat, everything)
            np.testing.assert_allclose(
                gone.without(board).weights, told.without(board).weights, atol=1e-6, rtol=0
            )


def test_a_piece_from_the_start_is_the_whole_game() -> None:
    whole = evaluate_strategy("mini-holdem", mini(), threads=1)
    piece = exact_piece(mini(), "", "", threads=1)
    assert piece.gains == pytest.approx(whole.gains, rel=1e-5)
    assert sum(piece.evs) == pytest.approx(piece.pot)


def test_pieces_are_what_the_whole_game_loses_in_them() -> None:
    """What the average loses on a flop after a line is what the piece there gains, times how often it comes."""
    solver = filled_engine(game_setup("mini-holdem"), [mini(), mini()], threads=1)
    tree, number = solver.tree, 40
    board = solver.boards(1)[number]
    piece = exact_piece(mini(), "r2 c /", board, threads=1)
    after = [node for node in range(tree.nodes) if tree.actions_to(node)[:2] == (20, 0)]
    pairs = math.comb(18, 2) * math.comb(16, 2)
    chance = same_flops(board) * meetings("r2 c /", board) / pairs / math.comb(14, 3)
    for player in (0, 1):
        on_flop = solver.losses(player)[1][number]
        lost = on_flop[[node - int(tree.first_node[1]) for node in after]].sum()
        assert lost == pytest.approx(chance * piece.gains[player], rel=1e-4)
    assert min(piece.gains) > 0


def same_flops(board: Sequence[int]) -> int:
    """How many flops are that one in other suits: d, h and s are 1, 2 and 3."""
    return len(
        {
            frozenset(card // 4 * 4 + suits[card % 4 - 1] for card in board)
            for suits in permutations((1, 2, 3))
        }
    )


def meetings(line: str, board: Sequence[int]) -> float:
    """The weight of all pairs of hands that come to a point."""
    at = mini().at(line, board)
    first, second = (at.range(seat).without(board) for seat in (0, 1))
    return sum(
        one * other
        for hand, one in first.hands()
        for against, other in second.hands()
        if not set(parse_cards(hand)) & set(parse_cards(against))
    )


# --- by the solver ------------------------------------------------------------------------------------------


def test_a_solved_turn_is_as_exploitable_as_the_solver_says() -> None:
    solution = rb.solve_spot(
        board="QsJh2h5c",
        oop="AA,QJs,76s,KTs",
        ip="KK,AQs,JTs,98s",
        pot=100,
        stack=150,
        iterations=20,
        threads=1,
    )
    piece = exact_piece(solution, "", "QsJh2h5c", threads=1)
    assert piece.percent == pytest.approx(solution.pot_percent, abs=1e-6)
    assert piece.evs == pytest.approx(solution.evs, abs=1e-4)
    assert 0 < sum(loss.percent for loss in piece.losses) <= sum(piece.percents) * (1 + 1e-9)
    assert exact_piece(solution, "k b50% c / 7d", "QsJh2h5c7d", threads=1).pot == 200


# --- by head ------------------------------------------------------------------------------------------------


def spot(oop: str, ip: str, board: str = "AsAhAdKsKh") -> rb.solvers.GameSetup:
    """Pot 100, 200 behind, half the pot or all of it; nobody raises but all-in."""
    return spot_setup(
        board=board, oop=oop, ip=ip, pot=100, stack=200, sizes="50%", all_in="always"
    ).game_setup()


def test_who_always_folds_loses_what_is_in_the_pot() -> None:
    piece = judged_piece(
        spot("QQ", "JJ"), always_fold, threads=1
    )  # the board plays: checked down it is halved
    assert piece.evs == pytest.approx((50, 50))
    assert piece.percents == pytest.approx((50, 50))
    strong = judged_piece(spot("KdKc", "JJ", "AsAhTd4s4h"), always_fold, threads=1)
    assert strong.evs == pytest.approx((100, 0))
    assert strong.percents == pytest.approx((0, 100))  # only who would lose gains by betting
    assert [(loss.line, loss.position) for loss in strong.losses] == [("k", "IP")]


def test_who_always_calls_pays_the_best_hand_everything() -> None:
    piece = judged_piece(spot("KdKc", "JJ", "AsAhTd4s4h"), always_call, threads=1)
    assert piece.percents == pytest.approx((200, 0))
    assert [(loss.line, loss.percent) for loss in piece.losses] == [("", pytest.approx(200))]
    assert piece.name == "always_call"


@pytest.mark.parametrize("play", [uniform, always_call, always_fold])
@pytest.mark.parametrize("game", ["leduc", "kuhn-4"])
def test_losses_add_up_to_the_gains(game: str, play: object) -> None:
    solver = filled_engine(game_setup(game), [play, play], threads=1)  # type: ignore[list-item]
    accuracy = solver.accuracy()
    for player in (0, 1):
        losses = solver.losses(player)
        assert sum(map(np.sum, losses)) == pytest.approx(accuracy.best[player] - accuracy.values[player])
        assert min(map(np.min, losses)) >= -1e-12
        others = solver.tree.actor != solver.seats[player]
        for number, of_round in enumerate(losses):
            assert not of_round[:, others[solver.tree.round == number]].any()


# --- menus and what is refused ------------------------------------------------------------------------------


def test_the_finer_menu_has_all_of_the_own() -> None:
    config = read_config("headsup")
    fine = fine_menu(config.menu, config.game)
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(150):
        table = Table(config.game)
        while not table.is_over:
            own = config.menu.choices(table)
            if table.round:
                assert set(own) <= set(fine.choices(table)), table
                seen += len(fine.choices(table)) > len(own)
            act(table, int(rng.choice([action for action in own if action >= 0])))
    assert seen > 100


def test_two_players_of_six() -> None:
    sixmax = rb.open("sixmax")
    piece = exact_piece(sixmax, "f f f r2.5 f c / k k / k k /", BOARD, threads=1)
    assert piece.positions == ("BB", "BTN")
    assert piece.pot == 550  # the small blind's is dead
    assert sum(piece.evs) == pytest.approx(piece.pot)
    assert any("folded" in note for note in piece.notes)
    with pytest.raises(StrategyError, match="3 players are in the hand"):
        exact_piece(sixmax, "f f f r2.5 c c / k k k /", "AsKd7c2h")


def test_bad_questions_are_refused() -> None:
    with pytest.raises(StrategyError, match="menu is 'coarse'"):
        exact_piece(headsup(), RIVER, BOARD, menu="coarse")  # type: ignore[arg-type]
    with pytest.raises(StrategyError, match="acting is 'purified'"):
        exact_piece(headsup(), RIVER, BOARD, acting="purified")  # type: ignore[arg-type]
    with pytest.raises(StrategyError, match="two-card hands"):
        exact_piece(rb.solve("leduc", iterations=10), "k k / Ks", "")


def test_menus_that_are_given() -> None:
    sizes = menu_from_table({"every": {"bets": "100%"}, "all_in": "never"})
    small = exact_piece(headsup(), RIVER, BOARD, menu=sizes, threads=1)
    own = exact_piece(headsup(), RIVER, BOARD, threads=1)
    assert small.nodes < own.nodes
    assert small.to_dict()["menu"] == "given"
    assert repr(own).startswith("<Piece of 'headsup' after 'c k / k k / k k /' on AsKd7c2h3d: BB ")
