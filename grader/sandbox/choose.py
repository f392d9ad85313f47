"""Which driver to use. A wanted barrier that is missing is an error with the remedy, never a silent downgrade."""

import contextlib
import sys
from collections.abc import Iterable
from pathlib import Path

from grader.faults import InfrastructureFault, UsageFault
from grader.language import say
from grader.sandbox.protocol import Sandbox

KINDS = ("auto", "bubblewrap", "docker", "uid", "process")


def open_sandbox(
    kind: str = "auto", *, packages: Iterable[str] = (), hidden: Iterable[Path] = (), gpus: str | None = None
) -> Sandbox:
    """A warm sandbox. ``packages`` are distributions that students may import beside torch and numpy.

    ``hidden`` folders (the course's own) are covered where they would otherwise show inside. "auto" is bubblewrap on
    Linux and the process driver elsewhere, since nothing else is to be had there without docker. In docker there is
    nothing to cover: the image holds what students may see and no more. "uid" is root's, in a container that gives no
    namespaces; it is never chosen by "auto", since it isolates less. ``gpus`` are those that containers get: "all", or
    numbers "0,1".
    """
    if kind not in KINDS:
        raise UsageFault(say("There is no sandbox {kind!r}; choose one of {kinds}.", kind=kind, kinds=", ".join(KINDS)))
    if gpus and kind != "docker":
        raise UsageFault(say("--gpus is for containers alone: give it with --sandbox docker."))
    if kind == "docker":
        from grader.sandbox.docker import DockerSandbox, DockerSettings

        return DockerSandbox(DockerSettings.from_environment(gpus=gpus), packages)
    if kind == "uid":
        from grader.sandbox.uid import UidSandbox

        return UidSandbox(packages, hidden)
    if kind == "process" or (kind == "auto" and sys.platform != "linux"):
        from grader.sandbox.process import ProcessSandbox

        return ProcessSandbox()
    return _open_bubblewrap(tuple(packages), tuple(hidden))


def sweep(kind: str) -> None:
    """Remove what judges of this machine that were killed have left behind: their containers, where they had some.

    For whoever ends judges without waiting for their own end. What can't be removed now, the next judge removes.
    """
    if kind != "docker":
        return
    from grader.sandbox.docker.engine import connect
    from grader.sandbox.docker.orphans import remove_orphans

    with contextlib.suppress(InfrastructureFault), contextlib.closing(connect()) as engine:
        remove_orphans(engine)


def _open_bubblewrap(packages: tuple[str, ...], hidden: tuple[Path, ...]) -> Sandbox:
    """Warm where namespaces can be made; a set-id bwrap can make them for one cold process at a time."""
    from grader.sandbox.bubblewrap import BubblewrapSandbox
    from grader.sandbox.cold import ColdSandbox
    from grader.sandbox.command import set_id_bubblewrap
    from grader.sandbox.remedies import NoUserNamespaces

    try:
        return BubblewrapSandbox(packages, hidden)
    except NoUserNamespaces:
        bwrap = set_id_bubblewrap()
        if bwrap is None:
            raise
        return ColdSandbox(bwrap, packages, hidden)
