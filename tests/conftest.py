"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The clock decides no test: machines differ, and first calls build tables. In CI examples are the same every time;
# at a desk each run tries new ones.
settings.register_profile(
    "riverboat",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("riverboat")
