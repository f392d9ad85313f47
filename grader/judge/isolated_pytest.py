"""One pytest session in this process that owes nothing to its surroundings and leaves nothing behind.

No ini file, no plugin of the environment (xdist, randomly, timeout …), no conftest.py outside the course, no cache, no
output. It may run inside another pytest session.
"""

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grader.judge import compiled

# Parts of pytest that write files, take over streams or signals, or collect garbage at the end of a session.
_OFF = (
    "cacheprovider", "stepwise", "faulthandler", "junitxml", "pastebin", "doctest", "terminal", "logging",
    "threadexception", "unraisableexception",
)  # fmt: skip
_ENVIRONMENT = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_CURRENT_TEST", "PYTEST_DEBUG", "PYTEST_VERSION")
_TRACES = ("last_type", "last_value", "last_traceback", "last_exc")  # pytest leaves them for a debugger


def run_pytest(file: Path, confcutdir: Path, plugins: Sequence[object]) -> str:
    """Collect and run ``file`` with ``plugins``; conftest.py files count from ``confcutdir`` inward.

    Returns what pytest itself wrote, which is nothing unless it could not start.
    """
    arguments = [
        str(file),
        f"--rootdir={file.parent}",
        f"--confcutdir={confcutdir}",
        f"--config-file={os.devnull}",
        "--import-mode=importlib",
        "--capture=no",
        "--override-ini=empty_parameter_set_mark=fail_at_collect",  # a check with no case would be a check less
        *(f"-pno:{name}" for name in _OFF),
    ]
    said = io.StringIO()
    with _surroundings_kept(), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        pytest.main(arguments, plugins=list(plugins))
    return said.getvalue()


@contextlib.contextmanager
def _surroundings_kept() -> Iterator[None]:
    """Hide pytest's environment variables, and put back everything that a session changes in the process."""
    environment = {name: os.environ.pop(name, None) for name in (*_ENVIRONMENT, "PYTEST_DISABLE_PLUGIN_AUTOLOAD")}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    traces = {name: getattr(sys, name) for name in _TRACES if hasattr(sys, name)}
    path, hooks = list(sys.path), list(sys.meta_path)
    try:
        with warnings.catch_warnings():
            warnings.resetwarnings()
            with compiled.kept():
                yield
    finally:
        sys.path[:], sys.meta_path[:] = path, hooks
        for name in _TRACES:
            if name in traces:
                setattr(sys, name, traces[name])
            elif hasattr(sys, name):
                delattr(sys, name)
        for name, value in environment.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
