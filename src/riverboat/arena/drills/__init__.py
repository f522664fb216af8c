"""Questions to a player: spots out of strategies, grades of his answers, what he gets wrong asked again."""
