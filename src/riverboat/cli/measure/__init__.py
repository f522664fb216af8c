"""`riverboat measure`: how far a strategy is from one that cannot be beaten."""
