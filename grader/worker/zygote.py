"""The zygote: Python with torch loaded once, single threaded, that forks one isolated child for each worker.

It knows nothing: no submission, no check, no secret, no shared mapping. A second thread here would leave its locks held
for ever in every child, so it refuses to serve when it has one.

Each request is one packet with descriptors (see ``isolate.Descriptors``), or ``{"compiler": true}``, on which it warms
up further and says so once more. What becomes of the child goes to the judge
over the child's own ``life`` socket: its pidfd, "ready" or the reason why it could not be isolated, its exit status.
The end of that stream without an exit status means that the zygote died.
"""

import base64
import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from grader.worker import hugepages, isolate, run, syscalls, warmup


@dataclass(frozen=True, slots=True)
class Alarm:
    """A pipe that becomes readable when a child ended."""

    reader: int
    writer: int


def main(control: int) -> None:
    """Warm up, say so, then fork on request until the judge closes the control socket."""
    judge = socket.socket(fileno=control)
    if is_ready_after(warmup.warm_up, judge):
        _serve(judge, wake_on_child())


def is_ready_after(warming: Callable[[], None], judge: socket.socket) -> bool:
    """Warm up, make the next forks cheap, and tell the judge; False where that failed, which the judge is told too."""
    try:
        warming()
    except Exception as error:
        judge.send(json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()[:60000])
        return False
    warmup.forget_locks()
    gc.collect()
    gc.freeze()
    judge.send(json.dumps({"threads": len(os.listdir("/proc/self/task"))}).encode())
    hugepages.collapse_heap()  # the judge is told first: it imports torch for as long again
    return True


def wake_on_child() -> Alarm:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)

    def ignore(number: int, frame: types.FrameType | None) -> None:
        pass

    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, ignore)
    return Alarm(reader, writer)


def _serve(judge: socket.socket, alarm: Alarm) -> None:
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    lives: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([judge.fileno(), alarm.reader], [], [])
        if alarm.reader in ready:
            os.read(alarm.reader, 4096)
            report_ends(lives)
        if judge.fileno() in ready:
            packet, descriptors, _, _ = socket.recv_fds(judge, 1 << 17, 16)
            if not packet:
                return
            request = json.loads(packet)
            if "compiler" not in request:
                _start_child(request, descriptors, own, lives)
            elif not is_ready_after(warmup.warm_compiler, judge):
                return


def report_ends(lives: dict[int, socket.socket]) -> None:
    while True:
        try:
            child, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if child == 0:
            return
        life = lives.pop(child, None)
        if life is not None:
            tell(life, {"status": status, "cpu": usage.ru_utime + usage.ru_stime, "rss": usage.ru_maxrss * 1024})
            life.close()


def tell(life: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):  # the judge has lost interest
        life.send(json.dumps(message).encode(), socket.MSG_DONTWAIT)


def _start_child(request: dict[str, Any], descriptors: list[int], own: int, lives: dict[int, socket.socket]) -> None:
    life = socket.socket(fileno=descriptors[0])
    try:
        child = _fork_into(descriptors[4], own)
    except OSError as error:
        tell(life, {"error": f"cannot fork: {error}"})
        life.close()
    else:
        if child == 0:
            _be_child(request, descriptors, life)
        lives[child] = life
        with contextlib.suppress(OSError):
            pidfd = os.pidfd_open(child)
            socket.send_fds(life, [b'{"forked":true}'], [pidfd], socket.MSG_DONTWAIT)
            os.close(pidfd)
    for descriptor in descriptors[1:]:
        os.close(descriptor)


def _fork_into(namespaces: int, own: int) -> int:
    """Fork a child that lives in the pid namespace of ``namespaces``; the caller stays where it is."""
    syscalls.setns(namespaces, syscalls.CLONE_NEWPID)
    try:
        child = os.fork()
    except OSError:
        syscalls.setns(own, syscalls.CLONE_NEWPID)
        raise
    if child != 0:
        syscalls.setns(own, syscalls.CLONE_NEWPID)
    return child


def _be_child(request: dict[str, Any], numbers: list[int], life: socket.socket) -> NoReturn:
    """Isolate, say so, serve, leave. Whatever happens, the child never returns into the zygote's loop."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        descriptors = isolate.Descriptors.received(life.fileno(), numbers)
        program = base64.b64decode(request["filter"])
        rules = isolate.Rules(request["limits"], program, request["environment"], request["uid"])
        isolate.isolate(descriptors, rules)
        warmup.seed_random()
        life.send(b'{"ready":true}')
        life.close()
    except BaseException as error:
        tell(life, {"error": f"{type(error).__name__}: {error}"})
        os._exit(70)
    run.run(isolate.adopt_channel(descriptors.channel), request["server"])


if __name__ == "__main__":
    main(int(sys.argv[1]))
