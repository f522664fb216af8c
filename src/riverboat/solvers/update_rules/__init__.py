"""Update rules: how regrets and averages grow, one small unit for each variant."""
