"""The cache of compiled modules: made when packages lack theirs, valid for Python, and readable by the sandbox."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox import bytecode


def test_installed_packages_with_bytecode_need_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "argparse.py"
    package.write_text("")
    monkeypatch.setattr(bytecode, "_SAMPLE", ("argparse",))
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert bytecode.is_needed()
    cache = Path(importlib.util.cache_from_source(str(package)))
    cache = package.parent / "__pycache__" / cache.name
    cache.parent.mkdir()
    cache.touch()
    assert not bytecode.is_needed()
    assert bytecode.prepared_cache() is None


def test_the_cache_is_filled_once_also_when_the_environment_forbids_writing_bytecode(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(bytecode, "is_needed", lambda: True)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path))
    monkeypatch.setattr(bytecode, "_WARM", "import argparse")
    folder = bytecode.prepared_cache()
    assert folder is not None
    compiled = list(folder.rglob("argparse.*.pyc"))
    assert len(compiled) == 1
    assert compiled[0].stat().st_mode & 0o044 == 0o044
    monkeypatch.setattr(bytecode, "_fill", lambda folder: pytest.fail("filled twice"))
    assert bytecode.prepared_cache() == folder
    traced = [sys.executable, "-v", "-X", f"pycache_prefix={folder}", "-c", "import argparse"]
    said = subprocess.run(traced, capture_output=True, text=True, check=True).stderr
    assert (
        f"code object from '{compiled[0]}'" in said
        or f"matches {os.fspath(Path(importlib.__file__).parent.parent / 'argparse.py')}" in said
    )


def test_a_folder_that_cannot_be_written_costs_time_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setattr(bytecode, "is_needed", lambda: True)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(blocker))
    assert bytecode.prepared_cache() is None


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")
def test_the_sandbox_reads_the_cache_and_cannot_write_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from grader.sandbox.bubblewrap import BubblewrapSandbox
    from grader.sandbox.probe import ask
    from grader.sandbox.protocol import Limits

    monkeypatch.setattr(bytecode, "is_needed", lambda: True)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path))
    with BubblewrapSandbox() as sandbox:
        worker = sandbox.open_probe(Limits())
        source = """
import importlib.util, os, sys, torch
from grader.worker import warmup
modules = (torch, sys.modules['torch.optim.adamw'], sys.modules['dataclasses'], warmup)
cached = [importlib.util.cache_from_source(module.__file__) for module in modules]
result = [sys.pycache_prefix, [path for path in cached if not os.path.exists(path)], os.access(cached[0], os.W_OK)]
"""
        prefix, missing, writable = ask(worker, source)
        assert worker.close().cause is None
    assert prefix.startswith(str(tmp_path))
    assert missing == []
    assert not writable
