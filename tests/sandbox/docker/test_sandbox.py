"""The docker driver against a real engine: barriers, containers for submissions, deaths, limits, leftovers."""

import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

import pytest

from grader.course import load_course
from grader.faults import InfrastructureFault
from grader.judge.session import grade
from grader.sandbox import open_sandbox
from grader.sandbox.docker import DockerSandbox, DockerSettings
from grader.sandbox.docker.engine import Engine
from grader.sandbox.docker.groups import ContainerGroups, counters_of, own_hierarchies
from grader.sandbox.docker.image import wanted_image
from grader.sandbox.docker.profile import container_profile
from grader.sandbox.probe import ask, tell
from grader.sandbox.protocol import MIB, Limits, for_submission
from grader.submission import Submission, SubmittedFile
from grader.verdict import Cause
from tests.support.docker_engine import BUILDING_SECONDS
from tests.support.probing import WRITABLE, answer, end_of
from tests.support.socket_relay import relayed
from tests.support.waiting import until

from ..conftest import CANARY

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(BUILDING_SECONDS)]
ROOT = Path(__file__).parents[3]


def ours(engine: Engine) -> set[str]:
    """Ids of this process's containers."""
    label = f"torchgrade.judge={os.getpid()}:"
    found = engine.client.api.containers(all=True, filters={"label": "torchgrade.grading"})
    return {each["Id"] for each in found if f"torchgrade.judge={each['Labels']['torchgrade.judge']}".startswith(label)}


def test_every_barrier_holds_and_the_report_says_how_submissions_are_kept_apart(shared: DockerSandbox) -> None:
    barriers = shared.barriers()
    assert [barrier for barrier in barriers if not barrier.held] == []
    assert barriers[0].name == "forks apart in a shared container"
    assert "memory limit (cgroup v" in " ".join(barrier.name for barrier in barriers)
    assert (shared.name, shared.isolation) == ("docker", "full")


def test_the_container_is_created_with_everything_taken_away(shared: DockerSandbox, engine: Engine) -> None:
    container = shared._shared()._cell
    facts = engine.client.api.inspect_container(container.id)  # type: ignore[union-attr]
    config, host = facts["Config"], facts["HostConfig"]
    assert host["NetworkMode"] == "none"
    assert host["ReadonlyRootfs"] is True
    assert host["CapDrop"] == ["ALL"] or engine.podman  # which names each of its own defaults
    assert not host["CapAdd"]
    assert host["Privileged"] is False
    assert "no-new-privileges" in host["SecurityOpt"]
    assert any(option.startswith("seccomp=/" if engine.podman else "seccomp={") for option in host["SecurityOpt"])
    assert host["PidsLimit"] > 0
    assert host["Memory"] == host["MemorySwap"] > 0
    assert host["NanoCpus"] > 0
    if not engine.podman:  # which tells neither
        assert "size=" in host["Tmpfs"]["/sandbox"]
        assert "nr_inodes=" in host["Tmpfs"]["/sandbox"]
    limits = {limit["Name"].lower().removeprefix("rlimit_") for limit in host["Ulimits"]}
    assert limits >= {"nofile", "core", "nproc"}
    assert host["IpcMode"] == "private" or engine.podman  # which takes its own default; each worker has its own
    assert host["Init"] is True
    assert host["LogConfig"]["Type"] == "none"
    assert host["RestartPolicy"]["Name"] == "no"
    assert config["User"] not in ("", "0", "0:0", "root")
    assert "torchgrade.grading" in config["Labels"]
    assert [mount["Destination"] for mount in facts["Mounts"]] == ["/run/torchgrade"]
    assert facts["Mounts"][0]["RW"] is False
    assert not any(CANARY in variable for variable in config["Env"])


def test_a_submission_finds_neither_the_judge_nor_the_engine(shared: DockerSandbox) -> None:
    absent = [
        "/var/run/docker.sock",
        "/run/docker.sock",
        "/home",
        "/root",
        str(ROOT),
        "/opt/torchgrade/code/grader/judge",
    ]
    assert answer(shared, f"import os\nresult = [path for path in {absent!r} if os.path.exists(path)]") == []
    assert answer(shared, "import os\nresult = os.listdir('/run/torchgrade')") == []
    assert answer(shared, "import os\nresult = sorted(os.listdir('/opt/torchgrade/code/grader'))") == [
        "__init__.py", "__pycache__", "wire", "worker",
    ]  # fmt: skip
    for name in ("pytest", "pip", "click", "grader.judge", "grader.sandbox"):
        source = (
            f"import importlib\ntry:\n  importlib.import_module({name!r})\nexcept ImportError:\n  result = 'absent'"
        )
        assert answer(shared, source) == "absent"


