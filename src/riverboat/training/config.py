"""Configs of training runs in TOML: which tree, which buckets, which rule, and for how long."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from itertools import accumulate
from operator import mul
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from riverboat.abstraction.boards.board_kinds import check_kinds
from riverboat.abstraction.config import AbstractionConfig, AnyConfig, read_abstraction_config
from riverboat.abstraction.gs.config import GS2Config
from riverboat.abstraction.methods.method import Method, Rule, Street
from riverboat.abstraction.tables.sequence_tables import check_places
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.base.checks import check_keys, flag, is_number, number, whole
from riverboat.base.configs import config_names, find_config, is_config_text
from riverboat.base.streets import STREETS
from riverboat.base.toml_text import toml_table, toml_text
from riverboat.cards.card import FULL_DECK
from riverboat.errors import AbstractionError, SolverError
from riverboat.games.trees.config import TreeConfig, config_table, read_config
from riverboat.games.trees.plan import lossless_buckets
from riverboat.solvers.full_width.engine import Rake
from riverboat.solvers.update_rules.sampled_rule_table import read_rule, rule_table
from riverboat.solvers.update_rules.sampled_rules import SampledRule

LOSSLESS: Final = "lossless"
_MOST: Final = 2**62 - 1  # iterations; native code counts them in 64 bits
_HOLDEM_BOARDS: Final = (0, 3, 4, 5)
_KEYS: Final = (
    "name", "tree", "abstraction", "boards", "remember", "rule", "iterations", "seed", "precision", "coarse", "worth",
    "checkpoint_minutes", "rake", "watch",
)  # fmt: skip
_DECIDING: Final = ("tree", "abstraction", "boards", "remember", "rule", "seed", "precision", "rake")
_RAKE: Final = ("share", "cap_bb")

AbstractionChoice: TypeAlias = AnyConfig | Literal["lossless"]


@dataclass(frozen=True)
class WatchHand:
    """A hand whose strategy is shown while a run goes on: hole cards, a board, and the line that leads to it."""

    hand: str
    board: str = ""
    line: str = ""


@dataclass(frozen=True)
class RakeBB:
    """What the house takes of a pot once there was a flop: a share, and at most so many big blinds; 0 for no cap."""

    share: float = 0.0
    cap_bb: float = 0.0

    def __post_init__(self) -> None:
        if not is_number(self.share) or not 0 <= self.share < 1:
            raise SolverError(
                f"the rake's share is {self.share!r}; it is a part of the pot from 0 to below 1, such as 0.05"
            )
        number("the rake's cap_bb", self.cap_bb, SolverError, least=0, example=3, kind="big blinds")

    def chips(self, big_blind: int) -> Rake:
        """Return the same with its cap in chips."""
        return Rake(self.share, self.cap_bb * big_blind)


@dataclass(frozen=True)
class TrainingConfig:
    """Everything that decides a training run.

    abstraction: a config of buckets of hold'em, or "lossless", all hands up to a renaming of suits, for small games.
    boards: how many kinds of flops, turns and rivers there are; every kind has all the buckets of the abstraction for
    itself, such as [20, 20, 20] (see `WithBoards`). None: all boards are of one kind.
    remember: a hand is told by its buckets on all streets so far, not on this one alone.
    iterations: where the run ends. precision: 32 bits a number, or 16. coarse: the name of a run of the whole game
    whose ranges and regrets this one starts from, as if it had lasted `worth` iterations (see `refine`); "" for none.
    worth 0 takes its ranges alone, and then its buckets may be others.
    checkpoint_minutes: time between checkpoints; 0 for none, not even at the end: what was learnt is then asked of the
    run itself (`strategy_of`) and lost with it. rake: what the house takes (see `Sampled`), its cap in big blinds here
    and in TOML: `rake = { share = 0.05, cap_bb = 3 }`.

    >>> config = read_training_config("leduc")
    >>> config.tree.game.name, config.abstraction, config.buckets, config.rule.epoch
    ('leduc', 'lossless', (3, 15), 50000)
    """

    name: str
    tree: TreeConfig
    abstraction: AbstractionChoice
    rule: SampledRule
    iterations: int
    remember: bool = False
    boards: tuple[int, ...] = ()
    seed: int = 0
    precision: Literal[16, 32] = 32
    coarse: str = ""
    worth: int = 100_000
    checkpoint_minutes: float = 5.0
    rake: RakeBB = field(default_factory=lambda: RakeBB())
    watch: tuple[WatchHand, ...] = ()

    def __post_init__(self) -> None:
        whole("iterations", self.iterations, SolverError, least=1, most=_MOST, example=100_000_000)
        whole("seed", self.seed, SolverError, most=2**63 - 1, example=1)
        if self.precision not in (16, 32):
            raise SolverError(f"precision is {self.precision!r}; it is 32 or 16 bits")
        if not isinstance(self.coarse, str) or Path(self.coarse).name != self.coarse:
            raise SolverError(
                f"coarse is {self.coarse!r}; it is the name of a run beside this one, such as 'sixmax'"
            )
        whole("worth", self.worth, SolverError, most=_MOST, example=100_000)
        number("checkpoint_minutes", self.checkpoint_minutes, SolverError, least=0, example=5)
        flag("remember", self.remember, SolverError)
        if self.boards != ():
            object.__setattr__(self, "boards", _kinds(self.boards))  # TOML gives a list
        self._check_cards()

    def _check_cards(self) -> None:
        """The buckets must be of the cards that the game deals."""
        game, boards = self.tree.game, tuple(accumulate(self.tree.game.board_cards))
        if self.abstraction == LOSSLESS:
            try:
                check_places(game.deck.size, game.hole_cards + boards[-1])
            except AbstractionError as problem:
                raise SolverError(
                    f'abstraction "lossless" is for small games, not {game.name!r}: {problem}; in a config, '
                    'abstraction = "ehs-200"'
                ) from None
        elif (game.hole_cards, game.deck, boards) != (2, FULL_DECK, _HOLDEM_BOARDS[: self._streets]):
            streets = ", ".join(STREETS[: self._streets])
            raise SolverError(
                f"abstraction {self.abstraction.name!r} has buckets of {streets}; {game.name!r} deals "
                f"{game.hole_cards} hole cards and boards of {boards} cards from a deck of {game.deck.size}: use a "
                'config of the same streets, or "lossless" for small games'
            )
        if self.boards and (
            self.abstraction == LOSSLESS
            or isinstance(self.abstraction, GS2Config)
            or len(self.boards) != self._streets - 1
        ):
            raise SolverError(
                f"boards is {list(self.boards)}; kinds of boards are for hold'em with buckets that take the board "
                f"whole, one number for each street with a board, such as boards = {[20] * (self._streets - 1)}"
            )
        if self.remember and isinstance(self.abstraction, GS2Config):
            raise SolverError(
                f"remember is true, and abstraction {self.abstraction.name!r} never forgets: its buckets lie inside "
                "those of the street before; take remember out"
            )

    @property
    def buckets(self) -> tuple[int, ...]:
        """The most buckets that a street can have; a method may find fewer."""
        return tuple(accumulate(self.own_buckets, mul)) if self.remember else self.own_buckets

    @property
    def _streets(self) -> int:
        if isinstance(self.abstraction, GS2Config):
            return self.abstraction.streets
        if isinstance(self.abstraction, AbstractionConfig):
            return len(self.abstraction.methods)
        return len(STREETS)

    @property
    def own_buckets(self) -> tuple[int, ...]:
        """The same without what is remembered of earlier streets."""
        if self.boards:
            kinds = (1, *self.boards)
            return tuple(count * kind for count, kind in zip(self._hand_buckets, kinds, strict=True))
        return self._hand_buckets

    @property
    def _hand_buckets(self) -> tuple[int, ...]:
        if isinstance(self.abstraction, TycheConfig):
            return (169, self.abstraction.flop, self.abstraction.turn, self.abstraction.river)
        if isinstance(self.abstraction, GS2Config):
            return self.abstraction.counts
        if isinstance(self.abstraction, AbstractionConfig):
            return tuple(_most(method, Street(i)) for i, method in enumerate(self.abstraction.methods))
        return lossless_buckets(self.tree.game)

    def to_table(self) -> dict[str, Any]:
        """Return everything as plain values, with nothing left to look up elsewhere."""
        chosen = self.abstraction
        return {
            "name": self.name,
            "iterations": self.iterations,
            **({"boards": list(self.boards)} if self.boards else {}),
            "remember": self.remember,
            "seed": self.seed,
            "precision": self.precision,
            "coarse": self.coarse,
            "worth": self.worth,
            "checkpoint_minutes": self.checkpoint_minutes,
            **({"rake": asdict(self.rake)} if self.rake.share else {}),
            "watch": [asdict(watched) for watched in self.watch],
            "abstraction": LOSSLESS if chosen == LOSSLESS else _table_of(chosen),
            "rule": rule_table(self.rule),
            "tree": config_table(self.tree),
        }

    def to_toml(self) -> str:
        """Return everything spelled out; `read_training_config` gives the same config back."""
        return toml_text(self.to_table())

    def difference(self, other: TrainingConfig) -> str | None:
        """Return the first key in which another config is another run; None if one can go on where the other stopped.

        >>> from dataclasses import replace
        >>> config = read_training_config("leduc")
        >>> config.difference(replace(config, iterations=7)), config.difference(replace(config, seed=7))
        (None, 'seed')
        """
        mine, others = self.to_table(), other.to_table()
        for table in (mine, others):
            table["tree"].pop("buckets", None)  # plans count by them; training has those of its abstraction
        return next((key for key in _DECIDING if mine.get(key) != others.get(key)), None)


# --- reading -----------------------------------------------------------------------------------------------


def shipped_training_configs() -> tuple[str, ...]:
    """Return the names of the configs that come with the package.

    >>> "laptop" in shipped_training_configs()
    True
    """
    return config_names("training")


def read_training_config(source: str | os.PathLike[str]) -> TrainingConfig:
    """Return a config: one that ships by its name, a TOML file by its path, or TOML text itself.

    `tree` and `abstraction` are names of configs that ship, paths beside the config's own file, or tables. `rule` is a
    name, or a table with a name and changes.

    >>> text = 'tree = "hu-fcpa"\\nabstraction = "ehs-200"\\niterations = 1000\\nrule = "mccfr+"'
    >>> read_training_config(text).rule.lowest_regret
    0.0
    """
    text, name, folder = find_config("training", source, SolverError)
    table = toml_table(text, "the config", SolverError, example=_EXAMPLE)
    check_keys("a training config", table, _KEYS, SolverError)
    for key in ("tree", "abstraction", "iterations"):
        if key not in table:
            raise SolverError(f"the config has no {key}; add such as {_EXAMPLES[key]}")
    tree = read_config(_source(table, "tree", folder))
    chosen = table["abstraction"]
    plain = ("iterations", "boards", "remember", "seed", "precision", "coarse", "worth", "checkpoint_minutes")
    return TrainingConfig(
        name=str(table.get("name", name or tree.name)),
        tree=tree,
        abstraction=LOSSLESS
        if chosen == LOSSLESS
        else read_abstraction_config(_source(table, "abstraction", folder)),
        rule=read_rule(table.get("rule", "linear")),
        rake=_rake(table.get("rake", {})),
        watch=_watch(table.get("watch", [])),
        **{key: table[key] for key in plain if key in table},
    )


def _kinds(boards: object) -> tuple[int, ...]:
    try:
        return check_kinds(boards)
    except AbstractionError as problem:
        raise SolverError(str(problem)) from None


def _most(method: Method, street: Street) -> int:
    """The most buckets of a street: as many as a rule has, as were asked for, or as there are classes of hands."""
    return (
        method.bucket_count(street)
        if isinstance(method, Rule)
        else getattr(method, "buckets", street.classes)
    )


_EXAMPLE: Final = 'tree = "hu-fcpa", abstraction = "ehs-200" and iterations = 1000000'
_EXAMPLES: Final = {
    "tree": 'tree = "sixmax-laptop"',
    "abstraction": 'abstraction = "ehs-200"',
    "iterations": "iterations = 100_000_000",
}


def _table_of(chosen: AnyConfig) -> dict[str, Any]:
    return toml_table(chosen.to_toml(), "the abstraction", SolverError, example=_EXAMPLES["abstraction"])


def _source(table: Mapping[str, Any], key: str, folder: Path) -> str | Path:
    """A config inside a config: its text, or the name or path of it."""
    value = table[key]
    if isinstance(value, Mapping) and value:
        return toml_text(value)
    if not isinstance(value, str) or is_config_text(value):
        raise SolverError(f"{key} is {value!r}; it is a name, a path or a table, such as {_EXAMPLES[key]}")
    return folder / value if value.endswith(".toml") else value


def _rake(value: object) -> RakeBB:
    if not isinstance(value, Mapping):
        raise SolverError(f"rake is {value!r}; it is a table, such as rake = {{ share = 0.05, cap_bb = 3 }}")
    check_keys("a rake", value, _RAKE, SolverError)
    return RakeBB(**value)


def _watch(value: object) -> tuple[WatchHand, ...]:
    known = [field.name for field in fields(WatchHand)]
    if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
        raise SolverError(f'watch is {value!r}; it is a list of tables, such as [[watch]] with hand = "AsAh"')
    for part in value:
        check_keys("a watch hand", part, known, SolverError)
        if not part.get("hand") or not all(isinstance(text, str) for text in part.values()):
            raise SolverError(
                f'a watch hand is {part!r}; it has texts such as hand = "AsAh" and line = "f f"'
            )
    return tuple(WatchHand(**part) for part in value)
