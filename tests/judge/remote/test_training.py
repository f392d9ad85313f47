"""Whole training loops, written in the check or by the student, give bitwise the numbers of one process."""

from typing import Any

import pytest
import torch
from torch import Tensor, nn


def data(count: int = 12) -> tuple[Tensor, Tensor]:
    rng = torch.Generator().manual_seed(5)
    return torch.randn(count, 4, generator=rng), torch.randint(3, (count,), generator=rng)


def initialise(module: Any) -> None:
    with torch.no_grad():
        for n, p in enumerate(module.parameters()):
            p.copy_(torch.linspace(-0.5, 0.5, p.numel()).reshape(p.shape) + 0.1 * n)


def in_the_check(side: Any, optimizer: str, *, with_hidden: bool = False, **options: Any) -> list[Tensor]:
    x, y = data()
    model = side.Net()
    initialise(model)
    model.drop.p = 0.0
    opt = getattr(torch.optim, optimizer)(model.parameters(), **options)
    found = []
    for _ in range(4):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        if with_hidden:
            loss = loss + 0.1 * model.last_hidden.square().mean()
        loss.backward()
        opt.step()
        found.append(loss.detach())
    model.eval()
    with torch.no_grad():
        found.append(model(x))
    return [*found, *(p.detach().clone() for p in model.parameters()), *(b.clone() for b in model.buffers())]


