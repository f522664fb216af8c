"""PettingZoo: a hand at our table as an environment, for learners."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from riverboat import _core
from riverboat.arena.protocols.numbered_actions import SIZES, NumberedActions, Observation, observed, width
from riverboat.bots import Move, View, mix
from riverboat.errors import BotError, GameError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import act
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import nolimit_holdem
from riverboat.games.rules.table import Table

_DEALS, _SEATS = 1, 2  # streams of random numbers: of the cards, of who sits where


def pettingzoo_env(
    game: Game | int = 2, *, sizes: Sequence[str] = SIZES, render_mode: str | None = None, seed: int = 0
) -> Any:
    """Return an environment of PettingZoo (AEC, one agent after the other) whose episodes are hands.

    game: any, or the number of players of no-limit hold'em with 100 big blinds. sizes: of bets and raises, as in bet
    menus; with folding and calling they are the actions, see `NumberedActions`. Observations are those of `observed`
    with an `action_mask`. Rewards come when the hand is over, in big blinds. Seats are drawn anew for each hand.

    `reset(seed=...)` begins the hands of a seed, a plain `reset()` deals the next. `env.view(agent)` is what a bot of
    ours would see. An action that is not legal is an error. PettingZoo has to be installed.

    >>> env = pettingzoo_env(2)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     seen, reward, over, _, _ = env.last()
    ...     env.step(None if over else int(seen["action_mask"].argmax()))  # folds if there is a bet
    >>> env.unwrapped.payoffs
    {'player_0': -50, 'player_1': 50}
    """
    try:
        from gymnasium.spaces import Box, Dict, Discrete
        from pettingzoo import AECEnv  # type: ignore
        from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore
    except ImportError:
        raise BotError("PettingZoo is not installed; try: pip install pettingzoo") from None
    rules = nolimit_holdem(game) if isinstance(game, int) else game
    by_number = NumberedActions(rules, sizes)
    env = type("RiverboatEnv", (_Hands, AECEnv), {})(by_number, seed, render_mode)
    env.observation_spaces = {
        agent: Dict(
            {
                "observation": Box(0, 1, (width(rules),), np.float32),
                "action_mask": Box(0, 1, (by_number.count,), np.int8),
            }
        )
        for agent in env.possible_agents
    }
    env.action_spaces = {agent: Discrete(by_number.count) for agent in env.possible_agents}
    return OrderEnforcingWrapper(env)


class _Hands:
    """The methods of an environment."""

    agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]

    def __init__(self, by_number: NumberedActions, seed: int, render_mode: str | None) -> None:
        super().__init__()
        if render_mode not in (None, "human", "ansi"):
            raise GameError(f"render_mode is {render_mode!r}; it must be 'human', 'ansi' or None")
        self.metadata = {
            "name": "riverboat_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode, self.by_number, self.game = render_mode, by_number, by_number.game
        self.possible_agents = [f"player_{number}" for number in range(self.game.players)]
        self._seed, self._hands = seed, 0
        self._table = Table(self.game)
        self._moves: list[Move] = []
        self._agent_of: list[str] = []  # by seat

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Deal the next hand, or the first of a seed."""
        if seed is not None:
            self._seed, self._hands = seed, 0
        first = mix(self._seed, self._hands, _SEATS) % self.game.players
        self._agent_of = self.possible_agents[first:] + self.possible_agents[:first]
        self._table.restart(mix(self._seed, self._hands, _DEALS))
        self._hands += 1
        self._moves = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Do an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[attr-defined]
            return
        legal = self.by_number.legal(self._table)
        try:
            chosen = legal[index(action)]  # type: ignore[arg-type]  # of whatever class
        except (KeyError, TypeError):
            numbers = ", ".join(map(str, legal))
            raise GameError(f"action {str(action)[:40]!r} is not legal now; legal are {numbers}") from None
        self._moves.append(Move(self._table.round, self._agent_of.index(agent), chosen))
        act(self._table, chosen)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()  # type: ignore[attr-defined]
        self._go_on()
        self._accumulate_rewards()  # type: ignore[attr-defined]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; its mask is empty while others act."""
        acts = agent == self.agent_selection and not self._table.is_over
        mask = self.by_number.mask(self.by_number.legal(self._table) if acts else {})
        return {"observation": observed(self.view(agent)), "action_mask": mask}

    def view(self, agent: str) -> View:
        """Return what a bot of ours would see in the place of an agent."""
        table, seat = self._table, self._agent_of.index(agent)
        cards, history = tuple(table.hole_cards[seat]), tuple(self._moves)
        seed = mix(self._seed, self._hands, len(history))
        if table.actor == seat:
            return View(self.game, seat, cards, *_core.look(table), history, seed)
        stacks, bets, in_hand = tuple(table.stacks), tuple(table.bets), tuple(table.in_hand)
        board = tuple(table.board)
        return View(
            self.game,
            seat,
            cards,
            board,
            table.round,
            stacks,
            bets,
            table.pot,
            in_hand,
            0,
            0,
            0,
            history,
            seed,
        )

    @property
    def payoffs(self) -> dict[str, int]:
        """Net chips by agent; the hand must be over."""
        won = dict(zip(self._agent_of, self._table.payoffs, strict=True))
        return {agent: won[agent] for agent in self.possible_agents}

    def render(self) -> str | None:
        """Return the hand so far as a line, or print it."""
        line = write_line(self.game, tuple(self._table.taken), self._table.board_text)
        if self.render_mode != "human":
            return line
        print(line)
        return None

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self) -> None:
        """Select who acts; at the end give rewards."""
        if self._table.actor is not None:
            self.agent_selection = self._agent_of[self._table.actor]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: won / self.game.big_blind for agent, won in self.payoffs.items()}
        self.agent_selection = self.agents[0]
