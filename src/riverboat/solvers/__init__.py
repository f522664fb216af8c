"""Solvers: so far the plain reference that the native engines will be held against."""
