"""What a grading container is created with. The engine's defaults are trusted in nothing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docker.types import DeviceRequest, LogConfig, Mount, Ulimit

from grader.faults import InfrastructureFault
from grader.language import noted, say
from grader.sandbox.command import thread_variables
from grader.sandbox.docker.engine import Engine
from grader.sandbox.docker.profile import container_profile
from grader.sandbox.docker.settings import DockerSettings
from grader.sandbox.protocol import GIB, KIB, MIB, Limits

SOCKET_FOLDER = "/run/torchgrade"
PIDS = 2048
_OPEN_AT_ONCE = 3  # a check of determinism has two workers, and the next check's is made ready meanwhile
_FILES = 8192
_CODE, _PACKAGES = "/opt/torchgrade/code", "/opt/torchgrade/packages"


_RUNTIME_IGNORED = noted(
    "This engine takes no container runtime for one container: make {runtime} its own (podman: runtime in "
    "containers.conf) and unset TORCHGRADE_DOCKER_RUNTIME."
)
_GPUS_IGNORED = noted(
    "This engine does not take requests for GPUs: use docker with the NVIDIA container toolkit, or ask for none "
    "(--gpus, TORCHGRADE_DOCKER_GPUS)."
)


def memory_for(limits: Limits) -> int:
    """Bytes that a container may use: its workers' own limits, and what its zygote and spares take."""
    return _OPEN_AT_ONCE * limits.memory_bytes + 1 * GIB


def creation(
    engine: Engine, settings: DockerSettings, image: str, uid: int, folder: Path, labels: dict[str, str]
) -> dict[str, Any]:
    """The arguments of the engine's "create". ``folder`` is the judge's own until the container runs."""
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
        "host_config": _host_config(engine, settings, folder),
    }


def require_taken(settings: DockerSettings, host: Mapping[str, Any]) -> None:
    """Raises InfrastructureFault where an engine created a container without something that it was asked for.

    An engine may leave out what it does not know without a word. ``host``: the HostConfig that it tells of.
    """
    options = " ".join(host.get("SecurityOpt") or [])
    held = {
        "NetworkMode": host.get("NetworkMode") == "none",
        "ReadonlyRootfs": host.get("ReadonlyRootfs") is True,
        "Privileged": not host.get("Privileged"),
        "CapAdd": not host.get("CapAdd"),
        "CapDrop": bool(host.get("CapDrop")),
        "no-new-privileges": "no-new-privileges" in options,
        "seccomp": "seccomp=" in options and "seccomp=unconfined" not in options,
    }
    if missing := [name for name, taken in held.items() if not taken]:
        raise InfrastructureFault(
            say("The engine leaves out what shuts a container in: {missing}.", missing=", ".join(missing))
        )
    if settings.runtime and host.get("Runtime") != settings.runtime:
        raise InfrastructureFault(say(_RUNTIME_IGNORED, runtime=settings.runtime))
    if settings.gpus and not host.get("DeviceRequests"):
        raise InfrastructureFault(say(_GPUS_IGNORED))


def socket_folder(folder: Path) -> Path:
    """What of the judge's folder the container sees."""
    return folder / "open"


def _host_config(engine: Engine, settings: DockerSettings, folder: Path) -> dict[str, Any]:
    memory = memory_for(Limits())
    config: dict[str, Any] = engine.client.api.create_host_config(
        network_mode="none",
        read_only=True,
        privileged=False,
        cap_drop=["ALL"],
        security_opt=_security(engine, settings, folder),
        init=True,
        pids_limit=PIDS,
        mem_limit=memory,
        memswap_limit=memory,  # memory and swap together: no swap
        nano_cpus=int(settings.cpus * 1e9),
        shm_size=1 * MIB,
        ipc_mode="private",
        tmpfs=_folders_in_memory(engine),
        ulimits=_ulimits(),
        log_config=LogConfig(type="none"),
        mounts=[Mount(SOCKET_FOLDER, str(socket_folder(folder)), type="bind", read_only=True)],
        restart_policy={"Name": "no"},
        runtime=settings.runtime,
        device_requests=_gpus(settings),
    )
    # A worker's own /proc can be mounted only where nothing of the container's is covered. What the engine covers by
    # default is root's alone to read and write, and nobody in here is root.
    config["MaskedPaths"] = []
    config["ReadonlyPaths"] = []
    return config


def _folders_in_memory(engine: Engine) -> dict[str, str]:
    """By path, options. Podman refuses a bound on files; workers, who mount their own over it, have it from the holder.

    Podman also gives a read-only container three folders to write to, without a bound, and so a way from one worker to
    the next: one's own are taken instead.
    """
    own = f"rw,nosuid,nodev,size={64 * MIB}"
    if not engine.podman:
        return {"/sandbox": f"{own},nr_inodes={_FILES}"}
    shut = f"ro,nosuid,nodev,noexec,size={64 * KIB}"
    return {"/sandbox": own, "/tmp": own, "/var/tmp": shut, "/run": shut}  # /tmp leads to /sandbox


def _security(engine: Engine, settings: DockerSettings, folder: Path) -> list[str]:
    """Docker takes the filter itself, podman the name of a file that holds it."""
    profile = container_profile(settings.gpus is not None)
    if not engine.podman:
        return ["no-new-privileges", f"seccomp={profile}"]
    file = folder / "profile.json"
    file.write_text(profile)
    return ["no-new-privileges", f"seccomp={file}", "unmask=ALL"]


def _ulimits() -> list[Ulimit]:
    values = {"nofile": 4096, "core": 0, "memlock": 0, "msgqueue": 0, "nproc": PIDS}
    return [Ulimit(name=name, soft=value, hard=value) for name, value in values.items()]


def _gpus(settings: DockerSettings) -> list[DeviceRequest]:
    if settings.gpus is None:
        return []
    if settings.gpus == "all":
        return [DeviceRequest(count=-1, capabilities=[["gpu"]])]
    return [DeviceRequest(device_ids=settings.gpus.split(","), capabilities=[["gpu"]])]
