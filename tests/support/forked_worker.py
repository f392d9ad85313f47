"""A worker without a sandbox: a forked child that serves on the other end of a socket pair. For tests only."""

import contextlib
import os
import shutil
import signal
import socket
import sys
import tempfile
import weakref

from grader.sandbox.protocol import Captured, Ending
from grader.verdict import Cause

_open: "weakref.WeakSet[socket.socket]" = weakref.WeakSet()  # the judge's ends


class ForkedWorker:
    """Implements `grader.sandbox.protocol.Worker` with no isolation at all."""

    def __init__(self) -> None:
        self.channel, other = socket.socketpair()
        self.folder = tempfile.mkdtemp()
        self.running = 0.0
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            for channel in (self.channel, *_open):  # another worker's stream must end when the judge closes it
                channel.close()
            _serve(other, self.folder)
        other.close()
        _open.add(self.channel)
        self._ending: Ending | None = None

    def resume(self) -> None:
        self.running += 1

    def pause(self) -> None:
        self.running -= 1

    def resume_unattended(self) -> None:
        self.running += 1

    def attend(self) -> None:
        self.running = 0

    def captured(self) -> Captured:
        return Captured()

    def close(self) -> Ending:
        if self._ending is None:
            _open.discard(self.channel)
            self.channel.close()
            self._ending = _reap(self.pid)
            shutil.rmtree(self.folder, ignore_errors=True)
        return self._ending


def _serve(channel: socket.socket, folder: str) -> None:
    status = 1
    try:
        import warnings

        from grader.worker import serve

        for name in [name for name, module in sys.modules.items() if type(module).__name__ == "RemoteModule"]:
            del sys.modules[name]  # the judge's view of the submission
        warnings.resetwarnings()
        warnings.simplefilter("ignore")
        os.chdir(folder)
        serve.main(channel)
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def _reap(pid: int) -> Ending:
    import time

    for _ in range(100):
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            break
        time.sleep(0.01)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return Ending(None, "closed")
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return Ending(None, "closed", exit_status=0)
    return Ending(Cause.EXITED, f"ended with status {code}", exit_status=code)
