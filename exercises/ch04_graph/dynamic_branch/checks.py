"""Hidden checks for dynamic_branch."""

import pytest
import torch
from dynamic_branch import BranchNet, FallbackNet, PonderNet
from fixtures import Affine, Bent, Cholesky, Failing, Scale, error_of, run

from grader.checks import assert_close

NO_ENTRIES = torch.empty(0, 3, dtype=torch.float64)


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def ponder(weight, x, tol, max_steps):
    """What a PonderNet with a Bent cell should give: result, steps and the gradient of the cell's weight."""
    weight, h, steps = weight.clone().requires_grad_(), x, 0
    while steps < max_steps:
        before, h, steps = h, torch.tanh(h @ weight), steps + 1
        if not ((h - before).abs() > tol).any():
            break
    (grad,) = torch.autograd.grad(h.sum(), weight, allow_unused=True) if steps else (None,)
    return h.detach(), steps, grad


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_branch():
    """The example of the statement: BranchNet"""
    net = BranchNet(Scale(2.0), Scale(3.0))
    for x, expected, right in (
        (tensor([1.0, 2.0]), tensor([2.0, 4.0]), {"branch_a.k": tensor(3.0), "branch_b.k": None}),
        (tensor([-1.0, -2.0]), tensor([-3.0, -6.0]), {"branch_a.k": None, "branch_b.k": tensor(-3.0)}),
    ):
        result, _, grads, _ = run(net, x)
        assert_close(result, expected, message=f"the result for x = {x.tolist()}")
        assert_close(grads, right, message=f"the gradients of the sum for x = {x.tolist()}")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_ponder():
    """The example of the statement: PonderNet"""
    net, x = PonderNet(Affine(0.5, 1.0), 0.25), tensor([0.0, 1.0])
    for max_steps, expected, steps in ((10, tensor([1.75, 1.875]), 3), (2, tensor([1.5, 1.75]), 2)):
        h, taken, _, _ = run(net, x, max_steps)
        assert_close(h, expected, message=f"`h` for max_steps = {max_steps}")
        assert_close(taken, steps, message=f"the number of steps for max_steps = {max_steps}")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_fallback():
    """The example of the statement: FallbackNet"""
    net = FallbackNet(Cholesky(1.0), Scale(0.0))
    for x, expected in ((tensor([[4.0]]), tensor([[2.0]])), (tensor([[-4.0]]), tensor([[0.0]]))):
        result, _, _, _ = run(net, x)
        assert_close(result.abs(), expected, message=f"the result for x = {x.tolist()}")


@pytest.mark.points(1)
def test_modules_are_registered():
    """The modules that a net is given are found under the names of the arguments"""
    for net, names in (
        (BranchNet(Scale(1.0), Scale(2.0)), ["branch_a.k", "branch_b.k"]),
        (PonderNet(Scale(1.0), 0.1), ["cell.k"]),
        (FallbackNet(Cholesky(1.0), Scale(2.0)), ["backup.k", "main.k"]),
    ):
        keys = sorted(net.state_dict())
        assert keys == names, f"state_dict() should have the keys {names}; yours has {keys or 'none'}"


@pytest.mark.points(1)
def test_branch_taken(rng):
    """BranchNet takes the branch that the mean of all of x says, also at 0 and for no entries"""
    net = BranchNet(Scale(2.0), Scale(3.0))
    cases = [normal(rng, *shape) + shift for shape in ((), (5,), (2, 3), (3, 1, 2)) for shift in (-3.0, 3.0)]
    # Its mean is positive, most of its entries and most of its rows are not, and the other way round.
    lopsided = tensor([[9.0, 9.0], [-1.0, -2.0], [-1.0, -1.0]])
    cases += [lopsided, -lopsided, tensor([0.5, -0.25]), tensor([-1.0, 1.0]), NO_ENTRIES]
    for x in cases:
        k = 2.0 if x.mean() > 0 else 3.0
        result, _, _, _ = run(net, x)
        assert_close(
            result, k * x, message=f"the result for an x of shape {tuple(x.shape)} with the mean {x.mean():.3g}"
        )


