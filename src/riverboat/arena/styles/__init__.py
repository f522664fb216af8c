"""Styles: how players play, counted over recorded hands."""
