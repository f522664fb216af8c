"""The CFR family over a sequence form: regrets of all information sets at once."""

from __future__ import annotations

import numpy as np

from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.method import Method, Plans
from riverboat.solvers.sequence.sequences import Floats
from riverboat.solvers.update_rules.rules import UpdateRule, update_rule


class Regret(Method):
    """CFR with a rule of `riverboat.solvers.RULES`, updates alternating: the reference's arithmetic, on any form.

    >>> from riverboat.solvers.sequence import form_of_game
    >>> solver = Regret(form_of_game("kuhn"), rule="cfr+")
    >>> solver.run(100)
    >>> lower, upper = solver.bounds
    >>> round((upper - lower) / 2, 5)
    0.00119
    """

    def __init__(self, form: SequenceForm, *, rule: str | UpdateRule = "cfr+", threads: int = 0) -> None:
        super().__init__(form, threads=threads)
        self.rule = update_rule(rule)
        if self.rule.factors(1).respond or self.rule.factors(1).prune:
            raise SolverError(
                f"the rule {rule!r} is for the full-width engine; use one such as 'cfr+' or 'dcfr'"
            )
        players = form.players
        self._probabilities = [one.uniform for one in players]
        self._plan = [one.plan(one.uniform) for one in players]
        self._regrets = [np.zeros(len(one)) for one in players]
        self._sums = [np.zeros(len(one)) for one in players]

    def step(self) -> None:
        """One walk of player 0, then one of player 1 against his new strategy."""
        factors = self.rule.factors(self.iterations + 1)
        for player, one in enumerate(self.form.players):
            gradient = self.gradient(player, self._plan[1 - player])
            instant = one.regrets(gradient, self._probabilities[player], out=gradient)[1]
            self._sums[player] *= factors.keep_average
            self._sums[player] += self._plan[player]
            regrets = self._regrets[player]
            if factors.keep_positive != 1 or factors.keep_negative != 1:
                regrets *= np.where(regrets > 0, factors.keep_positive, factors.keep_negative)
            regrets += instant
            if factors.floor:
                np.maximum(regrets, 0, out=regrets)
            target = regrets * factors.keep_predicted + instant if factors.predict else regrets
            one.probabilities(target, out=self._probabilities[player])
            one.plan(self._probabilities[player], out=self._plan[player])

    @property
    def plans(self) -> Plans:
        """The averages; uniform before the first step."""
        first, second = (self._average(player) for player in (0, 1))
        return first, second

    def _average(self, player: int) -> Floats:
        one, total = self.form.players[player], self._sums[player]
        return one.plan(one.probabilities(total))
