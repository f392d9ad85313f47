"""assert_deterministic and assert_repeatable."""

import itertools
import random
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from grader.checks import assert_deterministic, assert_repeatable, device
from tests.checks.facts import facts_of


def seeded(seed: int) -> list[float]:
    rng = torch.Generator().manual_seed(seed)
    return torch.rand(5, generator=rng).tolist()


def from_global_state() -> Tensor:
    return torch.rand(3) + np.random.rand() + random.random()


def test_functions_with_a_seed_pass() -> None:
    assert assert_deterministic(seeded) == seeded(7)
    assert assert_deterministic(seeded, seed=3) == seeded(3)


def test_functions_that_use_the_global_generators_pass() -> None:
    assert_deterministic(from_global_state)


def test_arguments_are_fresh_for_each_run() -> None:
    assert_deterministic(lambda x: x.add_(torch.rand(3)), torch.zeros(3))


def test_the_part_on_cuda_is_recorded_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "skipped_parts", [])
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert_deterministic(seeded)
    assert device.skipped_parts == ["determinism on CUDA: not run: no GPU"]


@pytest.mark.parametrize(
    "source", [torch.rand, lambda n: torch.tensor(np.random.rand(n)), lambda n: torch.tensor(random.random())]
)
def test_a_function_with_a_seed_that_draws_elsewhere(source: Any) -> None:
    def train(seed: int) -> list[float]:
        losses = seeded(seed)
        return [*losses[:2], losses[2] + float(torch.as_tensor(source(1)).sum()), *losses[3:]]

    facts = facts_of(assert_deterministic, train)
    assert facts.headline == "Two runs of `train` with seed 7 differ, first at step 2."
    assert facts.where == "step 2"


def test_a_tensor_that_differs_is_located() -> None:
    counter = itertools.count()

    def counted(seed: int) -> Tensor:
        x = torch.zeros(3)
        x[1] = next(counter)
        return x

    assert facts_of(assert_deterministic, counted).where == "index (1,)"


def test_the_smallest_difference_counts() -> None:
    counter = itertools.count()

    def nearly(seed: int) -> Tensor:
        return torch.tensor(1.0 + 2**-52 * next(counter), dtype=torch.float64)

    assert facts_of(assert_deterministic, nearly).rung == "value"


def test_a_seed_without_effect() -> None:
    facts = facts_of(assert_deterministic, lambda seed: seeded(1))
    assert facts.headline == "`<lambda>` gives the same result for seeds 7 and 8: the seed has no effect."
    assert_deterministic(lambda seed: seeded(1), different_seeds_differ=False)


def test_repeatable() -> None:
    assert torch.equal(assert_repeatable(lambda x: x * 2, torch.ones(2)), torch.full((2,), 2.0))
    assert_repeatable(lambda x: x.add_(1), torch.ones(2))  # writes to its argument, but keeps nothing


def test_state_between_calls() -> None:
    def remember(x: Tensor, seen: list[Tensor] = []) -> Tensor:  # noqa: B006
        seen.append(x.clone())
        return torch.stack(seen).sum(0)

    facts = facts_of(assert_repeatable, remember, torch.tensor([1.0, 2.0]))
    assert facts.rung == "state"
    assert (facts.expected, facts.actual) == ("[1.0, 2.0]", "[2.0, 4.0]")
