"""The uid driver as root on this machine: what it holds, what it refuses, how it ends."""

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.faults import InfrastructureFault
from grader.sandbox.choose import open_sandbox
from grader.sandbox.probe import ask
from grader.sandbox.protocol import Limits
from grader.worker import landlock
from tests.support.waiting import until

needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can give each check a user of its own"
)


@pytest.fixture(scope="module")
def uid_sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from grader.sandbox.uid import UidSandbox

    hidden = tmp_path_factory.mktemp("hidden")
    (hidden / "checks.py").write_text("secret")
    hidden.chmod(0o700)
    with UidSandbox(hidden=[hidden]) as sandbox:
        yield sandbox


@pytest.mark.sandbox
@pytest.mark.slow
@needs_root
def test_every_barrier_but_the_namespaces_holds(uid_sandbox: Any) -> None:
    leaks = {barrier.name: barrier.detail for barrier in uid_sandbox.barriers() if not barrier.held}
    assert set(leaks) <= (
        {"user namespace", "read-only system"} | (set() if landlock.version() else {"only Python's files in sight"})
    )
    assert "user namespace" in leaks
    assert uid_sandbox.isolation == "reduced"


@pytest.mark.sandbox
@pytest.mark.slow
@needs_root
def test_each_worker_is_a_user_of_its_own_with_a_folder_of_its_own(uid_sandbox: Any) -> None:
    source = "import os\nresult = [os.getuid(), os.getgid(), os.getgroups(), os.getcwd(), sorted(os.environ)]"
    answers = []
    for _ in range(2):
        with contextlib.closing(uid_sandbox.open_probe(Limits())) as worker:
            answers.append(ask(worker, source))
    (first, gid, groups, folder, names), second = answers
    assert first == gid != second[0]
    assert (groups, first > 10_000) == ([], True)
    assert folder != second[3]
    assert "TORCHGRADE_TEST_SECRET" not in names
    assert not Path(folder).exists(), "a worker's folder goes with it"


@pytest.mark.sandbox
@pytest.mark.slow
@needs_root
def test_a_daemon_that_left_everything_ends_with_its_worker(uid_sandbox: Any) -> None:
    """Its own session, no parent, every signal blocked, and killing all that it may kill."""
    from grader.sandbox.uid.meter import processes_of

    source = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
        while True:
            time.sleep(0.01)
    os._exit(0)
os.wait()
result = os.getuid()
"""
    worker = uid_sandbox.open_probe(Limits())
    uid = ask(worker, source)
    time.sleep(0.1)
    assert len(processes_of(uid)) == 2
    worker.close()
    assert until(lambda: not processes_of(uid), 5)


@pytest.mark.sandbox
@pytest.mark.slow
@needs_root
def test_what_a_worker_leaves_in_shared_memory_goes_with_it(uid_sandbox: Any) -> None:
    with contextlib.closing(uid_sandbox.open_probe(Limits())) as worker:
        source = "import os\nname = f'/dev/shm/left-{os.getpid()}'\nopen(name, 'w').write('x')\nresult = name"
        name = ask(worker, source)
        assert stat.S_IMODE(os.stat(name).st_mode) == 0o600
    assert until(lambda: not os.path.exists(name), 5)


@pytest.mark.sandbox
@pytest.mark.slow
@needs_root
def test_a_course_that_every_user_can_read_is_refused(tmp_path: Path) -> None:
    from grader.sandbox.uid import UidSandbox

    open_folder = tmp_path / "course"
    open_folder.mkdir()
    (open_folder / "checks.py").write_text("secret")
    for folder in (tmp_path, *tmp_path.parents[: len(tmp_path.parts) - 3]):
        folder.chmod(0o755)
    try:
        with pytest.raises(InfrastructureFault, match="can be read by every user of this machine"):
            UidSandbox(hidden=[open_folder], landlock=False)
    finally:
        for folder in (tmp_path, *tmp_path.parents[: len(tmp_path.parts) - 3]):
            folder.chmod(0o700)


@pytest.mark.sandbox
@pytest.mark.slow
@needs_root
def test_a_private_network_is_refused(uid_sandbox: Any) -> None:
    with pytest.raises(InfrastructureFault, match="private network"):
        uid_sandbox.open(Limits(network=True))


def test_it_is_never_chosen_by_itself_and_only_for_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(InfrastructureFault, match="Only root can give each check a user of its own"):
        open_sandbox("uid")


@pytest.mark.skipif(sys.platform != "linux" or not landlock.version(), reason="this kernel has no Landlock")
def test_landlock_leaves_what_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "theirs").write_text("secret")
    child = os.fork()
    if child == 0:
        from grader.worker import syscalls

        code = 1
        try:
            syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
            landlock.confine(["/usr", "/not/there"], [str(tmp_path / "mine")])
            (tmp_path / "mine" / "x").write_text("x")
            try:
                (tmp_path / "theirs").read_text()
            except PermissionError:
                code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
