"""What an instructor may choose about containers."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.faults import UsageFault
from grader.language import say

RUNTIME, GPUS, SHARED, CPUS = (f"TORCHGRADE_DOCKER_{name}" for name in ("RUNTIME", "GPUS", "SHARED", "CPUS"))


@dataclass(frozen=True, slots=True)
class DockerSettings:
    """``shared``: one container for all submissions, kept apart by the isolation between forks alone."""

    runtime: str | None = None  # the engine's default, or "runsc", "kata"
    gpus: str | None = None  # None, "all", or device numbers "0,1"
    shared: bool = False
    cpus: float = 2.0  # processors' worth of time for a container: its zygote makes spares while a worker runs

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, gpus: str | None = None) -> "DockerSettings":
        """From TORCHGRADE_DOCKER_RUNTIME, _GPUS, _SHARED and _CPUS. Raises UsageFault on what can't be.

        ``gpus`` were asked for on the command line, which goes before.
        """
        try:
            cpus = float(environment.get(CPUS, cls.cpus_here()))
        except ValueError:
            cpus = 0.0
        if not 0 < cpus < 4096:
            raise UsageFault(
                say(
                    "{name} must be a number of processors like 2 or 1.5, not {value!r}.",
                    name=CPUS,
                    value=environment[CPUS],
                )
            )
        gpus = gpus or environment.get(GPUS) or None
        if gpus is not None and not re.fullmatch(r"[\w-]+(,[\w-]+)*", gpus):
            raise UsageFault(say("GPUs are `all` or numbers like `0,1`, not {gpus!r}.", gpus=gpus))
        return cls(
            runtime=environment.get(RUNTIME) or None,
            gpus=gpus,
            shared=environment.get(SHARED, "") not in ("", "0"),
            cpus=cpus,
        )

    @staticmethod
    def cpus_here() -> float:
        return min(2.0, float(os.cpu_count() or 1))
