"""Self-improvement: bets that opponents make and a strategy's tree does not have, solved and added to it."""
