"""Other people's bots, each in a process of its own that sees nothing of the deal and can be stopped."""
