"""Values at all decisions by one walk for each player: as those found from each decision on, in memory and in files."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import riverboat as rb
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.card import Deck, card_names
from riverboat.errors import FileFormatError
from riverboat.games import Menu, build_tree, leduc, rhode_island
from riverboat.solvers import FullWidth, Solution, spot_setup
from riverboat.solvers.full_width.node_values import NO_VALUE, pack, unpack

Floats = npt.NDArray[np.float64]
FLOP = {
    "board": "QsJs2s",
    "oop": "AA,QQ,AsKs,76s",
    "ip": "AQs,KQs,TT",
    "pot": 100,
    "stack": 150,
    "sizes": "75% | a",
}
OLD_FILE = Path(__file__).parent / "turn-version-1.rb"
"""A turn spot, saved in 8 bits by the last release without values."""
OLD_VALUES = (  # what that release answered: the means of both, and by action of one hand
    ("", (88.386722, 11.613277), (36.66567, 37.69872)),
    ("k b50%", (46.034967, 103.965039), (0.0, -47.81734, -49.44419, -61.83704)),
    ("k k / 7d", (88.692182, 11.307818), (108.57365, 106.58388)),
)


def spot(**changes: object) -> FullWidth:
    setup = spot_setup(**{**FLOP, **changes}).game_setup()  # type: ignore[arg-type]
    return setup.solver(precision=64, threads=1)


def island() -> FullWidth:
    """Rhode Island hold'em with five ranks."""
    game = replace(rhode_island(), deck=Deck("TJQKA", "cdhs"))
    return FullWidth(build_tree(game, Menu()), precision=64, threads=1)


def cards_apart() -> FullWidth:
    """Ranges of a few hands, which boards take away whole."""
    return spot(board="QsJs2s5c", oop="AhAd,QhQd", ip="AhKd,7d6d")


def locked() -> FullWidth:
    solver = spot()
    rows = solver.rows(1, 0)
    pure = np.zeros_like(rows)
    pure[-1] = 1
    solver.lock(1, 0, pure, np.arange(rows.shape[1]) % 2 == 0)
    return solver


SOLVERS: dict[str, Callable[[], FullWidth]] = {
    "leduc": lambda: FullWidth(build_tree(leduc(), Menu()), precision=64, threads=1),
    "three streets": island,
    "flop": spot,
    "flop, suits alike": lambda: spot(board="Qs7h2c", oop="AA,JTs", ip="KK,98s"),
    "raked": lambda: spot(rake=0.05, rake_cap=4),
    "locked": locked,
    "turn": lambda: spot(board="QsJs2s5c"),
    "cards apart": cards_apart,
}


def reaches(solver: FullWidth, node: int, board: int) -> list[Floats]:
    """The reach of both players' classes at a node: their weights, and what they play on the way."""
    tree, game = solver.tree, solver.game
    steps = list[tuple[int, int]]()
    at = node
    while at:
        before = int(np.flatnonzero(tree.child == at)[0])
        at = int(np.searchsorted(tree.first_choice, before, side="right")) - 1
        steps.append((at, before - int(tree.first_choice[at])))
    number = int(tree.round[node])
    path = {number: board}  # the boards on the way
    for later in range(number, int(game.first_round), -1):
        parents = range(len(game.boards(later - 1)))
        path[later - 1] = next(p for p in parents if path[later] in game.children(later - 1, p))
    found = []
    for player in (0, 1):
        by_cards = {
            tuple(hand): weight
            for hand, weight in zip(
                solver.hands[player].cards.tolist(), solver.hands[player].weights, strict=True
            )
        }
        for step, choice in steps:
            if solver.player_at(step) == player:
                there = int(tree.round[step])
                _, _, cards, class_of = game.board_hands(there, path[there], player)
                played = solver.rows(step, path[there])[choice][class_of]
                for hand, share in zip(map(tuple, cards.tolist()), played, strict=True):
                    by_cards[hand] *= share
        first, _, cards, class_of = game.board_hands(number, board, player)
        reach = np.zeros(len(first))
        for hand, of in zip(map(tuple, cards.tolist()), class_of, strict=True):
            reach[of] = by_cards[hand]
        found.append(reach)
    return found


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("threads", [1, 2])
def test_one_walk_finds_what_a_walk_from_each_node_finds(name: str, threads: int) -> None:
    solver = SOLVERS[name]()
    solver.threads = threads
    solver.run(8)
    values = solver.node_values()
    rounds = solver.tree.game.rounds
    assert values.rounds == tuple(range(int(solver.game.first_round), rounds - 1))
    rng = np.random.default_rng(1)
    nodes = np.flatnonzero(solver.tree.round < rounds - 1)
    for node in rng.permutation(nodes)[:60].tolist():
        boards = len(solver.boards(int(solver.tree.round[node])))
        board = int(rng.integers(boards))
        reach = reaches(solver, node, board)
        acting, other = values.rows(node, board)
        actor = solver.player_at(node)
        expected = solver.values_at(actor, board, node, reach[1 - actor])
        np.testing.assert_allclose(acting, expected, rtol=1e-9, atol=1e-9)
        expected = solver.values_at(1 - actor, board, node, reach[actor])
        np.testing.assert_allclose(other, expected[0], rtol=1e-9, atol=1e-9)


