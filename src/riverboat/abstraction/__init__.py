"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.abstraction_file import open_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.lossless import Lossless
from riverboat.abstraction.table_abstraction import TableAbstraction

__all__ = [
    "HOLDEM",
    "HOLDEM_IN_ORDER",
    "CardAbstraction",
    "Lossless",
    "TableAbstraction",
    "open_abstraction",
]
