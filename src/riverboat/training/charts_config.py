"""Anybody's own hold'em game in words, as the config of a run that makes preflop charts."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from riverboat.abstraction.config import read_abstraction_config
from riverboat.base.checks import instance, number, whole
from riverboat.errors import SolverError
from riverboat.games.trees.config import TreeConfig, config_from_table
from riverboat.games.trees.sizes import Size, parse_sizes
from riverboat.solvers.gpu.card import chosen_device
from riverboat.solvers.update_rules.sampled_rules import SampledRule, sampled_rule
from riverboat.training.config import RakeBB, TrainingConfig

BIG_BLIND: Final = 1000
"""Chips of a big blind, so that an ante of an eighth is whole."""

ITERATIONS: Final = {"cpu": 100_000_000, "cuda": 3_000_000_000}
"""Where a run ends that nobody stops: some hours on two cores, and a minute or two on a card."""


def usual_iterations(device: str) -> int:
    """Return where a run ends that nobody stops.

    >>> usual_iterations("cpu") < usual_iterations("cuda:1")
    True
    """
    return ITERATIONS["cpu" if chosen_device(device) == "cpu" else "cuda"]


_LONG: Final = 1_000_000_000  # iterations: beyond, it is a run on a card
_MOST_STACK: Final = 1000.0  # big blinds: deeper than anybody plays, and well inside the numbers of a table
_RAKE: Final = re.compile(r"(?P<share>\d+(\.\d+)?)%(:(?P<cap>\d+(\.\d+)?)(bb)?)?")
_SIZES: Final = (
    (20.0, ("2bb a", "a", "a")),
    (45.0, ("2.2bb", "3x a", "a")),
    (math.inf, ("2.5bb", "3.5x", "2.3x")),
)
"""Opens, 3-bets and 4-bets by the big blinds up to which they are used: the shorter, the sooner all-in."""

_AFTER_FLOP: Final[dict[str, Any]] = {
    "flop": {"bets": {"2": "33% 75%", "3": "50%"}, "raises": {"2": "60%", "3": "none"}, "max_raises": 1},
    "turn": {"bets": {"2": "50% 100%", "3": "75%"}, "raises": {"2": "60%", "3": "none"}, "max_raises": 1},
    "river": {"bets": {"2": "50% 100%", "3": "75%"}, "raises": "none"},
}
"""As `sixmax-laptop` has it: small, and fixed, since what is asked is how to play before the flop."""


@dataclass(frozen=True)
class ChartsGame:
    """A game and how closely it is looked at. Amounts are big blinds.

    ante: of every player. bb_ante: of the big blind alone. rake: a share of the pot once there was a flop, and its cap:
    "5%:3"; "" for none. opens, three_bets, four_bets: sizes as in a menu, several if they stand apart by spaces; "" for
    those that fit the stack. After a 4-bet only all-in is left. limps: who may just call the big blind. to_flop: who
    may see a flop; 3, or 2 at tables of more than six, if nothing is said. buckets: a config of card buckets with four
    streets. iterations: where the run ends.

    >>> config = ChartsGame(players=6, stack=100, ante=0.125, rake="5%:3", opens="2.2bb").config()
    >>> config.tree.game.antes[0], config.rake, config.tree.menu.street("preflop").raises.to_table()
    (125, RakeBB(share=0.05, cap_bb=3.0), ['2.2bb', '3.5x', '2.3x', 'a'])
    """

    players: int = 6
    stack: float = 100.0
    small_blind: float = 0.5
    ante: float = 0.0
    bb_ante: float = 0.0
    rake: str = ""
    opens: str = ""
    three_bets: str = ""
    four_bets: str = ""
    limps: Literal["all", "blinds", "none"] = "blinds"
    to_flop: int | None = None
    buckets: str = "ehs-200"
    iterations: int = ITERATIONS["cpu"]
    seed: int = 0

    def config(self, name: str = "charts") -> TrainingConfig:
        """Return the config of the run; a `RiverboatError` names what is wrong, and a valid example."""
        return TrainingConfig(
            name=name,
            tree=self.tree(name),
            abstraction=read_abstraction_config(self.buckets),
            rule=_rule(whole("iterations", self.iterations, SolverError, least=1, example=ITERATIONS["cpu"])),
            iterations=self.iterations,
            seed=self.seed,
            rake=read_rake(self.rake),
            checkpoint_minutes=2.0,
        )

    def tree(self, name: str = "charts") -> TreeConfig:
        """Return the betting tree."""
        self._check_money()
        most = (3 if self.players <= 6 else 2) if self.to_flop is None else self.to_flop
        return config_from_table(
            {
                "name": name,
                "reentrant_from": "preflop",
                "game": {
                    "base": "nolimit-holdem",
                    "players": self.players,
                    "stacks": [_chips("stack", self.stack)] * self.players,
                    "small_blind": _chips("small_blind", self.small_blind),
                    "big_blind": BIG_BLIND,
                    "ante": _chips("ante", self.ante),
                    "big_blind_ante": _chips("bb_ante", self.bb_ante),
                },
                "menu": {
                    "all_in": 1.5,
                    "force_all_in": 0.25,
                    "merge": 0.1,
                    "limps": self.limps,
                    "max_players_to_flop": whole("to_flop", most, SolverError, least=2, most=10, example=3),
                    "preflop": {"raises": [*self._sizes(), "a"]},
                    **_AFTER_FLOP,
                },
            }
        )

    def _check_money(self) -> None:
        whole("players", self.players, SolverError, least=2, most=10, example=6)
        kind = "a number of big blinds"
        number("stack", self.stack, SolverError, over=1, most=_MOST_STACK, example=100, kind=kind)
        number("small_blind", self.small_blind, SolverError, least=0, most=1, example=0.5, kind=kind)
        for what in ("ante", "bb_ante"):
            number(what, getattr(self, what), SolverError, least=0, example=0.125, kind=kind)
        if self.ante + self.bb_ante + 1 >= self.stack:
            what = "bb_ante" if self.bb_ante > self.ante else "ante"
            raise SolverError(
                f"{what} is {getattr(self, what):g}; antes and the big blind must leave something of a stack of "
                f"{self.stack:g} big blinds, such as 0.125"
            )

    def _sizes(self) -> tuple[str, ...]:
        usual = next(sizes for depth, sizes in _SIZES if self.stack <= depth)
        asked = (self.opens, self.three_bets, self.four_bets)
        for size in parse_sizes(instance("opens", self.opens, str, SolverError, example="'2.2bb'") or "2bb"):
            _check_open(size)
        return tuple(own or default for own, default in zip(asked, usual, strict=True))


def read_rake(text: str) -> RakeBB:
    """Return a rake of its share and its cap in big blinds.

    >>> read_rake("5%:3"), read_rake("4.5%"), read_rake("")
    (RakeBB(share=0.05, cap_bb=3.0), RakeBB(share=0.045, cap_bb=0.0), RakeBB(share=0.0, cap_bb=0.0))
    """
    if not text:
        return RakeBB()
    found = _RAKE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None or not float(found["share"]) < 100:
        raise SolverError(
            f"rake is {text!r}; it is a percentage of the pot below 100, and after a colon its cap in big blinds, such "
            "as 5%:3, or 5% without a cap"
        )
    return RakeBB(float(Fraction(found["share"]) / 100), float(found["cap"] or 0))


def _check_open(size: Size) -> None:
    """A menu would lift what is too small to the smallest raise; who asks for it should know."""
    if size.unit in ("bb", "x") and size.value < 2:
        raise SolverError(
            f"an open is {str(size)!r}; a raise over the big blind is at least to 2 of them, such as 2.2bb"
        )


def _chips(what: str, big_blinds: float) -> int:
    chips = Fraction(str(big_blinds)) * BIG_BLIND
    if chips.denominator != 1:
        raise SolverError(
            f"{what} is {big_blinds}; amounts have at most three digits after the point, such as 0.125"
        )
    return int(chips)


def _rule(iterations: int) -> SampledRule:
    """As the run `laptop` has it, linear over the first quarter; and hands tremble so that rare lines are answered.

    Epochs are the same for all runs of a device, so that one goes on to more iterations than it was begun for.
    """
    return sampled_rule(
        "linear",
        epoch=250_000 if iterations <= _LONG else 7_500_000,
        prune_below=-20_000.0,
        floor=-100_000.0,
        tremble=(0.002, 0.0, 0.0, 0.0),
    )
