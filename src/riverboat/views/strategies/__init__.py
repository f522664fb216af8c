"""Views of strategies: ranges, one hand and all hands at a point, opening ranges, solutions and blueprints."""
