"""The check afterwards, which shares no code with the solvers: hands, cards and the decision process made again."""
