"""Devices that checks run on, and which parts of a check could not run here."""

import torch

# Sentences such as "not run on CUDA: no GPU". The session reads and clears the list after each check.
skipped_parts: list[str] = []


def skip_part(sentence: str) -> None:
    """Record that a part of the running check was not run."""
    if sentence not in skipped_parts:
        skipped_parts.append(sentence)


def has_cuda() -> bool:
    """Whether there is a CUDA device."""
    return torch.cuda.is_available()