def test_an_action_is_worth_what_playing_it_always_is() -> None:
    """The way of old: each action locked in turn."""
    solver = spot()
    solver.run(8)
    for node, board in ((0, 0), (2, 0), (int(solver.tree.first_node[2]), 7)):
        actor = solver.player_at(node)
        reach = reaches(solver, node, board)[1 - actor]
        found = solver.values_at(actor, board, node, reach)
        for action in range(len(found)):
            pure = np.zeros_like(found)
            pure[action] = 1
            solver.lock(node, board, pure)
            again = solver.values_at(actor, board, node, reach)
            solver.unlock(node, board)
            np.testing.assert_allclose((again * pure).sum(axis=0), found[action], rtol=1e-12)


def test_the_root_is_worth_what_the_solver_says() -> None:
    solver = spot()
    solver.run(8)
    acting, other = solver.node_values().rows(0, 0)
    mixed = (acting * solver.rows(0, 0)).sum(axis=0)
    for player, by_class in ((0, mixed), (1, other)):
        _, _, cards, class_of = solver.game.board_hands(0, 0, player)
        found = dict(zip(map(tuple, cards.tolist()), by_class[class_of], strict=True))
        hands = map(tuple, solver.hands[player].cards.tolist())
        np.testing.assert_allclose([found[hand] for hand in hands], solver.hand_values(player), rtol=1e-10)


def test_a_card_may_take_away_all_that_a_player_holds() -> None:
    solution = rb.solve_spot(board="QsJs2s5c", oop="AhAd", ip="KhKd,7d6d", pot=100, stack=150, iterations=20)
    node = solution.grid("k k / Ah")
    assert node.hands == ()
    assert node.strategy.shape == node.action_evs.shape == (0, len(node.actions))
    other = solution.grid("k k / Ah k")
    assert other.hands == ("7d6d", "KhKd")
    assert np.isnan(other.ev).all()
    assert np.isnan(other.action_evs).all()
    assert np.isnan(other.equity).all()


def test_values_are_of_the_strategies_of_the_moment() -> None:
    solver = spot()
    solver.run(3)

    def root() -> list[float]:
        return solver.node_values().rows(0, 0)[1].tolist()

    before, kept = root(), solver.node_values()
    assert solver.node_values() is kept
    solver.run(3)
    later = root()
    assert later != before
    rows = solver.rows(0, 0)
    pure = np.zeros_like(rows)
    pure[0] = 1
    solver.lock(0, 0, pure)
    assert root() != later
    solver.unlock(0, 0)
    assert root() == later
    solver.set_rows(0, 0, pure)
    assert root() != later


def _run(solution: Solution) -> None:
    solution.solver.run(50)


def _set(solution: Solution) -> None:
    rows = solution.solver.rows(1, 0)
    solution.solver.set_rows(1, 0, np.eye(len(rows))[[-1] * rows.shape[1]].T)


def _lock(solution: Solution) -> None:
    rows = solution.solver.rows(1, 0)
    solution.solver.lock(1, 0, np.eye(len(rows))[[-1] * rows.shape[1]].T)


def _write(solution: Solution) -> None:
    solution.solver.table("averages", 1)[:-1] = 0


@pytest.mark.parametrize("board", ["QsJh2h5c", "QsJh2h5c9d"])
@pytest.mark.parametrize("change", [_run, _set, _lock, _write])
def test_evs_of_every_street_follow_the_solver(board: str, change: Callable[[Solution], None]) -> None:
    solution = rb.solve_spot(
        board=board, oop="QQ,JJ,AKs", ip="TT,99,KQs", pot=100, stack=300, iterations=3, threads=1
    )
    before, first = solution.grid("k").ev, solution.solver.changes
    change(solution)
    after = solution.grid("k").ev
    assert solution.solver.changes > first
    assert np.nanmax(np.abs(after - before)) > 0.1
    fresh = replace(solution)  # with a memory of its own
    np.testing.assert_allclose(after, fresh.grid("k").ev, rtol=1e-12)


