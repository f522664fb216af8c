"""What is solved: a betting tree, the board and the ranges where it begins, and the rake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import instance, shown
from riverboat.base.configs import is_config_text
from riverboat.base.memory import bytes_text
from riverboat.base.toml_text import toml_table, toml_text
from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError, GameError, RangeError, SolverError
from riverboat.games.payouts.prizes import Prizes
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import shipped_games
from riverboat.games.rules.presets import PRESETS, preset
from riverboat.games.rules.private_hands import CardWeights, private_hands
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import (
    NEVER,
    TreeConfig,
    config_from_table,
    config_of,
    config_table,
    read_game_or_config,
    shipped_configs,
)
from riverboat.games.trees.joined_rows import with_joined_rows
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.games.trees.tree_count import count_within
from riverboat.solvers.full_width.checked import both_hands
from riverboat.solvers.full_width.engine import FullWidth, Precision, Rake
from riverboat.solvers.full_width.gates import Gate
from riverboat.solvers.full_width.locks import FoundLocks, Lock, LockLike, read_locks
from riverboat.solvers.full_width.prepared_game import least_cells_an_action
from riverboat.solvers.full_width.ties import TiesLike
from riverboat.solvers.full_width.value_leaves import ValueLeaves
from riverboat.solvers.gpu.card import chosen_device, free_memory
from riverboat.solvers.update_rules.rules import GAME_RULE, SPOT_RULE, UpdateRule

_FEWEST_BITS: Final = 16  # of a number in a table

GameLike: TypeAlias = "Game | TreeConfig | str"
RangeLike: TypeAlias = "Range | CardWeights | str | None"
Held: TypeAlias = "Range | CardWeights | None"


@dataclass(frozen=True)
class GameSetup:
    """All that decides what is solved.

    config: the game, its menu and where the tree begins. board: the cards on the table there. ranges: of the two
    players in order of seats; None is every hand, and in games of one hole card a tuple has 52 weights by card. locks:
    strategies that are fixed; where two meet, the later holds. prizes: what is played for, if not chips.

    >>> game_setup("leduc").tree
    <BettingTree 'leduc': 36 nodes, 21 ends, 36 rows>
    """

    config: TreeConfig
    board: str = ""
    ranges: tuple[Held, Held] = (None, None)
    rake: Rake = field(default_factory=Rake)
    locks: tuple[Lock, ...] = ()
    prizes: Prizes | None = None

    @property
    def is_zero_sum(self) -> bool:
        """Whether one wins what the other loses: not with rake, and not for prizes, which others have a share of."""
        return not self.rake.share and self.prizes is None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.config.game

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree, built when first asked for; nothing in it is joined."""
        config = self.config
        return build_tree(config if config.joined_from == NEVER else replace(config, joined_from=NEVER))

    @cached_property
    def tied_tree(self) -> BettingTree:
        """The same tree for ties: histories that the config joins share the rows of a strategy, not the node."""
        return self.tree if self.config.joined_from == NEVER else with_joined_rows(self.tree, self.config)

    @property
    def is_spot(self) -> bool:
        """Whether it begins with cards on the board, as spots do, and not before the first."""
        return bool(self.board)

    @property
    def default_rule(self) -> str:
        """The update rule if none is asked for."""
        return SPOT_RULE if self.is_spot else GAME_RULE

    @property
    def default_precision(self) -> Precision | None:
        """The bits of a number if nobody asks for some: 32 in spots; None, which is 64 for small tables, in games."""
        return 32 if self.is_spot else None

    def solver(
        self,
        rule: str | UpdateRule | None = None,
        precision: Precision | None = None,
        threads: int | None = None,
        ties: TiesLike | None = None,
        device: str = "cpu",
        gate: Gate | None = None,
        leaves: ValueLeaves | None = None,
    ) -> FullWidth:
        """Return an engine for it that has not begun; its locks are on.

        ties, gate, leaves, device: see `FullWidth`; with ties what the config joins is played alike, and what it does
        is judged without.
        """
        if precision is not None and precision not in (16, 32, 64):
            raise SolverError(f"precision is {shown(precision)}; it is 64, 32 or 16 bits")
        if leaves is None:
            self._check_size(precision, ties is not None, device)
        found = self.found_locks if self.locks else None
        solver = FullWidth(
            self.tree if ties is None else self.tied_tree,
            board=self.board,
            ranges=self.ranges,
            rule=self.default_rule if rule is None else rule,
            precision=self.default_precision if precision is None else precision,
            rake=self.rake,
            prizes=self.prizes,
            threads=threads,
            renamings=found.renamings if found else (),
            ties=ties,
            gate=gate,
            leaves=leaves,
            device=device,
        )
        if found is not None:
            found.put_on(solver)
        return solver

    def _check_size(self, precision: Precision | None, tied: bool, device: str) -> None:
        """Raise before the tree is built if it is known that tables of even 16 bits do not fit."""
        if tied or "tree" in self.__dict__:
            return
        board, root = list(parse_cards(self.board)), self.root
        free, where = free_memory(device if device == "auto" else chosen_device(device))
        hands = [
            private_hands(self.game, board, held, f"seat {seat}")
            for held, seat in zip(self.ranges, root.in_hand, strict=False)
        ]
        cells = least_cells_an_action(self.game, root.round, board, min(map(len, hands)))
        action_bytes = [count * 2 * (precision or _FEWEST_BITS) / 8 for count in cells]
        config = replace(self.config, joined_from=NEVER)
        fewer_bits = ", or precision=16" if precision in (32, 64) else ""
        if count_within(config, free, action_bytes, root=root, situations=0) is None:
            raise SolverError(
                f"the tables of {self.config.name!r} need more than the {bytes_text(free)} that are free{where}; use "
                f"fewer sizes or raises, smaller ranges, less deep stacks or a later street{fewer_bits}"
            )

    @cached_property
    def found_locks(self) -> FoundLocks:
        """The locks in the tree."""
        board = list(parse_cards(self.board))
        return FoundLocks(self.tree, board, both_hands(self.tree, board, self.ranges), self.locks)

    @cached_property
    def root(self) -> Table:
        """A table where the tree begins; do not play on it."""
        return self.config.root()

    @property
    def pot(self) -> int:
        """Chips in the pot where the tree begins."""
        return sum(self.root.put_in)

    @property
    def mbb_unit(self) -> int | None:
        """The big blind in chips, if it is more than one, so that results can be told in thousandths of it."""
        unit = self.game.big_blind
        return unit if unit > 1 else None

    def to_toml(self) -> str:
        """Return everything as TOML; `GameSetup.from_toml` gives the same setup back."""
        ranges = [_range_text(held, self.game) for held in self.ranges]
        table = {
            "board": self.board,
            "ranges": [] if self.ranges == (None, None) else ranges,
            **({"locks": [lock.to_toml() for lock in self.locks]} if self.locks else {}),
            "rake": {"share": float(self.rake.share), "cap": float(self.rake.cap)},
            **({} if self.prizes is None else {"prizes": self.prizes.to_table()}),
            "tree": config_table(self.config),
        }
        return toml_text(table)

    @classmethod
    def from_toml(cls, text: str) -> GameSetup:
        """Read what `to_toml` wrote.

        >>> setup = game_setup("leduc")
        >>> GameSetup.from_toml(setup.to_toml()) == setup
        True
        """
        table = toml_table(text, "the setup", FileFormatError, example="[tree]")
        texts = table["ranges"]
        ranges = (_range(texts[0]), _range(texts[1])) if texts else (None, None)
        locks = tuple(Lock.from_toml(lock) for lock in table.get("locks", ()))
        prizes = Prizes.from_table(table["prizes"]) if "prizes" in table else None
        config, rake = config_from_table(table["tree"]), Rake(**table["rake"])
        return cls(config, table["board"], ranges, rake, locks, prizes)


