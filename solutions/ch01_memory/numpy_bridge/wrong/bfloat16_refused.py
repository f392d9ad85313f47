"""NumPy has no bfloat16, so `.numpy()` raises for it: convert to float32 first."""

from reference import *  # noqa: F403

FAILS = ["test_example_to_numpy"]


def to_numpy_isolated(t):
    return t.detach().resolve_conj().resolve_neg().numpy().copy()
