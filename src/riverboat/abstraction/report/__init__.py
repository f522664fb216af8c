"""The report: what an abstraction throws together, measured."""