def test_neither_environment_nor_command_lines_say_anything(shared: DockerSandbox) -> None:
    source = """
import os
texts = [str(dict(os.environ))]
for pid in ('1', 'self'):
    for name in ('environ', 'cmdline'):
        try:
            texts.append(open(f'/proc/{pid}/{name}').read())
        except OSError:
            pass
result = ' '.join(texts)
"""
    found = answer(shared, source)
    assert CANARY not in found
    assert "TORCHGRADE" not in found


def test_set_id_programs_have_lost_their_bit_and_none_can_be_run(shared: DockerSandbox) -> None:
    source = """
import os, stat
result = []
for folder in ('/usr/bin', '/usr/sbin', '/usr/lib'):
    for parent, _, names in os.walk(folder):
        for name in names:
            mode = os.lstat(os.path.join(parent, name)).st_mode
            if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
                result.append(name)
try:
    os.execv('/usr/bin/true', ['true'])
except OSError as error:
    result.append(error.errno)
"""
    assert answer(shared, source) == [1]


def test_submissions_are_in_containers_of_their_own_which_are_removed(engine: Engine) -> None:
    with DockerSandbox(DockerSettings()) as sandbox:
        seen = []
        for _ in range(2):
            with for_submission(sandbox) as own:
                seen.append(own._cell.id)  # type: ignore[attr-defined]
                assert answer(own, "import torch\nresult = torch.ones(2).sum().item()") == 2
                assert own.barriers()[0].name == "a container for each submission"
        assert len(set(seen)) == 2
        assert until(lambda: not ours(engine) & set(seen))
        before = ours(engine)
    assert not ours(engine) & before - ours(engine)


def test_a_graded_submission_has_a_container_of_its_own_and_the_report_says_so(engine: Engine) -> None:
    course = load_course(ROOT / "tests" / "courses" / "target")
    exercise = course.exercises[0]
    answer = SubmittedFile.of(exercise.file, exercise.reference.read_bytes())
    with DockerSandbox(DockerSettings()) as sandbox:
        report = grade([exercise], Submission("jane", {exercise.id: answer}), sandbox, only=("test_double_values",))
        assert sandbox._common is None, "nothing of it ran in a container for all"
    assert [check.cause.value for check in report.exercises[0].checks] == ["passed"]
    assert (report.sandbox.driver, report.sandbox.isolation) == ("docker", "full")
    assert report.sandbox.barriers["a container for each submission"] is True
    assert all(report.sandbox.barriers.values())


def test_a_shared_container_is_the_same_for_all(shared: DockerSandbox) -> None:
    with for_submission(shared) as first, for_submission(shared) as second:
        assert first is second


@pytest.fixture(scope="module")
def mortal(engine: Engine) -> Any:
    """A sandbox of its own, to kill."""
    with DockerSandbox(DockerSettings(shared=True)) as sandbox:
        yield sandbox


def test_a_container_that_is_killed_is_nobodys_fault_and_is_replaced(mortal: Any, engine: Engine) -> None:
    worker = mortal.open_probe(Limits())
    tell(worker, "import time; time.sleep(60)")
    killed = mortal._shared()._cell.id
    engine.client.api.kill(killed)
    assert worker.channel.recv(1) == b""
    ending = worker.close()
    assert (ending.cause, ending.fact) == (Cause.INFRASTRUCTURE, "the sandbox itself ended")
    assert answer(mortal, "result = 1") == 1
    assert mortal._shared()._cell.id != killed
    assert until(lambda: killed not in ours(engine))


