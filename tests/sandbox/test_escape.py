"""What a submission may try against the sandbox from inside. Each attack must fail; the controls must work."""

import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.sandbox.meter import family
from grader.sandbox.probe import ProbeError, ask
from grader.sandbox.protocol import Limits

from .conftest import CANARY

pytestmark = pytest.mark.sandbox
Run = Callable[[str], Any]
PTRACE, PRLIMIT, VM_READ, PIDFD_OPEN = 101, 302, 310, 434


def test_the_control_runs_torch(run: Run) -> None:
    assert run("import torch; result = torch.ones(3).sum().item()") == 3.0


def test_a_worker_sees_pid_1_and_itself_alone_and_is_not_pid_1(run: Run) -> None:
    seen, own = run("result = [sorted(int(n) for n in os.listdir('/proc') if n.isdigit()), os.getpid()]")
    assert own != 1
    assert seen == [1, own]


@pytest.mark.parametrize("name", ["mem", "environ", "maps", "root", "cwd", "exe", "fd", "ns/mnt", "ns/user"])
def test_nothing_of_pid_1_opens(run: Run, name: str) -> None:
    source = f"""
path = '/proc/1/{name}'
try:
    result = os.listdir(path) if '{name}' in ('fd', 'root', 'cwd') else os.open(path, os.O_RDONLY)
    result = ('opened', result)
except OSError as error:
    result = error.errno
"""
    assert run(source) in (errno.EACCES, errno.EPERM)


def _zygote(sandbox: Any) -> int:
    """The zygote's pid as the judge sees it."""
    for process in family((sandbox._cell._process.pid,)):
        line = Path(f"/proc/{process}/cmdline").read_bytes()
        if b"grader.worker.zygote" in line and b"grader.worker.holder" not in line:
            return process
    raise AssertionError("no zygote")


def test_the_zygotes_pid_means_nothing_inside(run: Run, bubblewrap: Any) -> None:
    zygote = _zygote(bubblewrap)
    for pid in (zygote, 2, 3, 4):
        source = f"""
def opens(path):
    try:
        os.close(os.open(path, os.O_RDWR))
        return True
    except OSError:
        return False
target = {pid} if {pid} != os.getpid() else 999999
result = [call({PTRACE}, 16, target, 0, 0), call({PRLIMIT}, target, 0, 0, 0), call({VM_READ}, target, 0, 0, 0, 0, 0),
          call({PIDFD_OPEN}, target, 0), opens(f'/proc/{{target}}/mem')]
"""
        assert run(source) == [errno.EPERM] * 4 + [False]


def test_prlimit_reaches_no_other_process(run: Run) -> None:
    assert (
        run(f"result = [call({PRLIMIT}, pid, 7, 0, ctypes.create_string_buffer(16)) for pid in (1, 2, 3)]") == [1] * 3
    )
    assert run("import resource; result = resource.getrlimit(resource.RLIMIT_CORE)") == [0, 0]


