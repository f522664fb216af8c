"""Views of the arena: matches, leagues, ratings, styles, sweeps and learning curves."""
