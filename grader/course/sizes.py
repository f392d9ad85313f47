"""Sizes as people write them: "1 GiB", "64 MiB", "500 kB"."""

import re

_UNITS = {
    "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
}  # fmt: skip
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*")


def parse_size(text: str) -> int:
    """The number of bytes in a size such as ``"1 GiB"``. Raises ValueError with a sentence for anything else."""
    match = _SIZE.fullmatch(text)
    unit = _UNITS.get(match[2].lower()) if match else None
    if match is None or unit is None:
        raise ValueError(f'"{text}" is no size; write a number and B, kB, MB, GB, KiB, MiB or GiB, as in "1 GiB"')
    size = round(float(match[1]) * unit)
    if size == 0:
        raise ValueError(f'"{text}" is no size to work with; it must be above zero')
    return size
