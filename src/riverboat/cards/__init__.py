"""Cards: evaluator, isomorphism, ranges and equity."""
