"""Spots: put together, forecast, solved as jobs, and compared."""
