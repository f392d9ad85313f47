"""You never clear the gradients: what an earlier backward left behind is part of your update. optimizer.zero_grad() first."""

from reference import *  # noqa: F403
from reference import fgsm

FAILS = ["test_example_step", "test_step"]


def adversarial_step(model, loss_fn, optimizer, x, y, eps):
    loss = loss_fn(model(fgsm(model, loss_fn, x, y, eps)), y)
    loss.backward()
    optimizer.step()
    return loss.item()
