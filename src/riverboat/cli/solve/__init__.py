"""`riverboat solve`: a game or a spot to equilibrium, on one board or on many."""
