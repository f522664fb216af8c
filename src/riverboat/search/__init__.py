"""Thinking at the table: the subgame one is in, solved within a budget; a strategy that does so."""

from riverboat.search.budget import Budget
from riverboat.search.methods import METHODS, STREETS, Method, Task
from riverboat.search.opening import open_search
from riverboat.search.search import Search
from riverboat.search.search_strategy import SearchStrategy
from riverboat.search.subgames.subgame import Subgame, cut_subgame

__all__ = [
    "METHODS",
    "STREETS",
    "Budget",
    "Method",
    "Search",
    "SearchStrategy",
    "Subgame",
    "Task",
    "cut_subgame",
    "open_search",
]
