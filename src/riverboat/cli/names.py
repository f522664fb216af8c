"""Names that rooms know, for `--help` and Tab, which do not wait for the rooms; tests hold that they are the same."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

BOTS: Final = (
    "fish",
    "fold",
    "all-in",
    "random",
    "angry-fish",
    "honest",
    "shark",
    "matt",
    "mike",
    "killbot",
    "killer",
    "shover",
    "equity",
    "equity-50-70",
    "equity-50-50",
    "equity-20-30",
    "rlcard",
    "blueprint",
    "search",
    "exploit",
    "cfr-strength",
    "cfr-features",
    "sparbot",
    "vexbot",
    "gs1",
    "gs2",
    "gs3",
    "gs3-small",
    "gs4",
    "limit-blueprint",
    "tartanian",
)
BUILT: Final = ("sparbot", "gs1", "gs2", "gs3", "gs3-small", "gs4", "limit-blueprint", "tartanian")
GAMES: Final = (
    "kuhn",
    "leduc",
    "rhode-island",
    "royal-holdem",
    "flop-holdem",
    "limit-holdem",
    "nolimit-holdem",
    "short-deck",
    "spot",
)
METHODS: Final = ("lp", "egt", "smoothing", "omd", "pdhg", "cfr", "cfr+", "dcfr", "pcfr+")
"""Of the sequence form."""

RULES: Final = (
    "cfr",
    "cfr+",
    "linear",
    "dcfr",
    "pcfr+",
    "pdcfr+",
    "dcfr+",
    "dcfr-t3",
    "hs-dcfr",
    "hs-pcfr+",
    "rbp",
    "fp",
)
RANKINGS: Final = ("holdem", "short-deck", "short-deck-trips", "three-card", "two-card", "one-card")
STREETS: Final = ("flop", "turn", "river")
YEARS: Final = ("2023",)

Method: TypeAlias = Literal["auto", "table", "exact", "sampled"]
HistoryFormat: TypeAlias = Literal["phh", "pokerstars", "ohh", "acpc", "pokernow"]
WrittenFormat: TypeAlias = Literal["phh", "pokerstars", "ohh", "acpc"]
Unit: TypeAlias = Literal["chips", "bb"]
Mode: TypeAlias = Literal["reset", "carried", "freeze-out"]
Acting: TypeAlias = Literal["sampled", "argmax", "purified"]
