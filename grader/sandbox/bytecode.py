"""Compiled bytecode for the sandbox, so that ``import torch`` takes two seconds and not eight.

Where packages were installed without compiling (or the environment says PYTHONDONTWRITEBYTECODE), a cache of this user
is filled once by importing what the zygote imports; the sandbox sees it read-only. Python checks each file's time and
size, so a stale cache costs time and nothing else.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import platformdirs

import grader

_SAMPLE = ("argparse", "numpy", "sympy", "torch", "torch.nn.modules.module", "torch.optim.adamw", "torch._refs")
_WARM = "from grader.worker.warmup import warm_compiler, warm_up; warm_up(); warm_compiler()"
_DONE = "complete"


def prepared_cache() -> Path | None:
    """The folder for PYTHONPYCACHEPREFIX, filled; None where the packages have theirs or nothing can be written."""
    if not is_needed():
        return None
    folder = Path(platformdirs.user_cache_dir("torchgrade"), "bytecode", _key())
    if not (folder / _DONE).exists():
        try:
            _fill(folder)
        except (OSError, subprocess.SubprocessError):
            return None
    return folder


def is_needed() -> bool:
    """Whether the packages were installed without their bytecode."""
    return not all(_compiled(name) for name in _SAMPLE)


def _compiled(name: str) -> bool:
    """Whether the module's bytecode lies beside its source. Finds it on the path without importing its package."""
    *parents, last = name.split(".")
    for root in sys.path:
        base = Path(root or ".", *parents)
        for source in (base / f"{last}.py", base / last / "__init__.py"):
            if source.is_file():
                cached = source.parent / "__pycache__" / f"{source.stem}.{sys.implementation.cache_tag}.pyc"
                return cached.exists()
    return True  # not installed, or in an archive


def _key() -> str:
    versions = [sys.version, sys.executable, *map(importlib.metadata.version, ("torch", "numpy", "msgspec"))]
    return hashlib.sha256("\0".join(versions).encode()).hexdigest()[:16]


def _fill(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PYTHONPATH": str(Path(grader.__file__).parent.parent), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-X", f"pycache_prefix={folder}", "-c", _WARM]
    subprocess.run(
        command, env=environment, check=True, capture_output=True, timeout=300, stdin=subprocess.DEVNULL, umask=0o022
    )
    (folder / _DONE).touch()
