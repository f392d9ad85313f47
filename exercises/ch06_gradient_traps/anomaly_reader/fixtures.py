"""Makes functions from source text, and asks `locate` about them."""

import warnings
from collections.abc import Callable
from typing import Any, Literal

import torch
import torch.nn.functional as F

Locate = Callable[[Callable[[], Any]], Any]


def made(source: str) -> Callable[[], Any]:
    """The function `fn` of a file subject.py with this text."""
    names: dict[str, Any] = {"torch": torch, "F": F, "warnings": warnings}
    exec(compile(source, "subject.py", "exec"), names)
    return names["fn"]


def located(locate: Locate, source: str, filter: Literal["default", "ignore"] = "default") -> Any:
    """locate(fn); filter: what the caller does with warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter(filter)
        return locate(made(source))


def error_of(locate: Locate, source: str) -> str:
    """The kind and the text of the exception that comes out of locate(fn)."""
    try:
        result = locate(made(source))
    except NotImplementedError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return f"no exception, but {result!r}"


def modes(locate: Locate, source: str) -> list[tuple[bool, bool]]:
    """Whether anomaly mode is on (and looks for NaN) after locate(fn), if it was off, on, and on without NaN before."""
    after = []
    for before in ((False, True), (True, True), (True, False)):
        with torch.autograd.set_detect_anomaly(*before):
            error_of(locate, source)
            after.append((torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()))
    return after
