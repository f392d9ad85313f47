"""What one user's processes use, where there is no cgroup: every process of the user, wherever it went, is sampled."""

import contextlib
import os

from grader.sandbox.meter import Sample, Usage, sample


class UserMeter:
    """Implements ``Meter``. Coarse, since it samples.

    A forked worker has pages of the zygote's; each process is charged for what it has beyond those.
    """

    def __init__(self, uid: int, memory_bytes: int, tasks: int) -> None:
        self._uid = uid
        self._memory_bytes = memory_bytes
        self._tasks = tasks
        self._inherited = 0
        self._cpu: dict[int, float] = {}
        self._peak = 0
        self._memory_breaches = 0
        self._task_breaches = 0

    def entries(self) -> tuple[int, ...]:
        return ()

    def follow(self, processes: tuple[int, ...]) -> None:
        self._inherited = max((each.memory_bytes for each in self._samples().values()), default=0)

    def read(self) -> Usage:
        samples = self._samples()
        self._cpu |= {process: each.cpu_seconds for process, each in samples.items()}
        memory = sum(max(0, each.memory_bytes - self._inherited) for each in samples.values())
        self._peak = max(self._peak, memory)
        self._memory_breaches += memory > self._memory_bytes
        self._task_breaches += sum(each.threads for each in samples.values()) > self._tasks
        return Usage(
            cpu_seconds=sum(self._cpu.values()),
            peak_memory_bytes=self._peak or None,
            memory_kills=self._memory_breaches,
            memory_refusals=self._memory_breaches,
            process_refusals=self._task_breaches,
        )

    def _samples(self) -> dict[int, Sample]:
        found = {process: sample(process) for process in processes_of(self._uid)}
        return {process: each for process, each in found.items() if each is not None}

    def close(self) -> None:
        pass


def processes_of(uid: int) -> list[int]:
    """Asked of each process's status: the owner of its /proc folder is root's where it has hidden itself."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/status", "rb") as file:
                line = next((line for line in file if line.startswith(b"Uid:")), b"Uid: -1")
                if int(line.split()[1]) == uid:
                    found.append(int(name))
    return found
