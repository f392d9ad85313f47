"""`torch.std` divides by N - 1, NumPy's std by N: pass `correction=0`."""

from reference import *  # noqa: F403

FAILS = ["test_example_normalize"]


def normalize_feature_map(t):
    x = t.detach().float()
    return (0.5 + 0.25 * (x - x.mean()) / x.std()).clamp(0, 1).numpy()