@pytest.mark.parametrize(
    ("source", "limits", "cause", "fact"),
    [
        (
            "data = bytearray(512 << 20)\nimport time\ntime.sleep(9)",
            Limits(memory_bytes=128 * MIB),
            Cause.MEMORY,
            "used more than 128 MiB of memory",
        ),
        (
            "import os, time\nif os.fork() == 0: data = bytearray(512 << 20)\ntime.sleep(9)",
            Limits(memory_bytes=128 * MIB),
            Cause.MEMORY,
            "used more than 128 MiB of memory",
        ),
        ("while True: pass", Limits(wall_seconds=0.3), Cause.TIMEOUT, "ran longer than 0.3 s"),
        (
            "import os\nfor _ in range(3): os.fork()\nwhile True: pass",
            Limits(cpu_seconds=0.4),
            Cause.TIMEOUT,
            "used more than 0.4 s of processor time",
        ),
        (
            "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
            Limits(processes=16),
            Cause.PROCESSES,
            "started more than 16 processes or threads",
        ),
        ("while True: print('x' * 1000)", Limits(output_bytes=100_000), Cause.OUTPUT, "printed more than 97.7 KiB"),
        (
            "import time\ntry: open('x', 'wb', 0).write(bytes(8 << 20))\nexcept OSError: pass\ntime.sleep(9)",
            Limits(disk_bytes=4 * MIB),
            Cause.DISK,
            "wrote more than 4 MiB of files",
        ),
        ("import os\nos.kill(os.getpid(), 9)", Limits(), Cause.EXITED, "was ended by signal SIGKILL"),
        ("import os\nos._exit(137)", Limits(), Cause.EXITED, "ended the process with exit status 137"),
        (
            "channel.close()\nimport time\ntime.sleep(9)",
            Limits(),
            Cause.PROTOCOL,
            "closed its connection to the grader",
        ),
    ],
    ids=["memory", "memory of a child", "wall", "cpu", "fork bomb", "output", "disk", "SIGKILL", "exit 137", "channel"],
)
def test_every_end_has_its_cause(shared: DockerSandbox, source: str, limits: Limits, cause: Cause, fact: str) -> None:
    ending = end_of(shared, source, limits)
    assert (ending.cause, ending.fact) == (cause, fact)
    assert answer(shared, "result = 1") == 1


def test_a_worker_may_have_more_than_containers_have_at_first(mortal: Any, engine: Engine) -> None:
    more = Limits(memory_bytes=3 << 30)
    assert end_of(mortal, "result = 1", more).cause is None
    cell = mortal._shared()._cell
    files = [
        folder / name
        for each in own_hierarchies(Path("/proc", str(cell.inner_process)), cell.id)
        for folder in (each.folder, *each.folder.parents)
        for name in ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.max")
        if cell.id in str(folder) and (folder / name).exists()
    ]
    allowed = {file.read_text().strip() for file in files}  # the kernel's own word: podman's stays what it was at first
    assert allowed - {"max"} == {str(3 * more.memory_bytes + (1 << 30))}


def test_memory_is_told_by_the_containers_own_counters_where_groups_are_not_to_be_had(mortal: Any) -> None:
    container = mortal._shared()
    kept = container._groups
    container._groups = ContainerGroups(
        counters_of(Path("/proc", str(container._cell.inner_process)), container._cell.id)
    )
    try:
        ending = end_of(
            container, "data = bytearray(512 << 20)\nimport time\ntime.sleep(9)", Limits(memory_bytes=128 * MIB)
        )
        assert (ending.cause, ending.fact) == (Cause.MEMORY, "used more than 128 MiB of memory")
        assert end_of(container, "result = bytes(32 << 20)[:1].decode()", Limits(memory_bytes=128 * MIB)).cause is None
    finally:
        container._groups = kept


