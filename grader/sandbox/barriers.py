"""Try each barrier from inside a real worker: what an attack gets, never what a setting says."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grader
from grader.sandbox.probe import ProbeError, ask, tell
from grader.sandbox.protocol import MIB, Barrier, Ending, Limits, Worker
from grader.verdict import Cause

Opener = Callable[[Limits], Worker]
_DOCTOR = "Report this with the output of `grade doctor`, and use docker until it holds."

HELPERS = """
import ctypes, errno, os, socket
_libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    return ctypes.get_errno() if _libc.syscall(ctypes.c_long(number), *arguments) < 0 else 0
def refused(action, *arguments):
    try:
        action(*arguments)
    except OSError:
        return True
    return False
def status(name):
    with open("/proc/self/status") as file:
        return next(line.split()[1] for line in file if line.startswith(name + ":"))
"""


@dataclass(frozen=True, slots=True)
class Attack:
    """``source`` sets ``result`` to the list of what got through; an empty list means that the barrier holds."""

    name: str
    source: str
    remedy: str = _DOCTOR


def attacks() -> tuple[Attack, ...]:
    root = Path(grader.__file__).parent
    hidden = [str(root / "judge"), str(root / "sandbox"), str(root / "bundled"), str(Path.home() / ".ssh"), "/home"]
    return (
        Attack(
            "separate processes",
            "others = [int(name) for name in os.listdir('/proc') if name.isdigit()]\n"
            "result = [f'sees process {other}' for other in others if other not in (1, os.getpid())]\n"
            "result += [name for name in ('mem', 'environ') if not refused(open, '/proc/1/' + name)]\n"
            "result += [name for name in ('fd', 'root') if not refused(os.listdir, '/proc/1/' + name)]\n"
            "result += ['is pid 1'] if os.getpid() == 1 else []",
        ),
        Attack(
            "no network",
            "result = [family.name for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK) "
            "if not refused(socket.socket, family, socket.SOCK_DGRAM)]",
        ),
        Attack(
            "read-only system",
            "paths = ['/usr/x', '/x', '/dev/x', '/etc/x', os.path.join(os.path.dirname(os.__file__), 'x')]\n"
            "mounts = [line.split()[4] for line in open('/proc/self/mountinfo')]\n"
            "paths += [mount + '/x' for mount in mounts if not mount.startswith(('/sandbox', '/tmp', '/dev/shm'))]\n"
            "result = [path for path in paths if not refused(open, path, 'w')]",
        ),
        Attack("nothing hidden in sight", f"result = [path for path in {hidden!r} if os.path.exists(path)]"),
        Attack(
            "no privileges",
            "expected = {'CapEff': 0, 'CapPrm': 0, 'CapBnd': 0, 'CapAmb': 0, 'NoNewPrivs': 1}\n"
            "result = [name for name, value in expected.items() if int(status(name), 16) != value]\n"
            "result += [] if refused(os.setuid, 0) else ['setuid']",
        ),
        Attack(
            "system call filter",
            "calls = {'unshare': 0x10000000, 'mount': 0, 'ptrace': 0, 'bpf': 0, 'io_uring_setup': 0, 'keyctl': 0}\n"
            "numbers = {'x86_64': (272, 165, 101, 321, 425, 250), 'aarch64': (97, 40, 117, 280, 425, 219)}\n"
            "mine = zip(calls, numbers.get(os.uname().machine, ()))\n"
            "result = [name for name, number in mine if call(number, calls[name], 0, 0, 0, 0) != errno.EPERM]\n"
            "result += [] if status('Seccomp') == '2' else ['no filter']",
            "Install libseccomp2, and use a kernel with CONFIG_SECCOMP_FILTER.",
        ),
    )


@dataclass(frozen=True, slots=True)
class _Excess:
    """``source`` takes more than ``limits`` allow; the worker must end with ``cause``."""

    name: str
    limits: Limits
    source: str
    cause: Cause


_EXCESSES = (
    _Excess(
        "memory limit",
        Limits(memory_bytes=64 * MIB),
        "data = bytearray(96 << 20)\nimport time\ntime.sleep(5)",
        Cause.MEMORY,
    ),
    _Excess(
        "process limit",
        Limits(processes=4),
        "import os, time\nfor _ in range(64):\n    os.fork() or time.sleep(5)",
        Cause.PROCESSES,
    ),
    _Excess("time limit", Limits(wall_seconds=0.1), "while True: pass", Cause.TIMEOUT),
    _Excess("output limit", Limits(output_bytes=1 << 16), "while True: print('x' * 1000, flush=True)", Cause.OUTPUT),
    _Excess(
        "disk limit",
        Limits(disk_bytes=1 * MIB),
        "import os, time\nfile = open(os.path.join(os.environ['TMPDIR'], 'x'), 'wb', 0)\n"
        "file.write(b'x' * (1 << 21))\ntime.sleep(5)",
        Cause.DISK,
    ),
)


def probe_barriers(
    open_probe: Opener, memory_limit: str, tried: tuple[Attack, ...] | None = None
) -> tuple[Barrier, ...]:
    """Attack from inside, then pass every limit; one Barrier each. ``tried`` takes the place of the usual attacks."""
    return (
        *_probe_attacks(open_probe, attacks() if tried is None else tried),
        *(_probe_excess(each, open_probe, memory_limit) for each in _EXCESSES),
    )


def _probe_attacks(open_probe: Opener, tried: tuple[Attack, ...]) -> list[Barrier]:
    worker = open_probe(Limits())
    try:
        ask(worker, HELPERS)
        return [_attempt(attack, worker) for attack in tried]
    finally:
        worker.close()


def _attempt(attack: Attack, worker: Worker) -> Barrier:
    try:
        through: Any = ask(worker, attack.source)
    except (ProbeError, EOFError, OSError) as error:
        return Barrier(attack.name, False, f"could not be tried: {error}", attack.remedy)
    detail = f"got through: {', '.join(map(str, through))}" if through else ""
    return Barrier(attack.name, not through, detail, attack.remedy if through else "")


def _probe_excess(excess: _Excess, open_probe: Opener, memory_limit: str) -> Barrier:
    worker = open_probe(excess.limits)
    try:
        tell(worker, excess.source)
        with contextlib.suppress(OSError):
            worker.channel.settimeout(3.0)
            worker.channel.recv(1)
    finally:
        ending = worker.close()
    name = f"{excess.name} ({_mechanism(memory_limit)})" if excess.cause is Cause.MEMORY else excess.name
    held = ending.cause is excess.cause
    return Barrier(name, held, ending.fact if held else _escape(ending), "" if held else _DOCTOR)


def _mechanism(memory_limit: str) -> str:
    return memory_limit if memory_limit != "none" else "address space and sampling, no cgroup"


def _escape(ending: Ending) -> str:
    return f"ended with {ending.cause or 'nothing'} {ending.fact}".rstrip()
