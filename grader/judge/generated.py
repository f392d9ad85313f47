"""Hypothesis tests as checks: inputs from the check's own seed, no memory of earlier runs, no clock."""

import sys
from typing import Any


def prepare_generated(test: Any, seed: int) -> None:
    """Make a ``@given`` test draw from ``seed``; any other function is left alone.

    Its example database is switched off (an input that one submission failed on must not be tried on the next, and
    nothing is written into the current folder), and so are deadline and health checks: a call into a sandbox takes
    longer than one in this process, and wall time is never a criterion.
    """
    function = getattr(test, "__func__", test)
    if "hypothesis" not in sys.modules or not getattr(function, "is_hypothesis_test", False):
        return
    from hypothesis import HealthCheck, settings

    own = function._hypothesis_internal_use_settings
    function._hypothesis_internal_use_settings = settings(
        own, database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False
    )
    function._hypothesis_internal_use_seed = seed
