"""Checks that ship with the package."""
