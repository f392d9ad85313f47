"""The zygote where no namespace can be made: each forked child becomes a user that nothing else runs as.

It runs as root, knows nothing (no submission, no check, no secret, no environment), and runs nothing of a submission
itself. Besides forking it ends users: a process that has become the user for signals alone kills everything of that
user at once, forks under way included, and can't be signalled back.

A request is one packet: what ``zygote`` is sent, with ``folder``, ``readable`` (null: what the modes allow) and
``shared`` beside it, and the descriptors life, channel, stdout, stderr; or ``{"kill": uid, "by": uid}``; or
``{"compiler": true}``, as there.
"""

import base64
import contextlib
import json
import os
import select
import signal
import socket
import sys
from typing import Any, NoReturn

from grader.worker import isolate, landlock, rlimits, run, syscalls, warmup
from grader.worker.zygote import is_ready_after, report_ends, tell, wake_on_child


def main(control: int) -> None:
    """Warm up, say so, then serve until the judge closes the control socket; every user ends with it."""
    judge = socket.socket(fileno=control)
    syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)  # what a child leaves behind is reaped here
    if not is_ready_after(warmup.warm_up, judge):
        return
    users: dict[int, int] = {}
    try:
        _serve(judge, users)
    finally:
        for user, by in users.items():
            end_user(user, by)


def _serve(judge: socket.socket, users: dict[int, int]) -> None:
    alarm = wake_on_child()
    lives: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([judge.fileno(), alarm.reader], [], [])
        if alarm.reader in ready:
            os.read(alarm.reader, 4096)
            report_ends(lives)
        if judge.fileno() not in ready:
            continue
        packet, descriptors, _, _ = socket.recv_fds(judge, 1 << 17, 16)
        if not packet:
            return
        request = json.loads(packet)
        if "compiler" in request:
            if not is_ready_after(warmup.warm_compiler, judge):
                return
        elif "kill" in request:
            end_user(request["kill"], users.pop(request["kill"], request["by"]))
        else:
            users[request["uid"]] = request["by"]
            _start_child(request, descriptors, lives)


def end_user(user: int, by: int) -> None:
    """Kill every process of ``user``. ``by`` is a user that has no process: whoever has become it in part, with
    ``user`` for its effective one, may signal all of ``user``'s, and none of them may signal it."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(by, by, by)
            os.setresuid(by, user, by)
            if os.getresuid() == (by, user, by) and min(by, user) > 0:
                os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)


def _start_child(request: dict[str, Any], descriptors: list[int], lives: dict[int, socket.socket]) -> None:
    life = socket.socket(fileno=descriptors[0])
    try:
        child = os.fork()
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


def _be_child(request: dict[str, Any], numbers: list[int], life: socket.socket) -> NoReturn:
    """Isolate, say so, serve, leave. Whatever happens, the child never returns into the zygote's loop."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _, channel, stdout, stderr = numbers
        isolate.take_streams(stdout, stderr)
        syscalls.close_descriptors((0, 1, 2, channel, life.fileno()))
        _lock_in(request)
        warmup.seed_random()
        life.send(b'{"ready":true}')
        life.close()
    except BaseException as error:
        tell(life, {"error": f"{type(error).__name__}: {error}"})
        os._exit(70)
    run.run(isolate.adopt_channel(channel), request["server"])


def _lock_in(request: dict[str, Any]) -> None:
    """Give up what a fresh child has, in an order in which each step can still be made. Nothing can be undone."""
    os.setsid()
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    syscalls.drop_bounding_set()
    rlimits.apply(request["limits"])
    os.umask(0o077)
    isolate.become(request["uid"])
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.drop_capabilities()
    # A change of credentials made the process undumpable, which hides /proc/self from itself, and forgot the signal.
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(f"{request['folder']}/work")
    if request["readable"] is not None:
        landlock.confine([*request["readable"], f"/proc/{os.getpid()}"], [request["folder"], *request["shared"]])
    syscalls.load_filter(base64.b64decode(request["filter"]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
