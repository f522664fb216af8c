"""GS2 and GS3 for hold'em: budgets of buckets divided by integer programs, with perfect recall."""
