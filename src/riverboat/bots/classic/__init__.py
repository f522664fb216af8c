"""Programs that played heads-up limit hold'em before whole games could be solved, each a thin assembly of our parts.

What they are built from lies here too: buckets of strength, deals counted between buckets, parts of the game that are
solved one by one, and the shelf on which built bots stand.
"""
