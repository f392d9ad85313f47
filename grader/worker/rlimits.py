"""Per-process limits, where the platform has them."""

from collections.abc import Mapping
from pathlib import Path


def apply(limits: Mapping[str, int]) -> None:
    """Set each named limit, soft and hard, as low as wanted and never above what is allowed.

    RLIMIT_AS is given as what may be *added* to the address space that the imports take already. A platform without a
    limit (Windows has none, macOS not all) goes without it.
    """
    try:
        import resource
    except ImportError:
        return
    for name, value in limits.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        wanted = value + _address_space(resource.getpagesize()) if name == "RLIMIT_AS" else value
        _, hard = resource.getrlimit(kind)
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (allowed, allowed))


def _address_space(page: int) -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * page