def test_values_are_remembered_after_a_solve_and_not_at_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    walks = list[FullWidth]()
    evaluate = FullWidth._evaluate

    def count(solver: FullWidth) -> object:
        walks.append(solver)
        return evaluate(solver)

    monkeypatch.setattr(FullWidth, "_evaluate", count)
    solution = rb.solve_spot(**FLOP, rake=0.05, iterations=4, looks_every=1, threads=1)  # type: ignore[arg-type]
    assert len(walks) == 1  # looks do not ask for values
    for line in LINES[:6]:
        assert len(solution.grid(line).ev)
    assert solution.solver.accuracy() == solution.accuracy
    assert len(walks) == 1


# --- files ---------------------------------------------------------------------------------------------------


def test_packed_values() -> None:
    rng = np.random.default_rng(2)
    lengths = np.array([5, 0, 1, 300, 2, 0])
    values = 1000 * rng.standard_normal(lengths.sum())
    values[2] = values[7] = values[-1] = values[-2] = np.nan
    codes, scales = pack(values, lengths)
    again = unpack(codes, scales, lengths)
    np.testing.assert_array_equal(np.isnan(again), np.isnan(values))
    spans = np.repeat((scales[:, 1] * (NO_VALUE - 1)).astype(np.float64), lengths)
    assert np.nanmax(np.abs(again - values) - (spans / 131_000 + 1e-4)) <= 0  # 32-bit scales
    assert again[5] == pytest.approx(values[5], rel=1e-6)


@pytest.fixture(scope="module")
def flop() -> Solution:
    return rb.solve_spot(**FLOP, iterations=60, threads=1)  # type: ignore[arg-type]


LINES = (
    "",
    "k",
    "k b75%",
    "k b75% c / 7d",
    "k b75% c / 7d k",
    "k k / As k",
    "k k / As k k / 2c",
    "b75% c / 3s k k / 3h k",
)


def test_a_file_has_the_values(flop: Solution, tmp_path: Path) -> None:
    flop.save(tmp_path / "s")
    read = rb.open(tmp_path / "s")
    for line in LINES:
        one, other = flop.grid(line), read.grid(line)
        error = 1e-4 if one.street != "river" else 0.01  # there they are of the rounded strategies
        near = one.reach > 1e-3
        np.testing.assert_allclose(
            other.action_evs[near], one.action_evs[near], atol=error * one.pot, equal_nan=True
        )
        for player in (0, 1):
            near = one.players[player].reach > 1e-3
            np.testing.assert_allclose(
                other.players[player].ev[near], one.players[player].ev[near], atol=error * one.pot
            )
    file = ArrayFile(tmp_path / "s", kind="solution", max_version=2)
    names = list(file._entries)
    assert names.index("strategy_2") < names.index("values_0")  # strategies first
    read.save(tmp_path / "again")  # what a file has is written again
    again = rb.open(tmp_path / "again")
    for line in LINES[:6]:
        np.testing.assert_allclose(again.grid(line).ev, read.grid(line).ev, atol=0.01)


@pytest.mark.parametrize(("drop", "kept"), [("river", 6), ("turn", 3)])
def test_nodes_that_a_file_keeps_have_values_without_a_solve(
    flop: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drop: str, kept: int
) -> None:
    flop.save(tmp_path / "s", drop=drop)
    expected = {line: [player.mean_ev for player in flop.grid(line).players] for line in LINES[:kept]}

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a street was solved again")

    monkeypatch.setattr("riverboat.solvers.solutions.point.solve_street", refuse)
    read = rb.open(tmp_path / "s")
    monkeypatch.setattr(FullWidth, "engine", property(refuse))  # not even its tables are made
    for line in LINES[:kept]:
        other = read.grid(line)
        assert other.action_evs.shape == other.strategy.shape
        for player in (0, 1):
            close = pytest.approx(expected[line][player], abs=0.01 * other.pot)
            assert other.players[player].mean_ev == close
    with pytest.raises(AssertionError, match="solved again"):
        read.grid(LINES[kept])


