"""What KillBot and Killer learn with: weights of a few actions in each abstract situation."""

from __future__ import annotations

from collections.abc import Hashable


class Weights:
    """Weights of actions, alike at first, moved at the end of a hand by what it brought.

    All choices on the path of the hand gain rate · gain; negative weights become 0, and each situation is scaled to a
    sum of 1. Where nothing is left, weights are alike again (the source divides by zero there).

    >>> weights = Weights(2, rate=0.1)
    >>> weights.choose("weak", uniform=0.7)
    1
    >>> weights.learn(-1.0)
    >>> [round(weight, 4) for weight in weights.of("weak")]
    [0.5556, 0.4444]
    """

    def __init__(self, actions: int, rate: float) -> None:
        self.actions, self.rate = actions, rate
        self._weights: dict[Hashable, list[float]] = {}
        self._path: list[tuple[Hashable, int]] = []

    def of(self, situation: Hashable) -> list[float]:
        """Return the weights of a situation; they sum to 1."""
        return self._weights.setdefault(situation, [1 / self.actions] * self.actions)

    def choose(self, situation: Hashable, uniform: float) -> int:
        """Draw an action and remember it as a part of the path of this hand."""
        action = 0
        for weight in self.of(situation)[:-1]:
            if uniform < weight:
                break
            uniform -= weight
            action += 1
        self._path.append((situation, action))
        return action

    def learn(self, gain: float) -> None:
        """Reward or punish all choices of the hand, and forget its path."""
        for situation, action in self._path:
            self._weights[situation][action] += self.rate * gain
        for situation in {situation for situation, _ in self._path}:
            kept = [max(weight, 0.0) for weight in self._weights[situation]]
            total = sum(kept)
            self._weights[situation] = [weight / total if total else 1 / self.actions for weight in kept]
        self._path.clear()
