"""ptrace, process_vm_readv and /proc/PID/mem on every other process."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def attack():
    me = os.getpid()
    for pid in range(1, 400):
        if pid == me:
            continue
        if libc.ptrace(16, pid, 0, 0) == 0:
            return True
        buffer = ctypes.create_string_buffer(8)

        class Vector(ctypes.Structure):
            _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

        here, there = Vector(ctypes.addressof(buffer), 8), Vector(id(os), 8)
        if libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0:
            return True
        for name in ("mem", "maps", "environ"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    file.read(1)
                return True
            except OSError:
                pass
    return False
