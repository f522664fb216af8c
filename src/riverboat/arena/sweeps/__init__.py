"""Sweeps: how a result follows a bot's parameters, or how much it has learned."""
