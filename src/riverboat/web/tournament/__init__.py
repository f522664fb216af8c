"""Prizes and jam or fold over HTTP."""
