"""Two runs in processes of their own, as they are made on CUDA; the CPU stands in where there is no device."""

from pathlib import Path

import pytest
import torch

from grader.checks import cuda, device
from grader.checks.determinism import assert_deterministic
from tests.checks.facts import facts_of


def draw(x: torch.Tensor, seed: int) -> dict[str, torch.Tensor]:
    rng = torch.Generator(x.device).manual_seed(seed)
    return {"value": x + torch.rand(3, generator=rng, device=x.device)}


def test_the_process_seeds_runs_and_saves(tmp_path: Path) -> None:
    task, result = tmp_path / "task.pt", tmp_path / "result.pt"
    torch.save({"args": (torch.zeros(3),), "kwargs": {"seed": 3}, "seed": 3}, task)
    before = torch.are_deterministic_algorithms_enabled()
    try:
        cuda.main(__name__, "draw", str(task), str(result), device="cpu")
    finally:
        torch.use_deterministic_algorithms(before)
        torch.set_default_device(None)  # a device that is set is a mode that every question to a tensor passes through
    saved = torch.load(result, weights_only=True)
    assert torch.equal(saved["value"], draw(torch.zeros(3), 3)["value"])


def test_a_difference_on_cuda_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = ({"value": torch.zeros(2)}, {"value": torch.tensor([0.0, 1.0])})
    monkeypatch.setattr("grader.checks.determinism.has_cuda", lambda: True)
    monkeypatch.setattr("grader.checks.determinism.run_twice_on_cuda", lambda *given: runs)
    facts = facts_of(assert_deterministic, draw, torch.zeros(3))
    assert facts.where == "['value'] index (1,)"


@pytest.mark.gpu
@pytest.mark.slow
def test_two_runs_on_a_device() -> None:
    if not device.has_cuda():
        pytest.skip("no GPU")
    first, second = cuda.run_twice_on_cuda(draw, (torch.zeros(3),), {"seed": 3}, 3)
    assert torch.equal(first["value"], second["value"])
    assert_deterministic(draw, torch.zeros(3))
