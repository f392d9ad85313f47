"""A function of an importable module, run twice on CUDA, each time in a process of its own.

For checks in plain pytest, where the author's own code runs. Deterministic algorithms are on, and cuBLAS gets its fixed
workspace, which must be in the environment before CUDA starts.
"""

import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

_SECONDS = 300


def run_twice_on_cuda(
    fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], seed: int
) -> tuple[Any, Any]:
    """Both results, on the CPU. Raises ``RuntimeError`` with the end of the process's errors when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder, "task.pt")
        torch.save({"args": args, "kwargs": dict(kwargs), "seed": seed}, task)
        names = (fn.__module__, getattr(fn, "__qualname__", ""))
        first, second = (_run(names, task, Path(folder, f"{number}.pt")) for number in (1, 2))
    return first, second


def _run(names: tuple[str, str], task: Path, result: Path) -> Any:
    environment = {
        **os.environ,
        "CUBLAS_WORKSPACE_CONFIG": ":4096:8",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-m", "grader.checks.cuda", *names, str(task), str(result)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the run on CUDA failed: {done.stderr[-1000:]}")
    return torch.load(result, weights_only=True)


def to_device(value: Any, device: str) -> Any:
    """Tensors in nested lists, tuples and dicts on ``device``; everything else as it is."""
    if isinstance(value, Tensor):
        return value.detach().to(device)
    if isinstance(value, dict):
        return {key: to_device(item, device) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(to_device(item, device) for item in value)
    return value


def main(module: str, name: str, task: str, result: str, device: str = "cuda") -> None:
    """Run ``module.name`` on the task's arguments and save what it returns."""
    from grader.checks.determinism import seed_everything

    torch.use_deterministic_algorithms(True)
    given = torch.load(task, weights_only=True)
    seed_everything(given["seed"])
    fn = getattr(importlib.import_module(module), name)
    torch.set_default_device(device)
    value = fn(*to_device(given["args"], device), **to_device(given["kwargs"], device))
    torch.save(to_device(value, "cpu"), result)


if __name__ == "__main__":
    main(*sys.argv[1:])