@pytest.mark.parametrize(
    ("optimizer", "options"),
    [("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.01}), ("AdamW", {"lr": 0.05}), ("RMSprop", {"lr": 0.01})],
)
def test_a_loop_in_the_check(local: Any, remote: Any, optimizer: str, options: dict[str, Any]) -> None:
    here, there = in_the_check(local, optimizer, **options), in_the_check(remote, optimizer, **options)
    assert len(here) == len(there)
    assert all(torch.equal(a, b) for a, b in zip(here, there, strict=True))


def test_a_loss_of_what_the_module_kept(local: Any, remote: Any) -> None:
    """Two tensors that were got one after the other share a graph: walked twice, it is right up to rounding."""
    here, there = (in_the_check(side, "SGD", lr=0.1, with_hidden=True) for side in (local, remote))
    assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(here, there, strict=True))


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
        self.passes = 0

    def forward(self, x: Tensor) -> Tensor:
        self.passes += 1
        return self.layers(x)  # type: ignore[no-any-return]


class Points(torch.utils.data.Dataset[tuple[Tensor, Tensor]]):
    def __init__(self) -> None:
        self.x, self.y = data()

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        return self.x[index], self.y[index]


def test_the_students_loop_with_a_module_and_a_loss_of_the_check(local: Any, remote: Any) -> None:
    def run(side: Any) -> tuple[list[float], list[Tensor], int]:
        model = Model()
        initialise(model)
        x, y = data()
        losses = side.train(model, [(x[:6], y[:6]), (x[6:], y[6:])], nn.functional.cross_entropy)
        return losses, [p.detach() for p in model.parameters()], model.passes

    here, there = run(local), run(remote)
    assert there[0] == here[0]
    assert all(torch.equal(a, b) for a, b in zip(here[1], there[1], strict=True))
    assert there[2] == here[2] == 6


def test_the_students_loop_over_a_data_set_with_an_optimizer_of_the_check(local: Any, remote: Any) -> None:
    def run(side: Any) -> tuple[list[float], list[Tensor]]:
        model = Model()
        initialise(model)
        opt = torch.optim.SGD(model.parameters(), lr=0.1)
        losses = side.train_on_dataset(model, Points(), lambda a, b: nn.functional.cross_entropy(a, b), opt)
        return losses, [p.detach() for p in model.parameters()]

    here, there = run(local), run(remote)
    assert there[0] == here[0]
    assert all(torch.equal(a, b) for a, b in zip(here[1], there[1], strict=True))


def test_the_students_optimizer_on_parameters_of_the_check(local: Any, remote: Any) -> None:
    def run(side: Any) -> list[Tensor]:
        w = nn.Parameter(torch.arange(3.0))
        v = torch.ones(3, requires_grad=True)
        opt = side.SGD([w, v], lr=0.5)
        for _ in range(3):
            opt.zero_grad()
            ((w * v).square().sum()).backward()
            opt.step()
        return [w.detach(), v.detach()]

    here, there = run(local), run(remote)
    assert all(torch.equal(a, b) for a, b in zip(here, there, strict=True))


def test_state_dict_goes_out_and_in(side: Any) -> None:
    first, second = side.Net(), side.Net()
    state = first.state_dict()
    assert list(state)[:2] == ["first.weight", "first.bias"]
    result = second.load_state_dict({k: v.clone() for k, v in state.items()})
    assert result.missing_keys == []
    assert all(torch.equal(a, b) for a, b in zip(first.parameters(), second.parameters(), strict=True))
    with pytest.raises(RuntimeError, match="Missing key"):
        second.load_state_dict({})


def test_a_state_dict_shares_memory_with_the_module(side: Any) -> None:
    module = side.Smooth()
    state = module.state_dict()
    with torch.no_grad():
        module.w.add_(1)
    module(torch.ones(1, 4))
    assert torch.equal(state["w"], module.w.detach())


def test_modules_as_modules(side: Any) -> None:
    model = side.Net()
    assert isinstance(model, nn.Module)
    assert isinstance(model, side.Net)
    assert not isinstance(model, side.Smooth)
    assert [name for name, _ in model.named_modules()] == ["", "first", "norm", "drop", "second"]
    assert {name for name, _ in model.named_parameters()} >= {"first.weight", "second.bias"}
    weight = model.first.weight
    assert isinstance(weight, nn.Parameter)
    assert weight.is_leaf
    assert model.first.weight is weight
    assert next(iter(model.parameters())) is weight
    assert model.train() is model
    assert model.training is True
    model.eval()
    assert model.training is False
    assert sum(p.numel() for p in model.parameters()) == 4 * 8 + 8 + 8 + 8 + 8 * 3 + 3
    assert "Linear" in repr(model)


def test_conversion_to_another_dtype_is_seen(side: Any) -> None:
    model = side.Smooth()
    w = model.w
    assert model.to(torch.float64) is model
    assert model.w is w
    assert w.dtype is torch.float64
    assert model(torch.ones(1, 4, dtype=torch.float64)).dtype is torch.float64


def test_freezing_from_the_check_is_seen(side: Any) -> None:
    model = side.Smooth()
    model.w.requires_grad_(False)
    assert not model(torch.ones(1, 4)).requires_grad
    model.requires_grad_(True)
    assert model.w.requires_grad
    assert model(torch.ones(1, 4)).requires_grad


def test_zero_grad_on_either_side(side: Any) -> None:
    model = side.Smooth()
    model(torch.ones(1, 4)).sum().backward()
    assert model.w.grad is not None
    model.zero_grad()
    assert model.w.grad is None
    model(torch.ones(1, 4)).sum().backward()
    model.w.grad = None
    model(torch.ones(1, 4)).sum().backward()
    first = model.w.grad.clone()
    model(torch.ones(1, 4)).sum().backward()
    torch.testing.assert_close(model.w.grad, 2 * first)


def test_forward_hooks_of_the_check(side: Any) -> None:
    model = side.Smooth()
    seen = []
    handle = model.register_forward_hook(
        lambda module, args, out: seen.append((module is model, args[0].shape, out.shape))
    )
    model(torch.ones(2, 4))
    handle.remove()
    model(torch.ones(2, 4))
    assert seen == [(True, torch.Size([2, 4]), torch.Size([2, 3]))]


def test_weights_set_from_the_check_are_used(side: Any) -> None:
    model = side.Smooth()
    model.w.data = torch.zeros(4, 3)
    assert model(torch.ones(1, 4)).abs().sum() == 0
    model.w.data.fill_(1.0)
    torch.testing.assert_close(model(torch.ones(1, 4)), torch.full((1, 3), 4.0).tanh())
    model.w = nn.Parameter(torch.zeros(4, 3))
    assert model(torch.ones(1, 4)).abs().sum() == 0


def test_a_grad_set_from_the_check_is_used_by_the_students_optimizer(side: Any) -> None:
    w = torch.zeros(2, requires_grad=True)
    opt = side.SGD([w], lr=1.0)
    w.grad = torch.ones(2)
    opt.step()
    assert w.tolist() == [-1.0, -1.0]
    opt.zero_grad()
    assert w.grad is None
