"""You added the operands up to see what comes out: that calculates a whole result for the sake of its dtype."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_promoted_runs_no_operator"]


def promoted(*operands):
    sum(operands)
    return reference.promoted(*operands)
