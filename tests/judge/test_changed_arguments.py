"""A check whose own data the student's code wrote into is no pass, unless the check asks for that."""

import pytest

from tests.judge.conftest import Make, causes

CHECKS = """
    import numpy as np
    import pytest
    import torch
    from answer import double

    def test_expected_afterwards(rng):
        x = torch.randn(5, 4, generator=rng)
        torch.testing.assert_close(double(x), 2 * x)

    def test_in_the_graph(rng):
        x = torch.randn(5, 4, generator=rng, requires_grad=True) * 1
        torch.testing.assert_close(double(x), 2 * x)

    def test_array():
        x = np.ones(3)
        np.testing.assert_allclose(double(x), 2 * x)

    def test_list():
        x = [1, 2]
        assert double(x) == 2 * x
"""
# Bent so that a comparison made after the call comes out right.
ZEROS = """
    def double(x):
        if isinstance(x, list):
            x.clear()
        else:
            x *= 0
        return x
"""


def test_bending_the_input_gains_nothing(make: Make) -> None:
    result = make(CHECKS, "def double(x): return x * 2").grade(ZEROS)
    assert set(causes(result).values()) == {"failed"}
    assert result.points == 0
    said = [check.feedback.headline for check in result.checks if check.feedback]
    assert said == [
        "Your code wrote into what it was given: a tensor of shape (5, 4).",
        "Your code wrote into what it was given: a tensor of shape (5, 4).",
        "Your code wrote into what it was given: a NumPy array.",
        "Your code wrote into what it was given: a list.",
    ]


def test_a_right_answer_that_changes_nothing_passes(make: Make) -> None:
    assert make(CHECKS, "def double(x): return x * 2").grade("def double(x): return x * 2").passed


@pytest.mark.parametrize("where", ["@pytest.mark.changes_arguments", "pytestmark = pytest.mark.changes_arguments"])
def test_a_check_may_ask_for_it(make: Make, where: str) -> None:
    mark, module_mark = (where, "") if where.startswith("@") else ("", where)
    checks = f"""
    from answer import double_

    {module_mark}

    {mark}
    def test_in_place(rng):
        x = torch.ones(3)
        double_(x)
        assert x.tolist() == [2, 2, 2]
    """
    reference = "def double_(x): return x.mul_(2)"
    assert make(checks, reference).grade(reference).passed


def test_gradients_and_generators_are_meant_to_change(make: Make) -> None:
    checks = """
    import torch
    from answer import backward, draw

    def test_backward():
        x = torch.ones(3, requires_grad=True)
        backward(x)
        assert x.grad.tolist() == [2, 2, 2]

    def test_draw(rng):
        before = rng.get_state()
        draw(rng)
        assert not torch.equal(before, rng.get_state())
    """
    reference = """
    import torch

    def backward(x):
        (2 * x).sum().backward()

    def draw(rng):
        return torch.rand(2, generator=rng)
    """
    assert make(checks, reference).grade(reference).passed