def test_kill_minus_one_and_signals_hurt_only_the_worker(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    source = """
import contextlib, os, signal
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
    for target in (-1, 1, 0 if number == signal.SIGTERM else 1):
        if target == 0:
            signal.signal(number, signal.SIG_IGN)
        with contextlib.suppress(OSError):
            os.kill(target, number)
result = os.getpid()
"""
    assert ask(worker, source) > 1
    worker.close()
    _still_good(bubblewrap)


def _still_good(sandbox: Any) -> None:
    worker = sandbox.open_probe(Limits())
    assert ask(worker, "import torch; result = torch.arange(4).sum().item()") == 6
    assert worker.close().cause is None


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("unshare", "272, 0x10000000"),
        ("unshare of mounts", "272, 0x20000"),
        ("clone of a user namespace", "56, 0x10000000 | 17, 0, 0, 0, 0"),
        ("clone as the zygote's child", "56, 0x8000 | 17, 0, 0, 0, 0"),
        ("mount", "165, b'none', b'/tmp', b'tmpfs', 0, 0"),
        ("umount", "166, b'/proc', 2"),
        ("pivot_root", "155, b'/tmp', b'/tmp'"),
        ("chroot", "161, b'/tmp'"),
        ("setns", "308, 0, 0"),
        ("open_tree", "428, -100, b'/', 1"),
        ("fsopen", "430, b'tmpfs', 0"),
        ("setuid", "105, 0"),
        ("setresuid", "117, 0, 0, 0"),
        ("capset", "126, 0, 0"),
        ("execve", "59, b'/usr/bin/true', 0, 0"),
        ("execveat", "322, -100, b'/usr/bin/true', 0, 0, 0"),
        ("bpf", "321, 0, 0, 0"),
        ("io_uring_setup", "425, 8, 0"),
        ("userfaultfd", "323, 0"),
        ("perf_event_open", "298, 0, 0, -1, -1, 0"),
        ("keyctl", "250, 0, -3, 0"),
        ("add_key", "248, b'user', b'x', b'x', 1, -3"),
        ("process_vm_writev", "311, 1, 0, 0, 0, 0, 0"),
        ("pidfd_getfd", "438, 0, 0, 0"),
        ("kcmp", "312, 1, 2, 0, 0, 0"),
        ("mknod", "133, b'/tmp/b', 0o60666, 0xfe00"),
        ("personality", "135, 0x40000"),
        ("open_by_handle_at", "304, -100, 0, 0"),
        ("modify_ldt", "154, 0, 0, 0"),
        ("shmget", "29, 0x1234, 4096, 0o1600"),
        ("TIOCSTI", "16, 0, 0x5412, b'x'"),
        ("TIOCSTI with high bits", "16, 0, 0x100005412, b'x'"),
        ("sched_setaffinity of pid 1", "203, 1, 8, 0"),
        ("setpriority", "141, 0, 1, 5"),
        ("chown", "92, b'/tmp', 0, 0"),
        ("landlock", "444, 0, 0, 1"),
        ("memfd_secret", "447, 0"),
    ],
)
def test_a_refused_call_fails_with_eperm_and_kills_nobody(run: Run, name: str, arguments: str) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers are those of x86_64")
    assert run(f"result = call({arguments})") == errno.EPERM, name


def test_clone3_is_unknown_so_that_the_flags_stay_visible(run: Run) -> None:
    assert run("result = call(435, 0, 0)") == errno.ENOSYS


def test_no_socket_leaves_the_machine(run: Run) -> None:
    source = """
import socket
result = []
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET, socket.AF_VSOCK, 38):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            socket.socket(family, kind)
            result.append((int(family), int(kind)))
        except OSError:
            pass
"""
    assert run(source) == []


def test_abstract_sockets_of_the_host_are_not_there(run: Run) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as victim:
        victim.bind("\0torchgrade-test-victim")
        victim.listen()
        source = r"""
import socket
try:
    socket.socket(socket.AF_UNIX).connect('\0torchgrade-test-victim')
    result = 'connected'
except OSError as error:
    result = error.errno
"""
        assert run(source) == errno.ECONNREFUSED


def test_only_the_channel_and_the_streams_are_inherited(run: Run) -> None:
    source = """
paths = {n: '/proc/self/fd/' + n for n in os.listdir('/proc/self/fd')}
result = {n: os.readlink(path) for n, path in paths.items() if os.path.lexists(path)}
"""
    opened = run(source)
    assert opened.pop("0") == "/dev/null"
    assert opened.pop("1").startswith("pipe:")
    assert opened.pop("2").startswith("pipe:")
    assert [target.partition(":")[0] for target in opened.values()] == ["socket"]


def test_neither_environment_nor_command_lines_say_anything(run: Run) -> None:
    found = run("""
texts = [str(dict(os.environ))]
for pid in ('1', 'self'):
    for name in ('environ', 'cmdline'):
        try:
            texts.append(open(f'/proc/{pid}/{name}').read())
        except OSError:
            pass
result = ' '.join(texts)
""")
    assert CANARY not in found
    assert "TORCHGRADE" not in found
    assert "pytest" not in found


