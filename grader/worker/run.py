"""Run a server to its end and leave with the status that Python would leave with. Portable."""

import contextlib
import importlib
import os
import socket
import sys
import traceback
from typing import NoReturn


def run(channel: socket.socket, server: str) -> NoReturn:
    """``server.main(channel)``, then the process ends: no atexit handler or thread of a submission outlives it."""
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
