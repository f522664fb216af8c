"""The sampled engine: Monte-Carlo CFR on a betting tree and buckets of cards, for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.base.alone import Alone
from riverboat.base.checks import check_seed, check_threads, whole
from riverboat.base.memory import available_memory, bytes_text, within_memory
from riverboat.base.progress import Progress
from riverboat.cards.range import Range
from riverboat.errors import AbstractionError, SolverError
from riverboat.games.payouts.prizes import Prizes
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import native_rules
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.full_width.engine import Rake
from riverboat.solvers.full_width.ties import Buckets as BucketsOf
from riverboat.solvers.gpu.card import chosen_device, open_card
from riverboat.solvers.gpu.sampled_card import SampledCard, check_rule
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.sampled.under_way import LOCKED, Leaves, UnderWay
from riverboat.solvers.update_rules.sampled_rules import SAMPLINGS, SampledRule, sampled_rule

Floats32 = npt.NDArray[np.float32]

DEALS_AT_ONCE: Final[int] = _core.DEALS_AT_ONCE
"""A run repeats to the bit if it stops at multiples of so many iterations only."""

FEW: Final = 10
"""Visits below which an average is filled up with the current strategy."""

TRAINED: Final = 100
"""Visits from which on an information set counts as trained."""

MET: Final = 5
"""Visits that a hand of public sampling counts as, since it has met all hands of the opponent on its board. Limit
hold'em on 640 river buckets came as far with 1.2 million hands of 1,120 boards as with 7.0 million deals."""

EVERY: Final = slice(None)
"""All buckets of a row."""

_FEW_ROWS: Final = 64
"""Rows that are looked at on the card; who wants more gets the whole table, unless he asks for rows `in_place`."""

_ADVICE: Final = "use fewer buckets, rows='pot-stack' or precision=16"
_NONE: Final = float("-inf")
_ENGINES: Final[dict[int, type[_core.Sampled32] | type[_core.Sampled16]]] = {
    32: _core.Sampled32,
    16: _core.Sampled16,
}
_IN_FLIGHT: Final = 8  # walks of a thread that wait for memory together; more gain nothing
_IN_CACHE: Final = 2**20  # bytes of a table that memory need not be waited for: walks then go one by one


@dataclass(frozen=True)
class Survey:
    """What the table of a sampled solver holds.

    rows, nbytes: rows that were reached and their memory. sets: information sets that were reached. positive_regret:
    the mean over these of the largest positive regret, per iteration, in big blinds. visits: of all cells, weighted as
    their iterations are. trained: the share of visits that fell on cells with at least `TRAINED`.
    """

    rows: int
    nbytes: int
    sets: int
    positive_regret: float
    visits: float
    trained: float


