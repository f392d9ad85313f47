"""The holder: pid-namespace keeper of the sandbox. Small, without torch, and the zygote's parent.

For each worker it makes fresh pid, mount, network, IPC and UTS namespaces with a private /proc, a work folder and
/dev/shm of bounded size, and a pid 1 that reaps; it answers the judge with a pidfd of that pid 1 and a descriptor of
each of the two folders, by which the judge measures how full they are. The judge ends a worker by killing its pid 1, or
sends its pidfd back to have it killed.

Arguments: descriptor of the judge's socket, descriptor to pass to the zygote, the zygote's command line.
"""

import contextlib
import errno
import json
import os
import select
import signal
import socket
import sys
import types
from typing import Any

from grader.worker import syscalls

_OWN = syscalls.CLONE_NEWNS | syscalls.CLONE_NEWNET | syscalls.CLONE_NEWIPC | syscalls.CLONE_NEWUTS
_SAFE = syscalls.MS_NOSUID | syscalls.MS_NODEV


def main(arguments: list[str]) -> None:
    """Serve until the judge closes its socket or the zygote dies; the end of this process ends everything inside."""
    judge = socket.socket(fileno=int(arguments[0]))
    zygote = _start_zygote(judge, int(arguments[1]), arguments[2:])
    alarm = _wake_on_child()
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    while True:
        ready, _, _ = select.select([judge.fileno(), alarm], [], [])
        if alarm in ready:
            os.read(alarm, 4096)
            if zygote in _reap():
                return
        if judge.fileno() in ready:
            packet, pidfds, _, _ = socket.recv_fds(judge, 1 << 16, 1)
            if not packet:
                return
            if pidfds:
                _kill(pidfds[0])
            else:
                _answer(judge, json.loads(packet), own)


def _start_zygote(judge: socket.socket, control: int, command: list[str]) -> int:
    child = os.fork()
    if child == 0:
        judge.close()
        os.set_inheritable(control, True)
        os.execv(command[0], [*command, str(control)])
    os.close(control)
    return child


def _wake_on_child() -> int:
    """A pipe that becomes readable when a child ended."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)

    def ignore(number: int, frame: types.FrameType | None) -> None:
        pass

    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, ignore)
    return reader


def _reap() -> list[int]:
    ended: list[int] = []
    while True:
        try:
            child, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if child == 0:
            return ended
        ended.append(child)


def _kill(pidfd: int) -> None:
    """For a judge whose user may not signal the users in here."""
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    os.close(pidfd)


def _answer(judge: socket.socket, request: dict[str, Any], own: int) -> None:
    try:
        descriptors = _make_namespaces(request, own)
    except OSError as error:
        judge.send(json.dumps({"error": str(error), "errno": error.errno}).encode())
        return
    socket.send_fds(judge, [b"{}"], descriptors)
    for descriptor in descriptors:
        os.close(descriptor)


def _make_namespaces(request: dict[str, Any], own: int) -> list[int]:
    """Fork a pid 1 with namespaces of its own: [pidfd, work folder, /dev/shm]."""
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with near, far:
        child = _fork_into_new_namespace(own)
        if child == 0:
            _be_pid_one(far, request)
        far.close()
        message, folders, _, _ = socket.recv_fds(near, 4096, 2)
        if message != b"ready" or len(folders) != 2:
            raise OSError(errno.EIO, message.decode(errors="replace") or "the sandbox's pid 1 died")
        return [os.pidfd_open(child), *folders]


def _fork_into_new_namespace(own: int) -> int:
    """Like os.fork, but the child is pid 1 of a new pid namespace; the caller's later children are not in it."""
    syscalls.unshare(syscalls.CLONE_NEWPID)
    try:
        child = os.fork()
    except OSError:
        syscalls.setns(own, syscalls.CLONE_NEWPID)
        raise
    if child != 0:
        syscalls.setns(own, syscalls.CLONE_NEWPID)
    return child


def _be_pid_one(parent: socket.socket, request: dict[str, Any]) -> None:
    """Never returns. Makes the mounts, says so, and reaps orphans until it is killed."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        syscalls.close_descriptors((0, 1, 2, parent.fileno()))
        syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
        # Nothing of this process shows in /proc; the zygote, which joins it, has the capability to look.
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)
        _mount_everything(request)
        folders = [os.open(path, os.O_RDONLY | os.O_DIRECTORY) for path in ("/sandbox", "/dev/shm")]
        socket.send_fds(parent, [b"ready"], folders)
    except OSError as error:
        parent.send(str(error).encode()[:4000])
        os._exit(1)
    syscalls.close_descriptors(())
    while True:
        try:
            os.wait()
        except ChildProcessError:
            signal.pause()


def _mount_everything(request: dict[str, Any]) -> None:
    syscalls.unshare(_OWN)
    if request["network"]:
        syscalls.bring_loopback_up()
    syscalls.mount(None, "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    options = f"size={request['disk_bytes']},nr_inodes=8192"
    syscalls.mount("tmpfs", "/sandbox", "tmpfs", _SAFE, f"{options},mode=1777")
    syscalls.mount("tmpfs", "/dev/shm", "tmpfs", _SAFE, f"{options},mode=1777")
    os.mkdir("/sandbox/work")
    if request["uid"] is not None:
        os.chown("/sandbox/work", request["uid"], request["uid"])
    syscalls.mount("proc", "/proc", "proc", _SAFE | syscalls.MS_NOEXEC)


if __name__ == "__main__":
    main(sys.argv[1:])
