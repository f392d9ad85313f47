"""System calls that nobody needs for a tensor."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def _works(number, *arguments):
    if os.fork() == 0:
        os._exit(0 if libc.syscall(number, *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)) >= 0 else 1)
    return os.waitstatus_to_exitcode(os.wait()[1]) == 0


def attack():
    attempts = {
        "unshare user": (272, 0x10000000),
        "unshare mount": (272, 0x20000),
        "mount": (165, b"tmpfs", b"/tmp", b"tmpfs", 0, 0),
        "chroot": (161, b"/tmp"),
        "bpf": (321, 0, ctypes.create_string_buffer(128), 128),
        "userfaultfd": (323, 0),
        "io_uring_setup": (425, 8, ctypes.create_string_buffer(120)),
        "keyctl": (250, 0, -3, 0),
        "perf_event_open": (298, ctypes.create_string_buffer(128), 0, -1, -1, 0),
        "setuid 0": (105, 0),
        "mknod": (133, b"/tmp/device", 0o60666, 0xFE00),
        "pivot_root": (155, b".", b"."),
        "init_module": (175, b"", 0, b""),
        "open_by_handle_at": (304, -100, b"", 0),
        "memfd_secret": (447, 0),
        "personality": (135, 0x0040000),
    }
    won = [name for name, call in attempts.items() if _works(*call)]
    print(won)
    return bool(won)
