"""A table that a person plays at, action by action, from wherever he sits: a page, a terminal, a program."""