class Sampled:
    """Learns a strategy for all seats of a game from sampled deals.

    tree: any, joined or not, with rows of its own or shared. deals: the buckets of whole deals, `BoardTables` or
    `OrderedTables` for hold'em, `SequenceTables` for small games. rule: a name of `SAMPLED_RULES` or a `SampledRule`.
    precision: 32 bits, or 16, which halves the table and rounds at random. ranges: by seat, the hands it may hold with
    their weights; a seat that has folded before the root has one, too, if its cards matter. against: a strategy that
    stays as it is; its `seats` learn the best answer to it, everybody else plays it (external or public sampling).
    under_way: the cards of a hand that has begun, in place of ranges; leaves: where learning stops (external sampling).
    rake: what the house takes, shared by who wins; "no flop, no drop": nothing where all fold before the first board.
    prizes: what is played for instead of chips, by any number of players. huge_pages: of 2 MiB for the table, faster
    where most of it is reached; None: if all of it fits into memory. device: "cuda" or "cuda:1" walks on a card, some
    hundreds of times as fast as a core (docs/research/gpu.md); "auto" does if there is one that can.

    Many threads share the table without locks (see docs/research/sampled.md why that is sound). One thread and one seed
    make the same numbers every time.

    >>> from riverboat.abstraction import SequenceTables
    >>> from riverboat.games import Menu, build_tree, kuhn
    >>> from riverboat.solvers import RankBuckets
    >>> from riverboat.evaluation import exploitability
    >>> game = kuhn()
    >>> solver = Sampled(build_tree(game, Menu()), SequenceTables.of(RankBuckets(game), game), threads=1)
    >>> solver.run(100_000)
    >>> exploitability(game, solver.strategy(RankBuckets(game))) < 0.01
    True
    """

    def __init__(
        self,
        tree: BettingTree,
        deals: DealTables,
        *,
        rule: str | SampledRule = "mccfr",
        precision: Literal[16, 32] = 32,
        ranges: Sequence[Range | None] = (),
        against: FixedPlay | None = None,
        under_way: UnderWay | None = None,
        leaves: Leaves | None = None,
        rake: Rake | None = None,
        prizes: Prizes | None = None,
        huge_pages: bool | None = None,
        device: str = "cpu",
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.tree, self.deals, self.game = tree, deals, tree.game
        self._alone = Alone("this solver", SolverError)
        self.rule = sampled_rule(rule)
        self.threads = check_threads(threads, SolverError)
        self.rake = rake or Rake()
        self.iterations = 0
        self.node_visits = 0
        self.seed = check_seed(seed, SolverError)
        if precision not in _ENGINES:
            raise SolverError(f"precision is {precision!r}; it is 32 or 16 bits")
        self.precision = precision
        self.device = walking_device(device, self.rule, precision)
        self._card: SampledCard | None = None
        self._looks: int | None = (
            None  # at rows that the card knows more of than the table here; None: it does not
        )
        if self.game.hole_cards > 2:
            raise SolverError(
                f"{self.game.name!r} deals {self.game.hole_cards} hole cards; the sampled engine plays with 1 or 2"
            )
        if self.rule.sampling == "public" and self.game.players != 2:
            raise SolverError(
                f"public chance sampling is for two players, and {self.game.name!r} has {self.game.players}; "
                "'external' is for any number"
            )
        _check_deals(tree, deals)
        counts = [deals.counts[number] for number in range(self.game.rounds)]
        needed = table_bytes(tree, counts, precision)
        self._in_flight = 1 if needed <= _IN_CACHE else _IN_FLIGHT
        huge = needed <= available_memory() if huge_pages is None else huge_pages
        try:
            self._engine = _ENGINES[precision](
                native_rules(self.game),
                tree.native,
                deals.native,
                counts,
                huge,
                self.rake.share,
                self.rake.cap,
            )
        except (MemoryError, ValueError):
            raise SolverError(
                f"the table of {tree!r} has {bytes_text(needed)} of addresses, more than this machine gives; {_ADVICE}"
            ) from None
        self.prizes = prizes
        if prizes is not None:
            if self.device != "cpu" or self.rake.share:
                raise SolverError("prizes are played for on the processor, without rake; leave these out")
            self._engine.set_prizes(*prizes.of(self.game))
        self.ranges = tuple(ranges)
        if self.ranges:
            self._engine.set_ranges(_weights(self.game, self.ranges))
        self.against = against
        if against is not None:
            self._set_against(against)
        if under_way is not None:
            self._set_under_way(under_way)
        if leaves is not None:
            self._set_leaves(leaves)

    def _set_under_way(self, known: UnderWay) -> None:
        root = self.tree.root
        if self.ranges or self.rule.sampling != "external" or self.device != "cpu":
            raise SolverError(
                "a hand under way has ranges of its own and is walked by external sampling on the processor; leave "
                "ranges and device out"
            )
        shown = sum(self.game.board_cards[: root.round + 1])
        if len(known.board) != shown:
            raise SolverError(
                f"the board has {len(known.board)} cards where the tree begins; it has {shown} there"
            )
        board, weights = np.array(known.board, np.uint8), known.checked(self.game, root.in_hand)
        self._engine.set_known(board, weights, known.rest(self.game), list(root.in_hand))

    def _set_leaves(self, leaves: Leaves) -> None:
        root = self.tree.root
        if leaves.play.tree is not self.tree or self.rule.sampling != "external" or self.against is not None:
            raise SolverError(
                "leaves are nodes of the solver's own tree, walked by external sampling, where everybody learns"
            )
        if self.rule.tremble:
            raise SolverError(
                f"tremble is {self.rule.tremble!r}; hands do not tremble where a solver has leaves"
            )
        _check_deals(self.tree, leaves.play.deals)
        seats = sum(1 << seat for seat in root.in_hand)
        self._engine.set_leaves(
            leaves.play.native,
            leaves.numbers(),
            [list(way) for way in leaves.ways],
            seats,
            root.round,
            self.deals.counts[root.round],
        )

    def lock(self, row: int, strategy: npt.NDArray[np.floating]) -> None:
        """Let a row play a strategy, [buckets, choices], whatever is learnt from now on; in 32 bits only."""
        if self.precision != 32:
            raise SolverError(f"the table has {self.precision} bits; rows are locked in 32")
        numbers, choices = self.engine.row(row), self._choices(row)
        if strategy.shape != (len(numbers), choices):
            raise SolverError(
                f"the strategy is {list(strategy.shape)}; row {row} has {[len(numbers), choices]}: buckets and choices"
            )
        numbers[:, :choices] = LOCKED * strategy

    def _set_against(self, fixed: FixedPlay) -> None:
        if fixed.tree is not self.tree:
            raise SolverError(
                f"the strategy that stays has rows for {fixed.tree!r}, not for this {self.tree!r}; make them of the "
                "same tree"
            )
        known = ("external", "public") if fixed.share == 1 else ("external",)
        if self.rule.sampling not in known:
            raise SolverError(
                f"sampling is {self.rule.sampling!r}; who learns against a strategy that stays samples 'external', or "
                "'public' if it is always there"
            )
        _check_deals(self.tree, fixed.deals)
        if fixed.share < 1 and self.device != "cpu":
            raise SolverError(
                f"share is {fixed.share:g}; on a card the others play the strategy that stays always, so use "
                "device='cpu' or share=1"
            )
        self.engine.set_against(fixed.native)

    # --- learning --------------------------------------------------------------------------------------------

    def run(self, iterations: int, *, progress: Progress | None = None) -> None:
        """Go on for so many iterations; in each, every player learns from one deal. progress(done, of these)."""
        count = whole("iterations", iterations, SolverError, example=1_000_000)
        with self._alone, within_memory("training", SolverError, _ADVICE):
            begin, end = self.iterations, self.iterations + count
            while self.iterations < end:
                stop = min(end, self._next_pause())
                self._walk(stop - self.iterations, self.iterations - begin, count, progress)
                self._pause()

    def _walk(self, count: int, before: int, total: int, progress: Progress | None) -> None:
        def tell(done: int, _: int) -> None:
            if progress is not None:
                progress(before + done, total)

        rule, unit = self.rule, self.game.big_blind
        lowest = rule.lowest_regret
        if self.device != "cpu":
            self._walk_on_card(count, tell)
            return
        try:
            done, visits = self.engine.run(
                SAMPLINGS.index(rule.sampling),
                _NONE if lowest is None else lowest * unit,
                _NONE if rule.prune_below is None else rule.prune_below * unit,
                rule.prune_every,
                rule.average == "updates",
                rule.explore,
                rule.trembles(self.game.rounds),
                rule.least_belief,
                self._in_flight,
                self.iterations,
                count,
                self.seed,
                self.threads,
                tell,
            )
        except RuntimeError as problem:
            raise SolverError(
                f"{problem}; widen them, or give None to a seat that may hold anything"
            ) from None
        self.iterations += done
        self.node_visits += visits

    def _walk_on_card(self, count: int, tell: Progress) -> None:
        """The same on the card, which keeps the table until somebody looks."""
        if self._card is None:
            self._card = SampledCard(self, self._engine)
        end = self.iterations + count
        while self.iterations < end:
            self._looks = 0
            done, visits = self._card.run(self.iterations, end - self.iterations)
            self.iterations += done
            self.node_visits += visits
            tell(count - (end - self.iterations), count)

    @property
    def engine(self) -> Any:
        """The native engine, with what the card has learnt."""
        if self._card is not None and self._looks is not None:
            self._card.table.fetch(self._engine)
            self._looks = None
        return self._engine

    def leave_card(self) -> None:
        """Bring what a card has learnt into memory and give its memory back; the next run goes there again."""
        self._engine = self.engine
        self._card = None

    def _next_pause(self) -> int:
        """The next iteration after which something is to be done to the whole table."""
        pauses = [self.iterations + 2**62]
        if self.rule.epoch:
            pauses.append(_next_multiple(self.iterations, self.rule.epoch))
        if self.rule.average == "snapshots":
            pauses.append(_next_multiple(self.iterations, self.rule.snapshot_every))
        return min(pauses)

    def _pause(self) -> None:
        rule = self.rule
        if rule.average == "snapshots" and self.iterations % rule.snapshot_every == 0:
            if self._card is not None:
                self._card.snapshot()
            else:
                self.engine.add_snapshot(1.0, self.iterations, self.threads)
        if rule.epoch and self.iterations % rule.epoch == 0:
            factors = rule.factors(self.iterations // rule.epoch)
            if factors is None:
                return
            if self._card is not None:
                self._card.discount(*factors)
            else:
                self.engine.discount(*factors, self.iterations, self.threads)

    def inherit(self, coarse: Sampled, *, worth: int = 100_000) -> None:
        """Start from the regrets of a coarser solver of the same game and buckets that has learnt already.

        A bet or raise takes the regrets of the coarse one that it stands for, the nearest in the pseudo-harmonic sense.
        All regrets are scaled down as if the coarse run had lasted `worth` iterations: a start, and not a prison.
        """
        if self.game != coarse.game or self.deals.counts != coarse.deals.counts:
            raise SolverError(
                f"{coarse.tree!r} with buckets {coarse.deals.counts} is another game or has other buckets than "
                f"{self.tree!r} with {self.deals.counts}; regrets are taken over between trees of one game"
            )
        if self.precision != coarse.precision:
            raise SolverError(
                f"the tables have {self.precision} and {coarse.precision} bits; use the same for both"
            )
        if not worth > 0:
            raise SolverError(f"worth is {worth!r}; it is a number of iterations above 0, such as 100000")
        if self.iterations:
            raise SolverError(
                f"{self.tree!r} has run for {self.iterations:,} iterations; regrets are taken over before the first"
            )
        root = self.tree.root
        match = _core.match_trees(
            self.tree.native, root, coarse.tree.native, coarse.tree.walk(tuple(root.taken))
        )
        scale = min(1.0, worth / max(coarse.iterations, 1))
        self.engine.inherit(coarse.engine, match, scale, self.threads)

    # --- what was learnt -------------------------------------------------------------------------------------

    @property
    def average(self) -> str:
        """What the averages are made of, in words."""
        return "stochastic updates" if self.rule.average == "updates" else "snapshots"

    def regrets(self, row: int) -> Floats32:
        """Return the regrets of a row: [buckets, choices], in chips."""
        return self._numbers(row)[:, : self._choices(row)]

    def averages(self, row: int) -> Floats32:
        """Return the sums of strategies of a row: [buckets, choices]."""
        choices = self._choices(row)
        return self._numbers(row)[:, choices : 2 * choices]

    def probabilities(self, row: int, cells: slice = EVERY, *, in_place: bool = False) -> Floats32:
        """Return the average strategy of a row: [buckets, choices]; the current one fills it up to `FEW` visits.

        Averages are made where a player comes by his own choice, regrets wherever he could. So a hand that he hardly
        ever brings there, such as the nuts after checking them, has regrets but next to no averages; without this it
        would be folded as often as not.

        cells: some of the buckets. in_place: read a table on a card there, however many rows are asked for. Otherwise
        the first few are read there, and then the whole table comes into memory: right for who wants all of it.
        """
        return average_strategy(self.cells(row, cells, in_place=in_place))

    def current(self, row: int) -> Floats32:
        """Return the strategy that the regrets of a row make, by regret matching: [buckets, choices]."""
        return _matched(self.regrets(row))

    def visits(self, row: int, cells: slice = EVERY, *, in_place: bool = False) -> Floats32:
        """Return how often each bucket of a row was averaged: [buckets], by public sampling `met` times as often.

        cells, in_place: see `probabilities`.
        """
        sums = self.cells(row, cells, in_place=in_place)[:, self._choices(row) :]
        return self.met * line_sums(sums)[:, 0]

    def cells(self, row: int, cells: slice = EVERY, *, in_place: bool = False) -> Floats32:
        """Return a row as it was learnt, regrets and then sums of strategies: [buckets, 2 * choices]."""
        return self._numbers(row, cells, in_place)[:, : 2 * self._choices(row)]

    @property
    def met(self) -> int:
        """What a hand that was averaged counts as in visits: see `MET`."""
        return MET if (self.rule.sampling, self.rule.average) == ("public", "updates") else 1

    def survey(self) -> Survey:
        """Read the whole table: a second or so for gigabytes."""
        if self._card is not None:
            found = self._card.table.survey(TRAINED)
        else:
            found = self.engine.survey(TRAINED / self.met, self.threads)
        rows, nbytes, sets, positive, visits, trained = found
        visits, trained = visits * self.met, trained * self.met
        per = max(sets, 1) * max(self.iterations, 1) * self.game.big_blind
        return Survey(rows, nbytes, sets, positive / per, visits, trained / max(visits, 1e-300))

    def values(
        self, play: FixedPlay, answer: FixedPlay | None = None, *, deals: int = 10_000, seed: int = 0
    ) -> Floats32:
        """Return what everybody wins with each of some deals: float32[deals, seats], in chips.

        All play by `play`, and the seats of `answer` by that; what they draw is exact, only the cards are sampled. The
        same seed has the same deals, so that two of these are compared deal by deal.
        """
        for each in (play, answer or play):
            if each.tree is not self.tree:
                raise SolverError(f"the strategy has rows for {each.tree!r}; make them of {self.tree!r}")
        count = whole("deals", deals, SolverError, least=1, example=10_000)
        answers = None if answer is None else answer.native
        found = self.engine.values(
            play.native, answers, 0, count, check_seed(seed, SolverError), self.threads
        )
        return np.asarray(found, np.float32)

    def strategy(self, buckets: BucketsOf) -> SampledStrategy:
        """Return what was learnt as a `Strategy`. buckets: the abstraction that `deals` was made from."""
        return SampledStrategy(self, buckets)

    def _numbers(self, row: int, cells: slice = EVERY, in_place: bool = False) -> Floats32:
        if self._card is not None and self._looks is not None and (in_place or self._looks < _FEW_ROWS):
            self._looks += not in_place
            return self._card.table.row(row, cells)
        numbers = self.engine.row(row)[cells]
        if self.precision == 32:
            return np.asarray(numbers, np.float32)
        return np.asarray((numbers.astype(np.uint32) << 16).view(np.float32))

    def _choices(self, row: int) -> int:
        return int(self.tree.row_choices[row])


def average_strategy(cells: Floats32) -> Floats32:
    """Return the average strategy of `Sampled.cells`, [buckets, choices]: see `Sampled.probabilities`."""
    regrets, sums = np.split(cells, 2, axis=1)
    missing = np.maximum(0, FEW - line_sums(sums))
    filled = np.asarray(sums + missing * _matched(regrets), np.float32)
    return np.asarray(filled / line_sums(filled))


def _matched(regrets: Floats32) -> Floats32:
    """The strategy of regret matching: [buckets, choices]."""
    positive = np.maximum(regrets, 0)
    total = line_sums(positive)
    alike = np.full_like(positive, 1 / positive.shape[1])
    return np.asarray(np.divide(positive, total, out=alike, where=total > 0))


def line_sums(numbers: Floats32) -> Floats32:
    """Return the sum of each line, [lines, 1]: column by column, for a few ten times as fast as a sum over an axis."""
    total = numbers[:, 0].copy()
    for column in range(1, numbers.shape[1]):
        total += numbers[:, column]
    return total[:, None]


@dataclass(frozen=True, eq=False)
class SampledStrategy:
    """The average strategy of a sampled solver; a `Strategy`."""

    solver: Sampled
    buckets: BucketsOf

    def __call__(self, state: PublicState, /) -> Floats32:
        """Return the probabilities of each hand."""
        tree = self.solver.tree
        if state.game != tree.game:
            raise SolverError(
                f"the strategy of {tree.game.name!r} is asked about {state.game.name!r}; it plays the game it learnt"
            )
        row = int(tree.row[tree.walk(tuple(state.table.taken))])
        found = self.buckets.buckets(state.table.round, state.board, state.hands)
        return self.solver.probabilities(row)[found]


def table_bytes(tree: BettingTree, buckets: Sequence[int], precision: int = 32) -> int:
    """Return the memory of a table of which every row is reached.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> table_bytes(build_tree(leduc(), Menu()), (3, 9))
    7552
    """
    round_of_row = np.zeros(tree.rows, np.int64)
    round_of_row[tree.row] = tree.round
    size = precision // 8
    numbers = 2 * tree.row_choices.astype(np.int64)
    line = 64 // size
    padded = np.where(
        numbers <= line, 2 ** np.ceil(np.log2(numbers)).astype(np.int64), -(-numbers // line) * line
    )
    cells = padded * np.asarray(buckets, np.int64)[round_of_row]
    return int((-(-cells * size // 64) * 64).sum())


def walking_device(device: object, rule: SampledRule, precision: int) -> str:
    """Return "cpu" or the card that walks; raise if it is not there or cannot. "auto" is a card that can, or "cpu".

    >>> walking_device("cpu", SampledRule(), 32)
    'cpu'
    """
    chosen = chosen_device(device)
    if chosen == "cpu":
        return chosen
    try:
        check_rule(rule, precision, chosen)
    except SolverError:
        if device != "auto":
            raise
        return "cpu"
    open_card(chosen)
    return chosen


def _next_multiple(number: int, of: int) -> int:
    return (number // of + 1) * of


def _check_deals(tree: BettingTree, deals: DealTables) -> None:
    game = tree.game
    boards = tuple(np.cumsum(game.board_cards).tolist())
    if (deals.boards, deals.hole_cards, deals.deck) != (boards, game.hole_cards, game.deck):
        raise SolverError(
            f"{deals!r} shows boards of {deals.boards} cards to players with {deals.hole_cards} hole cards; "
            f"{game.name!r} has boards of {boards} and {game.hole_cards} hole cards from a deck of {game.deck.size}"
        )
    try:
        deals.check_values()  # native code writes where a bucket says
    except AbstractionError as problem:
        raise SolverError(f"{deals!r} does not hold together: {problem}") from None


def _weights(game: Game, ranges: Sequence[Range | None]) -> list[list[float]]:
    if game.hole_cards != 2:
        raise SolverError(
            f"ranges are of two cards, and {game.name!r} deals {game.hole_cards}; leave them out"
        )
    if len(ranges) != game.players:
        raise SolverError(
            f"there are {len(ranges)} ranges for {game.players} seats; give one for each, or None"
        )
    found: list[list[float]] = []
    for seat, of_seat in enumerate(ranges):
        if of_seat is None:
            found.append([])
            continue
        most = float(of_seat.weights.max())
        if most <= 0:
            raise SolverError(f"the range of seat {seat} holds no hand")
        found.append((of_seat.weights / most).tolist())
    return found
