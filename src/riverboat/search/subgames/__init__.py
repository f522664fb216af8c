"""From a real hand to a subgame that can be solved: ranges, menus, what they cost, and the cut itself."""
