"""A student's file with right and wrong functions, for tests in this process and across the boundary."""

import torch
from torch import Tensor, nn

_calls = 0


def softmax(x: Tensor, dim: int) -> Tensor:
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)


def softmax_over_rows(x: Tensor, dim: int) -> Tensor:
    return x.softmax(0)


def row_by_row(x: Tensor) -> Tensor:
    return torch.stack([row / row.sum() for row in x])


def outer_cube(x: Tensor) -> Tensor:
    return (x[:, None, None] * x[None, :, None] * x[None, None]).sum((1, 2))


def view(x: Tensor) -> Tensor:
    return x.T


def copy(x: Tensor) -> Tensor:
    return x.T.contiguous()


def same(x: Tensor) -> Tensor:
    return x


def writes(x: Tensor) -> Tensor:
    return x.mul_(2)


def cut(x: Tensor) -> Tensor:
    return x.detach() * 2


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits):  # type: ignore[no-untyped-def]
        ctx.save_for_backward(logits)
        return logits.square().sum() / logits.shape[0]

    @staticmethod
    def backward(ctx, grad):  # type: ignore[no-untyped-def]
        (logits,) = ctx.saved_tensors
        return grad * 2 * logits


def mean_square(logits: Tensor) -> Tensor:
    return Doubled.apply(logits)  # type: ignore[no-any-return, no-untyped-call]


def square_only(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT
    return scores + torch.zeros(q.shape[0], q.shape[0])


def refuses(shape: tuple[int, ...]) -> None:
    raise ValueError(f"no shape like {shape}")


def raises_in_backward(x: Tensor) -> Tensor:
    y = x * 2
    y.register_hook(_fail)
    return y


def _fail(grad: Tensor) -> Tensor:
    raise ValueError("not like this")


def counts() -> list[int]:
    global _calls
    _calls += 1
    return [_calls]


def draws() -> Tensor:
    return torch.rand(3)


def draws_elsewhere(seed: int) -> list[float]:
    rng = torch.Generator().manual_seed(seed)
    return [float(torch.rand((), generator=rng)), float(torch.rand(()))]


def train(seed: int, steps: int) -> list[float]:
    rng = torch.Generator().manual_seed(seed)
    return torch.rand(steps, generator=rng).tolist()


class Net(nn.Module):
    def __init__(self, listed: bool) -> None:
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.rest = [nn.Linear(3, 3)] if listed else nn.ModuleList([nn.Linear(3, 3)])
        self.drop = nn.Dropout(0.5)

    def forward(self, x: Tensor) -> Tensor:
        return self.drop(self.rest[0](self.first(x)))  # type: ignore[no-any-return]


class Liar(torch.Tensor):
    """Says that it is equal to everything."""

    def __eq__(self, other):  # type: ignore[no-untyped-def]
        return torch.ones(2, dtype=torch.bool)

    __hash__ = None  # type: ignore[assignment]


class YesMan:
    shape = (2,)
    dtype = torch.float32

    def __eq__(self, other):  # type: ignore[no-untyped-def]
        return True

    __hash__ = None  # type: ignore[assignment]


def yes(x: Tensor) -> YesMan:
    return YesMan()


def stub(x: Tensor) -> Tensor:
    raise NotImplementedError