def test_files_of_version_1_find_their_values(tmp_path: Path) -> None:
    old = rb.open(OLD_FILE)
    assert old.file_policy is not None
    assert not old.file_policy.valued
    for line, evs, fourth in OLD_VALUES:
        node = old.grid(line)
        np.testing.assert_allclose([player.mean_ev for player in node.players], evs, atol=1e-4)
        np.testing.assert_allclose(node.action_evs[3], fourth, atol=1e-4)
    old.save(tmp_path / "s")  # now with values
    again = rb.open(tmp_path / "s")
    assert again.file_policy is not None
    assert again.file_policy.valued == (0,)
    np.testing.assert_allclose(again.grid("k").action_evs, old.grid("k").action_evs, atol=0.01)
    old.save(tmp_path / "small", drop="river")
    small = rb.open(tmp_path / "small")
    assert small.grid().players[0].mean_ev == pytest.approx(old.grid().players[0].mean_ev, abs=0.01)


def test_a_file_of_version_1_may_be_asked_about_rivers_first(tmp_path: Path) -> None:
    """The first block of the rivers is filled alone then, and the others when the root is asked for."""
    old = rb.open(OLD_FILE)
    for card in Deck("23456789TJQKA", "cdhs").cards:
        if (name := card_names([card])) not in ("Qs", "Jh", "2h", "5c"):
            assert len(old.grid(f"k k / {name}").ev)
    line, evs, _ = OLD_VALUES[0]
    np.testing.assert_allclose([player.mean_ev for player in old.grid(line).players], evs, atol=1e-4)
    old.save(tmp_path / "s")
    again = rb.open(tmp_path / "s").grid(line)
    np.testing.assert_allclose([player.mean_ev for player in again.players], evs, atol=1e-3)


def test_a_file_of_version_1_stays_what_it_is_when_its_solver_runs() -> None:
    old = rb.open(OLD_FILE)
    before = old.grid("k k / 7d").ev
    old.solver.run(5)
    np.testing.assert_allclose(old.grid("k k / 7d").ev, before)
    line, evs, _ = OLD_VALUES[0]
    np.testing.assert_allclose([player.mean_ev for player in old.grid(line).players], evs, atol=1e-4)


def test_files_of_version_1_without_rivers_solve_them_for_values(tmp_path: Path) -> None:
    file = ArrayFile(OLD_FILE, kind="solution", max_version=1)
    arrays = {name: np.array(file[name]) for name in ("strategy_0", "looks")}
    write_arrays(tmp_path / "s", arrays, kind="solution", version=1, metadata=file.metadata)
    read = rb.open(tmp_path / "s")
    assert read.grid().players[0].mean_ev == pytest.approx(OLD_VALUES[0][1][0], abs=1)
    read.save(tmp_path / "again", drop="river")  # it has no values to write
    again = rb.open(tmp_path / "again")
    assert again.file_policy is not None
    assert again.file_policy.valued == ()


def test_damage_is_told_when_it_is_read(flop: Solution, tmp_path: Path) -> None:
    path = tmp_path / "s"
    flop.save(path)
    whole = path.read_bytes()
    file = ArrayFile(path, kind="solution", max_version=2)
    for name, ask in (
        ("strategy_0", lambda s: s.grid()),
        ("strategy_2", lambda s: s.grid("k k / As k k / 2c")),
        ("strategy_2_sums", lambda s: s.grid("k k / As k k / 2c")),
        ("values_1", lambda s: s.grid("k k / As").ev),
        ("values_1_scales", lambda s: s.grid("k k / As").ev),
    ):
        entry = file._entries[name]
        data = bytearray(whole)
        for place in range(file._start + entry.begin, file._start + entry.end):
            data[place] ^= 1
        path.write_bytes(data)
        read = rb.open(path)
        with pytest.raises(FileFormatError, match="damaged: its checksum does not match"):
            ask(read)
        path.write_bytes(whole)
    assert rb.open(path, verify=True).grid("k k / As k k / 2c").ev.shape


def test_several_threads_ask_one_solution(flop: Solution, tmp_path: Path) -> None:
    flop.save(tmp_path / "s")
    read = rb.open(tmp_path / "s")
    expected = {line: read.grid(line).action_evs for line in LINES}
    fresh = rb.open(tmp_path / "s")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda line: fresh.grid(line).action_evs, LINES * 4))
    for line, values in zip(LINES * 4, found, strict=True):
        np.testing.assert_array_equal(values, expected[line])
