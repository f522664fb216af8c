"""Leagues: everybody against everybody."""
