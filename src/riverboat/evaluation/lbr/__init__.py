"""Local best response: what a player wins who always answers a strategy's range one bet ahead."""
