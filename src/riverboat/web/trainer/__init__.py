"""Questions to a player over HTTP."""
