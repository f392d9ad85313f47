"""What a grade may depend on besides the course and the submission: versions of the libraries."""

import platform
from importlib.metadata import PackageNotFoundError, version

import numpy
import torch


def libraries() -> dict[str, str]:
    """Versions by name, for the report."""
    found = {"python": platform.python_version(), "torch": str(torch.__version__), "numpy": numpy.__version__}
    for name in ("pytest", "hypothesis"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
