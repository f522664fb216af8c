"""Asking a strategy: what one is, the cursor that follows a hand, and the answers."""
