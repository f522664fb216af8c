"""The table of contents: every verb, the file and function that does it, and its line in `--help`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True)
class Verb:
    """A verb. at: the module below `riverboat.cli`, and the function in it. does: what its docstring begins with."""

    at: str
    does: str


@dataclass(frozen=True)
class Verbs:
    """A group of verbs. does: its line in `--help`. moved: the verb that takes what stood behind its name."""

    does: str
    verbs: dict[str, Verb]
    moved: str = ""


Entry: TypeAlias = Verb | Verbs

FIRST: Final[dict[str, Entry]] = {
    "query": Verb("query:query", "How a hand, or all hands, are played after a betting line."),
    "solve": Verb("solve.solve:solve", "Solve a two-player game, or a spot from the flop, turn or river on."),
    "equity": Verb("equity:equity", "Equity of hands and ranges against each other."),
    "serve": Verb("serve:serve", "Explore, solve, report and play in a browser, on this machine."),
    "play": Verb("play:play", "Play against bots at the keyboard."),
    "review": Verb("review:review", "Review a player's hands: the worst mistakes first."),
    "match": Verb("match:match", "Play a match between bots and tell who wins how much."),
    "train": Verbs(
        "Train: run, charts, plan, chart, publish, export, improve.",
        {
            "run": Verb("train.run:run", "Train a strategy for all seats of a game."),
            "charts": Verb("train.charts:charts", "Preflop charts of your own game, from words to pictures."),
            "plan": Verb(
                "train.plan:plan", "Size of a betting tree and of its strategy, before it is built."
            ),
            "chart": Verb("train.chart:chart", "Draw the log of a training run."),
            "publish": Verb(
                "train.publish:publish", "Write what a training run has learnt to a strategy file."
            ),
            "export": Verb("train.export:export", "Write a trained strategy as a dictionary in JSON."),
            "improve": Verb("train.improve:improve", "Add bets that opponents made to a strategy's tree."),
        },
        moved="run",
    ),
}
"""What people come for."""

MORE: Final[dict[str, Entry]] = {
    "measure": Verb("measure.measure:measure", "Measure how far a strategy is from equilibrium."),
    "icm": Verb("tournament.icm:icm", "Prize money that stacks are worth, bubble factors and deals."),
    "pushfold": Verb(
        "tournament.pushfold:pushfold", "Jam or fold: charts for every seat, for chips or prizes."
    ),
    "tournament": Verb("tournament.tournament:tournament", "Solve a whole tournament of jam/fold hands."),
    "bots": Verbs(
        "Bots that can be named: list, build, league, rate, sweep.",
        {
            "list": Verb(
                "bots.list:list_bots", "The bots, what they do, and their parameters with defaults."
            ),
            "build": Verb(
                "bots.build:build", "Build a bot that is built before it plays, such as sparbot or gs2."
            ),
            "league": Verb("bots.league:league", "Play every bot against every other, and rank them."),
            "rate": Verb("bots.rate:rate", "Rate bots by all tables between them, kept in a database."),
            "sweep": Verb(
                "bots.sweep:sweep", "Play a bot for many values of its parameters, and find the best."
            ),
        },
    ),
    "hands": Verbs(
        "Hands: evaluate, range, replay, style, selfplay, find.",
        {
            "evaluate": Verb("hands.evaluate:evaluate", "Name and strength of a hand."),
            "range": Verb("hands.range_:show_range", "Draw a range, or write it for another program."),
            "replay": Verb("hands.replay:replay", "Show a played hand street by street, or turn its format."),
            "style": Verb("hands.style:style", "Count how the players of recorded hands play."),
            "selfplay": Verb(
                "hands.selfplay:selfplay", "Let a strategy play itself, and write hands that trackers import."
            ),
            "find": Verb("hands.find:find", "Find and show the saved hands of a match."),
            "preflop-table": Verb(
                "hands.preflop_table:preflop_table",
                "Compute the table of heads-up match-ups before the flop again.",
            ),
        },
        moved="find",
    ),
    "abstract": Verbs(
        "Which hands count as the same: build, report, show, tables.",
        {
            "build": Verb("abstract.build:build", "Build a card abstraction."),
            "report": Verb("abstract.report:report", "Say how good a card abstraction is."),
            "show": Verb("abstract.show:show_hand", "Show the bucket of a hand on every street."),
            "tables": Verb("abstract.tables:tables", "Write the buckets of all hands of a strategy."),
        },
    ),
    "seat": Verbs(
        "Our bot elsewhere: acpc, pokerbots, husky, slumbot, gtowizard.",
        {
            "acpc": Verb(
                "seat.acpc:acpc", "Seat a bot at a dealer of the Annual Computer Poker Competition."
            ),
            "pokerbots": Verb("seat.pokerbots:pokerbots", "Seat a bot in the engine of MIT pokerbots."),
            "husky": Verb("seat.husky:husky", "Seat a bot at a server of Husky hold'em."),
            "slumbot": Verb("seat.slumbot:slumbot", "Seat a bot at a server that speaks Slumbot's HTTP API."),
            "gtowizard": Verb("seat.gtowizard:gtowizard", "Seat a bot in the GTO Wizard benchmark."),
        },
    ),
    "host": Verbs(
        "Somebody's bots at our table: acpc, pokerbots, slumbot.",
        {
            "acpc": Verb(
                "host.acpc:acpc", "Deal a match of the computer poker competition to programs and bots."
            ),
            "pokerbots": Verb(
                "host.pokerbots:pokerbots", "Play a match between two bots of MIT pokerbots, or ours."
            ),
            "slumbot": Verb(
                "host.slumbot:slumbot", "Let scripts that play Slumbot over HTTP play a bot of ours."
            ),
        },
    ),
}

VERBS: Final = FIRST | MORE

MOVED: Final = {
    "acpc": "seat acpc",
    "acpc-dealer": "host acpc",
    "evaluate": "hands evaluate",
    "husky": "seat husky",
    "league": "bots league",
    "plan": "train plan",
    "pokerbots": "seat pokerbots",
    "pokerbots-engine": "host pokerbots",
    "preflop-table": "hands preflop-table",
    "publish": "train publish",
    "range": "hands range",
    "replay": "hands replay",
    "report": "solve SPOT --boards 25",
    "slumbot": "seat slumbot",
    "slumbot-server": "host slumbot",
    "sweep": "bots sweep",
    "train-chart": "train chart",
}
"""Where verbs of earlier releases went: they are not understood, but who types one is told."""
