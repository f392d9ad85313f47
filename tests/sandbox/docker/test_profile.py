"""The container's own system call filter: no wider than starting a program and isolating workers needs."""

import json

from grader.sandbox.docker.profile import container_profile
from grader.sandbox.seccomp import ALLOWED

# What containers have been left through, and what nothing in here has any use for.
NEVER = """
ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd bpf perf_event_open userfaultfd io_uring_setup io_uring_enter
io_uring_register keyctl add_key request_key kexec_load kexec_file_load init_module finit_module delete_module
open_by_handle_at name_to_handle_at mknod mknodat pivot_root chroot umount2 swapon swapoff reboot acct quotactl
settimeofday clock_settime adjtimex fsopen fsmount fsconfig open_tree move_mount mount_setattr syslog iopl ioperm
personality modify_ldt nfsservctl vmsplice move_pages mbind migrate_pages memfd_secret landlock_create_ruleset
shmget shmat msgget semget
"""


def rules() -> list[dict[str, object]]:
    profile = json.loads(container_profile())
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    found: list[dict[str, object]] = profile["syscalls"]
    return found


def allowed() -> set[str]:
    return {name for rule in rules() if rule["action"] == "SCMP_ACT_ALLOW" for name in rule["names"]}  # type: ignore[attr-defined]


def test_nothing_dangerous_is_allowed() -> None:
    assert allowed() & set(NEVER.split()) == set()


def test_beyond_a_workers_own_calls_it_allows_these_and_no_more() -> None:
    beyond = allowed() - set(ALLOWED.split())
    assert beyond == {
        *("execve", "clone", "prlimit64", "sched_getaffinity", "capget", "setgid", "setuid", "setgroups", "fchown"),
        *("unshare", "setns", "mount", "capset", "pidfd_open", "pidfd_send_signal"),
        *("sched_setaffinity", "sched_getscheduler", "sched_getparam", "ioctl", "socket"),
    }


def test_clone3_is_unknown_so_that_the_flags_of_clone_can_be_looked_at() -> None:
    assert [rule["errnoRet"] for rule in rules() if rule["names"] == ["clone3"]] == [38]


def test_requests_to_devices_and_families_of_sockets_are_named() -> None:
    for name in ("ioctl", "socket"):
        assert all(rule.get("args") for rule in rules() if name in rule["names"])  # type: ignore[operator]


def test_requests_to_gpus_are_allowed_where_there_are_some_and_never_those_to_terminals() -> None:
    def passes(request: int, gpus: bool) -> bool:
        rules = [
            rule["args"][0] for rule in json.loads(container_profile(gpus))["syscalls"] if rule["names"] == ["ioctl"]
        ]
        masked = [rule for rule in rules if rule["op"] == "SCMP_CMP_MASKED_EQ"]
        exact = {rule["value"] for rule in rules if rule["op"] == "SCMP_CMP_EQ"}
        return request in exact or any(request & rule["value"] == rule["valueTwo"] for rule in masked)

    nvidia, unified_memory, push_into_terminal = 0xC00846D6, 0x30000001, 0x5412
    assert passes(nvidia, True)
    assert passes(unified_memory, True)
    assert not passes(nvidia, False)
    assert not passes(push_into_terminal, True)
