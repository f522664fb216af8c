"""A whole tournament of jam/fold hands as a stochastic game (Ganzfried and Sandholm 2008, 2009)."""
