"""Verbs about tournaments."""
