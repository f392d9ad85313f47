"""What a grading container is created with. The engine's defaults are trusted in nothing."""

from typing import Any

from docker.types import DeviceRequest, LogConfig, Mount, Ulimit

from grader.sandbox.command import thread_variables
from grader.sandbox.docker.engine import Engine
from grader.sandbox.docker.profile import container_profile
from grader.sandbox.docker.settings import DockerSettings
from grader.sandbox.protocol import GIB, MIB, Limits

SOCKET_FOLDER = "/run/torchgrade"
PIDS = 2048
_OPEN_AT_ONCE = 2  # a check of determinism has two workers
_FILES = 8192
_CODE, _PACKAGES = "/opt/torchgrade/code", "/opt/torchgrade/packages"


def memory_for(limits: Limits) -> int:
    """Bytes that a container may use: its workers' own limits, and what its zygote and spares take."""
    return _OPEN_AT_ONCE * limits.memory_bytes + 1 * GIB


def creation(
    engine: Engine, settings: DockerSettings, image: str, uid: int, socket_folder: str, labels: dict[str, str]
) -> dict[str, Any]:
    """The arguments of the engine's "create"."""
    return {
        "image": image,
        "user": f"{uid}:{uid}",
        "hostname": "sandbox",
        "working_dir": "/",
        "network_disabled": True,
        "environment": {
            **thread_variables(1),
            "PYTHONPATH": f"{_CODE}:{_PACKAGES}",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": "/sandbox/work",
            "TMPDIR": "/sandbox",
            "LANG": "C.UTF-8",
        },
        "labels": labels,
        "host_config": _host_config(engine, settings, socket_folder),
    }


def _host_config(engine: Engine, settings: DockerSettings, socket_folder: str) -> dict[str, Any]:
    memory = memory_for(Limits())
    config: dict[str, Any] = engine.client.api.create_host_config(
        network_mode="none",
        read_only=True,
        privileged=False,
        cap_drop=["ALL"],
        security_opt=_security(engine, settings),
        init=True,
        pids_limit=PIDS,
        mem_limit=memory,
        memswap_limit=memory,  # memory and swap together: no swap
        nano_cpus=int(settings.cpus * 1e9),
        shm_size=1 * MIB,
        tmpfs={"/sandbox": f"rw,nosuid,nodev,size={64 * MIB},nr_inodes={_FILES}"},
        ulimits=_ulimits(),
        log_config=LogConfig(type="none"),
        mounts=[Mount(SOCKET_FOLDER, socket_folder, type="bind", read_only=True)],
        restart_policy={"Name": "no"},
        runtime=settings.runtime,
        device_requests=_gpus(settings),
    )
    # A worker's own /proc can be mounted only where nothing of the container's is covered. What the engine covers by
    # default is root's alone to read and write, and nobody in here is root.
    config["MaskedPaths"] = []
    config["ReadonlyPaths"] = []
    return config


def _security(engine: Engine, settings: DockerSettings) -> list[str]:
    options = ["no-new-privileges", f"seccomp={container_profile(settings.gpus is not None)}"]
    return [*options, "unmask=ALL"] if engine.podman else options


def _ulimits() -> list[Ulimit]:
    values = {"nofile": 4096, "core": 0, "memlock": 0, "msgqueue": 0, "nproc": PIDS}
    return [Ulimit(name=name, soft=value, hard=value) for name, value in values.items()]


def _gpus(settings: DockerSettings) -> list[DeviceRequest]:
    if settings.gpus is None:
        return []
    if settings.gpus == "all":
        return [DeviceRequest(count=-1, capabilities=[["gpu"]])]
    return [DeviceRequest(device_ids=settings.gpus.split(","), capabilities=[["gpu"]])]
