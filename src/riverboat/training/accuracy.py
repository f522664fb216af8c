"""What the accuracy of a trained strategy rests on, told in words and as plain values."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from riverboat.games.rules.streets import street_names
from riverboat.games.trees.menu_file import menu_table
from riverboat.solvers.sampled.engine import TRAINED
from riverboat.training.halves import WITHIN, Halves
from riverboat.training.training import Training


@dataclass(frozen=True)
class RestsOn:
    """How long a run was, what it saw, and what it left out.

    regret_bb: the mean over information sets of the largest positive regret per iteration, big blinds. trained: the
    share of visits that fell on sets with `TRAINED` or more. halves: None where nothing was trained since it was asked.
    """

    iterations: int
    visits: int
    sets: int
    regret_bb: float
    trained: float
    seconds: float
    device: str
    seed: int
    buckets: str
    to_flop: int | None
    menu: dict[str, Any]
    rake: dict[str, float]
    halves: Halves | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return asdict(self)

    @property
    def words(self) -> tuple[str, ...]:
        """Return it in sentences, what can be counted first."""
        return (
            f"{self.iterations:,} iterations in {self.seconds / 60:,.1f} minutes on {self.device}, seed {self.seed}: "
            "in each a deal from which every seat learns.",
            f"{self.visits:,} visits of decisions, {self.sets:,} information sets reached; {self.trained:.1%} of the "
            f"visits fell on sets with {TRAINED} or more.",
            f"Mean largest regret {self.regret_bb:.3g} bb per iteration: it falls as strategies settle, and is no "
            "bound on what a best answer wins.",
            self._halves_words(),
            f"Cards: {self.buckets}. After the flop, hands of one bucket play alike.",
            f"Bets: only those of the menu; {self._flop_words()}. The answer to other sizes is not in the charts.",
            "With three players or more, and with rake, nothing proves that this is an equilibrium; it is what "
            "self-play comes to.",
        )

    def _halves_words(self) -> str:
        if self.halves is None:
            return "Halves of the run were not compared: too little was trained in this call."
        found = self.halves
        return (
            f"Two halves of the run ({found.first:,} and {found.second:,} iterations) differ before the flop in "
            f"{found.apart:.1%} of what hands do, and lie within {WITHIN:.0%} in {found.alike:.1%} of decisions, "
            "weighted by how often they come. Both share their regrets; another --seed is the harder test."
        )

    def _flop_words(self) -> str:
        return (
            "any number of players sees a flop"
            if self.to_flop is None
            else f"at most {self.to_flop} see a flop"
        )


def rests_on(training: Training, halves: Halves | None = None) -> RestsOn:
    """Return what the strategy of a run rests on."""
    config, made = training.config, training.provenance()
    survey = training.solver.survey()
    names = zip(street_names(config.tree.game), config.buckets, strict=True)
    buckets = ", ".join(f"{street} {count:,}" for street, count in names)
    chosen = config.abstraction if isinstance(config.abstraction, str) else config.abstraction.name
    return RestsOn(
        iterations=made["iterations"],
        visits=made["node_visits"],
        sets=survey.sets,
        regret_bb=survey.positive_regret,
        trained=survey.trained,
        seconds=made["seconds"],
        device=made["device"],
        seed=made["seed"],
        buckets=f"{chosen} ({buckets})",
        to_flop=config.tree.menu.max_players_to_flop,
        menu=menu_table(config.tree.menu),
        rake=asdict(config.rake),
        halves=halves,
    )
