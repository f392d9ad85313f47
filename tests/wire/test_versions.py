"""What differs between versions of torch, the same on each."""

import torch

from grader.wire.versions import USES_OF_ONE, TensorRef, storage_uses


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


def test_memory_of_one_tensor_is_told_from_shared_memory() -> None:
    alone = torch.zeros(3)
    assert storage_uses(alone) == USES_OF_ONE
    other = alone[1:]
    assert storage_uses(alone) > USES_OF_ONE
    assert storage_uses(other) > USES_OF_ONE
