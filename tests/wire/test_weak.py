"""Weak references to tensors."""

import torch

from grader.wire.weak import TensorRef


def test_a_tensor_that_only_torch_held_stays_whole_once_it_is_got() -> None:
    parameter = torch.ones(3, requires_grad=True)
    gradient = torch.full((3,), 2.0)
    parameter.grad = gradient
    ref = TensorRef(gradient)
    del gradient
    got = ref()
    parameter.grad = None
    assert got is not None
    assert (got + 1).tolist() == [3.0, 3.0, 3.0]
    del got
    assert ref() is None
