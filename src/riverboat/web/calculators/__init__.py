"""Calculators that need no strategy: ranges and equities."""
