"""What the fixtures of checks are made of, shared by the grading session and by plain pytest."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import torch

CourseData = dict[str, "np.ndarray[Any, Any]"] | str


def make_rng(seed: int, check_id: str) -> torch.Generator:
    """The generator of one check: the same for the same seed and id, whatever else runs and in whatever order."""
    digest = hashlib.sha256(f"{seed}\0rng\0{check_id}".encode()).digest()
    return torch.Generator().manual_seed(int.from_bytes(digest[:8], "big") >> 1)


def load_course_data(folder: Path, name: str) -> CourseData:
    """``name.npz`` as a dict of arrays, or ``name.txt`` as text.

    Raises ``FileNotFoundError`` that names what there is, and ``ValueError`` for a name that leaves the folder.
    """
    if Path(name).name != name or name in ("", ".", ".."):
        raise ValueError(f"{name!r} is not the name of a data set")
    arrays, text = folder / f"{name}.npz", folder / f"{name}.txt"
    if arrays.is_file():
        with np.load(arrays, allow_pickle=False) as loaded:
            return {key: loaded[key] for key in loaded.files}
    if text.is_file():
        return text.read_text(encoding="utf-8")
    there = sorted({path.stem for path in folder.glob("*") if path.suffix in (".npz", ".txt")})
    raise FileNotFoundError(f"there is no data set {name!r}; there is {', '.join(there) or 'none'}")