def _range_text(held: Held, game: Game) -> str:
    if game.hole_cards == 1:
        return " ".join(map(repr, held if isinstance(held, tuple) else (1.0,) * 52))
    return "random" if held is None else str(held)


def _range(text: str) -> Held:
    if text.count(" ") == 51:
        return tuple(map(float, text.split()))
    return Range(text)


def game_setup(
    game: GameLike,
    menu: Menu | None = None,
    *,
    board: CardsLike = "",
    ranges: Sequence[RangeLike] = (None, None),
    rake: Rake | None = None,
    locks: Sequence[LockLike] = (),
    prizes: Prizes | None = None,
) -> GameSetup:
    """Return the setup of a game: a `Game`, a config, or the name or the TOML file of either.

    menu: for no-limit games; a config has its own. locks: see `Lock`. prizes: what is played for, if not chips.

    >>> game_setup("kuhn").pot, game_setup("tyche-2").config.start
    (2, 'f f f f')
    """
    instance("ranges", ranges, Sequence, RangeError, example="('AA,KK', 'random')")
    if len(ranges) != 2:
        raise RangeError(f"there are {len(ranges)} ranges; give two, one for each player")
    held = [Range(given) if isinstance(given, str) else given for given in ranges]
    return GameSetup(
        config_of(_named(game) if isinstance(game, str) else game, menu),
        card_names(parse_cards(board)),
        (held[0], held[1]),
        rake or Rake(),
        read_locks(locks),
        prizes,
    )


def _named(name: str) -> Game | TreeConfig:
    if name in PRESETS:
        return preset(name)
    known = (*PRESETS, *shipped_games(), *shipped_configs())
    if name not in known and not name.endswith(".toml") and not is_config_text(name):
        raise GameError(
            f"{name!r} is not a game; there are {', '.join(known)}, and .toml files{did_you_mean(name, known)}"
        )
    return read_game_or_config(name)
