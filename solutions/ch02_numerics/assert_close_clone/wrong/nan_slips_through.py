"""You looked for elements with `diff > tol`: that is False for NaN, so every NaN passes. Ask for `diff <= tol` everywhere."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_nan_and_inf", "test_message", "test_agrees_with_torch", "test_grad"]


def tensors_match(a, b, *, equal_nan=False, **options):
    if a.shape == b.shape and a.dtype == b.dtype and a.is_floating_point() and not a.is_meta and not b.is_meta:
        either = a.isnan() | b.isnan()
        requires_grad, grads = (a.requires_grad, b.requires_grad), (a.grad, b.grad)
        a, b = (
            t.detach().masked_fill(either, 0.0).requires_grad_(r) if either.any() else t
            for t, r in zip((a, b), requires_grad)
        )
        for t, grad in zip((a, b), grads):
            t.grad = None if grad is None else grad.nan_to_num(nan=0.0)
    reference.tensors_match(a, b, **options)
