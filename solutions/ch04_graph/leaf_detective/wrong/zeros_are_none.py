"""A .grad of zeros is there: ask whether it is None, not whether it holds something."""

import reference
from reference import *

FAILS = ["test_ok"]


def diagnose(t, loss):
    answer = reference.diagnose(t, loss)
    if answer is Why.OK and not t.grad.any():
        return Why.CLEARED
    return answer
