"""The first program of a grading container: takes what the holder needs of a container without any capability.

It runs as an ordinary user with no capabilities and no way to new ones. It connects to the judge's socket three times:
for what it and those after it complain of, for the holder and for the zygote; the judge accepts no further connection.
Then it enters a user namespace of its own with a pid namespace that belongs to it, in which the holder can make
namespaces for workers, and becomes the holder.

Standard library only.
"""

import json
import os
import signal
import socket
import sys

from grader.worker import syscalls

SOCKET = "/run/torchgrade/judge"


def main() -> None:
    output, *ends = [_connected(word) for word in (b"output", b"holder", b"zygote")]
    os.dup2(output.fileno(), 1)
    os.dup2(output.fileno(), 2)
    output.close()
    try:
        os.close(os.pidfd_open(os.getpid()))  # what the judge holds workers by; told first where there is none
        _enter_user_namespace()
        syscalls.unshare(syscalls.CLONE_NEWPID)
        child = os.fork()
    except OSError as error:
        ends[1].send(json.dumps({"refused": str(error)}).encode())
        return
    if child != 0:
        for end in ends:
            end.close()
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xFF)
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
    for end in ends:
        end.set_inheritable(True)
    # A new program, so that its memory belongs to the new user namespace: whoever has its capabilities may look at it.
    python = [sys.executable, "-s", "-P"]
    numbers = [str(end.fileno()) for end in ends]
    os.execv(python[0], [*python, "-S", "-m", "grader.worker.holder", *numbers, *python, "-m", "grader.worker.zygote"])


def _connected(word: bytes) -> socket.socket:
    end = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    end.connect(SOCKET)
    end.send(word)
    return end


def _enter_user_namespace() -> None:
    """A namespace with this one user in it, whose capabilities the zygote inherits when it is executed."""
    uid, gid = os.getuid(), os.getgid()
    syscalls.unshare(syscalls.CLONE_NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    syscalls.keep_capabilities_when_executing()


if __name__ == "__main__":
    main()
