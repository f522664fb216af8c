"""Exact on a piece: what follows a line on a board, judged at full width where the whole game is out of reach."""