@pytest.mark.points(2)
@pytest.mark.depends("test_modules_are_registered")
def test_other_branch_does_not_run(rng):
    """BranchNet: the other branch does not run, and its parameters keep grad None"""
    net = BranchNet(Scale(2.0), Scale(3.0))
    for shift, taken, other in ((3.0, "branch_a", "branch_b"), (-3.0, "branch_b", "branch_a")):
        x = normal(rng, 4).clamp(-2, 2) + shift
        _, _, grads, calls = run(net, x)
        calls = {name: calls[name] for name in (taken, other)}
        assert calls == {taken: 1, other: 0}, (
            f"where {taken} is taken, it should run once and {other} never; the calls: {calls}"
        )
        right = {f"{taken}.k": x.sum(), f"{other}.k": None}
        assert_close(grads, right, message=f"the gradients where {taken} is taken")


@pytest.mark.points(2)
def test_ponder_steps(rng):
    """PonderNet stops after the right step, and gives what that step gave"""
    for tol in (0.5, 0.05, 1e-3):
        for max_steps in (0, 1, 3, 200):
            weight, x = 0.5 * normal(rng, 3, 3), 3 * normal(rng, 4, 3)
            expected, steps, _ = ponder(weight, x, tol, max_steps)
            h, taken, _, _ = run(PonderNet(Bent(weight), tol), x.requires_grad_(), max_steps)
            where = f"tol = {tol}, max_steps = {max_steps}"
            assert_close(taken, steps, message=f"the number of steps for {where}")
            assert_close(h, expected, message=f"`h` for {where}")
    _, taken, _, _ = run(PonderNet(Affine(0.5, 0.0), 0.25), tensor([[8.0, 1.0]]), 9)
    assert_close(taken, 5, message="the number of steps for h / 2 from [[8, 1]] with tol = 0.25")


@pytest.mark.points(1)
@pytest.mark.depends("test_modules_are_registered")
def test_ponder_calls():
    """PonderNet calls its cell once a step"""
    for max_steps in (1, 4, 200):
        _, steps, _, calls = run(PonderNet(Affine(0.5, 1.0), 0.01), tensor([8.0, -1.0]), max_steps)
        assert calls["cell"] == steps, f"{steps} steps are reported, but the cell ran {calls['cell']} times"


@pytest.mark.points(1)
def test_ponder_no_entries():
    """PonderNet stops after one step when x has no entries"""
    h, steps, _, _ = run(PonderNet(Affine(0.5, 1.0), 0.1), NO_ENTRIES, 5)
    assert_close(h, NO_ENTRIES, message="`h` for an x of shape (0, 3)")
    assert_close(steps, 1, message="the number of steps for an x of shape (0, 3)")


@pytest.mark.points(2)
@pytest.mark.depends("test_modules_are_registered")
def test_ponder_gradients(rng):
    """PonderNet: gradients flow back through all steps"""
    for max_steps in (1, 2, 5):
        weight, x = 0.5 * normal(rng, 3, 3), normal(rng, 8, 3)
        _, steps, right = ponder(weight, x, 1e-9, max_steps)
        _, _, grads, _ = run(PonderNet(Bent(weight), 1e-9), x, max_steps)
        assert_close(grads, {"cell.weight": right}, message=f"the gradient of the cell's weight, {steps} steps")


@pytest.mark.points(2)
@pytest.mark.depends("test_modules_are_registered")
def test_fallback(rng):
    """FallbackNet: main where it works, else backup, and gradients for the one that gave the result"""
    net, factor = FallbackNet(Cholesky(2.0), Scale(3.0)), normal(rng, 3, 3)
    good = factor @ factor.T + torch.eye(3, dtype=torch.float64)
    result, _, grads, calls = run(net, good)
    assert_close(result, torch.linalg.cholesky(2 * good), message="the result for an x that is positive definite")
    assert calls == {"main": 1, "backup": 0}, f"`main` works, so it alone should run, once; the calls: {calls}"
    assert grads["main.k"] is not None, "`main` gave the result, but no gradient reaches its parameter"
    result, _, grads, _ = run(net, -good)
    assert_close(result, -3 * good, message="the result for an x that is not positive definite")
    assert_close(grads, {"main.k": None, "backup.k": -good.sum()}, message="the gradients where `main` fails")


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["RuntimeError", "ValueError"])
def test_fallback_hides_nothing(name, rng):
    """FallbackNet: other exceptions of main go on to the caller"""
    came = error_of(FallbackNet(Failing(name), Scale(1.0)), normal(rng, 3))
    assert came == name, f"`main` raises {name}, so the call should too; what came is: {came}"
