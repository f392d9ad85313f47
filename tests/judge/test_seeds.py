"""The seed of a grading and what is derived from it."""

import random

import numpy as np
import torch

from grader.judge import seeds


def test_a_derived_number_is_the_same_everywhere() -> None:
    # A literal: a change of the derivation would make old reports impossible to replay.
    assert seeds.derive(7, "test_values[a]") == 1127998430
    assert seeds.derive(7, "test_values[a]", bits=16) == seeds.derive(7, "test_values[a]") >> 16


def test_checks_and_purposes_have_streams_of_their_own() -> None:
    numbers = {seeds.derive(7, check, purpose) for check in ("a", "b", "a\0b") for purpose in ("check", "judge")}
    assert len(numbers) == 6


def test_drawn_seeds_differ_and_fit() -> None:
    drawn = {seeds.draw() for _ in range(50)}
    assert len(drawn) == 50
    assert all(0 <= seed < 2**63 for seed in drawn)


def _draws() -> list[float]:
    return [float(torch.rand(())), float(np.random.rand()), random.random()]


def test_the_judges_generators_are_seeded_for_a_check_and_put_back() -> None:
    torch.manual_seed(1)
    np.random.seed(1)
    random.seed(1)
    expected = _draws()
    torch.manual_seed(1)
    np.random.seed(1)
    random.seed(1)
    with seeds.judge_random_state(7, "a"):
        first = _draws()
    assert _draws() == expected
    with seeds.judge_random_state(7, "a"):
        assert _draws() == first
    with seeds.judge_random_state(7, "b"):
        assert _draws() != first
