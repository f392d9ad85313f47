"""You divided by `t.shape[dim]`: a 0-d tensor has an empty shape, though torch reduces it over dimension 0."""

from reference import *  # noqa: F403

FAILS = ["test_mean_of_one_number[mean_t]", "test_var"]


def mean_t(t, dim, keepdim=False):
    t = t if t.is_floating_point() else t.float()
    return t.sum(dim, keepdim=keepdim) / t.shape[dim]


def var(t, dim, correction):
    deviations = t - t.mean(dim, keepdim=True)
    return deviations.square().sum(dim) / max(t.shape[dim] - correction, 0)
