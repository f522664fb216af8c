"""Whole hands at the table beside OpenSpiel and PokerKit, which are driven from Python.

The peers deal and act in the same loop: sample a chance outcome, apply it, apply an action, read the results.
OpenSpiel's random hands use its four-action menu (fold, call, pot, all-in): listing every legal amount would cost it
far more.
The limit of a native hand: a call costs some 5 ns and a showdown a dozen random cards and one table lookup a player.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel
from pokerkit import Automation, NoLimitTexasHoldem

from riverboat.games import Game, Table, play_hands
from timing import Row, race

NATIVE_HANDS = 50_000
DRIVEN_HANDS = 1_000
OPEN_SPIEL_HANDS = 200
POKERKIT_HANDS = 4
CHANCE = random.Random(1)


def game_of(players: int) -> Game:
    blinds = (2, 1) if players == 2 else (1, 2) + (0,) * (players - 2)
    first = (1 if players == 2 else 2, 0, 0, 0)
    return Game("bench", players, (200,) * players, blinds, (0,) * players, "no-limit", first, min_bet=2)


def open_spiel_game(game: Game, abstraction: str) -> pyspiel.Game:
    n = game.players
    numbers = {
        "stack": game.stacks,
        "blind": game.blinds,
        "firstPlayer": [seat + 1 for seat in game.first_to_act],
        "numBoardCards": game.board_cards,
    }
    texts = ",".join(f"{key}={' '.join(map(str, values))}" for key, values in numbers.items())
    return pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={n},numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,"
        f"{texts},bettingAbstraction={abstraction})"
    )


def open_spiel_hands(game: pyspiel.Game, act: Callable[[list[int]], int]) -> list[float]:
    returns: list[float] = []
    for _ in range(OPEN_SPIEL_HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(CHANCE.choice(actions) if state.is_chance_node() else act(actions))
        returns = state.returns()
    return returns


def open_spiel_calls(game: pyspiel.Game) -> list[float]:
    """Call down without listing legal actions, the fastest way to drive it."""
    returns: list[float] = []
    for _ in range(OPEN_SPIEL_HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(CHANCE.choice(state.legal_actions()) if state.is_chance_node() else 1)
        returns = state.returns()
    return returns


def pokerkit_calls(game: Game) -> None:
    blinds = game.blinds[::-1] if game.players == 2 else game.blinds
    for _ in range(POKERKIT_HANDS):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, blinds, game.min_bet, game.stacks, game.players
        )
        while state.status:
            state.check_or_call()


def driven_calls(table: Table) -> list[int]:
    results: list[int] = []
    for seed in range(DRIVEN_HANDS):
        table.restart(seed)
        while not table.is_over:
            table.check_or_call()
        results = table.payoffs
    return results


def driven_random(table: Table) -> list[int]:
    results: list[int] = []
    for seed in range(DRIVEN_HANDS):
        table.restart(seed)
        while not table.is_over:
            legal = table.legal_actions
            low = legal.min_raise_to
            choice = CHANCE.choice((0, 1, 2, 3) if low is not None else (0, 1))
            if choice == 0 and legal.can_fold:
                table.fold()
            elif choice == 2:
                table.raise_to(low)
            elif choice == 3:
                table.raise_to(legal.max_raise_to)
            else:
                table.check_or_call()
        results = table.payoffs
    return results


def rows() -> list[Row]:
    found = []
    for players in (2, 6):
        game = game_of(players)
        table = Table(game)
        full, menu = open_spiel_game(game, "fullgame"), open_spiel_game(game, "fcpa")
        assert sum(driven_calls(table)) == 0
        assert table.actions == play_hands(game, 1, policy="call").actions == 4 * players
        times = race(
            lambda game=game: play_hands(game, NATIVE_HANDS, policy="call", seed=1),
            lambda table=table: driven_calls(table),
            lambda full=full: open_spiel_calls(full),
            lambda game=game: pokerkit_calls(game),
            lambda game=game: play_hands(game, NATIVE_HANDS, policy="random", seed=1),
            lambda table=table: driven_random(table),
            lambda menu=menu: open_spiel_hands(menu, CHANCE.choice),
            rounds=3,
        )
        counts = (NATIVE_HANDS, DRIVEN_HANDS, OPEN_SPIEL_HANDS, POKERKIT_HANDS)
        counts += (NATIVE_HANDS, DRIVEN_HANDS, OPEN_SPIEL_HANDS)
        native, driven, spiel, kit, native_r, driven_r, spiel_r = (
            count / seconds for count, seconds in zip(counts, times, strict=True)
        )
        found += [
            Row(f"{players} players, call-only, native", "hands", native, "OpenSpiel", spiel),
            Row(f"{players} players, call-only, from Python", "hands", driven, "OpenSpiel", spiel),
            Row(f"{players} players, call-only, from Python", "hands", driven, "PokerKit", kit),
            Row(f"{players} players, random, native", "hands", native_r, "OpenSpiel", spiel_r),
            Row(f"{players} players, random, from Python", "hands", driven_r, "OpenSpiel", spiel_r),
        ]
    return found
