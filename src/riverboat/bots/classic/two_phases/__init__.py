"""Programs that play limit hold'em in two phases: the first solved once for all, the second at the table.

GS1 and GS2 of Gilpin and Sandholm 2006 and 2007. They differ in their buckets, in where the phases part and in what the
ends of the first phase are taken to be worth.
"""
