"""Matches, leagues, sweeps and measurements as jobs, and training runs as they write their logs."""
