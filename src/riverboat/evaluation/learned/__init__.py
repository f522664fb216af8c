"""Answers to a strategy that are learnt by playing against it: a lower bound on what it can lose."""
