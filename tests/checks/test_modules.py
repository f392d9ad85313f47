"""Contracts of modules."""

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks import assert_all_parameters_get_gradients, assert_state_roundtrip, assert_train_eval_differ
from tests.checks.facts import facts_of

X = torch.randn(6, 3, generator=torch.Generator().manual_seed(0))


class Dropout(nn.Module):
    def __init__(self, training: bool | None) -> None:
        super().__init__()
        self.always = training

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.dropout(x, 0.5, self.training if self.always is None else self.always)


@pytest.mark.parametrize("module", [nn.Dropout(), nn.BatchNorm1d(3), Dropout(None)])
@pytest.mark.parametrize("mode", [True, False])
def test_modes_that_differ(module: nn.Module, mode: bool) -> None:
    module.train(mode)
    assert_train_eval_differ(module, X)
    assert module.training is mode


def test_modes_that_do_not() -> None:
    assert facts_of(assert_train_eval_differ, Dropout(False), X).headline == (
        "`Dropout` does the same after `train()` as after `eval()`."
    )
    facts = facts_of(assert_train_eval_differ, Dropout(True), X)
    assert facts.rung == "state"
    assert facts.headline == "`Dropout` gives two results for the same input in `eval()`."


class Listed(nn.Module):
    """Holds its layers in a plain list, and one of them properly."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.rest = [nn.Linear(3, 3)]

    def forward(self, x: Tensor) -> Any:
        return self.rest[0](self.first(x))


class Unused(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.used, self.spare = nn.Linear(3, 1), nn.Linear(3, 1)

    def forward(self, x: Tensor) -> Any:
        return self.used(x)


def test_a_state_dict_that_holds_the_state() -> None:
    assert_state_roundtrip(lambda: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Dropout()), X)


def test_a_state_dict_that_misses_a_layer() -> None:
    facts = facts_of(assert_state_roundtrip, Listed, X)
    assert facts.rung == "state"
    assert facts.details[0] == "The state dict holds `first.weight` and `first.bias`."


def loss_of(module: Any) -> Tensor:
    return torch.as_tensor(module(X).square().mean())


def test_gradients_for_every_parameter() -> None:
    assert_all_parameters_get_gradients(nn.Linear(3, 2), loss_of)
    frozen = nn.Linear(3, 2)
    frozen.bias.requires_grad_(False)
    assert_all_parameters_get_gradients(frozen, loss_of)


def test_a_parameter_that_is_not_used() -> None:
    facts = facts_of(assert_all_parameters_get_gradients, Unused(), loss_of)
    assert facts.rung == "gradient_exists"
    assert facts.headline == "No gradient reaches `spare.weight` and `spare.bias` of `Unused`."
    assert_all_parameters_get_gradients(Unused(), loss_of, allow_none={"spare.weight", "spare.bias"})


def test_gradients_from_before_do_not_count() -> None:
    module = Unused()
    module.spare(X).sum().backward()
    assert facts_of(assert_all_parameters_get_gradients, module, loss_of).rung == "gradient_exists"


def test_zero_and_odd_gradients() -> None:
    facts = facts_of(assert_all_parameters_get_gradients, nn.Linear(3, 2), lambda m: (m(X) * 0).sum())
    assert facts.rung == "gradient_value"
    assert_all_parameters_get_gradients(nn.Linear(3, 2), lambda m: (m(X) * 0).sum(), allow_zero={"weight", "bias"})
    facts = facts_of(assert_all_parameters_get_gradients, nn.Linear(3, 2), lambda m: (m(X) * float("inf")).sum())
    assert facts.rung == "non_finite"


def test_losses_of_other_kinds() -> None:
    assert facts_of(assert_all_parameters_get_gradients, nn.Linear(3, 2), lambda m: None).rung == "type"
    assert facts_of(assert_all_parameters_get_gradients, nn.Linear(3, 2), lambda m: m(X)).rung == "type"
    assert (
        facts_of(assert_all_parameters_get_gradients, nn.Linear(3, 2), lambda m: m(X).sum().detach()).rung
        == "gradient_exists"
    )
