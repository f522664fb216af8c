"""Riverboat computes, stores, asks, plays and measures near-equilibrium strategies for Texas Hold'em.

>>> import riverboat as rb

Cards: strengths, ranges as solver users write them, equities that are exact unless they say otherwise.

>>> rb.describe("AsAhKdKsQd2c3c"), rb.evaluate("AsKsQsJsTs") > rb.evaluate("AsAhAdAcKs")
('two pair, aces and kings, queen kicker', True)
>>> rb.Range("TT+,AQs+").combos
38.0
>>> round(rb.equity("QQ+,AK", "22+,A9s+", board="Jh8h3c").equity, 3)
0.527

A strategy for six players ships with the package. Ask what a hand does, what all hands do, what somebody holds; lines
are bets in big blinds or percent of the pot, as in "f f r2.5 f c / k b33%". In a notebook the answers draw themselves.

>>> strategy = rb.open("sixmax")
>>> strategy.query("AsKd", "f f r2.5 f")  # two folds, the cut-off raises, the button folds: the small blind
<Decision AsKd f 0%, c 7%, r7.5 20%, r10 73%, a 0%>
>>> hands = strategy.grid("f f r2.5 f")
>>> f"{hands.frequencies[0]:.0%} fold", f"{strategy.range('CO', 'f f r2.5').fraction:.0%} were raised to 2.5"
('81% fold', '6% were raised to 2.5')

Solve a spot, or a whole small game, and ask the solution the same way; it knows what hands are worth, too.

>>> spot = rb.solve_spot(board="QsJh2h5c9d", oop="AA,QQ,KQs,76s", ip="AQs,KQs,JTs,TT", pot=100, stack=200, sizes="50%")
>>> aces = spot.query("AsAh", "k b50%")
>>> aces.actions, round(aces.ev)
(('f', 'c', 'r125', 'a'), 224)
>>> round(rb.solve("kuhn", "cfr+", iterations=2000).value * 18, 2), rb.solve("leduc", target=0.005).stopped
(-1.0, 'target')

How wrong is a strategy? Any function that answers a state with probabilities is one, and is measured exactly.

>>> from riverboat.solvers import uniform
>>> round(rb.exploitability("leduc", uniform), 3)
2.374

A bot is a class with one method: -1 folds, 0 checks or calls, other numbers raise to so many chips.

>>> class Careful(rb.bots.Bot):
...     def act(self, view):
...         odds = view.call / (view.pot + view.call)
...         return 0 if rb.bots.win_rate(view) > odds + 0.2 else view.fold
>>> from riverboat.testing import check_bot
>>> check_bot(Careful, hands=2)  # plays it at tables of all kinds, and says what is wrong
14
>>> match = rb.play_match([Careful, "fish"], hands=500, seed=1)
>>> match.bots[0].name, match.hands
('Careful', 500)

Where to read on: `examples/` and `notebooks/` for a start, `docs/` for the pages, `riverboat --help` for the same in a
terminal. The rooms, in the order in which they build on each other:

- `rb.cards`, `rb.games`: what is held, and the rules; `rb.games.leduc()`, `rb.games.nolimit_holdem(players=6)`
- `rb.abstraction`: which hands count as the same
- `rb.solvers`, `rb.training`: the CFR family over all hands and by samples, and long runs of it
- `rb.strategy`, `rb.evaluation`: files that can be asked; how wrong they are, and how sure that is
- `rb.search`: the subgame one is in, solved at the table; `rb.open("search:headsup")` plays so
- `rb.tournament`: prizes instead of chips; `rb.tournament.icm`, jam or fold, whole tournaments
- `rb.bots`, `rb.arena`: who plays; matches, leagues, parameter search, seats in other people's engines
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Rooms and the names that are theirs, loaded when first asked for: `import riverboat` takes a few milliseconds.
# `__init__.pyi` tells type checkers the same; a test compares the two.
_ROOMS = (
    "abstraction",
    "arena",
    "bots",
    "cards",
    "errors",
    "evaluation",
    "games",
    "search",
    "solvers",
    "strategy",
    "tournament",
    "training",
)
_NAMES = {
    "_core": ("cpu_path",),
    "arena": ("play_match",),
    "cards": (
        "EquityResult",
        "HandIndexer",
        "Range",
        "best_cards",
        "category",
        "describe",
        "ehs",
        "ehs_squared",
        "equity",
        "evaluate",
        "evaluate_batch",
        "hand_rank",
        "hand_ranks",
        "ranking",
        "standard_rank",
        "strength_histogram",
        "win_tie_lose",
    ),
    "errors": ("RiverboatError",),
    "evaluation": ("exploitability", "head_to_head"),
    "solvers": ("AllHands", "Decision", "Solution", "Strategy", "solve", "solve_spot"),
    "strategy": ("Blueprint", "open"),
}
_ROOM_OF = {name: room for room, names in _NAMES.items() for name in names}

__all__ = ["__version__", *_ROOMS, *_ROOM_OF]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"riverboat.{name}")
    if name in _ROOM_OF:
        room = import_module(f"riverboat.{_ROOM_OF[name]}")
        found = getattr(room, "open_strategy" if name == "open" else name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'riverboat' has no attribute {name!r}{_hint(name)}")


def _hint(name: str) -> str:
    """Return in which room a name is that somebody looked for at the door."""
    rooms = [] if name.startswith("_") else [import_module(f"riverboat.{room}") for room in _ROOMS]
    found = [
        room.__name__.replace("riverboat", "rb") for room in rooms if name in getattr(room, "__all__", ())
    ]
    return f"; did you mean {found[0]}.{name}?" if found else ""


def __dir__() -> list[str]:
    return sorted(__all__)
