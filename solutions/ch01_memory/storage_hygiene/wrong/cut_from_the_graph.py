"""`detach()` and `.data` cut the copy off from the graph: no gradient reaches t. `clone()` alone lets it through."""

from reference import *  # noqa: F403

FAILS = ["test_release_gradients"]


def release(t):
    return t.detach().clone() if t.nbytes < nbytes_kept(t) else t  # noqa: F405
