"""Run a server to its end and leave with the status that Python would leave with. Portable."""

import contextlib
import importlib
import io
import os
import socket
import sys
import traceback
from typing import NoReturn


def run(channel: socket.socket, server: str) -> NoReturn:
    """``server.main(channel)``, then the process ends: no atexit handler or thread of a submission outlives it."""
    _print_at_once()
    status = 1
    try:
        importlib.import_module(server).main(channel)
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status & 0xFF)


def _print_at_once() -> None:
    """What is printed leaves the process before the next line runs: a worker is ended without being asked first."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        raw = open(number, "wb", buffering=0, closefd=False)  # noqa: SIM115 - as long as the process
        stream = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
