"""The bubblewrap command line, as far as it can be judged without running it."""

import sys
from pathlib import Path

import pytest

from grader.sandbox.command import bubblewrap_command
from grader.sandbox.view import View

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")
BWRAP = Path("/usr/bin/bwrap")


def view(*bound: str) -> View:
    return View((Path("/usr"),), (("usr/lib", Path("/lib")),), (), tuple(map(Path, bound)), Path("/opt/course"))


def has(command: list[str], *words: str) -> bool:
    return any(tuple(command[at : at + len(words)]) == words for at in range(len(command)))


def test_tmp_is_the_scratch_folder_by_another_name() -> None:
    assert has(bubblewrap_command(BWRAP, view("/opt/env"), None, ["python"]), "--symlink", "/sandbox", "/tmp")


@pytest.mark.parametrize(("bound", "bytecode"), [("/tmp/env", None), ("/opt/env", Path("/tmp/cache"))])
def test_an_environment_that_lies_in_tmp_stays_visible(bound: str, bytecode: Path | None) -> None:
    command = bubblewrap_command(BWRAP, view(bound), bytecode, ["python"])
    assert not has(command, "--symlink", "/sandbox", "/tmp")
    assert not has(command, "--tmpfs", "/tmp")
    assert has(command, "--ro-bind", bound, bound)


def test_nothing_of_the_judges_environment_goes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHGRADE_TEST_SECRET", "canary")
    command = bubblewrap_command(BWRAP, view("/opt/env"), Path("/var/cache/x"), ["python"])
    assert "--clearenv" in command
    assert not any("canary" in word for word in command)
    assert has(command, "--setenv", "PYTHONPYCACHEPREFIX", "/var/cache/x")
    assert has(command, "--setenv", "OMP_NUM_THREADS", "1")


def test_what_the_user_cannot_reach_is_bound_from_where_it_can() -> None:
    command = bubblewrap_command(BWRAP, view("/root/env"), None, ["python"], staged={Path("/root/env"): "/tmp/s/0"})
    assert has(command, "--ro-bind", "/tmp/s/0", "/root/env")


def test_a_set_id_bwrap_is_given_no_option_that_it_refuses() -> None:
    command = bubblewrap_command(BWRAP, view(), None, ["python"], user_namespace=False, capabilities=False)
    assert not {"--cap-add", "--size", "--unshare-user", "--uid"} & set(command)
    assert {"--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--new-session"} <= set(command)
