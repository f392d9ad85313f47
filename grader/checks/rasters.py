"""``images``: small images side by side (digits that were misread, what a network generates)."""

from collections.abc import Sequence
from typing import Literal

import torch
from torch import Tensor

from grader.checks.picture import Image, Images
from grader.checks.titles import titled
from grader.language import noted

MOST_IMAGES = 24
MOST_PIXELS = 64  # a side; of a larger image every so many pixels are shown
_CAPTION = 60  # characters


def images(
    of: Tensor,
    captions: Sequence[str] = (),
    title: str = noted("Images"),
    *,
    low: float | None = None,
    high: float | None = None,
) -> Images:
    """The picture of images (n, h, w), (n, 1, h, w) or (n, 3, h, w); one alone may lack n. At most 24 are shown.

    ``low`` is drawn black and ``high`` white; by default the smallest and the largest finite value of all. What is not
    finite is drawn black. ``captions`` stand below them. Raises ``ValueError`` for what is no image.
    """
    batch = _batch(of.detach().cpu().to(torch.float64))[:MOST_IMAGES]
    finite = batch[batch.isfinite()]
    start = low if low is not None else float(finite.min()) if finite.numel() else 0.0
    end = high if high is not None else float(finite.max()) if finite.numel() else 1.0
    scaled = ((batch - start) / (max(end - start, 1e-12))).nan_to_num(0.0, 0.0, 0.0).clamp(0, 1)
    pixels = (scaled * 255).round().to(torch.uint8)
    words = [titled(caption, _CAPTION) for caption in captions[: len(batch)]]
    words += [""] * (len(batch) - len(words))
    return Images(titled(title), [_image(one, caption) for one, caption in zip(pixels, words, strict=True)])


def _batch(values: Tensor) -> Tensor:
    """As (n, 1 or 3, h, w), cut down to what is shown."""
    if values.dim() == 2:
        values = values[None]
    if values.dim() == 3:
        values = values[:, None]
    if values.dim() != 4 or values.shape[1] not in (1, 3) or 0 in values.shape:
        raise ValueError("images have the shape (n, h, w), (n, 1, h, w) or (n, 3, h, w)")
    down, across = (-(-size // MOST_PIXELS) for size in values.shape[2:])
    return values[:, :, ::down, ::across]


def _image(pixels: Tensor, caption: str) -> Image:
    channels: Literal[1, 3] = 3 if pixels.shape[0] == 3 else 1
    _, height, width = pixels.shape
    return Image(width, height, channels, bytes(pixels.permute(1, 2, 0).flatten().tolist()), caption)
