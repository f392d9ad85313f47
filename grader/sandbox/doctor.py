"""What this machine can do: every driver started for real, every barrier tried, each gap with its remedy."""

import contextlib
import platform
import subprocess
import sys
from dataclasses import dataclass

from grader.faults import Fault, InfrastructureFault
from grader.language import say
from grader.sandbox.protocol import Barrier

# What others stand behind: a user a worker, and each worker's own limits.
_SECOND_FENCES = ("user namespace", "limits of the container")
DRIVERS = ("bubblewrap", "docker", "process")


@dataclass(frozen=True, slots=True)
class DriverReport:
    """One driver as it was found: started and attacked, or the sentence that says why it can't be used."""

    name: str
    isolation: str  # "full", "reduced", "none"; "" when it can't be used
    barriers: tuple[Barrier, ...] = ()
    fault: str = ""

    @property
    def usable(self) -> bool:
        return not self.fault

    @property
    def holds(self) -> bool:
        """Whether it may run code that somebody else wrote: it isolates, and nothing got through."""
        leaks = [barrier for barrier in self.barriers if not barrier.held and barrier.name not in _SECOND_FENCES]
        return self.usable and self.isolation == "full" and not leaks


@dataclass(frozen=True, slots=True)
class Diagnosis:
    facts: tuple[tuple[str, str], ...]  # (what, how it is here)
    drivers: tuple[DriverReport, ...]

    @property
    def isolates(self) -> bool:
        return any(driver.holds for driver in self.drivers)


def examine() -> Diagnosis:
    """Start and attack every driver. Takes some seconds."""
    return Diagnosis(tuple(machine_facts()), tuple(map(examine_driver, DRIVERS)))


def examine_driver(name: str) -> DriverReport:
    """Start one driver and try its barriers."""
    from grader.sandbox.choose import open_sandbox

    try:
        with open_sandbox(name) as sandbox:
            return DriverReport(name, sandbox.isolation, sandbox.barriers())
    except Fault as fault:
        return DriverReport(name, "", fault=str(fault))


def machine_facts() -> list[tuple[str, str]]:
    """What a report about a problem should say about the machine."""
    facts = [
        ("Python", say("{what} at {path}", what=platform.python_version(), path=sys.prefix)),
        ("system", platform.platform()),
    ]
    if sys.platform == "linux":
        from grader.sandbox.bytecode import is_needed
        from grader.sandbox.cgroups import find_groups

        groups = find_groups()
        groups.close()
        facts += [("bubblewrap", _bubblewrap()), (say("memory is counted by"), groups.name)]
        facts.append(
            (say("compiled packages"), say("kept in a cache of the grader") if is_needed() else say("as installed"))
        )
    return facts + docker_facts()


def docker_facts() -> list[tuple[str, str]]:
    """Which engine answers, and whether its grading image is the one of this grader."""
    from grader.sandbox.docker.engine import connect
    from grader.sandbox.docker.image import look_for, wanted_image

    try:
        engine = connect()
    except InfrastructureFault:
        return [("docker", say("no engine answers here"))]
    with contextlib.closing(engine):
        found = look_for(engine, wanted_image())
    remedy = "" if found.id else say("; `grade image build` builds it")
    return [
        ("docker", say("{what} at {path}", what=engine.describe(), path=engine.url)),
        (say("grading image"), f"{found.describe()}{remedy}"),
    ]


def _bubblewrap() -> str:
    from grader.sandbox.command import find_bubblewrap

    try:
        path = find_bubblewrap()
        answer = subprocess.run([str(path), "--version"], capture_output=True, text=True, timeout=10, check=True)
    except InfrastructureFault:
        return say("not found")
    except (OSError, subprocess.SubprocessError) as error:
        return say("does not run: {error}", error=error)
    return say("{what} at {path}", what=answer.stdout.strip(), path=path)