def test_the_zygote_holds_one_thread_no_shared_mapping_and_no_environment(bubblewrap: Any) -> None:
    zygote = Path("/proc", str(_zygote(bubblewrap)))
    assert len(list((zygote / "task").iterdir())) == 1
    mappings = (line.split() for line in (zygote / "maps").read_text().splitlines())
    assert [fields for fields in mappings if fields[1].endswith("s") and "w" in fields[1]] == []
    names = {line.partition("=")[0] for line in (zygote / "environ").read_text().split("\0") if line}
    assert not any("TORCHGRADE" in name for name in names)
    assert {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"} <= names


def test_the_judges_code_and_the_machines_files_are_not_there(run: Run) -> None:
    root = Path(grader.__file__).parent
    absent = [root / "judge", root / "sandbox", root / "checks", root / "report", root.parent / "solutions"]
    absent += [root.parent / "exercises", root.parent / "tests", Path("/home"), Path("/var"), Path("/etc/passwd")]
    absent += [Path("/run"), Path("/sys"), Path("/proc/1/root/work")]
    leads_to_python = {*root.parents, *Path(sys.prefix).parents}  # where the environment lies in /home or /var
    absent = [path for path in absent if path not in leads_to_python]
    assert run(f"result = [path for path in {list(map(str, absent))!r} if os.path.exists(path)]") == []
    assert set(run(f"result = os.listdir({str(root)!r})")) == {"__init__.py", "worker", "wire"}


@pytest.mark.parametrize("module", ["pytest", "hypothesis", "click", "grader.judge", "grader.sandbox", "grader.checks"])
def test_nothing_but_torch_and_numpy_can_be_imported(run: Run, module: str) -> None:
    with pytest.raises(ProbeError, match="No module named"):
        run(f"import importlib; importlib.import_module({module!r})")


def test_the_system_is_read_only_and_the_work_folder_is_not(run: Run) -> None:
    source = """
result = []
library = os.path.dirname(os.__file__)
for folder in ('/', '/usr', '/dev', '/etc', library, '/proc', '/sandbox', '/sandbox/work', '/dev/shm'):
    try:
        os.close(os.open(folder + '/x', os.O_CREAT | os.O_RDWR))
        result.append(folder)
    except OSError:
        pass
"""
    assert run(source) == ["/sandbox", "/sandbox/work", "/dev/shm"]
    # /tmp leads there too, unless the Python environment itself lies in /tmp and must be seen there.
    assert run("result = [os.getcwd(), os.path.realpath('/tmp')]") in (
        ["/sandbox/work", "/sandbox"],
        ["/sandbox/work", "/tmp"],
    )


def test_two_workers_share_no_files(bubblewrap: Any) -> None:
    first, second = bubblewrap.open_probe(Limits()), bubblewrap.open_probe(Limits())
    for worker in (first, second):
        source = "import os\nresult = os.listdir('/sandbox') + os.listdir('/dev/shm') + os.listdir('/sandbox/work')\n"
        assert ask(worker, source) == ["work"]
        ask(worker, "open('/sandbox/x', 'w').close(); open('/dev/shm/y', 'w').close(); open('z', 'w').close()")
    first.close()
    second.close()


def test_a_patched_torch_stays_in_its_worker(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    ask(worker, "import torch, builtins; torch.ones = None; builtins.poison = 1")
    worker.close()
    _still_good(bubblewrap)
    worker = bubblewrap.open_probe(Limits())
    assert ask(worker, "import builtins; result = hasattr(builtins, 'poison')") is False
    worker.close()


def test_device_files_are_the_harmless_five(run: Run) -> None:
    found = run("result = sorted(n for n in os.listdir('/dev') if not os.path.islink('/dev/' + n) and n != 'shm')")
    assert found == ["full", "null", "random", "urandom", "zero"]


def test_limits_cannot_be_raised(run: Run) -> None:
    source = """
import resource
result = []
for name in ('NPROC', 'CPU', 'FSIZE', 'NOFILE', 'STACK', 'CORE', 'MEMLOCK'):
    kind = getattr(resource, 'RLIMIT_' + name)
    try:
        resource.setrlimit(kind, (1 << 40, 1 << 40))
        result.append(name)
    except (ValueError, OSError):
        pass
"""
    assert run(source) == []


def test_ignoring_every_signal_does_not_help(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits(wall_seconds=0.3))
    ask(
        worker,
        """
import signal
for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
""",
    )
    with pytest.raises(EOFError):
        ask(worker, "while True: pass")
    assert worker.close().signal == signal.SIGKILL