def test_a_judge_that_may_not_signal_has_the_holder_do_it(shared: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(signal, "pidfd_send_signal", refuse)
    worker = shared.open_probe(Limits(wall_seconds=0.3))
    with pytest.raises(EOFError):
        ask(worker, "while True: pass")
    ending = worker.close()
    assert (ending.cause, ending.signal) == (Cause.TIMEOUT, signal.SIGKILL)
    assert answer(shared, "result = 1") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes another user")
def test_a_judge_that_is_an_ordinary_user_of_the_engine_has_every_barrier(engine: Engine) -> None:
    source = textwrap.dedent("""
        import json
        from grader.sandbox.docker import DockerSandbox
        with DockerSandbox() as sandbox:
            barriers = {barrier.name: barrier.held for barrier in sandbox.barriers()}
        print(json.dumps(barriers))
    """)
    with tempfile.TemporaryDirectory(dir="/tmp") as home:
        os.chown(home, 61001, 61001)
        with relayed(engine.url.removeprefix("unix://"), Path(home, "engine")) as socket:
            command = [sys.executable, str(ROOT / "tests/sandbox/ordinary_user.py"), "61001", home]
            command += [
                "/usr/bin/env",
                f"DOCKER_HOST=unix://{socket}",
                f"PYTHONPATH={ROOT}",
                sys.executable,
                "-c",
                source,
            ]
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    barriers = json.loads(done.stdout)
    assert "memory limit (the container's cgroup)" in barriers
    assert [name for name, held in barriers.items() if not held] == []


def test_a_machine_without_user_namespaces_is_told_with_the_remedy(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = container_profile().replace('"unshare", ', "")
    monkeypatch.setattr("grader.sandbox.docker.hardening.container_profile", lambda gpus: profile)
    with pytest.raises(InfrastructureFault, match="does not let containers make user namespaces"):
        DockerSandbox(DockerSettings())


def test_a_kernel_without_what_keeps_checks_apart_is_told_with_the_remedy(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As gVisor answers."""
    profile = json.loads(container_profile().replace('"pidfd_open", ', ""))
    profile["syscalls"].append({"names": ["pidfd_open"], "action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS})
    monkeypatch.setattr("grader.sandbox.docker.hardening.container_profile", lambda gpus: json.dumps(profile))
    with pytest.raises(InfrastructureFault, match=r"use runc or crun \(unset TORCHGRADE_DOCKER_RUNTIME\)"):
        DockerSandbox(DockerSettings())


@pytest.mark.skipif(os.path.exists("/dev/nvidia0"), reason="this machine has GPUs to give")
def test_an_engine_without_gpus_to_give_is_told_with_the_remedy(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = wanted_image()
    monkeypatch.setattr("grader.sandbox.docker.sandbox.wanted_image", lambda *packages, cuda: image)
    before = ours(engine)
    with pytest.raises(InfrastructureFault, match=r"GPUs.* or ask for none \(--gpus, TORCHGRADE_DOCKER_GPUS\)"):
        open_sandbox("docker", gpus="all")
    assert not ours(engine) - before, "nothing is left of the attempt"


def test_nothing_but_its_own_folders_is_left_to_a_worker(shared: DockerSandbox) -> None:
    """Each engine mounts folders of its own, and podman some that anyone may write to."""
    assert set(answer(shared, WRITABLE)) == {"/sandbox", "/dev/shm"}


def test_a_judge_out_of_descriptors_is_told_so(shared: DockerSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr("tempfile.TemporaryDirectory", refuse)
    with pytest.raises(InfrastructureFault, match="ulimit -n"):
        shared._new_cell()


def test_a_killed_judges_container_ends_by_itself_and_is_removed_by_the_next(engine: Engine) -> None:
    source = textwrap.dedent("""
        import os, time
        from grader.sandbox.docker import DockerSandbox, DockerSettings
        sandbox = DockerSandbox(DockerSettings(shared=True))
        print(sandbox._shared()._cell.id, flush=True)
        time.sleep(60)
    """)
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True, cwd=ROOT) as judge:
        assert judge.stdout is not None
        left = judge.stdout.readline().strip()
        assert left
        judge.kill()
    api = engine.client.api
    assert until(lambda: api.inspect_container(left)["State"]["Running"] is False), "its holder leaves with the judge"
    with DockerSandbox(DockerSettings(shared=True)):
        assert until(lambda: left not in {each["Id"] for each in api.containers(all=True)})


def test_a_container_of_somebody_else_is_left_alone(engine: Engine, shared: DockerSandbox) -> None:
    api = engine.client.api
    image = shared._image
    strangers = [
        api.create_container(image, labels=labels)["Id"]
        for labels in (
            {},
            {"torchgrade.grading": "1", "torchgrade.judge": "1:1", "torchgrade.place": "another machine"},
        )
    ]
    try:
        with DockerSandbox(DockerSettings(shared=True)):
            pass  # closing waits for the clean-up
        assert set(strangers) <= {each["Id"] for each in api.containers(all=True)}
    finally:
        for stranger in strangers:
            api.remove_container(stranger, force=True)


def test_a_runtime_that_is_not_there_is_told_with_the_remedy(engine: Engine) -> None:
    with pytest.raises(InfrastructureFault, match=r"unset TORCHGRADE_DOCKER_RUNTIME"):
        DockerSandbox(DockerSettings(runtime="no-such-runtime"))
    assert not ours(engine) - _running(engine), "nothing is left of the attempt"


def _running(engine: Engine) -> set[str]:
    return {each["Id"] for each in engine.client.api.containers()}


def test_an_engine_that_is_down_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/docker.sock")
    with pytest.raises(InfrastructureFault, match=r"No docker engine answers at unix:///nonexistent/docker\.sock"):
        open_sandbox("docker")


def test_a_missing_image_is_told_with_the_command_that_builds_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.docker.image.REPOSITORY", "torchgrade/no-such-image")
    with pytest.raises(InfrastructureFault, match=r"The grading image is missing\. Build it with `grade image build`"):
        DockerSandbox(DockerSettings())


def test_closing_leaves_no_container_and_no_socket(engine: Engine) -> None:
    before = ours(engine)
    sandbox = DockerSandbox(DockerSettings(shared=True))
    mine = ours(engine) - before
    assert mine
    sandbox.close()
    sandbox.close()
    assert not ours(engine) & mine
    with pytest.raises(InfrastructureFault, match="closed"):
        sandbox.open(Limits())
