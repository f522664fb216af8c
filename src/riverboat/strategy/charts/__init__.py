"""Preflop charts of a strategy: which lines matter, what is played after them, and all of it as files."""

from riverboat.strategy.charts.charts import Chart, Charts
from riverboat.strategy.charts.walk import charts_of

__all__ = ["Chart", "Charts", "charts_of"]
